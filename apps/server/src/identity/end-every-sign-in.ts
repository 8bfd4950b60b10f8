import type { Connection } from '../platform/database.ts';
import { lapseEveryReset } from './factor-resets/db.ts';
import { revokeEverySession } from './sessions/db.ts';

/**
 * Ends every session and every open request to remove a second factor, of all accounts: in an older database those that were ended
 * since are open again.
 */
export async function endEverySignIn(connection: Connection, now: Date): Promise<void> {
  await revokeEverySession(connection, now);
  await lapseEveryReset(connection, now);
}
