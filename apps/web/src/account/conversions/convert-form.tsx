import { endpoints, type Wallet } from '@kobogate/contract';
import { parseAmount } from '@kobogate/money';
import { useNavigate } from 'react-router';
import { call, CallError, isUnreachable } from '../../lib/client.ts';
import { coinText } from '../../lib/formats.ts';
import { randomKey } from '../../lib/idempotency-key.ts';
import { type Problem, useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeading } from '../../ui/card.tsx';
import { Form } from '../../ui/form.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AccountMissing } from '../bank-accounts/account-missing.tsx';
import { amountText, readAmount } from './conversion-amount.ts';
import { PricePreview } from './price-preview.tsx';
import { forgetIntent, keyOfIntent } from './submit-intent.ts';
import type { HeldQuote } from './use-quote.ts';

const COIN_MISSING = 'Please select a coin.';
const RATE_MISSING = 'There is no rate yet. Please wait a moment and try again.';
const CONVERSION_FAILED = 'The transaction could not be made. Nothing was taken; please try again.';
const ANSWER_LOST = 'We do not know whether the transaction was made. Press the button again: it is made only once.';

const hasEnded = (failure: unknown): boolean => failure instanceof CallError && failure.status === 409;

/** The coin, the amount and its naira at the held rate; submitting makes the order and opens its page. */
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
  const navigate = useNavigate();
  const read = (typed: string) => (wallet === null ? null : readAmount(typed, wallet.currency, wallet.network));

  function check({ amount: typed }: { amount: string }): Problem | null {
    const amount = read(typed);
    if (amount === null) return { field: 'wallet', text: COIN_MISSING };
    if (!amount.ok) return { field: 'amount', text: amount.problem };
    return held.quote === null || held.isOld ? { field: 'amount', text: RATE_MISSING } : null;
  }

  async function send({ amount: typed }: { amount: string }) {
    const amount = read(typed);
    if (wallet === null || held.quote === null || amount?.ok !== true) throw new Error('sent unchecked');
    const { currency, network } = wallet;
    const fromAmount = amountText(amount);
    const idempotencyKey = keyOfIntent({ currency, network, amount: fromAmount }, sessionStorage, randomKey);
    try {
      const body = { fromCurrency: currency, fromAmount, network, quoteId: held.quote.id };
      const answer = await call(endpoints.orders.convert, { body, idempotencyKey });
      if (!isUnreachable(answer)) forgetIntent(sessionStorage);
      return answer;
    } catch (failure) {
      if (hasEnded(failure)) held.refresh();
      throw failure;
    }
  }

  const form = useForm({
    draft: 'amount',
    // The page decides the coin: its address names it.
    initial: { wallet: '', amount: '' },
    check,
    send,
    done: 'Transaction generated',
    onDone: ({ id }) => navigate(`/account/convert-to-naira/${id}`),
    failed: CONVERSION_FAILED,
    explain: (failure) => {
      if (isUnreachable(failure)) return ANSWER_LOST;
      return hasEnded(failure) ? 'We have fetched the rate of this moment for you.' : undefined;
    },
  });
  const typed = form.values.amount;
  const amount = read(typed);
  return (
    <Card>
      <CardHeading title="What do you convert?" />
      <Form
        form={form}
        footer={
          <Button type="submit" size="large" pending={form.isPending} pendingLabel="Generating...">
            Generate Transaction
          </Button>
        }
      >
        <SelectField
          label="Coin"
          name="wallet"
          placeholder="Select a coin"
          value={wallet?.id ?? ''}
          error={form.errorOf('wallet')}
          options={wallets.map(({ id, currency, networkName, rate }) => ({
            value: id,
            label: `${currency} on ${networkName}${rate === null ? ', no rate at the moment' : ''}`,
          }))}
          onChange={(event) => {
            form.refuse(null);
            onPick(event.target.value);
          }}
        />
        <TextField
          {...form.field('amount')}
          label="Amount"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          maxLength={100}
          suffix={wallet?.currency}
          className="figures"
        />
        {wallet !== null && <Balance wallet={wallet} onUse={() => form.set('amount')(wallet.balance)} />}
        <PricePreview
          amount={amount}
          problem={typed !== '' && amount?.ok === false ? amount.problem : null}
          held={held}
        />
        <AccountMissing title="Set your bank account first.">We need to know where your naira goes.</AccountMissing>
      </Form>
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
