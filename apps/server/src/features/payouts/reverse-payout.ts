import type { Transaction } from '../../platform/database.ts';
import { emit } from '../../platform/queue.ts';
import { recordPayout } from '../orders/record-payout.ts';
import { type LockedPayout, savePayout } from './db.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { describePayout, type Payout } from './payout.ts';
import { postMove } from './postings.ts';

/** Takes back a locked payout that had been paid, with a compensating entry: the naira is owed to the customer again. */
export async function reversePayout(
  tx: Transaction,
  { log }: Pick<PayoutDependencies, 'log'>,
  locked: LockedPayout,
  reason: string,
): Promise<Payout> {
  const { payout } = locked;
  log.error({ payoutId: payout.id, reason }, 'a payout came back after it was paid');
  const saved = await savePayout(tx, payout, { status: 'reversed', failureReason: reason });
  await recordPayout(tx, {
    orderId: payout.orderId,
    payout: 'reversed',
    text: `The bank sent back ${describePayout(payout)} after it was paid. It said: ${reason}. The naira is safe with us.`,
  });
  await emit(tx, { type: 'payout.reversed', payload: { orderId: payout.orderId, payoutId: payout.id } });
  await postMove(tx, 'payout-reversed', locked);
  return saved;
}
