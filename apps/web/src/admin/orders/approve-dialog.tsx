import type { AdminOrder } from '@kobogate/contract';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ListedSenders, needsReason } from './listed-senders.tsx';
import { isNameDoubtful } from './payee-name.tsx';
import { ReasonField, useReason } from './reason-field.tsx';
import { ChangedNotice, SeenFacts, useSeenOrder } from './seen-order.tsx';
import type { Decided } from './use-decisions.ts';

/**
 * Asks once more before an order is approved, and names it: who is paid, how much, where, and what the bank says of the
 * name. A doubtful name or a listed sender takes a reason. What is sent is about exactly what the dialog shows.
 */
export function ApproveDialog({
  row,
  before,
  onClose,
  onApprove,
}: {
  row: AdminOrder;
  /** As it was when an approval of it was refused, since it had changed. */
  before: AdminOrder | undefined;
  onClose: () => void;
  onApprove: (decision: Decided) => void;
}) {
  const { seen, isStale, look } = useSeenOrder(row, before);
  const reason = useReason(`approve ${row.id}`);
  const isDoubtful = needsReason(seen) || isNameDoubtful(seen.bankAccount);
  return (
    <FormDialog
      title="Approve this order?"
      description="The naira leaves as soon as the coins are there. It can’t be called back."
      cancel="Leave it pending"
      confirm={isStale ? 'Show it as it is now' : 'Approve order'}
      onSubmit={() => {
        if (isStale) return look();
        if (isDoubtful && !reason.check()) return;
        onApprove({ verdict: 'approved', reason: isDoubtful ? reason.text : null, code: 'other', seen });
      }}
      onClose={onClose}
    >
      {isStale && <ChangedNotice seen={seen} row={row} />}
      <SeenFacts order={seen} />
      <ListedSenders order={seen} />
      {isDoubtful && !isStale && (
        <ReasonField
          reason={reason}
          label="To approve it, say why it may be paid all the same"
          hint="Kept with your decision. Only administrators read this."
        />
      )}
    </FormDialog>
  );
}
