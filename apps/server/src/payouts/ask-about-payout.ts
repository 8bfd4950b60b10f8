import type { OrderId, UserId } from '@kobogate/contract';
import { conflict, dependencyDown, notFound } from '../platform/errors.ts';
import { recordDecision } from '../controls/index.ts';
import type { FindAnswer } from './bank-rail.ts';
import { ask } from './check-payout.ts';
import { loadNewestPayout, lockPayout } from './db.ts';
import { notFoundWindowOf, type PayoutDependencies, railNamed } from './dependencies.ts';
import { decideAfterFind, isOvertaken } from './decide-payout.ts';
import { isUnderWay, type Payout } from './payout.ts';
import { createPayoutWork } from './payout-work.ts';

/**
 * Asks the rail, on an administrator's request, about an order's payout that has no end yet, and acts on the answer as
 * the automatic checks do; nothing is sent. Answers what is known now, in a sentence. Throws 404; 409 for a payout that
 * has ended, also while the bank was asked and its answer no longer fits; 503 where the bank does not answer.
 */
export async function askAboutPayout(
  dependencies: PayoutDependencies,
  { orderId, adminId }: { orderId: OrderId; adminId: UserId },
): Promise<string> {
  const { database, clock } = dependencies;
  const asked = await loadNewestPayout(database, orderId);
  if (asked === null) throw notFound('This order has no payout that the bank could be asked about.');
  if (!isUnderWay(asked)) throw conflict(`The payout of this order is ${asked.status}, so there is nothing to ask.`);
  const answer = await askOrThrow(dependencies, asked);
  return database.transaction(async (tx) => {
    const locked = await lockPayout(tx, asked.id);
    const step = decideAfterFind(locked.payout, answer, clock.now(), notFoundWindowOf(dependencies));
    if (isOvertaken(step, asked, locked.payout)) throw overtaken(locked.payout);
    const work = createPayoutWork();
    const changed = work.move(dependencies, locked, step);
    await recordDecision(tx, { action: 'payout-asked', adminId, userId: locked.order.userId, orderId });
    await work.write(tx);
    return step.kind === 'alarm' ? describeAlarm(step.reason) : describeKnown(changed);
  });
}

/** The rail's answer about a payout. Throws 503 where it does not answer: nothing has changed then. */
export async function askOrThrow(dependencies: PayoutDependencies, payout: Payout): Promise<FindAnswer> {
  const { id, rail } = payout;
  const answer = await ask(railNamed(dependencies, rail), payout);
  if (answer.kind !== 'unanswered') return answer;
  dependencies.log.warn({ payoutId: id, rail, reason: answer.reason }, 'a rail did not tell an admin how a payout is');
  throw dependencyDown(rail, 'The bank does not answer now. Nothing was changed or sent; please ask again later.');
}

/** The error where a payout has changed since the rail was asked, so that the answer no longer fits. */
export const overtaken = ({ status }: Payout) =>
  conflict(
    `The payout of this order became ${status} while the bank was asked. Nothing was sent; please look at it again.`,
  );

const describeAlarm = (reason: string): string =>
  `The bank’s answer does not match this payout: ${reason}. Nothing was booked or sent; please call the provider.`;

/** What is known of a payout, for the administrator who has just asked. Pure. */
export function describeKnown({ status, notFoundSince }: Pick<Payout, 'status' | 'notFoundSince'>): string {
  switch (status) {
    case 'paid':
      return 'The bank says that it was paid. Nothing was sent again.';
    case 'failed':
      return 'The bank did not pay it. The money is safe with us and can be sent again.';
    case 'reversed':
      return 'The bank sent it back. The money is safe with us and can be sent again.';
    case 'queued':
    case 'sent':
    case 'unknown':
      return notFoundSince === null
        ? 'The bank knows this payout and has not finished it. We will ask it again automatically.'
        : 'The bank knows nothing of this payout so far. We will ask it again automatically; nothing is sent a second time.';
  }
}
