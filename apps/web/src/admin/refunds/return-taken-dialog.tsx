import { endpoints, isolated, type TakenItem } from '@kobogate/contract';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useTakesTwo } from '../orders/two-approvals.tsx';
import { useDecisionForm } from '../use-decision-form.ts';
import { useIsOwn } from './credit-unclaimed-dialog.tsx';
import { CoinsWithAddress, EvidenceField } from './restored-coins.tsx';

/** Puts coins that were booked as the operator's own back among those without a known owner. */
export function ReturnTakenDialog({ item, onClose }: { item: TakenItem; onClose: () => void }) {
  const { firstReturn } = item;
  const isOwn = useIsOwn(firstReturn);
  const form = useDecisionForm(endpoints.suspense.keepUnclaimed, {
    draft: `returned ${item.id}`,
    initial: { reason: '' },
    needed: { reason: 'Please say how you know that they are not yours' },
    params: { id: item.id },
    body: ({ reason }) => ({ as: 'returned' as const, reason: reason.trim(), part: null }),
    onDone: onClose,
    failed: 'We do not know whether this was recorded. Press again: it is booked only once.',
  });
  const waits = useTakesTwo(item.nairaKobo) && (firstReturn === null || isOwn);
  return (
    <FormDialog
      form={form}
      returnTo={form.returnTo}
      title="Are these coins not the operator’s own?"
      description={
        waits
          ? 'An amount of this size needs two people. After you, another person from finance, or an administrator, has to say the same. Nothing is booked before that.'
          : 'They leave the operator’s own funds, and are coins without a known owner again. Then you can credit a customer with them.'
      }
      cancel="Cancel"
      confirm={waits ? 'Say so as the first' : 'Put them back'}
      pendingLabel="Recording..."
      onClose={onClose}
    >
      <CoinsWithAddress coins={item} joint="at" />
      {firstReturn !== null && (
        <Notice
          tone="brand"
          title={`${isOwn ? 'You' : isolated(firstReturn.by)} said that they are not the operator’s own`}
        >
          “<bdi>{firstReturn.reason}</bdi>”
        </Notice>
      )}
      <EvidenceField field={form.field('reason')} />
    </FormDialog>
  );
}
