import type { PayoutState } from '@kobogate/contract';
import { moveStatus, type Order, PAYOUT_TRANSITIONS } from './order.ts';

/**
 * A locked order with what became of its payout. One that the policy cleared is approved once it is paid. Throws where
 * the state may not follow the present one: the caller decided on stale facts. Pure.
 */
export function withPayout(order: Order, payout: PayoutState): Order {
  if (!PAYOUT_TRANSITIONS[order.payout].includes(payout)) {
    throw new Error(`the payout of order ${order.id} can't go from ${order.payout} to ${payout}`);
  }
  const status = payout === 'paid' && order.status === 'processing' ? 'approved' : order.status;
  return { ...moveStatus(order, status), payout };
}
