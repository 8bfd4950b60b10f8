import { findAssetByCode, type KycTier, rateText } from '@kobogate/contract';
import { formatNaira, formatRate } from '@kobogate/money';
import type { Transaction } from '../../platform/database.ts';
import { emit } from '../../events.ts';
import { giveTurnBack } from '../../platform/throttle.ts';
import { insertOrderEvents, saveOrder } from '../orders/db.ts';
import { forgetApprovals, loadFirstApprover } from '../orders/db-approvals.ts';
import { loadMadeToday } from '../orders/db-tiers.ts';
import { describeCoins } from '../orders/describe-order.ts';
import { LOOKED_AT } from '../orders/fund-order.ts';
import { isBelowThreshold, moveStatus, type Order } from '../orders/order.ts';
import { emitIfPayable, giveBack } from '../orders/set-aside.ts';
import { refuseTier } from '../orders/tier-limits.ts';
import { needsTwo, type OperatorSettings } from '../../controls/index.ts';
import { forPayments } from './clear-payment.ts';
import { claimLink } from './db-links.ts';
import { strangersPlaces } from './pool-places.ts';

export interface Covering {
  /** As it is to be kept: repriced already where it is late; `received` with everything that has arrived. */
  readonly order: Order;
  readonly funding: 'funded' | 'overpaid' | 'late';
  /** What goes beyond the amount, in smallest units. */
  readonly released: bigint;
  readonly tier: KycTier;
  /** Says on the timeline why it is covered, where no deposit of this moment did it. */
  readonly event?: { readonly type: string; readonly text: string };
}

/**
 * Covers a locked payment whose coins are set aside: what is beyond goes to the merchant's balance, a once-only link is used
 * up, and the naira may leave. One that is more than what cleared it may clear waits for a person.
 */
export async function coverPayment(
  tx: Transaction,
  settings: OperatorSettings,
  { order, funding, released, tier, event }: Covering,
): Promise<Order> {
  if (released > 0n) await giveBack(tx, order, released);
  const isRaised = await isMoreThanCleared(tx, settings, order, tier);
  const moved = isRaised ? { ...moveStatus(order, 'pending'), heldReason: LOOKED_AT } : order;
  if (isRaised) await forgetApprovals(tx, order.id);
  const saved = await saveOrder(tx, { ...moved, funding });
  const { isSecond } = await claimLink(tx, order.paymentLinkId ?? '', order.id);
  const lines = [event ?? { type: funding, text: describeCovered(saved, funding) }];
  if (isSecond) lines.push({ type: 'second', text: SECOND });
  if (isRaised) lines.push({ type: 'held', text: LOOKED_AT });
  for (const line of lines) await insertOrderEvents(tx, [{ orderId: order.id, ...line }]);
  const network = findAssetByCode(order.asset)?.network;
  if (network !== undefined) await giveTurnBack(tx, strangersPlaces(order.userId, network));
  await emit(tx, { type: 'payment.covered', payload: { orderId: order.id, isSecond } });
  if (released > 0n) await emit(tx, { type: 'payment.excess', payload: { orderId: order.id } });
  await emitIfPayable(tx, saved);
  return saved;
}

const SECOND =
  'The link was for one payment, and another one was first. This one is paid out like it; nothing is lost. Give it back if it was a mistake.';

/** Whether a payment is worth more than what cleared it may clear: its rate, and its merchant's day, have moved on since. */
async function isMoreThanCleared(
  tx: Transaction,
  settings: OperatorSettings,
  { id, userId, status, nairaKobo }: Order,
  tier: KycTier,
): Promise<boolean> {
  const policy = forPayments(await settings.within(tx));
  if (status === 'processing') {
    const madeKobo = (await loadMadeToday(tx, policy.tiers, [userId], id)).get(userId) ?? 0n;
    return refuseTier({ tier, nairaKobo, madeKobo }, policy.tiers) !== null || !isBelowThreshold(nairaKobo, policy);
  }
  return status === 'approved' && needsTwo(nairaKobo, policy.approvals) && (await loadFirstApprover(tx, id)) === null;
}

function describeCovered(order: Order, funding: Covering['funding']): string {
  const coins = describeCoins(order.amount, order.asset);
  if (funding === 'late') {
    return `${coins} arrived after the rate had ended, so the rate of that moment counts: ${formatNaira(order.nairaKobo)} at ${rateText(formatRate(order.rate))}.`;
  }
  return funding === 'overpaid'
    ? `${coins} arrived. More than that came; the rest is in the balance.`
    : `${coins} arrived.`;
}
