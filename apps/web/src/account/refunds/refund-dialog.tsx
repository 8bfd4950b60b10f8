import { endpoints, type Refundable } from '@kobogate/contract';
import { useState } from 'react';
import { useCall } from '../../lib/queries.ts';
import { useContractForm } from '../../lib/use-contract-form.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Coin } from '../../ui/money.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ProofFields } from '../../sign-in/two-factor/proof-fields.tsx';
import { NO_PROOF } from '../../sign-in/two-factor/proof-rules.ts';
import { emptyRefund, netOfFee, possibleRefund, refundProblem } from './refund-words.ts';

const UNKNOWN =
  'We do not know whether the refund was requested. Your coins are safe. Press again: it is requested only once.';

const nameOf = ({ currency, networkName }: Refundable): string => `${currency} on ${networkName}`;

/** Asks for coins to be sent back. What was typed stays until the server has taken it. */
export function RefundDialog({
  refundable: newest,
  onClose,
}: {
  refundable: readonly Refundable[];
  onClose: () => void;
}) {
  const twoFactor = useCall(endpoints.twoFactor.get).data?.data;
  // A coin that can't be sent back any more stays selected, so that the server's message about it makes sense.
  const [refundable] = useState(newest);
  const coinsOf = (asset: string) => refundable.find((each) => each.asset === asset);
  const form = useContractForm(endpoints.refunds.request, {
    draft: 'refund',
    initial: { ...emptyRefund(refundable), ...NO_PROOF },
    revive: (kept) => possibleRefund(kept, refundable),
    check: (typed) => refundProblem(typed, coinsOf(typed.asset) ?? { available: '0', fee: '0', currency: '' }),
    body: ({ asset, amount, address }, proof) => ({ asset, amount, address, ...proof }),
    twoFactor,
    failed: UNKNOWN,
    onDone: onClose,
  });
  const { values, set } = form;
  const chosen = coinsOf(values.asset);
  if (chosen === undefined) return null;
  const { asset, currency, available, fee, networkName } = chosen;
  const net = netOfFee(values.amount, fee);

  function choose(code: string): void {
    set('asset')(code);
    set('amount')('');
    set('address')(coinsOf(code)?.savedAddress ?? '');
  }

  return (
    <FormDialog
      form={form}
      title="Send coins back"
      description="To an address of your own, never to the sender. We look at each request before the coins leave."
      confirm="Ask for the refund"
      pendingLabel="Asking..."
      onClose={onClose}
    >
      <SelectField
        label="Coin"
        options={refundable.map((each) => ({ value: each.asset, label: nameOf(each) }))}
        value={asset}
        onChange={(event) => choose(event.target.value)}
      />
      <div className="grid gap-1.5">
        <TextField
          {...form.field('amount')}
          label="Amount"
          inputMode="decimal"
          autoComplete="off"
          maxLength={60}
          suffix={currency}
          className="figures"
          hint={`The network takes ${fee} ${currency} of it.`}
        />
        <Button variant="quiet" className="-ml-4 justify-self-start" onClick={() => set('amount')(available)}>
          All of it: {available} {currency}
        </Button>
      </div>
      <TextField
        {...form.field('address')}
        label={`Address on ${networkName}`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        className="font-mono"
        hint="Coins sent to a wrong address can’t be brought back."
      />
      <ProofFields form={form} twoFactor={twoFactor} hint="Coins leave your account, so we make sure that it is you." />
      {net !== null && (
        <p className="text-[15px]">
          The address gets <Coin amount={net} currency={currency} className="font-semibold" />.
        </p>
      )}
    </FormDialog>
  );
}
