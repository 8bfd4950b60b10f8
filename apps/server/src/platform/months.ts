import { dateTimeText } from '@kobogate/contract';
import type { Clock } from './clock.ts';
import type { Connection } from './database.ts';

const DAY_MS = 86_400_000;
/** So many days ahead there is a part for each month: longer than a failing timer goes unnoticed. */
const AHEAD_DAYS = 92;

/**
 * The tables that are in parts by month, each with the column of the id whose time says in which month a row is, as SQL which rows were
 * written since the time $1, what a row is told people as, and the last of the three migrations that put the table in parts: the first of
 * them bounds what it takes.
 */
const IN_MONTHS = {
  notification: {
    idColumn: 'source',
    isSince: 'created_at > $1',
    row: 'notice',
    lastMigration: '0252_notices_by_month.sql',
  },
  order_event: {
    idColumn: 'order_id',
    // By the order, which the index begins with: a line of an older order has a part, as none of them is dropped.
    isSince: 'order_id >= first_id_at($1)::uuid and at > $1',
    row: 'order',
    lastMigration: '0472_history_by_month.sql',
  },
} as const;
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
  await database.query(`select make_months($1, $2, $3)`, [table, IN_MONTHS[table].idColumn, until]);
}

/** More are not counted. */
const MOST_COUNTED = 10_000;

/** How many rows of the last day are in no month's part of a table, 10,000 at most: 0 while the table's timer runs and clocks are right. */
export async function countStrayRows(
  { database, clock }: { readonly database: Connection; readonly clock: Clock },
  table: TableInMonths,
): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::int as count from (select from ${table}_other where ${IN_MONTHS[table].isSince} limit $2) found`,
    [new Date(clock.now().getTime() - DAY_MS), MOST_COUNTED],
    `${table}-without-month`,
  );
  return row?.count ?? 0;
}

/** A table that a part of its migrations has prepared for months: it refuses what is made from a time on, until the rest is applied. */
export interface UnfinishedMonths {
  readonly table: TableInMonths;
  readonly refusesFrom: Date;
}

/** The tables whose change into parts by month was begun and not finished. Also on a database without any schema. */
export async function listUnfinishedMonths(connection: Connection): Promise<readonly UnfinishedMonths[]> {
  const rows = await connection.query<{ table: TableInMonths; bound: string }>(
    // Once that is finished the check belongs to the first part, under another name.
    `select c.relname as "table", substring(pg_get_constraintdef(k.oid) from '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}') as bound
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where c.oid in (select to_regclass(name) from unnest($1::text[]) name) and k.conname = c.relname || '_first_part' order by 1`,
    [Object.keys(IN_MONTHS)],
  );
  return rows.map(({ table, bound }) => ({ table, refusesFrom: timeOfId(bound) }));
}

/** The time with which an id (UUID version 7) begins. Pure. */
const timeOfId = (id: string): Date => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));

/** What an operator has to know of such a table, and to do, in a sentence. Pure. */
export function describeUnfinished({ table, refusesFrom }: UnfinishedMonths, now: Date): string {
  const { row, lastMigration } = IN_MONTHS[table];
  const from = dateTimeText(refusesFrom.toISOString());
  const effect =
    refusesFrom <= now ? `has refused every new ${row} since ${from}` : `refuses every ${row} made from ${from} on`;
  return `${table} ${effect}, as its parts by month were begun and ${lastMigration} is not applied: npm run migrate`;
}
