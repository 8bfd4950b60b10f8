import { DECLINE_CODES, DECLINE_REASONS, type DeclineCode, describeDecline } from '@kobogate/contract';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';

export interface DeclineChoice {
  readonly code: DeclineCode;
  readonly reason: string | null;
}

const nameOf = (code: DeclineCode): string => (code === 'other' ? 'Another reason' : DECLINE_REASONS[code]);

/** Asks why an order is declined, which the customer reads. Both may stay as they are. */
export function DeclineDialog({
  onClose,
  onDecline,
}: {
  onClose: () => void;
  onDecline: (choice: DeclineChoice) => void;
}) {
  const [code, setCode] = useState<DeclineCode>('other');
  const [words, setWords] = useState('');
  const reason = words.trim() === '' ? null : words.trim();
  const told = describeDecline(code, reason);
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Decline this order?"
      description="The coins return to the customer's balance. No naira is paid."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep it pending
          </Button>
          <Button variant="danger" type="submit" form="decline-order">
            Decline order
          </Button>
        </>
      }
    >
      <form
        id="decline-order"
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          onDecline({ code, reason });
        }}
      >
        <SelectField
          label="Reason"
          name="code"
          value={code}
          options={DECLINE_CODES.map((value) => ({ value, label: nameOf(value) }))}
          onChange={(event) => setCode(DECLINE_CODES.find((known) => known === event.target.value) ?? 'other')}
        />
        <TextField
          label="In your own words (optional)"
          name="reason"
          hint={told === null ? 'The customer is told no reason.' : `The customer reads: ${told}`}
          maxLength={300}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
