import { DECLINE_CODES, DECLINE_REASONS, type DeclineCode, describeDecline } from '@kobogate/contract';
import { DraftNotice } from '../../ui/draft-notice.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { DeclineForms } from './use-decline-forms.ts';

export interface DeclineChoice {
  readonly code: DeclineCode;
  readonly reason: string | null;
}

const nameOf = (code: DeclineCode): string => (code === 'other' ? 'Another reason' : DECLINE_REASONS[code]);

/** Asks why an order is declined, which the customer reads. Both may stay as they are. */
export function DeclineDialog({
  orderId,
  declines,
  onClose,
  onDecline,
}: {
  orderId: string;
  declines: DeclineForms;
  onClose: () => void;
  onDecline: (choice: DeclineChoice) => void;
}) {
  const form = declines.of(orderId);
  const { code, words } = form;
  const reason = words.trim() === '' ? null : words.trim();
  const told = describeDecline(code, reason);
  return (
    <FormDialog
      title="Decline this order?"
      description="The coins return to the customer’s balance. No naira is paid."
      cancel="Keep it pending"
      confirm="Decline order"
      isDangerous
      onSubmit={() => onDecline({ code, reason })}
      onClose={onClose}
    >
      <DraftNotice draft={{ isRestored: declines.isRestored(orderId), startOver: () => declines.forget(orderId) }} />
      <SelectField
        label="Reason"
        name="code"
        value={code}
        options={DECLINE_CODES.map((value) => ({ value, label: nameOf(value) }))}
        onChange={({ target }) =>
          declines.type(orderId, { ...form, code: DECLINE_CODES.find((known) => known === target.value) ?? 'other' })
        }
      />
      <TextField
        label="In your own words (optional)"
        name="reason"
        hint={told === null ? 'The customer is told no reason.' : `The customer reads: ${told}`}
        maxLength={300}
        value={words}
        onChange={({ target }) => declines.type(orderId, { ...form, words: target.value })}
      />
    </FormDialog>
  );
}
