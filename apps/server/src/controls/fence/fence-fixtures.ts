import type { Database } from '../../platform/database.ts';
import { silentLog } from '../../platform/log.ts';
import { findFence, saveLift } from './db.ts';
import { createDepartureGate, type DepartureGate } from './departure-gate.ts';
import { raiseFence } from './raise-fence.ts';

/** For tests: the gate of a server that keeps no file, and asks no bank. */
export function createTestGate(database: Database): DepartureGate {
  return createDepartureGate({ database, log: silentLog, path: null });
}

/** For tests: does something while a fence is up, and lifts it in an administrator's name. */
export async function whileFenced(database: Database, adminId: string, work: () => Promise<void>): Promise<void> {
  await raiseFence(database, { cause: 'restored', reason: 'A backup was restored.' });
  try {
    await work();
  } finally {
    const fence = await findFence(database);
    if (fence !== null) {
      await database.transaction((tx) => saveLift(tx, { fenceId: fence.id, adminId, onMachine: 'A test.' }));
    }
  }
}
