import { endpoints, type RecoveredTransfer } from '@kobogate/contract';
import { nairaOfKobo } from '../../lib/formats.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ReasonField } from '../orders/reason-field.tsx';
import { REASON_NEEDED } from '../orders/reason-needed.ts';
import { FirstSaid } from './first-said.tsx';
import { ANSWER_LOST } from './recovery-words.ts';
import { SettlingCoins, WRITTEN_OFF } from '../settling-coins.tsx';
import { useDecisionForm } from '../use-decision-form.ts';

/** Settles what a customer owes for a transfer: with the coins that it paid for, or by writing it off. */
export function SettleDialog({ transfer, onClose }: { transfer: RecoveredTransfer; onClose: () => void }) {
  const { id, amountKobo, free } = transfer;
  const form = useDecisionForm(endpoints.recovery.settle, {
    draft: `settle ${id}`,
    initial: { asset: free[0]?.asset ?? WRITTEN_OFF, amount: '', reason: '' },
    needed: ({ asset }) => ({
      ...(asset === WRITTEN_OFF ? {} : { amount: 'Please give an amount.' }),
      ...REASON_NEEDED,
    }),
    params: { id },
    body: ({ asset, amount, reason }) => ({
      ...(asset === WRITTEN_OFF ? {} : { asset, amount: amount.trim() }),
      reason: reason.trim(),
    }),
    onDone: onClose,
    failed: ANSWER_LOST,
  });
  return (
    <FormDialog
      form={form}
      returnTo={form.returnTo}
      title={`Settle ${nairaOfKobo(amountKobo)}?`}
      description="Once it is settled the customer’s orders no longer wait for it. Nothing is sent."
      confirm="Settle it"
      pendingLabel="Booking..."
      onClose={onClose}
    >
      <FirstSaid transfer={transfer} />
      <SettlingCoins
        asset={form.field('asset')}
        amount={form.field('amount')}
        chosen={form.values.asset}
        free={free}
        hint="The coins sold for this naira become the operator’s."
      />
      <ReasonField form={form} hint="Kept with the transfer. Only the team reads this." />
    </FormDialog>
  );
}
