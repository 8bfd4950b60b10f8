import type { Database } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { emit } from '../../platform/queue.ts';
import { recordAdminAction } from '../admin-actions/record-admin-action.ts';
import { insertOrderEvents, loadOrderForUpdate, saveDecision, saveOrder } from './db.ts';
import { emitIfPayable } from './set-aside.ts';
import { isCovered, moveStatus, type Order, refuseDecision } from './order.ts';

/**
 * Clears a pending order: it is paid out as soon as its coins are there. Throws 404 for no such order, 403 for the
 * admin's own, 409 where it is not pending any more.
 */
export function approveOrder(
  { database }: { database: Database },
  { orderId, adminId }: { orderId: string; adminId: string },
): Promise<Order> {
  return database.transaction(async (tx) => {
    const order = await loadOrderForUpdate(tx, orderId);
    if (order === null) throw notFound('There is no such order.');
    const refusal = refuseDecision(order, adminId);
    if (refusal !== null) throw refusal;
    const saved = await saveOrder(tx, moveStatus(order, 'approved'));
    await saveDecision(tx, orderId, adminId);
    await recordAdminAction(tx, { action: 'order-approved', adminId, userId: order.userId, orderId });
    const text = isCovered(saved)
      ? 'Approved. The naira is on its way to the bank.'
      : 'Approved. The naira leaves as soon as the coins have arrived.';
    await insertOrderEvents(tx, [{ orderId, type: 'approved', text }]);
    await emit(tx, { type: 'order.approved', payload: { orderId } });
    await emitIfPayable(tx, saved);
    return saved;
  });
}
