import { endpoints, type RecoveredTransfer } from '@kobogate/contract';
import { useState } from 'react';
import { nairaOfKobo } from '../../lib/formats.ts';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ReasonField, useReason } from '../orders/reason-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ANSWER_LOST } from './recovery-words.ts';

/** Settles what a customer owes for a transfer: with coins of theirs that it was the price of, or by writing it off. */
export function SettleDialog({ transfer, onClose }: { transfer: RecoveredTransfer; onClose: () => void }) {
  const { isPending, problem, act } = useAct(ANSWER_LOST, onClose);
  const { id, amountKobo, free } = transfer;
  const [asset, setAsset] = useState(free[0]?.asset ?? '');
  const chosen = free.find((coins) => coins.asset === asset);
  const [amount, setAmount] = useState('');
  const [isAmountMissing, setIsAmountMissing] = useState(false);
  const reason = useReason(`settle ${id}`);

  function submit(): void {
    const isMissing = chosen !== undefined && amount.trim() === '';
    setIsAmountMissing(isMissing);
    if (!reason.check() || isMissing) return;
    const coins = chosen === undefined ? {} : { asset: chosen.asset, amount: amount.trim() };
    act(() => call(endpoints.recovery.settle, { params: { id }, body: { ...coins, reason: reason.text } }));
  }

  return (
    <FormDialog
      title={`Settle ${nairaOfKobo(amountKobo)}?`}
      description="Once it is settled the customer’s orders no longer wait for it. Nothing is sent."
      confirm="Settle it"
      pendingLabel="Booking..."
      isPending={isPending}
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        label="With"
        name="asset"
        value={asset}
        options={[
          ...free.map((coins) => ({ value: coins.asset, label: `Their ${coins.title}: ${coins.amount} free` })),
          { value: '', label: 'Nothing: write it off' },
        ]}
        hint={
          free.length === 0
            ? 'They have no coins free. If an order holds them, decline it first.'
            : 'The coins that were sold for this naira become the operator’s.'
        }
        onChange={(event) => setAsset(event.target.value)}
      />
      {chosen !== undefined && (
        <TextField
          label="Coins"
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          required
          hint={`${chosen.amount} at most.`}
          value={amount}
          error={isAmountMissing ? 'Please give an amount.' : undefined}
          onChange={(event) => setAmount(event.target.value)}
        />
      )}
      <ReasonField reason={reason} hint="Kept with the transfer. Only administrators read this." />
    </FormDialog>
  );
}
