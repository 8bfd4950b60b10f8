import type { Transaction } from '../../platform/database.ts';
import { emit } from '../../platform/queue.ts';
import { recordPayout } from '../orders/record-payout.ts';
import { type LockedPayout, savePayout } from './db.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { describePayout, type Payout } from './payout.ts';
import { postMove } from './postings.ts';
import { scheduleWatch } from './schedule-check.ts';

/** Ends a locked payout as paid: the naira has left the rail's float. The rail's session id goes on the timeline. */
export async function settlePayout(
  tx: Transaction,
  { clock }: Pick<PayoutDependencies, 'clock'>,
  locked: LockedPayout,
  sessionId: string | null,
): Promise<Payout> {
  const { payout } = locked;
  const saved = await savePayout(tx, payout, {
    status: 'paid',
    sessionId,
    settledAt: clock.now(),
    notFoundSince: null,
    needsPerson: false,
  });
  const session = sessionId === null ? '' : ` Bank session ${sessionId}.`;
  await recordPayout(tx, {
    orderId: payout.orderId,
    payout: 'paid',
    text: `${describePayout(payout)} was paid.${session}`,
  });
  await emit(tx, { type: 'payout.paid', payload: { orderId: payout.orderId, payoutId: payout.id } });
  await scheduleWatch(tx, clock, payout.id);
  await postMove(tx, 'payout-paid', locked);
  return saved;
}
