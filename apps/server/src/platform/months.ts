import type { Clock } from './clock.ts';
import type { Connection } from './database.ts';

const DAY_MS = 86_400_000;
/** So many days ahead there is a part for each month: longer than a failing timer goes unnoticed. */
const AHEAD_DAYS = 92;

/** The tables that are in parts by month, each with the column of the id whose time says in which month a row is. */
const IN_MONTHS = { notification: 'source', order_event: 'order_id' } as const;
export type TableInMonths = keyof typeof IN_MONTHS;

/**
 * Makes the parts of the coming three months of a table. Any number of processes may do it at once. Throws where a lock is taken for
 * longer than a second, with nothing changed: the next run does it.
 */
export async function makeMonths(
  { database, clock }: { readonly database: Connection; readonly clock: Clock },
  table: TableInMonths,
): Promise<void> {
  const until = new Date(clock.now().getTime() + AHEAD_DAYS * DAY_MS);
  await database.query(`select make_months($1, $2, $3)`, [table, IN_MONTHS[table], until]);
}
