import { endpoints, isolated, type TakenItem } from '@kobogate/contract';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useTakesTwo } from '../orders/two-approvals.tsx';
import { useDecisionForm } from '../use-decision-form.ts';
import { useIsOwn } from './credit-unclaimed-dialog.tsx';
import { CoinsWithAddress, EvidenceField, ReasonField } from './restored-coins.tsx';

/** What is said of coins that were booked as the operator's own. */
export type TakenVerdict = 'returned' | 'not-returned';

const WAITS = {
  description:
    'An amount of this size needs two people. After you, another person from finance, or an administrator, has to say the same. Nothing is booked before that.',
  confirm: 'Say so as the first',
};
const WORDS = {
  returned: {
    title: 'Are these coins not the operator’s own?',
    description:
      'They leave the operator’s own funds, and are coins without a known owner again. Then you can credit a customer with them.',
    confirm: 'Put them back',
    needed: 'Please say how you know that they are not yours',
    failed: 'We do not know whether this was recorded. Press again: it is booked only once.',
  },
  'not-returned': {
    title: 'Do these coins stay the operator’s own?',
    description: 'Nothing is booked. What the first of two people said counts no more; it can be said again.',
    confirm: 'Keep them',
    needed: 'Please say why they stay the operator’s own',
    failed: 'We do not know whether this was recorded. Please look whether it still waits before you press again.',
  },
};

/**
 * Puts coins that were booked as the operator's own back among those without a known owner; or leaves them, where a first person
 * has said that they are not.
 */
export function ReturnTakenDialog({
  item,
  verdict,
  onClose,
}: {
  item: TakenItem;
  verdict: TakenVerdict;
  onClose: () => void;
}) {
  const { firstReturn } = item;
  const isOwn = useIsOwn(firstReturn);
  const words = WORDS[verdict];
  const form = useDecisionForm(endpoints.suspense.keepUnclaimed, {
    draft: `${verdict} ${item.id}`,
    initial: { reason: '' },
    needed: { reason: words.needed },
    params: { id: item.id },
    body: ({ reason }) => ({ as: verdict, reason: reason.trim(), part: null }),
    onDone: onClose,
    failed: words.failed,
  });
  const takesTwo = useTakesTwo(item.nairaKobo) && (firstReturn === null || isOwn);
  const { description, confirm } = verdict === 'returned' && takesTwo ? WAITS : words;
  return (
    <FormDialog
      form={form}
      returnTo={form.returnTo}
      title={words.title}
      description={description}
      cancel="Cancel"
      confirm={confirm}
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
      {verdict === 'returned' ? (
        <EvidenceField field={form.field('reason')} />
      ) : (
        <ReasonField field={form.field('reason')} />
      )}
    </FormDialog>
  );
}
