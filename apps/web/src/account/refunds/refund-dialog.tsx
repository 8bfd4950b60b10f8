import { endpoints, type Refundable } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call, isUnreachable } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { useIdempotencyKey } from '../../lib/idempotency-key.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { DraftNotice } from '../../ui/draft-notice.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Coin } from '../../ui/money.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ChangeProof } from '../bank-accounts/change-proof.tsx';
import { completeProof } from '../../sign-in/two-factor/complete-proof.ts';
import { passkeyProblem } from '../../sign-in/two-factor/passkey-words.ts';
import { emptyRefund, netOfFee, possibleRefund, type RefundForm, refundProblem } from './refund-words.ts';

const UNKNOWN =
  'We do not know whether the refund was asked for. Your coins are safe; press again: it is asked for once.';

const nameOf = ({ currency, networkName }: Refundable): string => `${currency} on ${networkName}`;

/** Asks for coins to be sent back. What was typed stays until the server has taken it. */
export function RefundDialog({
  refundable: newest,
  onClose,
}: {
  refundable: readonly Refundable[];
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const { isPending, run } = usePending();
  const twoFactor = useCall(endpoints.twoFactor.get).data?.data;
  // What can't be sent back any more stays in sight, for the server's words about it.
  const [refundable] = useState(newest);
  const draft = useDraft('refund', emptyRefund(refundable));
  const typed = possibleRefund(draft.value, refundable);
  const [proof, setProof] = useState({ password: '', code: '' });
  const form = { ...typed, ...proof };
  const chosen = refundable.find((each) => each.asset === form.asset);
  const [problem, setProblem] = useState<string | null>(null);
  const { idempotencyKey, renewIfRefused } = useIdempotencyKey();
  if (chosen === undefined) return null;
  const { asset, currency, available, fee, networkName } = chosen;
  const net = netOfFee(form.amount, fee);

  function edit(change: Partial<RefundForm>): void {
    draft.setValue({ ...typed, ...change });
    setProblem(null);
  }

  function choose(code: string): void {
    const next = refundable.find((each) => each.asset === code);
    edit({ asset: code, amount: '', address: next?.savedAddress ?? '' });
  }

  async function ask(): Promise<void> {
    try {
      const body = { ...form, ...(await completeProof(form.code, twoFactor)) };
      const answer = await call(endpoints.refunds.request, { body, idempotencyKey });
      if (isUnreachable(answer)) return setProblem(answer);
      toast.success(answer.message);
      onClose();
      await queryClient.invalidateQueries();
    } catch (failure) {
      renewIfRefused(failure);
      // A press whose answer was lost may have made one: the list behind the dialog shows it.
      void queryClient.invalidateQueries();
      setProblem(passkeyProblem(failure, UNKNOWN));
    }
  }

  function submit(): void {
    const found = refundProblem(form, chosen ?? { available: '0', fee: '0', currency: '' });
    setProblem(found);
    if (found === null) void run(ask);
  }

  return (
    <FormDialog
      title="Send coins back"
      description="To an address of your own, never to the sender. We look at each request before the coins leave."
      confirm="Ask for the refund"
      isPending={isPending}
      pendingLabel="Asking..."
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      {typed === draft.value && <DraftNotice draft={draft} />}
      <SelectField
        label="Coin"
        options={refundable.map((each) => ({ value: each.asset, label: nameOf(each) }))}
        value={asset}
        onChange={(event) => choose(event.target.value)}
      />
      <div className="grid gap-1.5">
        <TextField
          label="Amount"
          inputMode="decimal"
          autoComplete="off"
          maxLength={60}
          suffix={currency}
          className="figures"
          value={form.amount}
          hint={`The network takes ${fee} ${currency} of it.`}
          onChange={(event) => edit({ amount: event.target.value })}
        />
        <Button variant="quiet" className="-ml-4 justify-self-start" onClick={() => edit({ amount: available })}>
          All of it: {available} {currency}
        </Button>
      </div>
      <TextField
        label={`Address on ${networkName}`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        className="font-mono"
        value={form.address}
        hint="Coins sent to a wrong address can’t be brought back."
        onChange={(event) => edit({ address: event.target.value })}
      />
      <ChangeProof
        value={proof}
        twoFactor={twoFactor}
        hint="Coins leave your account, so we make sure that it is you."
        onChange={(change) => {
          setProof({ ...proof, ...change });
          setProblem(null);
        }}
      />
      {net !== null && (
        <p className="text-[15px]">
          The address gets <Coin amount={net} currency={currency} className="font-semibold" />.
        </p>
      )}
    </FormDialog>
  );
}
