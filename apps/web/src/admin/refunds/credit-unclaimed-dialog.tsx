import { endpoints, isolated, type UnclaimedItem } from '@kobogate/contract';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { CoinsWithAddress, CustomerField, EvidenceField } from './restored-coins.tsx';
import { useDecisionForm } from '../use-decision-form.ts';

/** Asks whose coins these are and how that is known, and credits them. */
export function CreditUnclaimedDialog({ item, onClose }: { item: UnclaimedItem; onClose: () => void }) {
  const form = useDecisionForm(endpoints.suspense.creditUnclaimed, {
    draft: `unclaimed ${item.id}`,
    initial: { email: '', reason: '' },
    needed: {
      email: 'Please give the customer’s e-mail address',
      reason: 'Please say how you know the owner',
    },
    params: { id: item.id },
    body: ({ email, reason }) => ({ email: email.trim(), reason: reason.trim() }),
    onDone: onClose,
    failed: 'We do not know whether this was credited. Press again: it is credited only once.',
  });
  return (
    <FormDialog
      form={form}
      returnTo={form.returnTo}
      title="Whose coins are these?"
      description="They become this customer’s deposit, as if they had just arrived. This can’t be undone here."
      cancel="Leave them"
      confirm="Credit them"
      pendingLabel="Crediting..."
      onClose={onClose}
    >
      <CoinsWithAddress coins={item} joint="at" />
      {item.firstApproval !== null && (
        <Notice tone="brand" title={`${isolated(item.firstApproval.by)} named ${item.firstApproval.customerEmail}`}>
          “<bdi>{item.firstApproval.reason}</bdi>” They are credited once you name the same customer.
        </Notice>
      )}
      <CustomerField field={form.field('email')} />
      <EvidenceField field={form.field('reason')} />
    </FormDialog>
  );
}
