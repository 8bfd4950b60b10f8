import type { UserId } from '@kobogate/contract';
import { findFence, saveLift } from '@kobogate/server/src/controls/fence/db.ts';
import { createDepartureGate, type DepartureGate } from '@kobogate/server/src/controls/fence/departure-gate.ts';
import { raiseFenceWithin, type Suspicion } from '@kobogate/server/src/controls/fence/raise-fence.ts';
import { endEverySignIn } from '@kobogate/server/src/identity/index.ts';
import type { Database } from '@kobogate/server/src/platform/database.ts';
import { silentLog } from '../platform/log.ts';

/** For tests: the fence's gate of a server that keeps no file, and asks no bank. */
export function createTestGate(database: Database): DepartureGate {
  return createDepartureGate({ database, log: silentLog, path: null, endSessions: endEverySignIn });
}

/** For tests: raises the fence in a transaction of its own, and leaves sessions as they are. Answers whether one was raised now. */
export const raiseFence = (database: Database, suspicion: Suspicion): Promise<boolean> =>
  database.transaction((tx) => raiseFenceWithin(tx, suspicion));

/** For tests: runs something while a fence is up, and lifts it in an administrator's name. */
export async function whileFenced(database: Database, adminId: UserId, work: () => Promise<void>): Promise<void> {
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
