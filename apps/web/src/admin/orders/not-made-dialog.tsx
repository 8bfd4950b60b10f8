import { type AdminOrder, endpoints } from '@kobogate/contract';
import { toast } from 'react-hot-toast/headless';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ReasonField } from './reason-field.tsx';
import { REASON_NEEDED } from './reason-needed.ts';
import { ChangedNotice, DoubtFacts, SeenFacts, useSeenOrder } from './seen-order.tsx';
import { useDecisionForm } from '../use-decision-form.ts';

/** Asks how the administrator knows that a payout was not made, before it counts as failed. */
export default function NotMadeDialog({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  const { seen, isStale, look } = useSeenOrder(order);
  const { id, version } = seen;
  const form = useDecisionForm(endpoints.adminOrders.declareNotMade, {
    draft: `not made ${id}`,
    initial: { reason: '' },
    needed: REASON_NEEDED,
    instead: isStale ? look : null,
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
      returnTo={form.returnTo}
      title="Mark this payout as not sent?"
      description="The bank is asked once more. The payout fails only if the bank still does not know it; then it can be sent again. Please be sure: if the bank pays it late, it is paid twice."
      cancel="Keep waiting"
      confirm={isStale ? 'Show it as it is now' : 'Mark as not sent'}
      pendingLabel="Asking the bank..."
      isDangerous
      onClose={onClose}
    >
      {isStale && <ChangedNotice seen={seen} row={order} />}
      <SeenFacts order={seen} />
      <DoubtFacts order={seen} />
      <ReasonField
        form={form}
        label="How do you know?"
        hint="For the record, such as whom you asked at the bank. The customer does not read this."
      />
    </FormDialog>
  );
}
