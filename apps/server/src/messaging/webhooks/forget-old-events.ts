import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { deleteOldEvents } from '../deliveries/db.ts';
import { deleteOldListeners } from './db.ts';

/** How long a program may fetch events that it has missed. */
const KEPT_MS = 30 * 86_400_000;

/**
 * Removes events older than 30 days with their deliveries, except deliveries that still wait, and what has not listened
 * for as long.
 */
export async function forgetOldEvents({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_MS);
  await deleteOldEvents(database, before);
  await deleteOldListeners(database, before);
}
