import { findAssetByCode, isDust, type KycTier, rateText } from '@kobogate/contract';
import { formatNaira, formatRate } from '@kobogate/money';
import { balance, customer } from '../../ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { emit } from '../../events.ts';
import { type CurrentRates, noRate } from '../../pricing/index.ts';
import { needsTwo, type OperatorSettings } from '../../controls/index.ts';
import { insertOrderEvents, loadOpenOrdersForUpdate, saveOrder } from './db.ts';
import { forgetApprovals, loadFirstApprover } from './db-approvals.ts';
import { assignDeposit, claimDeposit, holdWallet, loadDeposit } from './db-deposits.ts';
import { lockTier } from './db-customer-tiers.ts';
import { insertOrderQuotes } from './db-quotes.ts';
import { loadMadeToday } from './db-tiers.ts';
import { decideFunding, type FundingDecision } from './decide-funding.ts';
import { describeCoins } from './describe-order.ts';
import { decidePriority, isBelowThreshold, moveStatus, type Order } from './order.ts';
import { afterMove, ANSWER_HOURS } from './rate-move.ts';
import { reconsiderConfirming } from './expect-deposit.ts';
import { drawUpQuote, type Offer, type QuoteSigner } from './order-quote.ts';
import { refuseTier } from './tier-limits.ts';
import { emitIfPayable, setAside } from './set-aside.ts';

export interface FundingDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly currentRates: CurrentRates;
  readonly settings: OperatorSettings;
  readonly quoteSigner: QuoteSigner;
}

/**
 * Works a confirmed deposit (credited to the customer already): sets the coins aside for the orders that it covers,
 * and says so on those that it does not. Once a deposit, however often the event comes. Throws 503, to be tried again,
 * where a late deposit needs today's rate and there is none.
 */
export async function fundOrder(dependencies: FundingDependencies, depositId: string): Promise<void> {
  // Asked before the transaction, which must not wait for it.
  const rates = await dependencies.currentRates();
  await dependencies.database.transaction(async (tx) => {
    const deposit = await loadDeposit(tx, depositId);
    // What came to a payment's address is the payment's affair, and never a conversion's.
    if (deposit?.status !== 'confirmed' || deposit.isAtPayment || !(await claimDeposit(tx, depositId))) return;
    await holdWallet(tx, deposit.userId, deposit.asset);
    // Before the orders, as whoever disables the account does: a late order is held against its customer's tier.
    const tier = (await lockTier(tx, deposit.userId)) ?? 0;
    const orders = await loadOpenOrdersForUpdate(tx, deposit.userId, deposit.asset);
    const free = await balance(tx, customer(deposit.userId, deposit.asset));
    const decisions = decideFunding(orders, { ...deposit, isDust: isDust(deposit.asset, deposit.amount) }, free);
    for (const decision of decisions) {
      const offer = rates.get(decision.order.asset);
      const isLate = decision.funding === 'late';
      const order = isLate ? await reprice(tx, dependencies, decision.order, offer) : decision.order;
      const clearing = { settings: dependencies.settings, tier, now: dependencies.clock.now() };
      await applyDecision(tx, clearing, { ...decision, order }, decision.order);
    }
    const first = decisions[0];
    if (first !== undefined) await assignDeposit(tx, depositId, first.order.id);
    await reconsiderConfirming(tx, deposit.userId, deposit.asset);
  });
}

/** The order at today's offer: the lock has ended, so what it was promised first no longer binds either side. */
async function reprice(
  tx: Transaction,
  { clock, quoteSigner }: Pick<FundingDependencies, 'clock' | 'quoteSigner'>,
  order: Order,
  offer: Offer | undefined,
): Promise<Order> {
  const asset = findAssetByCode(order.asset);
  if (asset === undefined) throw new Error(`no such asset: ${order.asset}`);
  if (offer === undefined) throw noRate(order.currency);
  const now = clock.now();
  const terms = { orderId: order.id, heldQuoteId: null, reason: 'late', asset, amount: order.amount, offer } as const;
  const quote = drawUpQuote({ ...terms, madeAt: now, expiresAt: now });
  await insertOrderQuotes(tx, quoteSigner, [quote]);
  const { rate, nairaKobo, feeKobo, vatKobo } = quote;
  const priority = decidePriority(nairaKobo);
  return { ...order, rate, nairaKobo, spreadKobo: feeKobo + vatKobo, orderQuoteId: quote.id, priority };
}

/** What decides whether an order that is repriced stays cleared. */
interface LateClearing {
  readonly settings: OperatorSettings;
  readonly tier: KycTier;
  readonly now: Date;
}

async function applyDecision(
  tx: Transaction,
  clearing: LateClearing,
  { order, funding, counted }: FundingDecision,
  promised: Order,
): Promise<void> {
  const received = order.received + counted;
  if (funding === 'underpaid') {
    const saved = await saveOrder(tx, { ...order, funding, received });
    const text = `${describeCoins(counted, order.asset)} arrived, which does not cover the order yet. It is in the balance.`;
    await insertOrderEvents(tx, [{ orderId: saved.id, type: 'underpaid', text }]);
    await emit(tx, { type: 'order.underpaid', payload: { orderId: saved.id } });
    return;
  }
  await setAside(tx, order);
  const judged = funding === 'late' ? await judgeLate(tx, clearing, order) : order;
  // Whoever approved it saw the old figure.
  if (funding === 'late' && judged.status === 'pending') await forgetApprovals(tx, order.id);
  const saved = await saveOrder(tx, { ...judged, funding, received });
  const isHeld = saved.status === 'pending' && order.status !== 'pending';
  const next = saved.rateAnswer === 'asked' ? ` ${ASKED}` : isHeld ? ` ${LOOKED_AT}` : '';
  const text = `${describeFunded(order, funding, promised)}${next}`;
  await insertOrderEvents(tx, [{ orderId: saved.id, type: funding, text }]);
  if (funding === 'late') {
    await emit(tx, {
      type: saved.rateAnswer === 'asked' ? 'order.rate-asked' : 'order.repriced',
      payload: { orderId: saved.id },
    });
  }
  await emitIfPayable(tx, saved);
}

const RAISED = 'Its coins came late, and at today’s rate it is worth more than its approval covers.';
/** Why an order that had been cleared waits for a person. */
export const LOOKED_AT = 'A person looks at it once more before any naira leaves; the coins are safe.';
const ASKED = `That is less than was agreed on: please take it, or have the coins back, within ${ANSWER_HOURS} hours.`;

/** A late order as it goes on: what is worth too much for what cleared it, or moved too far, is looked at again. */
async function judgeLate(tx: Transaction, clearing: LateClearing, order: Order): Promise<Order> {
  const policy = await clearing.settings.within(tx);
  const { order: judged, isBeyond } = afterMove(order, policy.clearing, clearing.now);
  if (isBeyond || !(await isMoreThanCleared(tx, clearing, order))) return judged;
  return { ...moveStatus(judged, 'pending'), heldReason: RAISED };
}

/** Whether a late order, worth something else now, is more than what cleared it at the old figure may clear. */
async function isMoreThanCleared(tx: Transaction, { settings, tier }: LateClearing, order: Order): Promise<boolean> {
  const policy = await settings.within(tx);
  const { id, userId, nairaKobo } = order;
  if (order.status === 'processing') {
    const madeKobo = (await loadMadeToday(tx, policy.tiers, [userId], id)).get(userId) ?? 0n;
    const isTooMuch = refuseTier({ tier, nairaKobo, madeKobo }, policy.tiers) !== null;
    return isTooMuch || !isBelowThreshold(nairaKobo, policy);
  }
  const wantsSecond = order.status === 'approved' && needsTwo(nairaKobo, policy.approvals);
  return wantsSecond && (await loadFirstApprover(tx, id)) === null;
}

function describeFunded(order: Order, funding: FundingDecision['funding'], promised: Order): string {
  const coins = describeCoins(order.amount, order.asset);
  if (funding === 'late') {
    const now = `${formatNaira(order.nairaKobo)} at ${rateText(formatRate(order.rate))}`;
    const before = `${formatNaira(promised.nairaKobo)} at ${rateText(formatRate(promised.rate))}`;
    return `${coins} arrived after the rate lock had ended, so the rate of that moment counts: ${now}, instead of ${before}.`;
  }
  if (funding === 'overpaid') return `${coins} set aside. More than that arrived; the rest is in the balance.`;
  return `${coins} arrived and set aside for this order.`;
}
