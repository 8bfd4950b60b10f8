import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { deleteOldEvents } from './db.ts';

/** As long as a program may fetch what it has missed. */
const KEPT_MS = 30 * 86_400_000;

/** Removes events of more than 30 days ago with their deliveries, but what still waits to be delivered. */
export const forgetOldEvents = ({ database, clock }: { database: Database; clock: Clock }): Promise<void> =>
  deleteOldEvents(database, new Date(clock.now().getTime() - KEPT_MS));
