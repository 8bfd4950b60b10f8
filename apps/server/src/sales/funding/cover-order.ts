import { findAssetByCode, type KycTier, rateText } from '@kobogate/contract';
import { formatNaira, formatRate, toKobo } from '@kobogate/money';
import { needsTwo, type OperatorSettings } from '../../controls/index.ts';
import { emit } from '../../events.ts';
import type { Transaction } from '../../platform/database.ts';
import { releaseRateLimit } from '../../platform/throttle.ts';
import { forgetApprovals, insertOrderEvents, loadFirstApprover, saveOrder } from '../orders/db.ts';
import { loadMadeToday } from '../customers/db.ts';
import { describeCoins } from '../orders/describe-order.ts';
import { LOOKED_AT } from '../orders/hold-orders.ts';
import { isBelowThreshold, moveStatus, type Order, linkOf } from '../orders/order.ts';
import { refuseTier } from '../customers/tier-limits.ts';
import { forPayments } from '../payments/clear-payment.ts';
import { claimLink } from '../payment-links/db.ts';
import { strangersPlaces } from '../payments/pool-places.ts';
import { ANSWER_HOURS } from './rate-move.ts';
import { emitIfPayable, giveBack, setAside } from './set-aside.ts';

/** A line of a timeline. */
interface Line {
  readonly type: string;
  readonly text: string;
}

export interface Covering {
  /** The order to save: repriced already where it is late; `received` with everything that counts towards it. */
  readonly order: Order;
  /** The order before: it may have had another rate and status. */
  readonly promised: Order;
  readonly funding: 'funded' | 'overpaid' | 'late';
  readonly tier: KycTier;
  /** The excess over a payment's amount, in smallest units. */
  readonly released?: bigint;
  /** Explains on the timeline why it is covered, where no deposit of this moment did it. */
  readonly event?: Line;
}

const RAISED = 'Its coins came late, and at today’s rate it is worth more than its approval covers.';
const ASKED = `That is less than was agreed on: please accept it, or take the coins back, within ${ANSWER_HOURS} hours.`;
const SECOND =
  'The link was for one payment, and another one was first. This one is paid out like it; nothing is lost. Give it back if it was a mistake.';

/**
 * Covers a locked order: a conversion's coins are held from the balance; a payment's are held already, so the excess
 * goes to the balance, and a once-only link is used up. The naira may leave then. An order above what its clearing
 * allows waits for an administrator.
 */
export async function coverOrder(tx: Transaction, settings: OperatorSettings, covering: Covering): Promise<Order> {
  const { order, funding, released = 0n } = covering;
  const isPayment = order.kind === 'payment';
  if (!isPayment) await setAside(tx, order);
  else if (released > 0n) await giveBack(tx, order, released);
  const isRaised = await isMoreThanCleared(tx, settings, covering);
  const heldReason = isPayment ? LOOKED_AT : RAISED;
  const moved = isRaised ? { ...moveStatus(order, 'pending'), heldReason } : order;
  // The approver saw the earlier amount.
  if (isRaised) await forgetApprovals(tx, order.id);
  const saved = await saveOrder(tx, { ...moved, funding });
  if (isPayment) await tellPayment(tx, saved, covering, isRaised);
  else await tellConversion(tx, saved, covering);
  await emitIfPayable(tx, saved);
  return saved;
}

async function tellConversion(tx: Transaction, saved: Order, { promised, funding }: Covering): Promise<void> {
  const isHeld = saved.status === 'pending' && promised.status !== 'pending';
  const next = saved.rateAnswer === 'asked' ? ` ${ASKED}` : isHeld ? ` ${LOOKED_AT}` : '';
  const text = `${describeConverted(saved, funding, promised)}${next}`;
  await insertOrderEvents(tx, [{ orderId: saved.id, type: funding, text }]);
  if (funding !== 'late') return;
  const payload = { orderId: saved.id };
  const isAsked = saved.rateAnswer === 'asked';
  await emit(tx, isAsked ? { type: 'order.rate-asked', payload } : { type: 'order.repriced', payload });
}

async function tellPayment(
  tx: Transaction,
  saved: Order,
  { funding, released = 0n, event }: Covering,
  isRaised: boolean,
): Promise<void> {
  const { id: orderId, userId, asset } = saved;
  const { isSecond } = await claimLink(tx, linkOf(saved), orderId);
  const lines = [event ?? { type: funding, text: describePaid(saved, funding) }];
  if (isSecond) lines.push({ type: 'second', text: SECOND });
  if (isRaised) lines.push({ type: 'held', text: LOOKED_AT });
  for (const line of lines) await insertOrderEvents(tx, [{ orderId, ...line }]);
  const network = findAssetByCode(asset)?.network;
  if (network !== undefined) await releaseRateLimit(tx, strangersPlaces(userId, network));
  await emit(tx, { type: 'payment.covered', payload: { orderId, isSecond } });
  if (released > 0n) await emit(tx, { type: 'payment.excess', payload: { orderId } });
}

/**
 * Whether an order is worth more than its clearing allows: a late one has another value, and since any payment was
 * opened its rate and its merchant's daily volume have changed.
 */
async function isMoreThanCleared(
  tx: Transaction,
  settings: OperatorSettings,
  { order, funding, tier }: Covering,
): Promise<boolean> {
  const { id, kind, userId, status, nairaKobo } = order;
  if (kind === 'conversion' && funding !== 'late') return false;
  const now = await settings.within(tx);
  const policy = kind === 'payment' ? forPayments(now) : now;
  if (status === 'processing') {
    const madeKobo = (await loadMadeToday(tx, policy.tiers, [userId], id)).get(userId) ?? toKobo(0n);
    return refuseTier({ tier, nairaKobo, madeKobo }, policy.tiers) !== null || !isBelowThreshold(nairaKobo, policy);
  }
  return status === 'approved' && needsTwo(nairaKobo, policy.approvals) && (await loadFirstApprover(tx, id)) === null;
}

const describeWorth = ({ nairaKobo, rate }: Order): string =>
  `${formatNaira(nairaKobo)} at ${rateText(formatRate(rate))}`;

function describeConverted(order: Order, funding: Covering['funding'], promised: Order): string {
  const coins = describeCoins(order.amount, order.asset);
  if (funding === 'late') {
    return `${coins} arrived after the rate lock had ended, so the rate of that moment counts: ${describeWorth(order)}, instead of ${describeWorth(promised)}.`;
  }
  if (funding === 'overpaid') return `${coins} set aside. More than that arrived; the rest is in the balance.`;
  return `${coins} arrived and set aside for this order.`;
}

function describePaid(order: Order, funding: Covering['funding']): string {
  const coins = describeCoins(order.amount, order.asset);
  if (funding === 'late') {
    return `${coins} arrived after the rate had ended, so the rate of that moment counts: ${describeWorth(order)}.`;
  }
  return funding === 'overpaid'
    ? `${coins} arrived. More than that came; the rest is in the balance.`
    : `${coins} arrived.`;
}
