import type { PaymentState } from '@kobogate/contract';
import { isCovered, linkOf, type Order } from '../orders/order.ts';

/** Coins that are still missing, in smallest units. Pure. */
export function missingOf(order: Pick<Order, 'status' | 'funding' | 'amount' | 'received'>): bigint {
  if (isCovered(order) || order.status === 'declined' || order.received >= order.amount) return 0n;
  return order.amount - order.received;
}

/** Coins that arrived beyond what a covered payment asked for, in smallest units. Pure. */
export function excessOf(order: Pick<Order, 'status' | 'funding' | 'amount' | 'received'>): bigint {
  return isCovered(order) && order.received > order.amount ? order.received - order.amount : 0n;
}

/**
 * The state that a payer sees, from an order's facts; `isCounted` where a deposit has more than its first confirmation.
 * Pure.
 */
export function stateOf(order: Pick<Order, 'status' | 'funding'>, isCounted: boolean): PaymentState {
  if (order.status === 'declined') return 'declined';
  if (isCovered(order)) return 'paid';
  if (order.funding === 'confirming') return isCounted ? 'confirming' : 'seen';
  return order.funding === 'underpaid' || order.funding === 'expired' ? order.funding : 'waiting';
}

/** The page of a payment, below the product's own address. Pure. */
export const pageOf = (publicOrigin: string, order: Order): string =>
  `${publicOrigin}/custom-payment/${linkOf(order)}/payments/${order.id}`;
