import type { Transaction } from '../../platform/database.ts';
import { insertOrderEvents } from '../orders/db.ts';
import { recordPayout } from '../orders/record-payout.ts';
import { type LockedPayout, savePayout } from './db.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { failPayout } from './fail-payout.ts';
import type { Payout, Step } from './payout.ts';
import { reversePayout } from './reverse-payout.ts';
import { settlePayout } from './settle-payout.ts';

/** Does what an answer means for a locked payout, in the caller's transaction, and answers the payout as it is then. */
export async function applyStep(
  tx: Transaction,
  dependencies: Pick<PayoutDependencies, 'clock' | 'log'>,
  locked: LockedPayout,
  step: Step,
): Promise<Payout> {
  const { payout } = locked;
  switch (step.kind) {
    case 'keep':
      return payout;
    case 'found':
      return savePayout(tx, payout, { notFoundSince: null, needsPerson: false });
    case 'missing':
      return noteMissing(tx, dependencies, payout, step.needsPerson);
    case 'doubt':
      return doubt(tx, payout);
    case 'settle':
      return settlePayout(tx, dependencies, locked, step.sessionId);
    case 'fail':
      return failPayout(tx, dependencies, locked, step.reason);
    case 'reverse':
      return reversePayout(tx, dependencies, locked, step.reason);
    case 'alarm':
      return callPerson(tx, dependencies, payout, {
        reason: step.reason,
        text: 'The answers of the bank about this payout contradict each other. Somebody is looking into it.',
      });
  }
}

async function doubt(tx: Transaction, payout: Payout): Promise<Payout> {
  if (payout.status !== 'sent') return payout;
  await recordPayout(tx, {
    orderId: payout.orderId,
    payout: 'unknown',
    text: 'The bank has not given a clear answer yet. We keep asking about this payout; it is not sent a second time.',
  });
  return savePayout(tx, payout, { status: 'unknown' });
}

async function noteMissing(
  tx: Transaction,
  dependencies: Pick<PayoutDependencies, 'clock' | 'log'>,
  payout: Payout,
  needsPerson: boolean,
): Promise<Payout> {
  const doubted = await doubt(tx, payout);
  const since = doubted.notFoundSince ?? dependencies.clock.now();
  const noted = await savePayout(tx, doubted, { notFoundSince: since });
  if (!needsPerson) return noted;
  return callPerson(tx, dependencies, noted, {
    reason: `the rail has known nothing of it since ${since.toISOString()}`,
    text: 'The bank still knows nothing of this payout. Somebody is looking into it; it is not sent a second time.',
  });
}

async function callPerson(
  tx: Transaction,
  { log }: Pick<PayoutDependencies, 'log'>,
  payout: Payout,
  { reason, text }: { reason: string; text: string },
): Promise<Payout> {
  if (payout.needsPerson) return payout;
  log.error({ payoutId: payout.id, reference: payout.reference, reason }, 'a payout needs a person');
  await insertOrderEvents(tx, [{ orderId: payout.orderId, type: 'payout-needs-person', text }]);
  return savePayout(tx, payout, { needsPerson: true });
}
