import type { Clock } from '../../platform/clock.ts';
import type { Connection } from '../../platform/database.ts';
import { countWithoutMonth, dropMonths, makeMonths } from './db.ts';

const DAY_MS = 86_400_000;
/** So many days ahead there is a part for each month: longer than a failing timer goes unnoticed. */
const AHEAD_DAYS = 92;
/** An event may be handled late, and its notice belongs to the event's month. */
const LATE_DAYS = 30;

interface Keeping {
  readonly database: Connection;
  readonly clock: Clock;
}

/**
 * Makes the parts of the coming months, and drops those of past ones of which every notice was erased. Any number of processes may
 * do it at once. Throws where a lock is taken for longer than a second, with nothing changed: the next run does it.
 */
export async function keepMonths({ database, clock }: Keeping): Promise<void> {
  const now = clock.now().getTime();
  await makeMonths(database, new Date(now + AHEAD_DAYS * DAY_MS));
  await dropMonths(database, new Date(now - LATE_DAYS * DAY_MS));
}

/** How many notices of the last day are in no month's part: 0 while `keepMonths` runs and clocks are right. */
export const countStrayNotices = ({ database, clock }: Keeping): Promise<number> =>
  countWithoutMonth(database, new Date(clock.now().getTime() - DAY_MS));
