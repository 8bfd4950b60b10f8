import { bringForward, emitMany, type NewEvent } from '../events.ts';
import { listForgottenOrders, listForgottenPayouts } from './db.ts';
import type { PayoutDependencies } from './dependencies.ts';

/**
 * Resumes payouts whose event was given up on, such as after a long outage: those not sent are sent, those sent are
 * asked about. An event that is still open is not doubled. Called from time to time.
 */
export async function resumePayouts({ database }: Pick<PayoutDependencies, 'database'>): Promise<void> {
  await database.transaction(async (tx) => {
    const orders = await listForgottenOrders(tx);
    const payouts = await listForgottenPayouts(tx);
    await emitMany(tx, [
      ...orders.map((orderId): NewEvent => ({ type: 'order.payable', payload: { orderId }, key: orderId })),
      ...payouts.map(({ id, status, checks }): NewEvent =>
        status === 'queued'
          ? { type: 'payout.due', payload: { payoutId: id }, key: id }
          : { type: 'payout.check', payload: { payoutId: id, check: checks }, key: `${id}:${checks}` },
      ),
    ]);
  });
}

const AT_ONCE = 1000;

/**
 * Makes the payouts that wait for a rail due now, because one is back: in a long outage their pauses have grown to
 * minutes. Never throws; payouts that it does not reach come when their pause ends.
 */
export async function bringPayoutsForward({
  database,
  clock,
  log,
}: Pick<PayoutDependencies, 'database' | 'clock' | 'log'>): Promise<void> {
  try {
    for (let moved = AT_ONCE; moved === AT_ONCE;) {
      moved = await bringForward(database, 'payout.due', clock.now(), AT_ONCE);
    }
  } catch (error) {
    log.warn({ err: error }, 'payouts that wait for a rail could not be brought forward');
  }
}
