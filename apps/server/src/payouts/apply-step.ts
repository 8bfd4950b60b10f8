import type { LockedPayout } from './db.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { failPayout } from './fail-payout.ts';
import { describePayout, type Payout, pauseBefore, type Step } from './payout.ts';
import type { PayoutWork } from './payout-work.ts';
import { movePosting } from './postings.ts';
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
    case 'put-back':
      return putBack(work, dependencies, locked, step.reason);
    case 'settle':
      return settlePayout(work, dependencies, locked, step.sessionId);
    case 'fail':
      return failPayout(work, dependencies, locked, step.reason);
    case 'reverse':
      return reversePayout(work, dependencies, locked, step.reason);
    case 'overdue':
      return callPerson(work, dependencies, payout, {
        reason: step.reason,
        text: 'The bank has had this payout for a day without an end. Our team is looking into it; it is not sent a second time.',
      });
    case 'alarm':
      // One that is under way is not known any more to be what was ordered.
      return callPerson(work, dependencies, doubt(work, locked), {
        reason: step.reason,
        text: 'What the bank says of this payout does not fit. Our team is looking into it; it is not sent a second time.',
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

/** Nothing of it has left, so it leaves anew, by whichever rail can take it; its checks begin anew. */
function putBack(
  work: PayoutWork,
  { clock, log }: Pick<PayoutDependencies, 'clock' | 'log'>,
  locked: LockedPayout,
  reason: string,
): Payout {
  const { payout, order } = locked;
  log.warn({ payoutId: payout.id, rail: payout.rail, reason }, 'a payout did not leave and is queued again');
  work.record(
    order,
    'queued',
    `${describePayout(payout)} did not leave. Nothing was sent; it is about to be sent again.`,
  );
  work.emit({
    type: 'payout.due',
    payload: { payoutId: payout.id },
    runAt: new Date(clock.now().getTime() + pauseBefore(payout.sends)),
    // Another than that of the event which is at work for it now.
    key: `${payout.id}#${payout.sends}`,
  });
  work.post(movePosting('payout-put-back', locked));
  return work.save(payout, {
    status: 'queued',
    checks: 0,
    isSendOpen: false,
    sentAt: null,
    notFoundSince: null,
    needsPerson: false,
  });
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
    text: 'The bank still knows nothing of this payout. Our team is looking into it; it is not sent a second time.',
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
