import type { Transaction } from '../../platform/database.ts';
import { emit } from '../../platform/queue.ts';
import { recordPayout } from '../orders/record-payout.ts';
import { type LockedPayout, savePayout } from './db.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { describePayout, type Payout } from './payout.ts';
import { postMove } from './postings.ts';

/** Ends a locked payout as failed, with the rail's reason: the naira is owed to the customer again. */
export async function failPayout(
  tx: Transaction,
  { clock, log }: Pick<PayoutDependencies, 'clock' | 'log'>,
  locked: LockedPayout,
  reason: string,
): Promise<Payout> {
  const { payout } = locked;
  log.warn({ payoutId: payout.id, reason }, 'a payout failed');
  const saved = await savePayout(tx, payout, {
    status: 'failed',
    failureReason: reason,
    settledAt: clock.now(),
    notFoundSince: null,
    needsPerson: false,
  });
  await recordPayout(tx, {
    orderId: payout.orderId,
    payout: 'failed',
    text: `The bank did not pay ${describePayout(payout)}. It said: ${reason}. The naira is safe with us and can be sent again.`,
  });
  await emit(tx, { type: 'payout.failed', payload: { orderId: payout.orderId, payoutId: payout.id } });
  await postMove(tx, 'payout-failed', locked);
  return saved;
}
