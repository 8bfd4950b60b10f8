import { DECLINE_CODES, DECLINE_REASONS, type DeclineCode, describeDecline } from '@kobogate/contract';
import { useState } from 'react';
import { FormDialog } from '../../ui/form-dialog.tsx';
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
    <FormDialog
      title="Decline this order?"
      description="The coins return to the customer's balance. No naira is paid."
      cancel="Keep it pending"
      confirm="Decline order"
      isDangerous
      onSubmit={() => onDecline({ code, reason })}
      onClose={onClose}
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
    </FormDialog>
  );
}
