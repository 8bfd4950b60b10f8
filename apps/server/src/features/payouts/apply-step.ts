import type { LockedPayout } from './db.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { failPayout } from './fail-payout.ts';
import type { Payout, Step } from './payout.ts';
import type { PayoutWork } from './payout-work.ts';
import { reversePayout } from './reverse-payout.ts';
import { settlePayout } from './settle-payout.ts';

/** Does what an answer means for a locked payout, into the caller's work, and answers the payout as it is then. */
export function applyStep(
  work: PayoutWork,
  dependencies: Pick<PayoutDependencies, 'clock' | 'log'>,
  locked: LockedPayout,
  step: Step,
): Payout {
  const { payout } = locked;
  switch (step.kind) {
    case 'keep':
      return payout;
    case 'found':
      return work.save(payout, { notFoundSince: null, needsPerson: false });
    case 'missing':
      return noteMissing(work, dependencies, locked, step.needsPerson);
    case 'doubt':
      return doubt(work, locked);
    case 'settle':
      return settlePayout(work, dependencies, locked, step.sessionId);
    case 'fail':
      return failPayout(work, dependencies, locked, step.reason);
    case 'reverse':
      return reversePayout(work, dependencies, locked, step.reason);
    case 'overdue':
      return callPerson(work, dependencies, payout, {
        reason: step.reason,
        text: 'The bank has had this payout for a day without an end. Somebody is looking into it; it is not sent a second time.',
      });
    case 'alarm':
      // One that is under way is not known any more to be what was ordered.
      return callPerson(work, dependencies, doubt(work, locked), {
        reason: step.reason,
        text: 'What the bank says of this payout does not fit. Somebody is looking into it; it is not sent a second time.',
      });
  }
}

function doubt(work: PayoutWork, { payout, order }: LockedPayout): Payout {
  if (payout.status !== 'sent') return payout;
  work.record(
    order,
    'unknown',
    'The bank has not given a clear answer yet. We keep asking about this payout; it is not sent a second time.',
  );
  return work.save(payout, { status: 'unknown' });
}

function noteMissing(
  work: PayoutWork,
  dependencies: Pick<PayoutDependencies, 'clock' | 'log'>,
  locked: LockedPayout,
  needsPerson: boolean,
): Payout {
  const doubted = doubt(work, locked);
  const since = doubted.notFoundSince ?? dependencies.clock.now();
  const noted = work.save(doubted, { notFoundSince: since });
  if (!needsPerson) return noted;
  return callPerson(work, dependencies, noted, {
    reason: `the rail has known nothing of it since ${since.toISOString()}`,
    text: 'The bank still knows nothing of this payout. Somebody is looking into it; it is not sent a second time.',
  });
}

function callPerson(
  work: PayoutWork,
  { log }: Pick<PayoutDependencies, 'log'>,
  payout: Payout,
  { reason, text }: { reason: string; text: string },
): Payout {
  if (payout.needsPerson) return payout;
  log.error({ payoutId: payout.id, reference: payout.reference, reason }, 'a payout needs a person');
  work.tell({ orderId: payout.orderId, type: 'payout-needs-person', text });
  return work.save(payout, { needsPerson: true });
}
