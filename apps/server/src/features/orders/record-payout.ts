import type { PayoutState } from '@kobogate/contract';
import type { Transaction } from '../../platform/database.ts';
import { insertOrderEvents, loadOrderForUpdate, saveOrder } from './db.ts';
import { moveStatus, type Order, PAYOUT_TRANSITIONS } from './order.ts';

/**
 * Notes on the order what became of its payout, with a line for the timeline. An order that the policy cleared is
 * approved once it is paid. Throws where the state may not follow the present one: the caller decided on stale facts.
 */
export async function recordPayout(
  tx: Transaction,
  { orderId, payout, text }: { orderId: string; payout: PayoutState; text: string },
): Promise<Order> {
  const order = await loadOrderForUpdate(tx, orderId);
  if (order === null) throw new Error(`no order ${orderId} for a payout`);
  if (!PAYOUT_TRANSITIONS[order.payout].includes(payout)) {
    throw new Error(`the payout of order ${orderId} can't go from ${order.payout} to ${payout}`);
  }
  const status = payout === 'paid' && order.status === 'processing' ? 'approved' : order.status;
  const saved = await saveOrder(tx, { ...moveStatus(order, status), payout });
  await insertOrderEvents(tx, [{ orderId, type: `payout-${payout}`, text }]);
  return saved;
}
