import type { Transaction } from '../../platform/database.ts';
import { dependencyDown } from '../../platform/errors.ts';
import { recordPayout } from '../orders/record-payout.ts';
import { applyStep } from './apply-step.ts';
import type { BankRail, SendAnswer } from './bank-rail.ts';
import { loadPayout, lockPayout, savePayout } from './db.ts';
import { type PayoutDependencies, railNamed } from './dependencies.ts';
import { decideAfterSend, describePayout, type Payout } from './payout.ts';
import { postMove } from './postings.ts';
import { scheduleCheck, scheduleNextCheck } from './schedule-check.ts';

/** Longer than a rail's adapter waits for an answer, so that the first check does not race the call itself. */
const GRACE_MS = 30_000;

/**
 * Sends a queued payout, once; while the rail is down it stays queued. 1. The intent is committed, with a check that asks about it should we die now.
 * 2. The rail is called. 3. Its answer is recorded. A payout that is past 1 is never sent from here again, whatever
 * was lost: the checks ask about it by its reference.
 */
export async function sendPayout(dependencies: PayoutDependencies, { payoutId }: { payoutId: string }): Promise<void> {
  const { database, clock, log } = dependencies;
  await requireUp(dependencies, payoutId);
  const payout = await database.transaction((tx) => commitIntent(tx, dependencies, payoutId));
  if (payout === null) return;
  const answer = await send(railNamed(dependencies, payout.rail), payout);
  if (answer.kind !== 'accepted') {
    log.warn({ payoutId, answer: answer.kind, reason: answer.reason }, 'a rail did not accept a payout');
  }
  await database.transaction(async (tx) => {
    const locked = await lockPayout(tx, payoutId);
    const changed = await applyStep(tx, dependencies, locked, decideAfterSend(locked.payout, answer));
    await scheduleNextCheck(tx, clock, changed, 0);
  });
}

/** Throws 503, for the event to come again later, where the rail of a payout that is still to be sent is down. */
async function requireUp(dependencies: PayoutDependencies, payoutId: string): Promise<void> {
  const payout = await loadPayout(dependencies.database, payoutId);
  if (payout?.status !== 'queued') return;
  if (await railNamed(dependencies, payout.rail).isUp()) return;
  throw dependencyDown(payout.rail, 'The bank does not answer. The payout stays queued, and nothing was sent.');
}

/** The payout to be sent now, its intent written; null where it was sent before. */
async function commitIntent(
  tx: Transaction,
  dependencies: PayoutDependencies,
  payoutId: string,
): Promise<Payout | null> {
  const locked = await lockPayout(tx, payoutId);
  if (locked.payout.status !== 'queued') return null;
  // Throws before anything is written where the rail is gone: it stays queued.
  railNamed(dependencies, locked.payout.rail);
  const now = dependencies.clock.now();
  const payout = await savePayout(tx, locked.payout, { status: 'sent', sentAt: now });
  await recordPayout(tx, {
    orderId: payout.orderId,
    payout: 'sent',
    text: `${describePayout(payout)} was handed to the bank. Reference ${payout.reference}.`,
  });
  await scheduleCheck(tx, payout, new Date(now.getTime() + GRACE_MS));
  await postMove(tx, 'payout-sent', locked);
  return payout;
}

async function send(rail: BankRail, payout: Payout): Promise<SendAnswer> {
  const { reference, amountKobo, accountNumber, bankCode, bankName } = payout;
  try {
    return await rail.send({
      reference,
      amountKobo,
      accountNumber,
      bankCode,
      bankName,
      narration: 'Kobogate conversion',
    });
  } catch (error) {
    // Whatever broke, the call may have reached the bank.
    return { kind: 'unknown', reason: error instanceof Error ? error.message : String(error) };
  }
}
