import type { Database } from '../../platform/database.ts';
import { findFence, saveCheck } from './db.ts';
import type { RecoveryCheck } from './fence.ts';

/**
 * Notes how far the comparison of one rail or network with the books is, while a fence is up; does nothing while none is.
 * `done` says that all of it was read up to `readTo` and that what it showed is booked: the fence is lifted only once every
 * connected rail and every watched network is done.
 */
export async function noteCheck(database: Database, fenceId: string, check: RecoveryCheck): Promise<void> {
  const open = await findFence(database);
  if (open?.id === fenceId) await saveCheck(database, fenceId, check);
}
