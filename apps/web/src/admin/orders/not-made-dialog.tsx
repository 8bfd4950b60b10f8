import { FormDialog } from '../../ui/form-dialog.tsx';
import { ReasonField, useReason } from './reason-field.tsx';

/** Asks how somebody knows that a payout was not made, before it counts as failed. */
export function NotMadeDialog({
  orderId,
  isPending,
  problem,
  onClose,
  onConfirm,
}: {
  orderId: string;
  isPending: boolean;
  problem: string | null;
  onClose: () => void;
  onConfirm: (reason: string) => void;
}) {
  const reason = useReason(`not made ${orderId}`);
  return (
    <FormDialog
      title="Mark this payout as not sent?"
      description="The bank is asked once more. Only if it still knows nothing of the payout does it count as failed; then it can be sent again. Please be sure: a payout that the bank makes late would be paid twice."
      cancel="Go on waiting"
      confirm="Mark as not sent"
      isDangerous
      isPending={isPending}
      problem={problem}
      onSubmit={() => {
        if (reason.check()) onConfirm(reason.text);
      }}
      onClose={onClose}
    >
      <ReasonField
        reason={reason}
        label="How do you know?"
        hint="For the record, such as whom you asked at the bank. The customer does not read this."
      />
    </FormDialog>
  );
}
