import type { Database, Transaction } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { emit } from '../../platform/queue.ts';
import { recordAdminAction } from '../admin-actions/record-admin-action.ts';
import { isNewAdmin } from '../settings/db-proposals.ts';
import { decideApproval } from '../settings/decide-approval.ts';
import { approvalsWithin } from '../settings/save-approvals.ts';
import { insertOrderEvents, loadOrderForUpdate, saveDecision, saveOrder } from './db.ts';
import { forgetApprovals, loadFirstApprover, saveFirstApprover } from './db-approvals.ts';
import { isCovered, moveStatus, type Order, refuseDecision } from './order.ts';
import { emitIfPayable } from './set-aside.ts';

/**
 * Clears a pending order: it is paid out as soon as its coins are there. One above the operator's second threshold stays
 * pending until another administrator has approved it too. Throws 404 for no such order, 403 for the admin's own and for
 * an admin who may not approve as much yet, 409 where it is not pending any more or approved by the same admin.
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
    const decision = decideApproval({
      thing: 'order',
      nairaKobo: order.nairaKobo,
      adminId,
      approvals: await approvalsWithin(tx),
      firstApprover: await loadFirstApprover(tx, orderId),
      isNewAdmin: await isNewAdmin(tx, adminId),
    });
    if (decision.kind === 'refused') throw decision.failure;
    if (decision.kind === 'first') return noteFirst(tx, order, adminId);
    // Whoever was first under a rule that has ended since is the only one now.
    if (decision.kind === 'alone') await forgetApprovals(tx, orderId);
    return approve(tx, order, adminId);
  });
}

async function noteFirst(tx: Transaction, order: Order, adminId: string): Promise<Order> {
  const { id: orderId, userId } = order;
  await saveFirstApprover(tx, orderId, adminId);
  await recordAdminAction(tx, { action: 'order-first-approved', adminId, userId, orderId });
  const text = 'Approved by one person. An order of this size is looked at by two before any naira leaves.';
  await insertOrderEvents(tx, [{ orderId, type: 'first-approved', text }]);
  return order;
}

async function approve(tx: Transaction, order: Order, adminId: string): Promise<Order> {
  const orderId = order.id;
  const saved = await saveOrder(tx, moveStatus(order, 'approved'));
  await saveDecision(tx, { orderId, adminId });
  await recordAdminAction(tx, { action: 'order-approved', adminId, userId: order.userId, orderId });
  const text = isCovered(saved)
    ? 'Approved. The naira is on its way to the bank.'
    : 'Approved. The naira leaves as soon as the coins have arrived.';
  await insertOrderEvents(tx, [{ orderId, type: 'approved', text }]);
  await emit(tx, { type: 'order.approved', payload: { orderId } });
  await emitIfPayable(tx, saved);
  return saved;
}
