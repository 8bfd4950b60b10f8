import { findAssetByCode, isDust, networkNameOf, rateText } from '@kobogate/contract';
import { formatNaira, formatRate } from '@kobogate/money';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { emit } from '../../events.ts';
import { insertOrderEvents, saveOrder } from '../orders/db.ts';
import { lockTier } from '../orders/db-customer-tiers.ts';
import {
  type ArrivedDepositRow,
  assignDeposit,
  claimDeposit,
  loadDeposit,
  sumAssignedUntil,
} from '../orders/db-deposits.ts';
import { describeCoins } from '../orders/describe-order.ts';
import type { Order } from '../orders/order.ts';
import type { QuoteSigner } from '../orders/order-quote.ts';
import { giveBack } from '../orders/set-aside.ts';
import { type CurrentRates, noRate } from '../../pricing/index.ts';
import type { OperatorSettings } from '../../controls/index.ts';
import { coverPayment, type Covering } from './cover-payment.ts';
import { findPaymentAt, loadPaymentForUpdate, type PaymentFacts } from './db.ts';
import { decideLate, decidePayment } from './decide-payment.ts';
import { reconsiderConfirming } from './expect-payment.ts';
import { coinsFor } from './payment-amount.ts';
import { repricePayment, repriceShort } from './reprice-payment.ts';
import { describeShort, shortBy } from './short-payment.ts';

export interface FundPaymentDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly currentRates: CurrentRates;
  readonly settings: OperatorSettings;
  readonly quoteSigner: QuoteSigner;
}

/**
 * Works a confirmed deposit at a payment's address. Of the asset that was asked for all of it was set aside with its credit:
 * it covers the payment, or waits there for its rest, and what is beyond goes to the merchant's balance. After the rate has
 * ended what is asked for is worked out anew, at the rate of that moment. Anything else is in that balance already, and is
 * only told of. Once a deposit, however often the event comes. Throws 503, to be tried again, where it needs today's rate
 * and there is none.
 */
export async function fundPayment(dependencies: FundPaymentDependencies, depositId: string): Promise<void> {
  // Asked before the transaction, which must not wait for it.
  const rates = await dependencies.currentRates();
  await dependencies.database.transaction(async (tx) => {
    const deposit = await loadDeposit(tx, depositId);
    if (deposit?.status !== 'confirmed' || !deposit.isAtPayment || !(await claimDeposit(tx, depositId))) return;
    const orderId = await findPaymentAt(tx, deposit.addressId);
    // Before the order, as whoever disables the account does.
    const tier = (await lockTier(tx, deposit.userId)) ?? 0;
    const payment = orderId === null ? null : await loadPaymentForUpdate(tx, orderId);
    if (payment === null) throw new Error(`there is no payment for the deposit ${depositId}`);
    const { order, facts } = payment;
    if (!deposit.isForPayment) return tellElsewhere(tx, order, deposit);
    await assignDeposit(tx, depositId, order.id);
    const inTime = await sumAssignedUntil(tx, order.id, order.lockExpiresAt);
    const isDustOnly = isDust(deposit.asset, deposit.amount);
    const { clearing } = await dependencies.settings.within(tx);
    const tolerance = shortBy(order, clearing);
    const decision = decidePayment(order, { amount: deposit.amount, inTime, isDust: isDustOnly, tolerance });
    const arrived = { ...order, received: order.received + deposit.amount };
    switch (decision.kind) {
      case 'ignored':
        await giveBack(tx, order, decision.released);
        await assignDeposit(tx, depositId, null);
        // Its version names the posting: the next one needs another.
        await saveOrder(tx, order);
        return;
      case 'beyond':
        await giveBack(tx, order, decision.released);
        return keepBeyond(tx, arrived, deposit);
      case 'part':
        return keepPart(tx, arrived, deposit);
      case 'late': {
        const priced = await atRateOfNow(tx, dependencies, { order: arrived, facts }, rates);
        const late = decideLate(priced.received, priced.amount, shortBy(priced, clearing));
        if (late.kind === 'part') return keepPart(tx, priced, deposit, describeLate(priced));
        return late.kind === 'short' ? coverShort(priced, 'late') : cover(priced, 'late', late.released);
      }
      case 'short':
        return coverShort(arrived, 'funded');
      case 'covered':
        return cover(arrived, decision.funding, decision.released);
    }

    async function cover(covered: Order, funding: Covering['funding'], released: bigint): Promise<void> {
      await coverPayment(tx, dependencies.settings, { order: covered, funding, released, tier });
    }

    async function coverShort(asked: Order, funding: Covering['funding']): Promise<void> {
      const paid = await repriceShort(tx, dependencies, asked);
      const event = describeShort(asked, paid);
      await coverPayment(tx, dependencies.settings, { order: paid, funding, released: 0n, tier, event });
    }
  });
}

/** The lock has ended, so what was promised first no longer binds either side: what is asked for is worked out anew. */
async function atRateOfNow(
  tx: Transaction,
  dependencies: FundPaymentDependencies,
  { order, facts }: { order: Order; facts: PaymentFacts },
  rates: Awaited<ReturnType<CurrentRates>>,
): Promise<Order> {
  const asset = findAssetByCode(order.asset);
  const offer = rates.get(order.asset);
  const amount = asset === undefined ? null : coinsFor(facts.asked, asset, rates);
  if (offer === undefined || amount === null) throw noRate(order.currency);
  const now = dependencies.clock.now();
  return repricePayment(tx, dependencies, order, { offer, reason: 'late', amount, madeAt: now, expiresAt: now });
}

const describeLate = ({ amount, asset, nairaKobo, rate }: Order): string =>
  ` The rate had ended, so that of this moment counts: ${describeCoins(amount, asset)} for ${formatNaira(nairaKobo)} at ${rateText(formatRate(rate))}.`;

async function tellElsewhere(tx: Transaction, order: Order, deposit: ArrivedDepositRow): Promise<void> {
  const network = networkNameOf({ network: deposit.asset.slice(deposit.asset.indexOf('@') + 1) });
  const text = `${describeCoins(deposit.amount, deposit.asset)} arrived on ${network}, which was not asked for. It does not count here; it is in the balance, or kept apart where we don’t convert it.`;
  await insertOrderEvents(tx, [{ orderId: order.id, type: 'elsewhere', text }]);
  await emit(tx, { type: 'payment.elsewhere', payload: { orderId: order.id, depositId: deposit.id } });
}

async function keepBeyond(tx: Transaction, arrived: Order, deposit: ArrivedDepositRow): Promise<void> {
  const funding = arrived.funding === 'funded' ? 'overpaid' : arrived.funding;
  await saveOrder(tx, { ...arrived, funding });
  const why = arrived.status === 'declined' ? 'the payment had been declined' : 'the payment had been paid';
  const text = `${describeCoins(deposit.amount, deposit.asset)} arrived after ${why}. It is in the balance.`;
  await insertOrderEvents(tx, [{ orderId: arrived.id, type: 'overpaid', text }]);
  await emit(tx, { type: 'payment.excess', payload: { orderId: arrived.id, depositId: deposit.id } });
}

async function keepPart(tx: Transaction, arrived: Order, deposit: ArrivedDepositRow, why = ''): Promise<void> {
  const saved = await saveOrder(tx, { ...arrived, funding: 'underpaid' });
  const coins = describeCoins(deposit.amount, deposit.asset);
  const missing = describeCoins(saved.amount - saved.received, saved.asset);
  const text = `${coins} arrived and is kept for this payment; ${missing} is still missing.${why}`;
  await insertOrderEvents(tx, [{ orderId: saved.id, type: 'underpaid', text }]);
  await emit(tx, { type: 'payment.underpaid', payload: { orderId: saved.id } });
  await reconsiderConfirming(tx, saved);
}
