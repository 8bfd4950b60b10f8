import { findAssetByCode, isDust, type KycTier, type OrderId, rateText } from '@kobogate/contract';
import { formatNaira, formatRate } from '@kobogate/money';
import { customer } from '../../ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database.ts';
import type { CurrentRates } from '../../pricing/index.ts';
import { describeCoins } from '../orders/describe-order.ts';
import type { Order } from '../orders/order.ts';
import type { PaymentRecord } from '../payments/db.ts';
import { coinsFor, describeShort, shortBy } from '../payments/payment-amount.ts';
import { type CoverFacts, type Covering, coverOrder } from './cover-order.ts';
import type { ArrivedDeposit } from './db.ts';
import { decideConversion } from './decide-conversion.ts';
import { decideLate, decidePayment } from './decide-payment.ts';
import { openOf } from './expect-deposit.ts';
import { type FundingWork, keepPart } from './funding-work.ts';
import { atRateOfNow, type RepriceDependencies, repriceShort } from './reprice-order.ts';

/** A confirmed deposit that is decided on, the rates of the moment, and the tier of its address's owner. */
export interface Funded {
  readonly deposit: ArrivedDeposit;
  readonly rates: Awaited<ReturnType<CurrentRates>>;
  readonly tier: KycTier;
}

/** What deposits that are decided together share: each is decided against the state that the one before left. */
export interface FundingContext {
  readonly dependencies: RepriceDependencies & { readonly clock: Clock };
  readonly work: FundingWork;
  readonly facts: CoverFacts;
  /** The confirmed deposits that count towards each payment so far. */
  readonly counted: Map<OrderId, readonly Pick<ArrivedDeposit, 'amount' | 'seenAt'>[]>;
  /** The free balances by account, less what was set aside so far. */
  readonly free: Map<string, bigint>;
}

/**
 * The coins are in the balance, with what was there before: the open conversions that the balance suffices for are
 * covered.
 */
export async function fundConversions(
  tx: Transaction,
  { dependencies, work, facts, free }: FundingContext,
  { deposit, rates, tier }: Funded,
): Promise<void> {
  const { id, userId, asset, amount } = deposit;
  const account = customer(userId, asset).code;
  const open = openOf(work, { kind: 'conversions', userId, asset });
  const decisions = decideConversion(open, { ...deposit, isDust: isDust(asset, amount) }, free.get(account) ?? 0n);
  for (const { order: promised, funding: state, counted } of decisions) {
    const arrived = { ...promised, received: promised.received + counted };
    if (state === 'underpaid') {
      const text = `${describeCoins(counted, asset)} arrived, which does not cover the order yet. It is in the balance.`;
      keepPart(work, arrived, text);
      continue;
    }
    const order = state === 'late' ? await atRateOfNow(tx, dependencies, arrived, rates, arrived.amount) : arrived;
    await coverOrder(tx, work, facts, { order, promised, funding: state, tier });
    free.set(account, (free.get(account) ?? 0n) - order.amount);
  }
  work.decide(id, decisions[0]?.order.id ?? null);
}

/**
 * All of the coins were held at their credit: they cover the payment, or wait there for the rest, and the excess goes
 * to the merchant's balance. After the rate has ended the amount is calculated again, at the rate of this moment.
 */
export async function fundPayment(
  tx: Transaction,
  { dependencies, work, facts, counted }: FundingContext,
  { deposit, rates, tier }: Funded,
  payment: PaymentRecord,
): Promise<void> {
  const order = work.latest(payment.order);
  const { clearing } = facts.settings;
  const all = [...(counted.get(order.id) ?? []), deposit];
  const inTime = all.reduce((sum, { amount, seenAt }) => (seenAt <= order.lockExpiresAt ? sum + amount : sum), 0n);
  const isDustOnly = isDust(deposit.asset, deposit.amount);
  const tolerance = shortBy(order, clearing);
  const decision = decidePayment(order, { amount: deposit.amount, inTime, isDust: isDustOnly, tolerance });
  if (decision.kind === 'ignored') {
    work.release(order, decision.released);
    // The payment's version is part of the posting's source: the next posting needs another version.
    work.save(order);
    work.decide(deposit.id, null);
    return;
  }
  work.decide(deposit.id, order.id);
  counted.set(order.id, all);
  const arrived = { ...order, received: order.received + deposit.amount };
  switch (decision.kind) {
    case 'beyond':
      work.release(order, decision.released);
      return keepBeyond(work, arrived, deposit);
    case 'part':
      return keepPart(work, arrived, describePart(arrived, deposit));
    case 'late': {
      const asset = findAssetByCode(order.asset);
      const asked = asset === undefined ? null : coinsFor(payment.facts.asked, asset, rates);
      const priced = await atRateOfNow(tx, dependencies, arrived, rates, asked);
      const late = decideLate(priced.received, priced.amount, shortBy(priced, clearing));
      if (late.kind === 'part')
        return keepPart(work, priced, `${describePart(priced, deposit)}${describeLate(priced)}`);
      return late.kind === 'short' ? coverShort(priced, 'late') : cover(priced, 'late', late.released);
    }
    case 'short':
      return coverShort(arrived, 'funded');
    case 'covered':
      return cover(arrived, decision.funding, decision.released);
  }

  async function cover(covered: Order, state: Covering['funding'], released: bigint): Promise<void> {
    await coverOrder(tx, work, facts, { order: covered, promised: order, funding: state, released, tier });
  }

  async function coverShort(asked: Order, state: Covering['funding']): Promise<void> {
    const paid = await repriceShort(tx, dependencies, asked);
    const event = describeShort(asked, paid);
    await coverOrder(tx, work, facts, { order: paid, promised: order, funding: state, tier, event });
  }
}

function describePart(order: Order, { amount, asset }: ArrivedDeposit): string {
  const missing = describeCoins(order.amount - order.received, order.asset);
  return `${describeCoins(amount, asset)} arrived and is kept for this payment; ${missing} is still missing.`;
}

const describeLate = ({ amount, asset, nairaKobo, rate }: Order): string =>
  ` The rate had ended, so that of this moment counts: ${describeCoins(amount, asset)} for ${formatNaira(nairaKobo)} at ${rateText(formatRate(rate))}.`;

function keepBeyond(work: FundingWork, arrived: Order, deposit: ArrivedDeposit): void {
  const funding = arrived.funding === 'funded' ? 'overpaid' : arrived.funding;
  work.save({ ...arrived, funding });
  const why = arrived.status === 'declined' ? 'the payment had been declined' : 'the payment had been paid';
  const text = `${describeCoins(deposit.amount, deposit.asset)} arrived after ${why}. It is in the balance.`;
  work.say({ orderId: arrived.id, type: 'overpaid', text });
  work.emit({ type: 'payment.excess', payload: { orderId: arrived.id, depositId: deposit.id } });
}
