import { conflict, dependencyDown, type Failure, forbidden, notFound } from '../../platform/errors.ts';
import { recordAdminAction } from '../admin-actions/record-admin-action.ts';
import { loadOrderForUpdate } from '../orders/db.ts';
import { ask } from './check-payout.ts';
import type { FindAnswer } from './bank-rail.ts';
import { queuePayout } from './create-payout.ts';
import { loadNewestPayout } from './db.ts';
import { type PayoutDependencies, railForNew, railNamed } from './dependencies.ts';
import type { Payout } from './payout.ts';

/**
 * Queues a new payout of an order whose last one failed or came back, with a new reference, to the account on the order.
 * The rail is asked about the last one first: only when it is certain that nothing was paid may another leave.
 * Throws 404, 403 for the admin's own order, 409 where it is not failed or reversed, 503 where the bank can't be asked.
 */
export async function retryPayout(
  dependencies: PayoutDependencies,
  { orderId, adminId }: { orderId: string; adminId: string },
): Promise<void> {
  const { database, log } = dependencies;
  const last = await loadNewestPayout(database, orderId);
  if (last === null) throw notFound('This order has no payout that could be sent again.');
  requireEnded(last);
  const answer = await ask(railNamed(dependencies, last.rail), last.reference);
  const refusal = refuseRetry(last, answer);
  if (refusal !== null) {
    log.error({ payoutId: last.id, answer: answer.kind }, 'a retry of a payout was refused');
    throw refusal;
  }
  const rail = railForNew(dependencies);
  await database.transaction(async (tx) => {
    const order = await loadOrderForUpdate(tx, orderId);
    // Whoever pressed at the same moment had the order's lock before us and has made a newer payout.
    const newest = await loadNewestPayout(tx, orderId);
    if (order === null || newest === null) throw notFound('There is no such order.');
    if (order.userId === adminId) throw forbidden('You made this order, so somebody else has to send it again.');
    requireEnded(newest);
    await queuePayout(tx, { order, rail: rail.name, attempt: newest.attempt + 1 });
    await recordAdminAction(tx, { action: 'payout-retried', adminId, userId: order.userId, orderId });
  });
}

function requireEnded({ status }: Payout): void {
  if (status === 'failed' || status === 'reversed') return;
  throw conflict(`The payout of this order is ${status}, so it can't be sent again.`);
}

function refuseRetry({ status }: Payout, answer: FindAnswer): Failure | null {
  if (answer.kind === 'failed' || answer.kind === 'reversed') return null;
  // Refused at the door, it never came to the rail's books; one that was paid must still be in them.
  if (answer.kind === 'not-found' && status === 'failed') return null;
  if (answer.kind === 'unanswered') {
    return dependencyDown(
      'bank rail',
      'The bank can not be asked about the last payout right now. Nothing was sent; please try again later.',
    );
  }
  return conflict(
    'The bank does not confirm that the last payout failed. Nothing was sent; please check it with them.',
  );
}
