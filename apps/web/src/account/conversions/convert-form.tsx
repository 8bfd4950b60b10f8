import type { Wallet } from '@kobogate/contract';
import { parseAmount } from '@kobogate/money';
import { useState, type FormEvent } from 'react';
import { coinText } from '../../lib/formats.ts';
import { focusField } from '../../lib/focus-field.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeading } from '../../ui/card.tsx';
import { DraftNotice } from '../../ui/draft-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AccountMissing } from '../bank-accounts/account-missing.tsx';
import { amountText, readAmount } from './conversion-amount.ts';
import { PricePreview } from './price-preview.tsx';
import { useConversion } from './use-conversion.ts';
import type { HeldQuote } from './use-quote.ts';

const COIN_MISSING = 'Please select a coin.';
const RATE_MISSING = 'There is no rate yet. Please wait a moment and try again.';

/** The coin, the amount and what it makes in naira at the held rate; submitting makes the order. */
export function ConvertForm({
  wallets,
  wallet,
  held,
  onPick,
}: {
  wallets: readonly Wallet[];
  wallet: Wallet | null;
  held: HeldQuote;
  onPick: (walletId: string) => void;
}) {
  const draft = useDraft('amount', '');
  const { value: typed, setValue: setTyped } = draft;
  const [problems, setProblems] = useState<{ coin?: string; amount?: string }>({});
  const conversion = useConversion(held.refresh);
  const amount = wallet === null ? null : readAmount(typed, wallet.currency, wallet.network);

  function edit(change: () => void): void {
    change();
    setProblems({});
    conversion.clear();
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (wallet === null || amount === null) {
      setProblems({ coin: COIN_MISSING });
      return focusField(event.currentTarget, 'wallet');
    }
    if (!amount.ok) {
      setProblems({ amount: amount.problem });
      return focusField(event.currentTarget, 'amount');
    }
    if (held.quote === null || held.isOld) return setProblems({ amount: RATE_MISSING });
    setProblems({});
    conversion.convert(wallet, amountText(amount), held.quote.id);
  }

  return (
    <Card>
      <CardHeading title="What do you convert?" />
      <form noValidate onSubmit={submit} className="grid gap-5">
        <DraftNotice draft={draft} />
        <SelectField
          label="Coin"
          name="wallet"
          placeholder="Select a coin"
          value={wallet?.id ?? ''}
          error={problems.coin}
          options={wallets.map(({ id, currency, networkName, rate }) => ({
            value: id,
            label: `${currency} on ${networkName}${rate === null ? ', no rate at the moment' : ''}`,
          }))}
          onChange={(event) => edit(() => onPick(event.target.value))}
        />
        <TextField
          label="Amount"
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          maxLength={100}
          value={typed}
          error={problems.amount}
          suffix={wallet?.currency}
          className="figures"
          onChange={(event) => edit(() => setTyped(event.target.value))}
        />
        {wallet !== null && <Balance wallet={wallet} onUse={() => edit(() => setTyped(wallet.balance))} />}
        <PricePreview
          amount={amount}
          problem={typed !== '' && amount?.ok === false ? amount.problem : null}
          held={held}
        />
        <AccountMissing title="Set your bank account first.">We need to know where your naira goes.</AccountMissing>
        {conversion.refusal !== null && (
          <Notice tone="danger" isUrgent title={conversion.refusal.message}>
            {conversion.refusal.detail}
          </Notice>
        )}
        <Button type="submit" size="large" pending={conversion.isPending} pendingLabel="Generating...">
          Generate Transaction
        </Button>
      </form>
    </Card>
  );
}

function Balance({ wallet: { balance, currency }, onUse }: { wallet: Wallet; onUse: () => void }) {
  const parsed = parseAmount(balance, 36);
  if (!parsed.ok || parsed.value === 0n) {
    return (
      <p className="-mt-3 text-sm text-ink-soft">
        Your balance is empty. After this step you send the {currency} to your deposit address.
      </p>
    );
  }
  return (
    <p className="-mt-3 flex flex-wrap items-center justify-between gap-x-3 text-sm text-ink-soft">
      <span className="figures">Balance: {coinText(balance, currency)}</span>
      <Button variant="quiet" onClick={onUse}>
        Use balance
      </Button>
    </p>
  );
}
