import type { LockedPayout } from './db.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { describePayout, type Payout } from './payout.ts';
import type { PayoutWork } from './payout-work.ts';
import { movePosting } from './postings.ts';
import { scheduleWatch } from './schedule-check.ts';

/** Ends a locked payout as paid: the naira has left the rail's float. The rail's session id goes on the timeline. */
export function settlePayout(
  work: PayoutWork,
  { clock }: Pick<PayoutDependencies, 'clock'>,
  locked: LockedPayout,
  sessionId: string | null,
): Payout {
  const { payout, order } = locked;
  const saved = work.save(payout, {
    status: 'paid',
    sessionId,
    settledAt: clock.now(),
    notFoundSince: null,
    needsPerson: false,
  });
  const session = sessionId === null ? '' : ` Bank session ${sessionId}.`;
  work.record(order, 'paid', `${describePayout(payout)} was paid.${session}`);
  work.emit({ type: 'payout.paid', payload: { orderId: payout.orderId, payoutId: payout.id } });
  scheduleWatch(work, clock, payout.id);
  work.post(movePosting('payout-paid', locked));
  return saved;
}
