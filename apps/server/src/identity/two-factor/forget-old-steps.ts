import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { deleteOldSteps } from './db.ts';

/** Removes second steps and unfinished set-ups that have ended. */
export const forgetOldSteps = ({ database, clock }: { database: Database; clock: Clock }): Promise<void> =>
  deleteOldSteps(database, clock.now());
