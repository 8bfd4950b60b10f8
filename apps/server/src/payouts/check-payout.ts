import type { PayoutId } from '@kobogate/contract';
import { dependencyDown } from '../platform/errors.ts';
import { inSpan } from '../platform/tracing.ts';
import type { BankRail, FindAnswer } from './bank-rail.ts';
import { findRail, notFoundWindowOf, type PayoutDependencies } from './dependencies.ts';
import { decideAfterFind, isOvertaken, mayGoAgain } from './decide-payout.ts';
import { isUnderWay, type Payout } from './payout.ts';
import { createPayoutWriter, type PayoutWriter } from './payout-writer.ts';

/**
 * Asks the rail for the outcome of a payout, by its reference, and acts on the answer; it never sends, but may have
 * `sendPayout` send the same instruction again (`mayGoAgain`). With `check` it is a step of the payout's chain of
 * checks, which goes on until the end is known; without, it asks once. Throws 503 where a single question stays
 * unanswered and no chain will ask again.
 */
export async function checkPayout(
  dependencies: PayoutDependencies,
  { payoutId, check }: { payoutId: PayoutId; check?: number | undefined },
  writer: PayoutWriter = createPayoutWriter(dependencies),
): Promise<void> {
  const payout = await writer.load(payoutId);
  if (payout !== null) await checkLoaded(dependencies, payout, check, writer);
}

async function checkLoaded(
  dependencies: PayoutDependencies,
  payout: Payout,
  check: number | undefined,
  writer: PayoutWriter,
): Promise<void> {
  const { id: payoutId } = payout;
  if (payout.status === 'queued') return;
  if (check !== undefined && (payout.checks !== check || !isUnderWay(payout))) return;
  const rail = findRail(dependencies.rails, payout.rail);
  const answer = await dependencies.router.inTurn(payout.rail, () => askItsRail(rail, payout));
  const isTold = await writer.write(payoutId, (work, locked) => {
    // Uses the time and the facts of the moment at which it acts.
    const now = dependencies.clock.now();
    const step = decideAfterFind(locked.payout, answer, now, notFoundWindowOf(dependencies));
    // An answer that is older than the present state contradicts nothing.
    if (isOvertaken(step, payout, locked.payout)) return false;
    const moved = work.move(dependencies, locked, step);
    if (check !== undefined) work.move(dependencies, locked, { kind: 'checked', done: check });
    if (step.kind === 'missing' && rail?.refusesRepeats !== undefined && mayGoAgain(moved, now)) {
      work.move(dependencies, locked, { kind: 'due-again' });
    }
    return true;
  });
  if (!isTold) return checkPayout(dependencies, { payoutId, check }, writer);
  if (answer.kind !== 'unanswered') return;
  dependencies.log.warn({ payoutId, rail: payout.rail, reason: answer.reason }, 'a rail did not say how a payout is');
  if (check === undefined && !isUnderWay(payout)) {
    throw dependencyDown(payout.rail, 'The bank does not answer. The payout is looked at again later.');
  }
}

/**
 * Asks about a payout because a rail called back. Nothing in the callback is believed: it only means that it is time to
 * ask.
 */
export async function checkPayoutByReference(
  dependencies: PayoutDependencies,
  callback: { rail: string; reference: string },
  writer: PayoutWriter = createPayoutWriter(dependencies),
): Promise<void> {
  const payout = await writer.find(callback);
  if (payout !== null) await checkLoaded(dependencies, payout, undefined, writer);
}

/**
 * What the rail says that has a payout. One that the operator has disconnected says nothing: the checks go on, so that a person is
 * called in time and a rail that is connected again is asked.
 */
export async function askItsRail(rail: BankRail | undefined, payout: Payout): Promise<FindAnswer> {
  return rail === undefined
    ? { kind: 'unanswered', reason: `the bank rail ${payout.rail} is not connected any more` }
    : ask(rail, payout);
}

/** The same as the rail's `find`, also where an adapter breaks its promise not to throw. */
export async function ask(
  rail: BankRail,
  { reference, orderId }: Pick<Payout, 'reference'> & Partial<Pick<Payout, 'orderId'>>,
): Promise<FindAnswer> {
  try {
    const attributes = { 'kobogate.rail': rail.name, 'kobogate.reference': reference };
    return await inSpan('bank: find', { of: orderId, kind: 'call', attributes }, () => rail.find(reference));
  } catch (error) {
    return { kind: 'unanswered', reason: error instanceof Error ? error.message : String(error) };
  }
}
