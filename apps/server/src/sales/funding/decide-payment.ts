import { isCovered, moveStatus, type Order } from '../orders/order.ts';
import { isEnough } from '../payments/payment-amount.ts';

/** A confirmed deposit of the asset that a payment asks for, at its address. */
export interface CountedDeposit {
  readonly amount: bigint;
  /** Smallest units of this and earlier deposits that were seen while the rate was held; 0 where none was. */
  readonly inTime: bigint;
  /** Dust: it can complete a payment, but starts none. */
  readonly isDust: boolean;
  /** By how many smallest units the payment may be short and still be taken as paid (`shortBy`). */
  readonly tolerance: bigint;
}

/** What a deposit does to its payment. `released` goes to the merchant's balance, in smallest units. */
export type PaymentDecision =
  /** All of it exceeds the requested amount, or is for a declined payment. */
  | { readonly kind: 'beyond'; readonly released: bigint }
  /** It is dust that completes nothing. */
  | { readonly kind: 'ignored'; readonly released: bigint }
  | { readonly kind: 'part' }
  /** As many coins as requested, but the rate has ended: `decideLate` decides their value. */
  | { readonly kind: 'late' }
  /** Slightly short, in time: what arrived becomes the amount, at the held rate. */
  | { readonly kind: 'short' }
  | { readonly kind: 'covered'; readonly funding: 'funded' | 'overpaid'; readonly released: bigint };

/**
 * What a deposit, all of which is held already, means for its payment. Covered in time if the coins seen while the rate was
 * held are enough, within the tolerance, without later ones: a tiny rest that comes later must not be worse for the payer than
 * none. Else at the rate of the moment (`late`), and then for all of it: a part that came in time binds neither side to a rate
 * that has ended. Pure.
 */
export function decidePayment(
  order: Pick<Order, 'status' | 'funding' | 'amount' | 'received'>,
  { amount, inTime, isDust, tolerance }: CountedDeposit,
): PaymentDecision {
  if (order.status === 'declined' || isCovered(order)) return { kind: 'beyond', released: amount };
  const received = order.received + amount;
  if (!isEnough(received, order, tolerance)) return isDust ? { kind: 'ignored', released: amount } : { kind: 'part' };
  if (!isEnough(inTime, order, tolerance)) return { kind: 'late' };
  if (received < order.amount) return { kind: 'short' };
  const released = received - order.amount;
  return { kind: 'covered', funding: released > 0n ? 'overpaid' : 'funded', released };
}

/**
 * What coins that came after the rate had ended mean, where `amount` of them is requested at the rate of the moment.
 * Fewer wait for the rest: otherwise a late payer could choose a moment in which the coin is worth less, and owe
 * nothing. Pure.
 */
export function decideLate(
  received: bigint,
  amount: bigint,
  tolerance: bigint,
): { kind: 'part' } | { kind: 'short' } | { kind: 'covered'; released: bigint } {
  if (!isEnough(received, { amount }, tolerance)) return { kind: 'part' };
  return received < amount ? { kind: 'short' } : { kind: 'covered', released: received - amount };
}

/** A payment without `amount` of a deposit that had counted. Pure. */
export function paymentWithout(order: Order, amount: bigint): Order {
  const received = order.received - amount;
  if (order.status === 'declined') return { ...order, received };
  if (!isCovered(order)) return { ...order, received, funding: received > 0n ? order.funding : 'awaiting' };
  if (received >= order.amount) {
    const isAsItWas = order.funding === 'late' || received > order.amount;
    return { ...order, received, funding: isAsItWas ? order.funding : 'funded' };
  }
  const moved = moveStatus(order, order.status === 'processing' ? 'pending' : order.status);
  return { ...moved, received, funding: received > 0n ? 'underpaid' : 'awaiting' };
}
