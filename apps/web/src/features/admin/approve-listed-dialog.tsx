import type { AdminOrder } from '@kobogate/contract';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ListedSenders } from './listed-senders.tsx';
import { ReasonField, useReason } from './reason-field.tsx';

/** Asks why an order is approved although the sanctions list names a sender of its coins. */
export function ApproveListedDialog({
  order,
  onClose,
  onApprove,
}: {
  order: Pick<AdminOrder, 'status' | 'listedSenders'>;
  onClose: () => void;
  onApprove: (reason: string) => void;
}) {
  const reason = useReason();
  return (
    <FormDialog
      title="Approve this order all the same?"
      description="Its naira is paid once it is approved and its coins are there."
      cancel="Keep it pending"
      confirm="Approve order"
      onSubmit={() => {
        if (reason.check()) onApprove(reason.text);
      }}
      onClose={onClose}
    >
      <ListedSenders order={order} />
      <ReasonField
        reason={reason}
        label="Why it may be paid all the same"
        hint="Kept with your decision. Only administrators read this."
      />
    </FormDialog>
  );
}
