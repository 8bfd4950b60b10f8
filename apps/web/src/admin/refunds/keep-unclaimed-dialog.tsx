import { endpoints, type UnclaimedItem } from '@kobogate/contract';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useDecisionForm } from '../use-decision-form.ts';
import { FirstSaid, PartField, UnclaimedCoins, useWaits } from './credit-unclaimed-dialog.tsx';
import { EvidenceField, ReasonField } from './restored-coins.tsx';

/** Books coins without a known owner as the operator's own, or records why they stay where they are. */
export function KeepUnclaimedDialog({
  item,
  as,
  onClose,
}: {
  item: UnclaimedItem;
  as: 'operator' | 'suspense';
  onClose: () => void;
}) {
  const { firstApproval, surplus } = item;
  const isOperators = as === 'operator';
  const hasPart = isOperators && surplus !== null;
  const form = useDecisionForm(endpoints.suspense.keepUnclaimed, {
    draft: `${as} ${item.id}`,
    initial: {
      amount: (firstApproval?.owner === 'operator' ? firstApproval.amount : null) ?? item.amount,
      reason: '',
    },
    needed: {
      reason: isOperators ? 'Please say how you know that they are yours' : 'Please give a reason',
      ...(hasPart ? { amount: 'Please say how much it is' } : {}),
    },
    params: { id: item.id },
    body: ({ amount, reason }) => ({
      as,
      reason: reason.trim(),
      part: hasPart ? { amount: amount.trim(), left: item.amount } : null,
    }),
    onDone: onClose,
    failed: 'We do not know whether this was recorded. Press again: it is booked only once.',
  });
  const waits = useWaits(item, form.values.amount) && isOperators;
  return (
    <FormDialog
      form={form}
      returnTo={form.returnTo}
      title={isOperators ? 'Are these coins the operator’s own?' : 'Leave these coins where they are?'}
      description={describe(isOperators, waits)}
      cancel="Cancel"
      confirm={isOperators ? (waits ? 'Say so as the first' : 'Book them as ours') : 'Leave them here'}
      pendingLabel="Recording..."
      isDangerous={isOperators && !waits}
      onClose={onClose}
    >
      <UnclaimedCoins item={item} />
      <FirstSaid item={item} />
      {hasPart && <PartField field={form.field('amount')} item={item} />}
      {isOperators ? <EvidenceField field={form.field('reason')} /> : <ReasonField field={form.field('reason')} />}
    </FormDialog>
  );
}

function describe(isOperators: boolean, waits: boolean): string {
  if (!isOperators) {
    return 'They stay in suspense and in this list, and no longer wait in the queue. They can be credited later.';
  }
  return waits
    ? 'An amount of this size needs two people. After you, another person from finance, or an administrator, has to say the same. Nothing is booked before that.'
    : 'They leave suspense for the operator’s own funds. If they turn out to be a customer’s, you can put them back here first.';
}
