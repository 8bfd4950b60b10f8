import type { OrderId } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { PutBack } from '../../platform/queue.ts';
import { clearOrder } from './approve-order.ts';
import { loadOrderForUpdate } from './db.ts';
import { endOrder } from './decline-order.ts';
import { decidedStatus } from './order.ts';

/**
 * Carries out the decision on an order that was not taken back: only now is its customer told, do coins go back, and may
 * a payout be made. Does nothing where it was taken back, or is carried out already. Puts the event back where the
 * decision is not due: an earlier one was taken back, and this one has its own time.
 */
export async function carryDecisionOut(
  { database, clock }: { database: Database; clock: Clock },
  orderId: OrderId,
): Promise<void> {
  await database.transaction(async (tx) => {
    const order = await loadOrderForUpdate(tx, orderId);
    if (order === null || order.status !== 'pending' || order.decisionDueAt === null) return;
    const decided = decidedStatus(order);
    if (order.decisionDueAt > clock.now()) throw new PutBack('the decision can be taken back yet');
    await (decided === 'declined' ? endOrder(tx, order, order.declineReason) : clearOrder(tx, order));
  });
}
