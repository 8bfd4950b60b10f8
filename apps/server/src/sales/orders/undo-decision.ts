import type { OrderId, UserId } from '@kobogate/contract';
import { emit } from '../../events.ts';
import { recordDecision } from '../../controls/index.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { forgetApprovals, forgetDecline, insertOrderEvents, loadOrderForUpdate, saveOrder } from './db.ts';
import { decidedStatus, isCovered, moveStatus, type Order } from './order.ts';

const TAKEN_BACK = 'An approval was taken back.';

/**
 * Takes a decision back, and says so in its answer: either one that is not carried out yet, of which the customer never hears,
 * or a carried out approval before a payout was made, of which the customer is told. The order is pending again; after an
 * approval two are needed again where two were. Any administrator may: it moves nothing. Throws 404 for no such order, 409
 * where there is nothing to take back, or no longer.
 */
export function undoDecision(
  { database }: { database: Database },
  { orderId, adminId }: { orderId: OrderId; adminId: UserId },
): Promise<string> {
  return database.transaction(async (tx) => {
    const order = await loadOrderForUpdate(tx, orderId);
    if (order === null) throw notFound('There is no such order.');
    const decided = decidedStatus(order);
    if (order.status === 'declined')
      throw conflict('It is too late to take it back: the order is declined, and its coins are in the balance.');
    if (decided !== 'approved' && decided !== 'declined')
      throw conflict(`This order is ${order.status}: there is no decision to take back.`);
    if (order.payout !== 'none') throw conflict('It is too late to take it back: the payout was made.');
    const action = decided === 'declined' ? 'order-decline-undone' : 'order-approval-undone';
    await recordDecision(tx, { action, adminId, userId: order.userId, orderId });
    await (decided === 'declined' ? forgetDecline(tx, orderId) : forgetApprovals(tx, orderId));
    if (order.status === 'approved') await reviewAgain(tx, order);
    else await saveOrder(tx, { ...order, declineReason: null, decisionDueAt: null });
    return decided === 'declined' ? 'Decline taken back' : 'Approval taken back';
  });
}

/** Its customer was told of the approval. */
async function reviewAgain(tx: Transaction, order: Order): Promise<void> {
  const orderId = order.id;
  const text = 'The approval was taken back before any naira left. We review the order again.';
  await insertOrderEvents(tx, [{ orderId, type: 'approval-undone', text }]);
  if (isCovered(order)) await emit(tx, { type: 'order.held', payload: { orderId } });
  await saveOrder(tx, { ...moveStatus(order, 'pending'), heldReason: TAKEN_BACK });
}
