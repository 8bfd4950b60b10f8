import { bringForward } from '../platform/queue.ts';
import type { PayoutDependencies } from './dependencies.ts';

const AT_ONCE = 1000;

/**
 * Makes the payouts that wait for a rail due now, because one is back: in a long outage their pauses have grown to
 * minutes. Never throws; what it does not reach comes by itself.
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
