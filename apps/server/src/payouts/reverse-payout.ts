import type { LockedPayout } from './db.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { describePayout, type Payout } from './payout.ts';
import type { PayoutWork } from './payout-work.ts';
import { movePosting } from './postings.ts';

/** Takes back a locked payout that had been paid, with a compensating entry: the naira is owed to the customer again. */
export function reversePayout(
  work: PayoutWork,
  { log }: Pick<PayoutDependencies, 'log'>,
  locked: LockedPayout,
  reason: string,
): Payout {
  const { payout, order } = locked;
  log.error({ payoutId: payout.id, reason }, 'a payout came back after it was paid');
  const saved = work.save(payout, { status: 'reversed', failureReason: reason });
  work.record(
    order,
    'reversed',
    `The bank sent back ${describePayout(payout)} after it was paid. It said: ${reason}. The naira is safe with us.`,
  );
  work.emit({ type: 'payout.reversed', payload: { orderId: payout.orderId, payoutId: payout.id } });
  work.post(movePosting('payout-reversed', locked));
  return saved;
}
