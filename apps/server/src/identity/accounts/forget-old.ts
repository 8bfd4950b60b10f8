import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { forgetOldRateLimits } from '../../platform/throttle.ts';
import { deleteOldRows } from '../sessions/db.ts';

const DAY = 86_400_000;

/**
 * Removes expired counters, sessions and codes a week after their end, and sign-ups of 30 days ago where there are others of the same
 * address. Places go by the operator's setting (`retention`).
 */
export async function forgetOld({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  const now = clock.now();
  await forgetOldRateLimits(database, now);
  await deleteOldRows(database, {
    endedBefore: new Date(now.getTime() - 7 * DAY),
    signedUpBefore: new Date(now.getTime() - 30 * DAY),
  });
}
