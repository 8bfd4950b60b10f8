import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { revokeSession } from './db-sessions.ts';

/** Ends the session whose token has this hash; its token is dead everywhere from then on. */
export async function logOut(
  { database, clock }: { database: Database; clock: Clock },
  { tokenHash }: { tokenHash: Buffer },
): Promise<void> {
  await revokeSession(database, tokenHash, clock.now());
}
