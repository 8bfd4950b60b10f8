import { type AdminOrder, endpoints } from '@kobogate/contract';
import { toast } from 'react-hot-toast/headless';
import { useContractForm } from '../../lib/use-contract-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ReasonField } from './reason-field.tsx';
import { REASON_NEEDED } from './reason-needed.ts';

/** Asks how somebody knows that a payout was not made, before it counts as failed. */
export function NotMadeDialog({
  order: { id, version },
  onClose,
}: {
  order: Pick<AdminOrder, 'id' | 'version'>;
  onClose: () => void;
}) {
  const form = useContractForm(endpoints.orders.declareNotMade, {
    draft: `not made ${id}`,
    initial: { reason: '' },
    needed: REASON_NEEDED,
    params: { id },
    body: ({ reason }) => ({ reason: reason.trim(), version }),
    done: '',
    onDone: ({ message }) => {
      toast(message);
      onClose();
    },
    failed: 'Nothing was recorded and nothing was sent. Please try again.',
  });
  return (
    <FormDialog
      form={form}
      title="Mark this payout as not sent?"
      description="The bank is asked once more. Only if it still knows nothing of the payout does it count as failed; then it can be sent again. Please be sure: a payout that the bank makes late would be paid twice."
      cancel="Go on waiting"
      confirm="Mark as not sent"
      isDangerous
      onClose={onClose}
    >
      <ReasonField
        form={form}
        label="How do you know?"
        hint="For the record, such as whom you asked at the bank. The customer does not read this."
      />
    </FormDialog>
  );
}
