import type { OrderId, PayoutId, UserId } from '@kobogate/contract';
import { conflict, dependencyDown, type Failure, forbidden, notFound, ruleBroken } from '../platform/errors.ts';
import { runNow } from '../events.ts';
import type { Database } from '../platform/database.ts';
import { recordDecision, requireNoFence, requireReason, screenOrder } from '../controls/index.ts';
import {
  askBeforeDeciding,
  forgetApprovals,
  loadFirstApprover,
  loadOrderForUpdate,
  noteFirstApproval,
  requireNothingOwed,
  seenOrder,
} from '../sales/index.ts';
import type { FindAnswer } from './bank-rail.ts';
import { ask } from './check-payout.ts';
import { queuePayout } from './create-payout.ts';
import { insertPayouts, listPayouts, loadNewestPayout, lockPayout } from './db.ts';
import { type PayoutDependencies, railForNew, railNamed } from './dependencies.ts';
import { isElsewhere, type Payout } from './payout.ts';
import { routeKey } from './payout-machine.ts';
import { createPayoutWork } from './payout-work.ts';

/**
 * Queues a new payout of an order whose last one failed or came back, with a new reference, to the account on the order; if a
 * rail is named, only by that rail. The rail of the last payout that was sent, and of earlier ones that an administrator was
 * called to, is asked about it first: another may leave only when it is certain that nothing was paid. Nothing was sent of one
 * that is still queued: it changes rails, or is tried again at once. The bank is asked once more for a name that it has not
 * confirmed. With a sender on the sanctions list, or to another account than the last one, it takes the approvals of such an
 * order: above the operator's second threshold those of two people who knew of it. It answers `first` after the first one.
 * Throws 404; 422 without a reason or for a rail that is not connected; 403 for the administrator's own order; 409 if it is
 * under way, paid, or not the `version` that they saw (which has to be named if it goes to another account), or if its owner
 * has an unsettled transfer without an order; 503 if the bank can't be asked, or while a fence is up.
 */
export async function retryPayout(
  dependencies: PayoutDependencies,
  input: { orderId: OrderId; adminId: UserId; reason: string; rail?: string | undefined; version?: number | undefined },
): Promise<'first' | 'queued'> {
  const { database, log, rails } = dependencies;
  const { orderId, adminId, reason, version = null } = input;
  requireReason(reason);
  const onlyRail = input.rail ?? null;
  if (onlyRail !== null && !rails.some(({ name }) => name === onlyRail)) {
    throw ruleBroken('This rail is not connected. Please choose one of those that are.');
  }
  const last = await loadNewestPayout(database, orderId);
  if (last === null) throw notFound('This order has no payout that could be sent again.');
  if (last.status === 'queued') {
    await rerouteQueued(dependencies, { payoutId: last.id, adminId, reason, onlyRail, version });
    return 'queued';
  }
  requireEnded(last);
  const all = await listPayouts(database, orderId);
  // Of one that was withdrawn before it left no rail knows.
  const lastSent = all.find(({ sends }) => sends > 0);
  // An earlier one that an administrator was called to may have been paid after all.
  const doubted = all.filter(({ id, needsPerson }) => needsPerson || id === lastSent?.id);
  for (const payout of doubted) {
    const answer = await ask(railNamed(dependencies, payout.rail), payout);
    const refusal = refuseRetry(payout, answer);
    if (refusal === null) continue;
    log.error({ payoutId: payout.id, answer: answer.kind }, 'a retry of a payout was refused');
    throw refusal;
  }
  await askBeforeDeciding(dependencies, orderId);
  await screenBefore(database, orderId);
  const rail = onlyRail ?? railForNew(dependencies).name;
  return database.transaction(async (tx) => {
    const order = await loadOrderForUpdate(tx, orderId);
    const payouts = await listPayouts(tx, orderId);
    const [newest] = payouts;
    if (order === null || newest === undefined) throw notFound('There is no such order.');
    if (order.userId === adminId)
      throw forbidden('You made this order, so another person of the team has to send it again.');
    await requireNothingOwed(tx, order.userId);
    const action = onlyRail === null ? 'payout-retried' : 'payout-rerouted';
    const { senders, lastFoundAt } = await screenOrder(tx, order);
    const isReaddressed = isElsewhere(newest, order.bankAccount);
    if (isReaddressed && version === null) throw isUnseen();
    const decided = await recordDecision(tx, {
      action,
      adminId,
      userId: order.userId,
      orderId,
      reason,
      version: seenOrder(tx, order, version, senders),
      ...((senders.length > 0 || isReaddressed) && {
        second: {
          thing: 'order',
          nairaKobo: order.nairaKobo,
          firstApprover: await loadFirstApprover(tx, orderId, lastFoundAt),
          action: 'order-first-approved',
        },
      }),
    });
    // Nothing is certain about a payout that was made since we asked, even if it has ended.
    const called = payouts.filter(({ needsPerson }) => needsPerson);
    if (newest.id !== last.id || called.some(({ id }) => !doubted.some((one) => one.needsPerson && one.id === id))) {
      throw conflict(
        'What is known of this payout has changed in the meantime. Nothing was sent; please check its present state.',
      );
    }
    requireEnded(newest);
    await requireNoFence(tx);
    if (decided === 'first') {
      // Who approved it before did not know of all.
      await forgetApprovals(tx, orderId);
      await noteFirstApproval(tx, order, adminId);
      return 'first';
    }
    const work = createPayoutWork();
    for (const payout of called) work.move(dependencies, { payout, order }, { kind: 'found' });
    await insertPayouts(tx, [queuePayout(work, { order, rail, onlyRail, attempt: newest.attempt + 1 })]);
    await work.write(tx);
    return 'queued';
  });
}

/** Records the hits of an order's coins before its next payout is made, which leaves knowing of them. */
async function screenBefore(database: Database, orderId: OrderId): Promise<void> {
  await database.transaction(async (tx) => {
    const order = await loadOrderForUpdate(tx, orderId);
    if (order !== null) await screenOrder(tx, order);
  });
}

/** A caller who names no version may not know of the account. */
const isUnseen = (): Failure =>
  conflict(
    'Its customer has chosen another account. Nothing was sent; please look at the order, and send the version that you saw.',
    'changed',
  );

function requireEnded({ status }: Payout): void {
  if (status === 'failed' || status === 'reversed') return;
  throw conflict(`The payout of this order is ${status}, so it can’t be sent again.`);
}

function refuseRetry({ status }: Payout, answer: FindAnswer): Failure | null {
  if (answer.kind === 'failed' || answer.kind === 'reversed') return null;
  // A payout that was refused at once is not in the rail's books; one that was paid must still be there.
  if (answer.kind === 'not-found' && status === 'failed') return null;
  if (answer.kind === 'unanswered') {
    return dependencyDown(
      'bank rail',
      'The bank can’t be asked about the last payout right now. Nothing was sent; please try again later.',
    );
  }
  return conflict(
    'The bank does not confirm that the last payout failed. Nothing was sent; please check it with them.',
  );
}

/**
 * Lets a queued payout leave at once, by the given rail alone; null: by any. Nothing of it was sent, which its lock
 * proves: the intent is not written yet. Throws 403 for the administrator's own order, 409 where it has left since, or
 * is not the `version` that they saw, 503 while a fence is up.
 */
async function rerouteQueued(
  dependencies: PayoutDependencies,
  change: { payoutId: PayoutId; adminId: UserId; reason: string; onlyRail: string | null; version: number | null },
): Promise<void> {
  const { payoutId, adminId, reason, onlyRail, version } = change;
  await dependencies.database.transaction(async (tx) => {
    const locked = await lockPayout(tx, payoutId);
    const { payout, order } = locked;
    const { userId, id: orderId } = order;
    if (userId === adminId)
      throw forbidden('You made this order, so another person of the team has to choose its rail.');
    const action = payout.onlyRail === onlyRail ? 'payout-retried' : 'payout-rerouted';
    const seen = seenOrder(tx, order, version);
    await recordDecision(tx, { action, adminId, userId, orderId, reason, version: seen });
    if (payout.status !== 'queued') {
      throw conflict(`The payout of this order is ${payout.status} now, so it stays with its rail.`);
    }
    await requireNoFence(tx);
    const work = createPayoutWork();
    work.move(dependencies, locked, { kind: 'route', onlyRail });
    await work.write(tx);
    await runNow(tx, 'payout.due', [payoutId, routeKey(payoutId, onlyRail)]);
  });
}
