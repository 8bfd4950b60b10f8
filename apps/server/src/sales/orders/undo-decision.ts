import type { OrderId, UserId } from '@kobogate/contract';
import { emit } from '../../events.ts';
import { recordDecision } from '../../controls/index.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { forgetApprovals, forgetDecline, insertOrderEvents, loadOrderForUpdate, saveOrder } from './db.ts';
import { isBeingDeclined, isCovered, moveStatus, type Order } from './order.ts';

const TAKEN_BACK = 'An approval was taken back.';

/**
 * Takes a decision back, and answers that in words: an approval before a payout was made, a decline before it was carried
 * out. The order is pending again; after an approval two are needed anew where two were, and a decline leaves nothing
 * behind. Any administrator may: it moves nothing. Throws 404 for no such order, 409 where there is nothing to take back,
 * or no longer.
 */
export function undoDecision(
  { database }: { database: Database },
  { orderId, adminId }: { orderId: OrderId; adminId: UserId },
): Promise<string> {
  return database.transaction(async (tx) => {
    const order = await loadOrderForUpdate(tx, orderId);
    if (order === null) throw notFound('There is no such order.');
    if (isBeingDeclined(order)) {
      await undoDecline(tx, order, adminId);
      return 'Decline taken back';
    }
    if (order.status === 'declined')
      throw conflict('It is too late to take it back: the order is declined, and its coins are in the balance.');
    if (order.status !== 'approved')
      throw conflict(`This order is ${order.status}: there is no decision to take back.`);
    if (order.payout !== 'none') throw conflict('It is too late to take it back: the payout was made.');
    await undoApproval(tx, order, adminId);
    return 'Approval taken back';
  });
}

async function undoApproval(tx: Transaction, order: Order, adminId: UserId): Promise<void> {
  const { id: orderId, userId } = order;
  await recordDecision(tx, { action: 'order-approval-undone', adminId, userId, orderId });
  await forgetApprovals(tx, orderId);
  const text = 'The approval was taken back before any naira left. We review the order again.';
  await insertOrderEvents(tx, [{ orderId, type: 'approval-undone', text }]);
  if (isCovered(order)) await emit(tx, { type: 'order.held', payload: { orderId } });
  await saveOrder(tx, { ...moveStatus(order, 'pending'), heldReason: TAKEN_BACK });
}

/** Its customer has heard nothing, and hears nothing now. */
async function undoDecline(tx: Transaction, order: Order, adminId: UserId): Promise<void> {
  const { id: orderId, userId } = order;
  await recordDecision(tx, { action: 'order-decline-undone', adminId, userId, orderId });
  await forgetDecline(tx, orderId);
  await saveOrder(tx, { ...order, declineReason: null, decisionDueAt: null });
}
