import type { Transaction } from '../../platform/database.ts';
import { dependencyDown } from '../../platform/errors.ts';
import { recordPayout } from '../orders/record-payout.ts';
import { applyStep } from './apply-step.ts';
import type { BankRail, SendAnswer } from './bank-rail.ts';
import { loadPayout, lockPayout, savePayout } from './db.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { decideAfterSend, describePayout, type Payout } from './payout.ts';
import { postMove } from './postings.ts';
import type { RailRoute } from './rail-router.ts';
import { scheduleCheck, scheduleNextCheck } from './schedule-check.ts';

/** Longer than a rail's adapter waits for an answer, so that the first check does not race the call itself. */
const GRACE_MS = 30_000;

/**
 * Sends a queued payout, once, by the first rail that can take it; while none can it stays queued. 1. The intent is
 * committed, with the rail, and with a check that asks about it should we die now. 2. The rail is called. 3. Its answer
 * is recorded. A payout that is past 1 is never sent from here again, by no rail, whatever was lost: the checks ask its
 * rail about it by its reference.
 */
export async function sendPayout(dependencies: PayoutDependencies, { payoutId }: { payoutId: string }): Promise<void> {
  const { database, clock, log, router } = dependencies;
  const queued = await loadPayout(database, payoutId);
  if (queued?.status !== 'queued') return;
  const chosen = await router.choose(queued);
  const payout = await database.transaction((tx) => commitIntent(tx, dependencies, payoutId, chosen));
  if (payout === null) return;
  const answer = await send(chosen.rail, payout);
  router.note(payout.rail, answer);
  if (answer.kind !== 'accepted') {
    log.warn({ payoutId, answer: answer.kind, reason: answer.reason }, 'a rail did not accept a payout');
  }
  await database.transaction(async (tx) => {
    const locked = await lockPayout(tx, payoutId);
    const changed = await applyStep(tx, dependencies, locked, decideAfterSend(locked.payout, answer));
    await scheduleNextCheck(tx, clock, changed, 0);
  });
}

/** The payout to be sent now, its intent written; null where it was sent before. Throws 503, to come again, where another rail was chosen. */
async function commitIntent(
  tx: Transaction,
  { clock }: Pick<PayoutDependencies, 'clock'>,
  payoutId: string,
  { rail, bankCode }: RailRoute,
): Promise<Payout | null> {
  const locked = await lockPayout(tx, payoutId);
  const { status, onlyRail } = locked.payout;
  if (status !== 'queued') return null;
  if (onlyRail !== null && onlyRail !== rail.name) {
    throw dependencyDown(onlyRail, 'An administrator chose another rail at this moment. Nothing was sent.');
  }
  const now = clock.now();
  const payout = await savePayout(tx, locked.payout, { status: 'sent', rail: rail.name, bankCode, sentAt: now });
  await recordPayout(tx, {
    orderId: payout.orderId,
    payout: 'sent',
    text: `${describePayout(payout)} was handed to the bank. Reference ${payout.reference}.`,
  });
  await scheduleCheck(tx, payout, new Date(now.getTime() + GRACE_MS));
  await postMove(tx, 'payout-sent', { ...locked, payout });
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
