import type { Order } from '../orders/order.ts';
import { isCovered } from '../orders/order.ts';

/** A confirmed deposit of the asset that a payment asks for, at its address. */
export interface CountedDeposit {
  readonly amount: bigint;
  /** Smallest units of this and earlier deposits that were seen while the rate was held; 0 where none was. */
  readonly inTime: bigint;
  /** Too little to be meant for a payment: it completes one, and begins none. */
  readonly isDust: boolean;
}

/** What a deposit does to its payment. `released` goes to the merchant's balance, in smallest units. */
export type PaymentDecision =
  /** All of it is beyond what is asked for, or meant for a payment that is declined. */
  | { readonly kind: 'beyond'; readonly released: bigint }
  /** It is dust that completes nothing. */
  | { readonly kind: 'ignored'; readonly released: bigint }
  | { readonly kind: 'part' }
  /** As many coins as were asked for, but the rate has ended: `decideLate` says what they are worth. */
  | { readonly kind: 'late' }
  | { readonly kind: 'covered'; readonly funding: 'funded' | 'overpaid'; readonly released: bigint };

/**
 * What a deposit, all of which is set aside already, means for the payment that it came for. Covered in time where what was
 * seen while the rate was held is enough by itself; else at the rate of the moment (`late`), and then all of it: a part
 * that came in time binds nobody to a rate that has ended. Pure.
 */
export function decidePayment(
  order: Pick<Order, 'status' | 'funding' | 'amount' | 'received'>,
  { amount, inTime, isDust }: CountedDeposit,
): PaymentDecision {
  if (order.status === 'declined' || isCovered(order)) return { kind: 'beyond', released: amount };
  const received = order.received + amount;
  if (received < order.amount) return isDust ? { kind: 'ignored', released: amount } : { kind: 'part' };
  if (inTime < order.amount) return { kind: 'late' };
  const released = received - order.amount;
  return { kind: 'covered', funding: released > 0n ? 'overpaid' : 'funded', released };
}

/**
 * What coins that came after the rate had ended mean, where `amount` of them is what is asked for at the rate of the moment.
 * Fewer wait for their rest: else whoever pays late would choose a moment in which the coin is worth less, and owe nothing. Pure.
 */
export function decideLate(received: bigint, amount: bigint): { kind: 'part' } | { kind: 'covered'; released: bigint } {
  return received < amount ? { kind: 'part' } : { kind: 'covered', released: received - amount };
}
