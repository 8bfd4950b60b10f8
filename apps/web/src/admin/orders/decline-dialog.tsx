import { type AdminOrder, DECLINE_CODES, DECLINE_REASONS, type DeclineCode, describeDecline } from '@kobogate/contract';
import { DraftNotice } from '../../ui/draft-notice.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ChangedNotice, SeenFacts, useSeenOrder } from './seen-order.tsx';
import type { Decided } from './use-decisions.ts';
import type { DeclineForms } from './use-decline-forms.ts';

const nameOf = (code: DeclineCode): string => (code === 'other' ? 'Another reason' : DECLINE_REASONS[code]);

/** Names the order that is declined, and asks why, which the customer reads. Both may stay as they are. */
export function DeclineDialog({
  row,
  before,
  declines,
  onClose,
  onDecline,
}: {
  row: AdminOrder;
  /** As it was when a decline of it was refused, since it had changed. */
  before: AdminOrder | undefined;
  declines: DeclineForms;
  onClose: () => void;
  onDecline: (decision: Decided) => void;
}) {
  const orderId = row.id;
  const { seen, isStale, look } = useSeenOrder(row, before);
  const form = declines.of(orderId);
  const { code, words } = form;
  const reason = words.trim() === '' ? null : words.trim();
  const told = describeDecline(code, reason);
  return (
    <FormDialog
      title="Decline this order?"
      description="The coins return to the customer’s balance. No naira is paid."
      cancel="Keep it pending"
      confirm={isStale ? 'Show it as it is now' : 'Decline order'}
      isDangerous={!isStale}
      onSubmit={() => (isStale ? look() : onDecline({ verdict: 'declined', code, reason, seen }))}
      onClose={onClose}
    >
      {isStale && <ChangedNotice seen={seen} row={row} />}
      <SeenFacts order={seen} />
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
        hint={told === null ? 'The customer sees no reason.' : `The customer reads: ${told}`}
        maxLength={300}
        value={words}
        onChange={({ target }) => declines.type(orderId, { ...form, words: target.value })}
      />
    </FormDialog>
  );
}
