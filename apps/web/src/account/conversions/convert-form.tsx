import { endpoints, type Wallet } from '@kobogate/contract';
import { parseAmount, plainNaira } from '@kobogate/money';
import type { ChangeEvent } from 'react';
import { useNavigate } from 'react-router';
import { call, CallError, isUnreachable } from '../../lib/client.ts';
import { coinText } from '../../lib/formats.ts';
import { randomKey } from '../../lib/idempotency-key.ts';
import { type Problem, useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeading } from '../../ui/card.tsx';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { Form } from '../../ui/form.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AccountMissing } from '../bank-accounts/account-missing.tsx';
import { amountText } from './conversion-amount.ts';
import { PricePreview } from './price-preview.tsx';
import { forgetIntent, keyOfIntent } from './submit-intent.ts';
import { type Lead, NOTHING_TYPED, readTyped, shownAmounts, type TypedAmount } from './typed-amount.ts';
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
  const quote = held.isOld ? null : held.quote;
  const read = (typed: TypedAmount) => readTyped(typed, wallet, held.quote);

  function check(typed: TypedAmount): Problem | null {
    const amount = read(typed);
    const field = typed.lead;
    if (wallet === null) return { field: 'wallet', text: COIN_MISSING };
    if (amount?.ok === false) return { field, text: amount.problem };
    return amount === null || quote === null ? { field, text: RATE_MISSING } : null;
  }

  async function send(typed: TypedAmount) {
    const amount = read(typed);
    if (wallet === null || held.quote === null || amount?.ok !== true) throw new Error('sent unchecked');
    const { currency, network } = wallet;
    const fromAmount = amountText(amount);
    const idempotencyKey = keyOfIntent({ currency, network, amount: fromAmount }, sessionStorage, randomKey);
    try {
      const body = { fromCurrency: currency, fromAmount, network, quoteId: held.quote.id };
      const answer = await call(endpoints.orders.convert, { body, idempotencyKey });
      if (!isUnreachable(answer)) forgetIntent(sessionStorage);
      // The next press must mean the same coins, whatever the rate is by then: another amount would be another order.
      else type('amount', fromAmount);
      return answer;
    } catch (failure) {
      if (hasEnded(failure)) held.refresh();
      throw failure;
    }
  }

  const form = useForm({
    draft: 'amount',
    // The page decides the coin: its address names it.
    initial: NOTHING_TYPED,
    check,
    send,
    done: 'Transaction generated',
    onDone: ({ id }) => navigate(`/account/convert-to-naira/${id}`),
    failed: CONVERSION_FAILED,
    explain: (failure) => {
      if (isUnreachable(failure)) return ANSWER_LOST;
      return hasEnded(failure) ? 'We have fetched the current rate for you.' : undefined;
    },
  });
  /** What is typed into one of the two amounts leads; the other follows it. */
  function type(lead: Lead, text: string): void {
    form.set(lead)(text);
    form.set('lead')(lead);
  }

  const typed = form.values;
  const shown = shownAmounts(typed, wallet, held.quote);
  const amount = read(typed);
  const problem = typed[typed.lead] !== '' && amount?.ok === false ? amount.problem : null;
  const amountField = (lead: Lead) => ({
    name: lead,
    value: shown[lead],
    error: form.errorOf(lead),
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
      type(lead, lead === 'naira' ? plainNaira(target.value) : target.value),
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    placeholder: '0.00',
    maxLength: 100,
    className: 'figures',
  });
  return (
    <Card>
      <CardHeading title="What do you convert?" />
      <Form
        form={form}
        className="grid grid-cols-[minmax(0,1fr)] gap-5"
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
          mark={wallet === null ? undefined : <CoinMark currency={wallet.currency} network={wallet.network} />}
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
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...amountField('amount')} label="Amount" suffix={wallet?.currency} />
          <TextField {...amountField('naira')} label="Naira to receive" suffix="NGN" />
        </div>
        {wallet !== null && <Balance wallet={wallet} onUse={() => type('amount', wallet.balance)} />}
        <PricePreview
          amount={amount}
          problem={problem}
          held={held}
          typedNaira={typed.lead === 'naira' ? typed.naira : null}
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
