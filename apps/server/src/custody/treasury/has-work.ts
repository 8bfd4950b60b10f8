import { createBatchedRead } from '../../platform/batched-read.ts';
import type { Connection } from '../../platform/database.ts';
import { listWork, type NetworkWork } from './db.ts';

/** Whether there may be something of this work to do on a network. */
export type HasWork = (asked: NetworkWork) => Promise<boolean>;

/**
 * Asks for all networks in one statement, as their turns come at the same moments: most have nothing to do most of the
 * time. It says only whether to look; who looks decides on the rows themselves.
 */
export function createHasWork(connection: Connection): HasWork {
  return createBatchedRead(async (asked: readonly NetworkWork[]) => {
    const found = await listWork(connection);
    return asked.map(({ work, network }) => found.some((each) => each.work === work && each.network === network));
  });
}
