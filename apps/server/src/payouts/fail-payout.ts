import type { LockedPayout } from './db.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { describePayout, type Payout } from './payout.ts';
import type { PayoutWork } from './payout-work.ts';
import { movePosting } from './postings.ts';

/** Ends a locked payout as failed, with the rail's reason: the naira is owed to the customer again. */
export function failPayout(
  work: PayoutWork,
  { clock, log }: Pick<PayoutDependencies, 'clock' | 'log'>,
  locked: LockedPayout,
  reason: string,
): Payout {
  const { payout, order } = locked;
  log.warn({ payoutId: payout.id, reason }, 'a payout failed');
  const saved = work.save(payout, {
    status: 'failed',
    failureReason: reason,
    settledAt: clock.now(),
    notFoundSince: null,
    needsPerson: false,
  });
  work.record(
    order,
    'failed',
    `The bank did not pay ${describePayout(payout)}. It said: ${reason}. The naira is safe with us and can be sent again.`,
  );
  work.emit({ type: 'payout.failed', payload: { orderId: payout.orderId, payoutId: payout.id } });
  work.post(movePosting('payout-failed', locked));
  return saved;
}
