import {
  findAssetByCode,
  isDust,
  type KycTier,
  networkNameOf,
  rateText,
  type DepositId,
  type OrderId,
} from '@kobogate/contract';
import { formatNaira, formatRate } from '@kobogate/money';
import type { OperatorSettings } from '../../controls/index.ts';
import { emit } from '../../events.ts';
import { balance, customer } from '../../ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { type CurrentRates, noRate } from '../../pricing/index.ts';
import { insertOrderEvents, saveOrder } from '../orders/db.ts';
import { lockTier } from '../customers/db.ts';
import { describeCoins } from '../orders/describe-order.ts';
import type { Order } from '../orders/order.ts';
import type { QuoteSigner } from '../quotes/order-quote.ts';
import { loadPaymentForUpdate } from '../payments/db.ts';
import { coinsFor } from '../payments/payment-amount.ts';
import { describeShort, shortBy } from '../payments/short-payment.ts';
import { type Covering, coverOrder } from './cover-order.ts';
import {
  type ArrivedDeposit,
  assignDeposit,
  claimDeposit,
  holdWallet,
  loadOpenConversionsForUpdate,
  loadRoutedDeposit,
  sumAssignedUntil,
} from './db.ts';
import { decideConversion } from './decide-conversion.ts';
import { decideLate, decidePayment } from './decide-payment.ts';
import { reconsiderConfirming } from './expect-deposit.ts';
import { repriceOrder, repriceShort } from './reprice-order.ts';
import { giveBack } from './set-aside.ts';

export interface FundingDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly currentRates: CurrentRates;
  readonly settings: OperatorSettings;
  readonly quoteSigner: QuoteSigner;
}

/** The rate, limits and time by which a deposit funds. */
interface Funding {
  readonly dependencies: FundingDependencies;
  readonly rates: Awaited<ReturnType<CurrentRates>>;
  readonly deposit: ArrivedDeposit;
  readonly tier: KycTier;
}

/**
 * Handles a confirmed deposit by its target (`route-deposit.ts`): its coins are held for the orders that it covers, and
 * orders that it does not cover show that. After its rate has ended an order is priced again at the rate of this
 * moment. Once per deposit, however often the event comes. Throws 503, to be tried again, where it needs today's rate
 * and there is none.
 */
export async function fundDeposit(dependencies: FundingDependencies, depositId: DepositId): Promise<void> {
  // Asked before the transaction, which must not wait for it.
  const rates = await dependencies.currentRates();
  await dependencies.database.transaction(async (tx) => {
    const deposit = await loadRoutedDeposit(tx, depositId);
    if (deposit?.status !== 'confirmed' || !(await claimDeposit(tx, depositId))) return;
    const { target, userId, asset } = deposit;
    if (target.kind === 'conversions') await holdWallet(tx, userId, asset);
    // Before the orders, in the same order as disabling the account: an order is checked against its customer's tier.
    const funding = { dependencies, rates, deposit, tier: (await lockTier(tx, userId)) ?? 0 };
    switch (target.kind) {
      case 'conversions':
        await fundConversions(tx, funding);
        break;
      case 'payment':
        await fundPayment(tx, funding, target.orderId);
        break;
      case 'balance':
        await tellElsewhere(tx, deposit, target.orderId);
        return;
    }
    await reconsiderConfirming(tx, target);
  });
}

/**
 * The coins are in the balance, with what was there before: the open conversions that the balance suffices for are
 * covered.
 */
async function fundConversions(tx: Transaction, funding: Funding): Promise<void> {
  const { dependencies, rates, deposit, tier } = funding;
  const { id, userId, asset, amount } = deposit;
  const orders = await loadOpenConversionsForUpdate(tx, userId, asset);
  const free = await balance(tx, customer(userId, asset));
  const decisions = decideConversion(orders, { ...deposit, isDust: isDust(asset, amount) }, free);
  for (const { order: promised, funding: state, counted } of decisions) {
    const arrived = { ...promised, received: promised.received + counted };
    if (state === 'underpaid') {
      const text = `${describeCoins(counted, asset)} arrived, which does not cover the order yet. It is in the balance.`;
      await keepPart(tx, arrived, text);
      continue;
    }
    const order = state === 'late' ? await atRateOfNow(tx, dependencies, arrived, rates, arrived.amount) : arrived;
    await coverOrder(tx, dependencies.settings, { order, promised, funding: state, tier });
  }
  const first = decisions[0];
  if (first !== undefined) await assignDeposit(tx, id, first.order.id);
}

/**
 * All of the coins were held at their credit: they cover the payment, or wait there for the rest, and the excess goes
 * to the merchant's balance. After the rate has ended the amount is calculated again, at the rate of this moment.
 */
async function fundPayment(tx: Transaction, funding: Funding, orderId: OrderId): Promise<void> {
  const { dependencies, rates, deposit, tier } = funding;
  const { settings } = dependencies;
  const payment = await loadPaymentForUpdate(tx, orderId);
  if (payment === null) throw new Error(`there is no payment for the deposit ${deposit.id}`);
  const { order, facts } = payment;
  await assignDeposit(tx, deposit.id, order.id);
  const inTime = await sumAssignedUntil(tx, order.id, order.lockExpiresAt);
  const isDustOnly = isDust(deposit.asset, deposit.amount);
  const { clearing } = await settings.within(tx);
  const tolerance = shortBy(order, clearing);
  const decision = decidePayment(order, { amount: deposit.amount, inTime, isDust: isDustOnly, tolerance });
  const arrived = { ...order, received: order.received + deposit.amount };
  switch (decision.kind) {
    case 'ignored':
      await giveBack(tx, order, decision.released);
      await assignDeposit(tx, deposit.id, null);
      // The payment's version is part of the posting's source: the next posting needs another version.
      await saveOrder(tx, order);
      return;
    case 'beyond':
      await giveBack(tx, order, decision.released);
      return keepBeyond(tx, arrived, deposit);
    case 'part':
      return keepPart(tx, arrived, describePart(arrived, deposit));
    case 'late': {
      const asset = findAssetByCode(order.asset);
      const asked = asset === undefined ? null : coinsFor(facts.asked, asset, rates);
      const priced = await atRateOfNow(tx, dependencies, arrived, rates, asked);
      const late = decideLate(priced.received, priced.amount, shortBy(priced, clearing));
      if (late.kind === 'part') return keepPart(tx, priced, `${describePart(priced, deposit)}${describeLate(priced)}`);
      return late.kind === 'short' ? coverShort(priced, 'late') : cover(priced, 'late', late.released);
    }
    case 'short':
      return coverShort(arrived, 'funded');
    case 'covered':
      return cover(arrived, decision.funding, decision.released);
  }

  async function cover(covered: Order, state: Covering['funding'], released: bigint): Promise<void> {
    await coverOrder(tx, settings, { order: covered, promised: order, funding: state, released, tier });
  }

  async function coverShort(asked: Order, state: Covering['funding']): Promise<void> {
    const paid = await repriceShort(tx, dependencies, asked);
    const event = describeShort(asked, paid);
    await coverOrder(tx, settings, { order: paid, promised: order, funding: state, tier, event });
  }
}

/**
 * The rate has ended, so the first promise no longer binds either side: `amount` is priced at the rate of this moment.
 */
async function atRateOfNow(
  tx: Transaction,
  dependencies: FundingDependencies,
  order: Order,
  rates: Funding['rates'],
  amount: bigint | null,
): Promise<Order> {
  const offer = rates.get(order.asset);
  if (offer === undefined || amount === null) throw noRate(order.currency);
  const now = dependencies.clock.now();
  return repriceOrder(tx, dependencies, order, { offer, reason: 'late', amount, madeAt: now, expiresAt: now });
}

async function keepPart(tx: Transaction, arrived: Order, text: string): Promise<void> {
  const { id: orderId, kind } = await saveOrder(tx, { ...arrived, funding: 'underpaid' });
  await insertOrderEvents(tx, [{ orderId, type: 'underpaid', text }]);
  const payload = { orderId };
  const isPayment = kind === 'payment';
  await emit(tx, isPayment ? { type: 'payment.underpaid', payload } : { type: 'order.underpaid', payload });
}

function describePart(order: Order, { amount, asset }: ArrivedDeposit): string {
  const missing = describeCoins(order.amount - order.received, order.asset);
  return `${describeCoins(amount, asset)} arrived and is kept for this payment; ${missing} is still missing.`;
}

const describeLate = ({ amount, asset, nairaKobo, rate }: Order): string =>
  ` The rate had ended, so that of this moment counts: ${describeCoins(amount, asset)} for ${formatNaira(nairaKobo)} at ${rateText(formatRate(rate))}.`;

async function keepBeyond(tx: Transaction, arrived: Order, deposit: ArrivedDeposit): Promise<void> {
  const funding = arrived.funding === 'funded' ? 'overpaid' : arrived.funding;
  await saveOrder(tx, { ...arrived, funding });
  const why = arrived.status === 'declined' ? 'the payment had been declined' : 'the payment had been paid';
  const text = `${describeCoins(deposit.amount, deposit.asset)} arrived after ${why}. It is in the balance.`;
  await insertOrderEvents(tx, [{ orderId: arrived.id, type: 'overpaid', text }]);
  await emit(tx, { type: 'payment.excess', payload: { orderId: arrived.id, depositId: deposit.id } });
}

async function tellElsewhere(
  tx: Transaction,
  { id: depositId, amount, asset }: ArrivedDeposit,
  orderId: OrderId,
): Promise<void> {
  const network = networkNameOf({ network: asset.slice(asset.indexOf('@') + 1) });
  const text = `${describeCoins(amount, asset)} arrived on ${network}, which was not asked for. It does not count here; it is in the balance, or kept safe where we don’t convert it.`;
  await insertOrderEvents(tx, [{ orderId, type: 'elsewhere', text }]);
  await emit(tx, { type: 'payment.elsewhere', payload: { orderId, depositId } });
}
