import { setTimeout as delay } from 'node:timers/promises';
import { DependencyDown, dependencyDown } from '../../platform/errors.ts';
import { applyStep } from './apply-step.ts';
import type { BankRail, SendAnswer } from './bank-rail.ts';
import { type LockedPayout, loadPayout } from './db.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { decideAfterSend, describePayout, type Payout } from './payout.ts';
import type { PayoutWork } from './payout-work.ts';
import { createPayoutWriter, type PayoutWriter } from './payout-writer.ts';
import { movePosting } from './postings.ts';
import type { RailRoute } from './rail-router.ts';
import { scheduleCheck, scheduleNextCheck } from './schedule-check.ts';

/** Longer than a rail's adapter waits for an answer, so that the first check does not race the call itself. */
const GRACE_MS = 30_000;

/** Before each further try to record an answer: together shorter than the grace, after which the rail is asked anyway. */
const PAUSES_MS = [250, 1_000, 3_000];

/**
 * Sends a queued payout, once, by the first rail that can take it; while none can it stays queued. 1. The intent is
 * committed, with the rail, and with a check that asks about it should we die now. 2. The rail is called. 3. Its answer
 * is recorded. A payout that is past 1 is never sent from here again, by no rail, whatever was lost: the checks ask its
 * rail about it by its reference. While a fence is up it stays queued: 1 is refused in its own transaction.
 */
export async function sendPayout(
  dependencies: PayoutDependencies,
  { payoutId }: { payoutId: string },
  writer: PayoutWriter = createPayoutWriter(dependencies),
): Promise<void> {
  const { database, clock, gate, log, router } = dependencies;
  const queued = await loadPayout(database, payoutId);
  if (queued?.status !== 'queued') return;
  await gate.requireOpen();
  const answer = await router.withRail(queued, async (route) => {
    const payout = await writer.leave(payoutId, (work, locked) => intend(work, dependencies, locked, route));
    return payout === null ? null : send(route.rail, payout);
  });
  if (answer === null) return;
  if (answer.kind !== 'accepted') {
    log.warn({ payoutId, answer: answer.kind, reason: answer.reason }, 'a rail did not accept a payout');
  }
  await insist(() =>
    writer.write(payoutId, (work, locked) => {
      const changed = applyStep(work, dependencies, locked, decideAfterSend(locked.payout, answer));
      scheduleNextCheck(work, clock, changed, 0);
    }),
  );
}

/**
 * A rail says once that it refused: the answer is given up only where the database stays away. What is recorded twice
 * stands once.
 */
async function insist(record: () => Promise<void>): Promise<void> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await record();
    } catch (error) {
      if (!(error instanceof DependencyDown)) throw error;
      await delay(pauseMs);
    }
  }
  return record();
}

/**
 * Writes that a payout leaves now, and answers it; null where it was sent before. Throws 503, to come again, where
 * another rail was chosen.
 */
function intend(
  work: PayoutWork,
  { clock }: Pick<PayoutDependencies, 'clock'>,
  locked: LockedPayout,
  { rail, bankCode }: RailRoute,
): Payout | null {
  const { status, onlyRail } = locked.payout;
  if (status !== 'queued') return null;
  if (onlyRail !== null && onlyRail !== rail.name) {
    throw dependencyDown(onlyRail, 'An administrator chose another rail at this moment. Nothing was sent.');
  }
  const now = clock.now();
  const payout = work.save(locked.payout, { status: 'sent', rail: rail.name, bankCode, sentAt: now });
  work.record(locked.order, 'sent', `${describePayout(payout)} was handed to the bank. Reference ${payout.reference}.`);
  scheduleCheck(work, payout, new Date(now.getTime() + GRACE_MS));
  work.post(movePosting('payout-sent', { ...locked, payout }));
  return payout;
}

async function send(rail: BankRail, payout: Payout): Promise<SendAnswer> {
  const { reference, amountKobo, accountNumber, accountName, bankCode, bankName } = payout;
  try {
    return await rail.send({
      reference,
      amountKobo,
      accountNumber,
      accountName,
      bankCode,
      bankName,
      narration: 'Kobogate conversion',
    });
  } catch (error) {
    // Whatever broke, the call may have reached the bank.
    return { kind: 'unknown', reason: error instanceof Error ? error.message : String(error) };
  }
}
