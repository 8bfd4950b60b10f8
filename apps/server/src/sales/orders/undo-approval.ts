import type { OrderId, UserId } from '@kobogate/contract';
import { emit } from '../../events.ts';
import { recordDecision } from '../../controls/index.ts';
import type { Database } from '../../platform/database.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { forgetApprovals, insertOrderEvents, loadOrderForUpdate, saveOrder } from './db.ts';
import { isCovered, moveStatus, type Order } from './order.ts';

const TAKEN_BACK = 'An approval was taken back.';

/**
 * Takes an approval back before a payout was made: the order is pending again, and two approvals are needed anew where
 * two were. Any administrator may: it moves nothing. Throws 404 for no such order, 409 where it is not approved, or its
 * payout was made.
 */
export function undoApproval(
  { database }: { database: Database },
  { orderId, adminId }: { orderId: OrderId; adminId: UserId },
): Promise<Order> {
  return database.transaction(async (tx) => {
    const order = await loadOrderForUpdate(tx, orderId);
    if (order === null) throw notFound('There is no such order.');
    if (order.status !== 'approved')
      throw conflict(`This order is ${order.status}: there is no approval to take back.`);
    if (order.payout !== 'none') throw conflict('It is too late to take it back: the payout was made.');
    await recordDecision(tx, { action: 'order-approval-undone', adminId, userId: order.userId, orderId });
    await forgetApprovals(tx, orderId);
    const text = 'The approval was taken back before any naira left. We review the order again.';
    await insertOrderEvents(tx, [{ orderId, type: 'approval-undone', text }]);
    if (isCovered(order)) await emit(tx, { type: 'order.held', payload: { orderId } });
    return saveOrder(tx, { ...moveStatus(order, 'pending'), heldReason: TAKEN_BACK });
  });
}
