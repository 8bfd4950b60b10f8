import { endpoints, isolated, type UnclaimedItem } from '@kobogate/contract';
import { useSession } from '../../lib/session-context.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { CoinsWithAddress, CustomerField, EvidenceField } from './restored-coins.tsx';
import { useDecisionForm } from '../use-decision-form.ts';
import { useTakesTwo } from '../orders/two-approvals.tsx';

/** Whether the signed-in person is the first of the two who name an owner. */
export const useIsOwn = (first: UnclaimedItem['firstApproval']): boolean => {
  const { user: self } = useSession();
  return first !== null && first.adminId === self?.id;
};

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
  const { firstApproval } = item;
  const isOwn = useIsOwn(firstApproval);
  const waits = useTakesTwo(item.nairaKobo) && (firstApproval === null || isOwn);
  return (
    <FormDialog
      form={form}
      returnTo={form.returnTo}
      title="Whose coins are these?"
      description={
        waits
          ? 'An amount of this size needs two people. After you, another person from finance, or an administrator, has to name the same customer. Nothing is credited before that.'
          : 'They become this customer’s deposit, as if they had just arrived. This can’t be undone here.'
      }
      cancel="Leave them"
      confirm={waits ? 'Name them as the first' : 'Credit them'}
      pendingLabel={waits ? 'Recording...' : 'Crediting...'}
      onClose={onClose}
    >
      <CoinsWithAddress coins={item} joint="at" />
      {firstApproval !== null && (
        <Notice
          tone="brand"
          title={`${isOwn ? 'You' : isolated(firstApproval.by)} named ${firstApproval.customerEmail}`}
        >
          “<bdi>{firstApproval.reason}</bdi>”{' '}
          {isOwn
            ? 'If that was a mistake, name another customer in their place.'
            : 'They are credited once you name the same customer.'}
        </Notice>
      )}
      <CustomerField field={form.field('email')} />
      <EvidenceField field={form.field('reason')} />
    </FormDialog>
  );
}
