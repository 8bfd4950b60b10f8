import { type AdminOrder, DECLINE_CODES, DECLINE_REASONS, type DeclineCode, describeDecline } from '@kobogate/contract';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ChangedNotice, SeenFacts, useSeenOrder } from './seen-order.tsx';
import type { Decided } from './use-decisions.ts';
import { type DeclineForms, NO_DECLINE } from './use-decline-forms.ts';

const nameOf = (code: DeclineCode): string => (code === 'other' ? 'Another reason' : DECLINE_REASONS[code]);

/**
 * Names the order that is declined, and asks for the reason, which the customer reads. Both fields may stay as they
 * are.
 */
export function DeclineDialog({
  row,
  before,
  returnTo,
  declines,
  onClose,
  onDecline,
}: {
  row: AdminOrder;
  /** The order as it was when a decline was refused, because it had changed. */
  before: AdminOrder | undefined;
  declines: DeclineForms;
  onClose: () => void;
  onDecline: (decision: Decided) => void;
  /** Where the focus goes when it closes. */
  returnTo: () => HTMLElement | null;
}) {
  const orderId = row.id;
  const { seen, isStale, look } = useSeenOrder(row, before);
  const form = useForm({
    initial: declines.of(orderId),
    onEdit: (typed) => declines.type(orderId, typed),
    instead: isStale ? look : null,
    // The row shows the decision, and its result.
    send: async ({ code, words }) => onDecline({ verdict: 'declined', code, reason: words.trim() || null, seen }),
    failed: '',
  });
  const { code, words } = form.values;
  const told = describeDecline(code, words.trim() || null);

  function startOver(): void {
    declines.forget(orderId);
    form.settle(NO_DECLINE);
  }

  return (
    <FormDialog
      form={{ ...form, draft: { isRestored: declines.isRestored(orderId), startOver } }}
      title="Decline this order?"
      description="The coins return to the customer’s balance. No naira is paid."
      cancel="Keep it pending"
      confirm={isStale ? 'Show it as it is now' : 'Decline order'}
      isDangerous={!isStale}
      returnTo={returnTo}
      onClose={onClose}
    >
      {isStale && <ChangedNotice seen={seen} row={row} />}
      <SeenFacts order={seen} />
      <SelectField
        {...form.field('code')}
        label="Reason"
        options={DECLINE_CODES.map((value) => ({ value, label: nameOf(value) }))}
      />
      <TextField
        {...form.field('words')}
        label="In your own words (optional)"
        hint={told === null ? 'The customer sees no reason.' : `The customer reads: ${told}`}
        maxLength={300}
      />
    </FormDialog>
  );
}
