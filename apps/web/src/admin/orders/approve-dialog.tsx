import type { AdminOrder } from '@kobogate/contract';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ListedSenders, needsReason } from './listed-senders.tsx';
import { coinsOf } from './order-filters.ts';
import { OthersNotice } from './others-notice.tsx';
import { isNameDoubtful } from './payee-name.tsx';
import { ReasonField } from './reason-field.tsx';
import { REASON_NEEDED } from './reason-needed.ts';
import { ChangedNotice, SeenFacts, useSeenOrder } from './seen-order.tsx';
import { useIsFirstOfTwo } from './two-approvals.tsx';
import type { Decided } from './use-decisions.ts';

/**
 * Asks for confirmation before an order is approved, and names it: who is paid, how much, where, and the bank's answer
 * about the name. A doubtful name or a listed sender needs a reason. What is sent is about exactly what the dialog
 * shows.
 */
export function ApproveDialog({
  row,
  before,
  others,
  returnTo,
  onClose,
  onApprove,
}: {
  row: AdminOrder;
  /** The order as it was when an approval was refused, because it had changed. */
  before: AdminOrder | undefined;
  /** Who else looks at it, in words; empty: nobody. */
  others: string;
  onClose: () => void;
  onApprove: (decision: Decided) => void;
  /** Where the focus goes when it closes. */
  returnTo: () => HTMLElement | null;
}) {
  const { seen, isStale, look } = useSeenOrder(row, before);
  const isFirst = useIsFirstOfTwo(seen);
  const isDoubtful = needsReason(seen) || isNameDoubtful(seen.bankAccount);
  const form = useForm({
    draft: `approve ${row.id}`,
    initial: { reason: '' },
    instead: isStale ? look : null,
    check: ({ reason }) =>
      isDoubtful && reason.trim() === '' ? { field: 'reason', text: REASON_NEEDED.reason } : null,
    // The row shows the decision, and its result.
    send: async ({ reason }) =>
      onApprove({ verdict: 'approved', reason: isDoubtful ? reason.trim() : null, code: 'other', seen }),
    failed: '',
  });
  return (
    <FormDialog
      form={form}
      title="Approve this order?"
      description={effectText(seen, isFirst)}
      cancel="Leave it pending"
      confirm={isStale ? 'Show it as it is now' : 'Approve order'}
      startsAtConfirm={!isDoubtful && !isStale}
      returnTo={returnTo}
      onClose={onClose}
    >
      <OthersNotice text={others} />
      {isStale && <ChangedNotice seen={seen} row={row} />}
      <SeenFacts order={seen} />
      <ListedSenders order={seen} />
      {isDoubtful && !isStale && (
        <ReasonField
          form={form}
          label="To approve it, say why it may be paid"
          hint="Kept with your decision. Only the team reads this."
        />
      )}
    </FormDialog>
  );
}

/** What an approval does. */
function effectText(order: AdminOrder, isFirst: boolean): string {
  if (isFirst) {
    return 'An order of this size needs the approvals of two people. After yours nothing leaves: it waits for another reviewer or administrator.';
  }
  return coinsOf(order) === 'arrived'
    ? 'The coins are there, so the naira leaves within seconds. Once it has left it can’t be called back.'
    : 'The naira leaves as soon as the coins have arrived. Once it has left it can’t be called back.';
}
