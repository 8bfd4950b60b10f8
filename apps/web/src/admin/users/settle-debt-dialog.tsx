import { type Debt, endpoints } from '@kobogate/contract';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ReasonField } from '../orders/reason-field.tsx';
import { REASON_NEEDED } from '../orders/reason-needed.ts';
import { FirstSaid } from '../recovery/first-said.tsx';
import { SettlingCoins, WRITTEN_OFF } from '../settling-coins.tsx';
import { useDecisionForm } from '../use-decision-form.ts';

/** Settles coins that a customer owes: writes them off, or takes other coins of theirs. */
export function SettleDebtDialog({ userId, debt, onClose }: { userId: string; debt: Debt; onClose: () => void }) {
  const { asset, title, free } = debt;
  // The decision is about what the dialog showed when it opened, even if the page has changed since.
  const form = useDecisionForm(endpoints.debts.settle, {
    draft: `settle ${userId} ${asset}`,
    initial: { with: WRITTEN_OFF, amount: '', reason: '' },
    needed: (values) => ({
      ...(values.with === WRITTEN_OFF ? {} : { amount: 'Please give an amount.' }),
      ...REASON_NEEDED,
    }),
    params: { id: userId },
    body: (values) => ({
      asset,
      amount: debt.amount,
      ...(values.with === WRITTEN_OFF ? {} : { with: { asset: values.with, amount: values.amount.trim() } }),
      reason: values.reason.trim(),
    }),
    onDone: onClose,
    failed:
      'We do not know whether this was booked. Look at what is owed before you press again: it is booked only once.',
  });
  const isWrittenOff = form.values.with === WRITTEN_OFF;
  return (
    <FormDialog
      form={form}
      returnTo={form.returnTo}
      title={`Settle ${debt.amount} ${title}?`}
      description={
        isWrittenOff
          ? 'It is booked as a loss, for good. If such coins still arrive later, they are the customer’s.'
          : 'The coins that you name become the operator’s. If such coins still arrive later, they are the customer’s.'
      }
      confirm={isWrittenOff ? 'Write it off' : 'Settle it'}
      pendingLabel="Booking..."
      isDangerous={isWrittenOff}
      onClose={onClose}
    >
      <FirstSaid transfer={debt} />
      <SettlingCoins asset={form.field('with')} amount={form.field('amount')} chosen={form.values.with} free={free} />
      <ReasonField form={form} hint="The team reads it in the timeline; the customer does not." />
    </FormDialog>
  );
}
