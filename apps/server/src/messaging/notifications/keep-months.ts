import type { Clock } from '../../platform/clock.ts';
import type { Connection } from '../../platform/database.ts';
import { makeMonths } from '../../platform/months.ts';
import { dropMonths } from './db.ts';

const DAY_MS = 86_400_000;
/** An event may be handled late, and its notice belongs to the event's month. */
const LATE_DAYS = 30;

/**
 * Makes the parts of the coming months, and drops those of past ones of which every notice was erased. Any number of processes may
 * do it at once. Throws where a lock is taken for longer than a second, with nothing changed: the next run does it.
 */
export async function keepMonths({
  database,
  clock,
}: {
  readonly database: Connection;
  readonly clock: Clock;
}): Promise<void> {
  await makeMonths({ database, clock }, 'notification');
  await dropMonths(database, new Date(clock.now().getTime() - LATE_DAYS * DAY_MS));
}
