import { setTimeout as delay } from 'node:timers/promises';
import { createDeadline, type Deadline } from '../../platform/deadline.ts';
import { DependencyDown, dependencyDown } from '../../platform/errors.ts';
import { applyStep } from './apply-step.ts';
import type { BankRail, SendAnswer } from './bank-rail.ts';
import { type LockedPayout, loadPayout } from './db.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { decideAfterSend, describePayout, type Payout, SEND_WITHIN_MS } from './payout.ts';
import type { PayoutWork } from './payout-work.ts';
import { createPayoutWriter, type PayoutWriter } from './payout-writer.ts';
import { movePosting } from './postings.ts';
import type { RailRoute } from './rail-router.ts';
import { scheduleCheck, scheduleNextCheck } from './schedule-check.ts';

/** Longer than an instruction may take to leave and its answer to come, so that the first check does not race the call. */
const GRACE_MS = 2 * SEND_WITHIN_MS;

/** Before each further try to record an answer: together shorter than the grace, after which the rail is asked anyway. */
const PAUSES_MS = [250, 1_000, 3_000];

/** A payout whose intent is committed, as it was then, and until when it may leave this process. */
interface Leaving {
  readonly payout: Payout;
  readonly deadline: Deadline;
}

/**
 * Sends a queued payout, once, by the first rail that can take it; while none can it stays queued. 1. The intent is
 * committed, with the rail, with the moment until which it may leave, and with a check that asks about it should we die
 * now. 2. The rail is called, which writes nothing once that moment has passed, however long this process was stalled.
 * 3. Its answer is recorded; where nothing left it is queued again. A payout that is past 1 is sent from here by no one
 * else, and by no other rail, whatever was lost: the checks ask its rail about it by its reference. While a fence is up
 * it stays queued: 1 is refused in its own transaction.
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
    const leaving = await writer.leave(payoutId, (work, locked) => intend(work, dependencies, locked, route));
    return leaving === null ? null : { ...(await handOver(route.rail, leaving)), payout: leaving.payout };
  });
  if (answer === null) return;
  if (answer.kind !== 'accepted') {
    log.warn({ payoutId, answer: answer.kind, reason: answer.reason }, 'a rail did not accept a payout');
  }
  const { sends, checks } = answer.payout;
  await insist(() =>
    writer.write(payoutId, (work, locked) => {
      // Handed over again since: what became of that one is for its own answer to say.
      if (locked.payout.sends !== sends) return;
      const ended = { ...locked, payout: work.save(locked.payout, { isSendOpen: false }) };
      const changed = applyStep(work, dependencies, ended, decideAfterSend(ended.payout, answer));
      scheduleNextCheck(work, clock, changed, checks);
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
): Leaving | null {
  const { status, onlyRail } = locked.payout;
  if (status !== 'queued') return null;
  if (onlyRail !== null && onlyRail !== rail.name) {
    throw dependencyDown(onlyRail, 'An administrator chose another rail at this moment. Nothing was sent.');
  }
  // It runs from before the intent is written, so that it ends before the one that the database writes with it.
  const deadline = createDeadline(clock, SEND_WITHIN_MS);
  const now = clock.now();
  const sends = locked.payout.sends + 1;
  const change = { status: 'sent', rail: rail.name, bankCode, sentAt: now, sends, isSendOpen: true } as const;
  const payout = work.save(locked.payout, change);
  work.record(locked.order, 'sent', `${describePayout(payout)} was handed to the bank. Reference ${payout.reference}.`);
  scheduleCheck(work, payout, new Date(now.getTime() + GRACE_MS));
  work.post(movePosting('payout-sent', { ...locked, payout }));
  return { payout, deadline };
}

async function handOver(rail: BankRail, { payout, deadline }: Leaving): Promise<SendAnswer> {
  if (deadline.leftMs() <= 0) return { kind: 'not-sent', reason: 'its time passed before the bank was called' };
  const { reference, amountKobo, accountNumber, accountName, bankCode, bankName } = payout;
  const narration = 'Kobogate conversion';
  try {
    return await rail.send(
      { reference, amountKobo, accountNumber, accountName, bankCode, bankName, narration },
      deadline,
    );
  } catch (error) {
    // Whatever broke, the call may have reached the bank.
    return { kind: 'unknown', reason: error instanceof Error ? error.message : String(error) };
  }
}
