import type { OrderId, UserId } from '@kobogate/contract';
import { conflict, forbidden, notFound } from '../platform/errors.ts';
import { recordDecision, requireNoFence, requireReason } from '../controls/index.ts';
import { seenOrder } from '../sales/index.ts';
import { askOrThrow, describeKnown, overtaken } from './ask-about-payout.ts';
import { isSendOver, loadNewestPayout, lockPayout } from './db.ts';
import { notFoundWindowOf, type PayoutDependencies } from './dependencies.ts';
import { decideNotMade, isOvertaken } from './decide-payout.ts';
import type { Payout } from './payout.ts';
import { createPayoutWork } from './payout-work.ts';

/**
 * Records, for an administrator, that an unknown payout was not made, after asking the rail once more by the same reference. It
 * fails only where the rail still knows nothing of it; where the rail knows more, that is recorded instead. Nothing is sent:
 * only a retry sends. Afterwards the rail is asked a few times more, in case the payout appears after all. Answers what is
 * known now, in a sentence. Throws 404; 403 for the administrator's own order; 422 without a reason; 409 if it is not the
 * `version` that they saw, no administrator was called to it, the rail has not denied it for long enough, or the sending
 * process has not recorded how it ended and might still send it; 503 if the bank does not answer, or while a fence is up.
 */
export async function declareNotMade(
  dependencies: PayoutDependencies,
  {
    orderId,
    adminId,
    reason,
    version,
  }: { orderId: OrderId; adminId: UserId; reason: string; version?: number | undefined },
): Promise<string> {
  requireReason(reason);
  const { database, clock, log } = dependencies;
  const last = await loadNewestPayout(database, orderId);
  if (last === null) throw notFound('This order has no payout.');
  requireOpenQuestion(last);
  const answer = await askOrThrow(dependencies, last);
  const known = await database.transaction(async (tx) => {
    const locked = await lockPayout(tx, last.id);
    const { userId } = locked.order;
    if (userId === adminId)
      throw forbidden('You made this order, so another person of the team has to decide on its payout.');
    // Older books may have it wrong: the bank's complete list decides.
    await requireNoFence(tx);
    const step = decideNotMade(locked.payout, answer, clock.now(), notFoundWindowOf(dependencies));
    if (isOvertaken(step, last, locked.payout)) throw overtaken(locked.payout);
    const isFailed = answer.kind === 'not-found' && step.kind === 'fail';
    // The rail's answer takes precedence over the administrator's statement: then they have only asked.
    const action = isFailed ? 'payout-not-made' : 'payout-asked';
    const seen = seenOrder(tx, locked.order, version ?? null);
    await recordDecision(tx, { action, adminId, userId, orderId, reason, version: seen });
    if (isFailed && !(await isSendOver(tx, last.id))) throw mayStillLeave();
    const work = createPayoutWork();
    const changed = work.move(dependencies, locked, step);
    await work.write(tx);
    return changed;
  });
  log.warn(
    { payoutId: last.id, adminId, answer: answer.kind, status: known.status },
    'an admin called a payout not made',
  );
  if (known.status === 'unknown' && known.notFoundSince !== null) throw tooEarly();
  return describeKnown(known);
}

function requireOpenQuestion({ status, needsPerson }: Payout): void {
  if (status !== 'unknown') throw conflict(`The payout of this order is ${status}, so there is nothing to decide.`);
  if (!needsPerson) throw tooEarly();
}

/** The error while the process that sent a payout may still send it. */
export const mayStillLeave = () =>
  conflict(
    'The program has not recorded how sending this payout ended, and it may still be on its way. Nothing was changed; please try again in twenty minutes.',
  );

const tooEarly = () =>
  conflict(
    'The bank has not denied this payout for long enough, and may still make it. Nothing was sent; please wait.',
  );
