import { findAssetByCode, type KycTier, type LinkId, type OrderId, rateText, type Settings } from '@kobogate/contract';
import { formatNaira, formatRate, type Kobo, toKobo } from '@kobogate/money';
import { needsTwo, type OperatorSettings } from '../../controls/index.ts';
import type { Transaction } from '../../platform/database.ts';
import { forgetApprovals, loadFirstApprover } from '../orders/db.ts';
import { loadMadeToday } from '../customers/db.ts';
import { describeCoins } from '../orders/describe-order.ts';
import { LOOKED_AT } from '../orders/hold-orders.ts';
import { countsToday, moveStatus, type Order, linkOf } from '../orders/order.ts';
import { isBelowThreshold, isTooRisky } from '../risk/describe-risks.ts';
import { refuseTier } from '../customers/tier-limits.ts';
import { forPayments } from '../payments/clear-payment.ts';
import { lockOnceLinks } from '../payment-links/db.ts';
import { strangersPlaces } from '../payments/pool-places.ts';
import { createFundingWork, type FundingWork, payableEvents, setAsidePosting } from './funding-work.ts';
import { ANSWER_HOURS } from './rate-move.ts';

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

/** What covering orders needs besides them: read once for all orders that are decided together. */
export interface CoverFacts {
  readonly settings: Settings;
  /** The payment that has used each once-only link, which is locked; null: none. */
  readonly onceLinks: ReadonlyMap<LinkId, OrderId | null>;
  /** Kobo that each user has converted within the last day, without the orders that are decided together. */
  readonly madeToday: ReadonlyMap<string, Kobo>;
}

/** Reads the facts for covering these locked orders, and locks their once-only links. */
export async function loadCoverFacts(
  tx: Transaction,
  operator: OperatorSettings,
  orders: readonly Order[],
): Promise<CoverFacts> {
  const settings = await operator.within(tx);
  const userIds = [...new Set(orders.map(({ userId }) => userId))];
  const ids = orders.map(({ id }) => id);
  const madeToday = await loadMadeToday(tx, settings.tiers, userIds, ids);
  const onceLinks = await lockOnceLinks(tx, [...new Set(orders.flatMap(({ paymentLinkId }) => paymentLinkId ?? []))]);
  return { settings, onceLinks, madeToday };
}

/** Covers one locked order by itself, as `coverOrder` does, and writes it: commit then. */
export async function coverAlone(tx: Transaction, operator: OperatorSettings, covering: Covering): Promise<void> {
  const facts = await loadCoverFacts(tx, operator, [covering.order]);
  const work = createFundingWork([covering.order]);
  await coverOrder(tx, work, facts, covering);
  await work.write(tx);
}

/**
 * Covers a locked order: a conversion's coins are held from the balance; a payment's are held already, so the excess
 * goes to the balance, and a once-only link is used up. The naira may leave then. An order above what its clearing
 * allows waits for an administrator. Everything goes into the work, but for approvals that no longer count.
 */
export async function coverOrder(
  tx: Transaction,
  work: FundingWork,
  facts: CoverFacts,
  covering: Covering,
): Promise<void> {
  const { order, funding, released = 0n } = covering;
  const isPayment = order.kind === 'payment';
  if (!isPayment) work.post(setAsidePosting(order));
  else if (released > 0n) work.release(order, released);
  const isRaised = await isMoreThanCleared(tx, work, facts, covering);
  const heldReason = isPayment ? LOOKED_AT : RAISED;
  const moved = isRaised ? { ...moveStatus(order, 'pending'), heldReason } : order;
  // The approver saw the earlier amount.
  if (isRaised) await forgetApprovals(tx, order.id);
  const saved = work.save({ ...moved, funding });
  if (isPayment) tellPayment(work, facts, saved, covering, isRaised);
  else tellConversion(work, saved, covering);
  work.emit(...payableEvents(saved));
}

/** A conversion that was never cleared waits as its customer knows; one that they are asked about waits for them. */
function tellHeldConversion(work: FundingWork, { id: orderId, status, heldReason, rateAnswer }: Order): void {
  if (status !== 'pending' || heldReason === null || rateAnswer === 'asked') return;
  work.emit({ type: 'order.held', payload: { orderId } });
}

function tellConversion(work: FundingWork, saved: Order, { promised, funding }: Covering): void {
  const isHeld = saved.status === 'pending' && promised.status !== 'pending';
  const next = saved.rateAnswer === 'asked' ? ` ${ASKED}` : isHeld ? ` ${LOOKED_AT}` : '';
  const text = `${describeConverted(saved, funding, promised)}${next}`;
  work.say({ orderId: saved.id, type: funding, text });
  tellHeldConversion(work, saved);
  if (funding !== 'late') return;
  const payload = { orderId: saved.id };
  const isAsked = saved.rateAnswer === 'asked';
  work.emit(isAsked ? { type: 'order.rate-asked', payload } : { type: 'order.repriced', payload });
}

function tellPayment(
  work: FundingWork,
  { onceLinks }: CoverFacts,
  saved: Order,
  { funding, released = 0n, event }: Covering,
  isRaised: boolean,
): void {
  const { id: orderId, userId, asset } = saved;
  const linkId = linkOf(saved);
  const usedBy = work.userOf(linkId) ?? onceLinks.get(linkId);
  const isSecond = usedBy !== undefined && usedBy !== null && usedBy !== orderId;
  if (usedBy === null) work.useLink(linkId, orderId);
  const lines = [event ?? { type: funding, text: describePaid(saved, funding) }];
  if (isSecond) lines.push({ type: 'second', text: SECOND });
  if (isRaised) lines.push({ type: 'held', text: LOOKED_AT });
  work.say(...lines.map(({ type, text }) => ({ orderId, type, text })));
  const network = findAssetByCode(asset)?.network;
  if (network !== undefined) work.giveBackCall(strangersPlaces(userId, network));
  work.emit({ type: 'payment.covered', payload: { orderId, isSecond } });
  if (saved.status === 'pending') work.emit({ type: 'order.held', payload: { orderId, isTold: true } });
  if (released > 0n) work.emit({ type: 'payment.excess', payload: { orderId } });
}

/**
 * Whether an order is worth more than its clearing allows: a late one has another value, and since any payment was
 * opened its rate and its merchant's daily volume have changed.
 */
async function isMoreThanCleared(
  tx: Transaction,
  work: FundingWork,
  facts: CoverFacts,
  { order, funding, tier }: Covering,
): Promise<boolean> {
  const { id, kind, status, nairaKobo, risk } = order;
  if (kind === 'conversion' && funding !== 'late') return false;
  const policy = kind === 'payment' ? forPayments(facts.settings) : facts.settings;
  if (status === 'processing') {
    const madeKobo = madeWithout(order, work, facts);
    return (
      refuseTier({ tier, nairaKobo, madeKobo }, policy.tiers) !== null ||
      !isBelowThreshold(nairaKobo, policy) ||
      isTooRisky(risk, policy)
    );
  }
  return status === 'approved' && needsTwo(nairaKobo, policy.approvals) && (await loadFirstApprover(tx, id)) === null;
}

/** Kobo that the owner of an order has converted within the last day without it, those decided just now included. */
function madeWithout({ id, userId }: Order, work: FundingWork, { madeToday }: CoverFacts): Kobo {
  const others = work
    .orders()
    .filter((other) => other.userId === userId && other.id !== id && other.status !== 'declined' && countsToday(other));
  const madeKobo = madeToday.get(userId) ?? 0n;
  return toKobo(others.reduce((sum, { nairaKobo }) => sum + nairaKobo, madeKobo));
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
