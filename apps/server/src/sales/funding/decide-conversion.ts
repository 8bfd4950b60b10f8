import type { FundingState } from '@kobogate/contract';
import { isCovered, moveStatus, type Order } from '../orders/order.ts';

/** The facts of a confirmed deposit that matter for funding. */
export interface CountedDeposit {
  readonly amount: bigint;
  /** When its block was made: a deposit made in time counts as in time, however long the confirmations take. */
  readonly seenAt: Date;
  /** When we first knew of it, by our own clock: a block's may be far from it. */
  readonly knownAt: Date;
  /** Dust: it can complete an order, but starts none. */
  readonly isDust?: boolean;
}

export interface ConversionDecision {
  readonly order: Order;
  readonly funding: Extract<FundingState, 'funded' | 'overpaid' | 'late' | 'underpaid'>;
  /** Deposited coins that count towards this order, in smallest units. */
  readonly counted: bigint;
}

/**
 * Which open orders of one asset a deposit funds, given the customer's whole free balance (the deposit included).
 * 1. Orders whose lock held when the deposit was seen: first one for exactly this amount that was there before we knew of it, then
 *    oldest first, each as far as the balance covers it.
 * 2. Where there is none, the order whose lock ended last: it is funded at today's rate (`late`) if covered.
 * The first order that is not covered becomes `underpaid`; coins that no order needs make the last funded one
 * `overpaid`. An order that the answer does not name stays as it is, and the coins stay in the customer's balance.
 */
export function decideConversion(
  openOrders: readonly Order[],
  deposit: CountedDeposit,
  balance: bigint,
): readonly ConversionDecision[] {
  // One that was made for coins that were on their way already has no claim to them before an older one.
  const isExact = (order: Order): boolean => order.amount === deposit.amount && order.createdAt <= deposit.knownAt;
  const inTime = openOrders
    .filter((order) => deposit.seenAt <= order.lockExpiresAt)
    .toSorted((left, right) => {
      if (isExact(left) !== isExact(right)) return isExact(left) ? -1 : 1;
      return left.createdAt.getTime() - right.createdAt.getTime();
    });
  const ended = openOrders
    .filter((order) => deposit.seenAt > order.lockExpiresAt)
    .toSorted((left, right) => right.lockExpiresAt.getTime() - left.lockExpiresAt.getTime());
  const candidates = inTime.length > 0 ? inTime : ended.slice(0, 1);
  const covered = inTime.length > 0 ? 'funded' : 'late';

  const decisions: ConversionDecision[] = [];
  let free = balance;
  // Earlier coins are used first, so that only the real excess of this deposit is an overpayment.
  let earlier = balance > deposit.amount ? balance - deposit.amount : 0n;
  let left = deposit.amount;
  for (const order of candidates) {
    const fromEarlier = earlier < order.amount ? earlier : order.amount;
    const needed = order.amount - fromEarlier;
    if (free < order.amount) {
      const counted = stillThere(left, free);
      if (counted > 0n && deposit.isDust !== true) decisions.push({ order, funding: 'underpaid', counted });
      return decisions;
    }
    decisions.push({ order, funding: covered, counted: needed });
    free -= order.amount;
    earlier -= fromEarlier;
    left -= needed;
  }
  const last = decisions.at(-1);
  const tooMuch = stillThere(left, free);
  if (last === undefined || tooMuch <= 0n) return decisions;
  const funding = last.funding === 'late' ? 'late' : 'overpaid';
  return [...decisions.slice(0, -1), { ...last, funding, counted: last.counted + tooMuch }];
}

/** The rest of a deposit after what was used before its turn: for an earlier order, or towards a debt. */
const stillThere = (left: bigint, free: bigint): bigint => (left < free ? left : free);

/**
 * A conversion after losing the deposit that it counted: it waits for all of its coins again. One that the policy had
 * cleared waits for an administrator, for the reason given. Pure.
 */
export function conversionWithout(order: Order, reason: string): Order {
  const isHeld = order.status === 'processing';
  return {
    ...moveStatus(order, isHeld ? 'pending' : order.status),
    heldReason: isHeld ? reason : order.heldReason,
    rateAnswer: null,
    answerBy: null,
    received: 0n,
    funding: isCovered(order) || order.funding === 'underpaid' ? 'awaiting' : order.funding,
  };
}
