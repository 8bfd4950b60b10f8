import { endpoints, type RecoveredTransfer } from '@kobogate/contract';
import { nairaOfKobo } from '../../lib/formats.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ReasonField } from '../orders/reason-field.tsx';
import { REASON_NEEDED } from '../orders/reason-needed.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FirstSaid } from './first-said.tsx';
import { ANSWER_LOST } from './recovery-words.ts';
import { useDecisionForm } from '../use-decision-form.ts';

/** Settles what a customer owes for a transfer: with the coins that it paid for, or by writing it off. */
export function SettleDialog({ transfer, onClose }: { transfer: RecoveredTransfer; onClose: () => void }) {
  const { id, amountKobo, free } = transfer;
  const form = useDecisionForm(endpoints.recovery.settle, {
    draft: `settle ${id}`,
    initial: { asset: free[0]?.asset ?? '', amount: '', reason: '' },
    needed: ({ asset }) => ({ ...(asset === '' ? {} : { amount: 'Please give an amount.' }), ...REASON_NEEDED }),
    params: { id },
    body: ({ asset, amount, reason }) => ({
      ...(asset === '' ? {} : { asset, amount: amount.trim() }),
      reason: reason.trim(),
    }),
    onDone: onClose,
    failed: ANSWER_LOST,
  });
  const chosen = free.find(({ asset }) => asset === form.values.asset);
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
      <SelectField
        {...form.field('asset')}
        label="Settle with"
        options={[
          ...free.map((coins) => ({ value: coins.asset, label: `Their ${coins.title}: ${coins.amount} free` })),
          { value: '', label: 'Nothing: write it off' },
        ]}
        hint={
          free.length === 0
            ? 'The customer has no coins free. If an order holds them, decline it first.'
            : 'The coins sold for this naira become the operator’s.'
        }
      />
      {chosen !== undefined && (
        <TextField
          {...form.field('amount')}
          label="How many coins"
          inputMode="decimal"
          autoComplete="off"
          required
          hint={`${chosen.amount} at most.`}
        />
      )}
      <ReasonField form={form} hint="Kept with the transfer. Only the team reads this." />
    </FormDialog>
  );
}
