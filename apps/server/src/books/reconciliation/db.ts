import { type Kobo, toKobo } from '@kobogate/money';
import {
  reconciliationSchema,
  type ReconciliationDetail,
  type ReconciliationSummary,
  type OrderId,
  type UserId,
  type PayoutId,
  type ReconciliationId,
} from '@kobogate/contract';
import type { Connection, Transaction } from '../../platform/database.ts';
import type { OwnPayout } from './compare-statement.ts';
import { timeOfTry } from './time-of-try.ts';

interface PayoutRow {
  id: PayoutId;
  order_id: OrderId;
  reference: string;
  amount_kobo: string;
  status: OwnPayout['status'];
  sent_at: Date | null;
  fee_kobo: string | null;
}

const readPayout = (row: PayoutRow): OwnPayout => ({
  id: row.id,
  orderId: row.order_id,
  reference: row.reference,
  amountKobo: toKobo(row.amount_kobo),
  status: row.status,
  sentAt: row.sent_at,
  bookedFeeKobo: row.fee_kobo === null ? null : toKobo(row.fee_kobo),
});

const PAYOUT = `
  select p.id, p.order_id, p.reference, p.amount_kobo, p.status, p.sent_at, t.amount as fee_kobo
  from payout p left join ledger_transfer t on t.source = 'payout-fee' and t.source_id = p.id::text and t.line = 0`;

/** The payouts that left by a rail from `start` up to `end`. */
export async function listPayoutsSent(
  connection: Connection,
  rail: string,
  { start, end }: { readonly start: Date; readonly end: Date },
): Promise<OwnPayout[]> {
  const rows = await connection.query<PayoutRow>(
    `${PAYOUT} where p.rail = $1 and p.sent_at >= $2 and p.sent_at < $3 order by p.sent_at, p.id`,
    [rail, start, end],
  );
  return rows.map(readPayout);
}

/** Our payouts by a rail with one of these references. */
export async function findPayouts(
  connection: Connection,
  rail: string,
  references: readonly string[],
): Promise<OwnPayout[]> {
  const rows = await connection.query<PayoutRow>(`${PAYOUT} where p.reference = any($2) and p.rail = $1`, [
    rail,
    references,
  ]);
  return rows.map(readPayout);
}

interface ReconciliationRow {
  id: ReconciliationId;
  day: string;
  outcome: ReconciliationSummary['outcome'];
  difference_count: number;
  started_at: Date;
  finished_at: Date;
  is_scheduled: boolean;
  attempt: number;
  is_unclear: boolean;
  is_newest: boolean;
  tries: number | null;
  run_by_name: string | null;
  report: unknown;
}

const COLUMNS = `r.id, to_char(r.day, 'YYYY-MM-DD') as day, r.outcome, r.difference_count, r.started_at, r.finished_at,
  r.is_scheduled, r.attempt, r.is_unclear, r.is_newest, r.tries, nullif(concat_ws(' ', u.first_name, u.last_name), '') as run_by_name`;
/** Every comparison, whether it is its day's newest, and the last automatic try of its day. */
const PLACED = `(
  select *, row_number() over (partition by day order by finished_at desc, id desc) = 1 as is_newest,
    max(attempt) filter (where is_scheduled) over (partition by day) as tries
  from reconciliation)`;
const FROM = `from ${PLACED} r left join app_user u on u.id = r.run_by`;

const readSummary = (row: ReconciliationRow): ReconciliationSummary => ({
  id: row.id,
  day: row.day,
  outcome: row.outcome,
  differenceCount: row.difference_count,
  startedAt: row.started_at.toISOString(),
  finishedAt: row.finished_at.toISOString(),
  isScheduled: row.is_scheduled,
  attempt: row.attempt,
  isNewest: row.is_newest,
  nextAt: nextTry(row)?.toISOString() ?? null,
  runBy: row.run_by_name,
});

const readDetail = (row: ReconciliationRow): ReconciliationDetail => ({
  ...readSummary(row),
  report: reconciliationSchema.parse(row.report),
});

/** The newest 100, newest first. */
export async function listReconciliations(connection: Connection): Promise<ReconciliationSummary[]> {
  const rows = await connection.query<ReconciliationRow>(
    `select ${COLUMNS} ${FROM} order by r.finished_at desc, r.id desc limit 100`,
  );
  return rows.map(readSummary);
}

/** One of them, or null. */
export async function loadReconciliation(
  connection: Connection,
  id: ReconciliationId,
): Promise<ReconciliationDetail | null> {
  const [row] = await connection.query<ReconciliationRow>(`select ${COLUMNS}, r.report ${FROM} where r.id = $1`, [id]);
  return row === undefined ? null : readDetail(row);
}

/** The findings of a day's newest comparison that the next one needs. */
export interface UnclearDay extends Pick<ReconciliationSummary, 'day' | 'outcome' | 'differenceCount'> {
  readonly attempt: number;
  readonly nextAt: Date;
}

/**
 * The days that are compared again automatically, the oldest first, each with the number of its next try and its time.
 */
export async function listUnclearDays(connection: Connection): Promise<UnclearDay[]> {
  const rows = await connection.query<ReconciliationRow>(
    `select ${COLUMNS} ${FROM} where r.is_newest and r.is_unclear and r.tries is not null order by r.day`,
  );
  return rows.flatMap((row) => {
    const nextAt = nextTry(row);
    if (nextAt === null) return [];
    const { day, outcome, differenceCount } = readSummary(row);
    return [{ day, outcome, differenceCount, attempt: (row.tries ?? 0) + 1, nextAt }];
  });
}

const nextTry = ({ is_newest, is_unclear, tries, finished_at }: ReconciliationRow): Date | null =>
  is_newest && is_unclear && tries !== null ? timeOfTry(tries + 1, finished_at) : null;

/**
 * The gap between a rail's float and the ledger at the timer's last comparison of an earlier day, or null before the first
 * one. What an administrator compares in between changes nothing about what a day is found to differ by.
 */
export async function loadFloatGap(
  connection: Connection,
  place: string,
  day: string,
): Promise<{ gapKobo: Kobo; at: Date } | null> {
  const [row] = await connection.query<{ gap: string; finished_at: Date }>(
    `select part ->> 'floatGapKobo' as gap, finished_at
     from reconciliation, jsonb_array_elements(report -> 'parts') as part
     where is_scheduled and day < $2 and part ->> 'area' = 'bank' and part ->> 'name' = $1
       and part ->> 'floatGapKobo' is not null
     order by finished_at desc, id desc limit 1`,
    [place, day],
  );
  return row === undefined ? null : { gapKobo: toKobo(row.gap), at: row.finished_at };
}

/** Days without a server that are compared later; before them an administrator compares those that matter. */
const MOST_DAYS_LATER = 7;

/**
 * The days whose scheduled comparison is missing, the oldest first: `last`, and those since the one that was compared before,
 * on which no server ran. Not those that ended before the gateway was set up.
 */
export async function listDaysToCompare(connection: Connection, last: string): Promise<string[]> {
  const rows = await connection.query<{ day: string }>(
    `select to_char(d, 'YYYY-MM-DD') as day
     from generate_series(greatest(
       coalesce((select max(day) + 1 from reconciliation where is_scheduled and attempt = 0 and day < $1::date), $1::date),
       $1::date - ${MOST_DAYS_LATER}), $1::date, interval '1 day') d
     where not exists (select from reconciliation r where r.day = d::date and r.is_scheduled and r.attempt = 0)
       and (select min(applied_at) from schema_migration) < (d::date + 1)::timestamp at time zone 'Africa/Lagos' order by d`,
    [last],
  );
  return rows.map(({ day }) => day);
}

export interface NewReconciliation extends Omit<ReconciliationDetail, 'runBy' | 'isNewest' | 'nextAt'> {
  readonly adminId: UserId | null;
}

/** Writes a comparison for ever; false where this try of the day exists already. */
export async function insertReconciliation(tx: Transaction, made: NewReconciliation): Promise<boolean> {
  const rows = await tx.query(
    `insert into reconciliation (id, day, outcome, difference_count, started_at, finished_at, is_scheduled, attempt, run_by, report)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (day, attempt) where is_scheduled do nothing returning id`,
    [
      made.id,
      made.day,
      made.outcome,
      made.differenceCount,
      made.startedAt,
      made.finishedAt,
      made.isScheduled,
      made.attempt,
      made.adminId,
      JSON.stringify(made.report),
    ],
  );
  return rows.length > 0;
}

/** Payouts without an outcome by state, and what the newest comparison said; null: none was made. */
export interface BooksMeasures {
  readonly payouts: readonly { readonly state: string; readonly count: number; readonly oldestAt: Date | null }[];
  readonly differ: boolean | null;
  /** When a day was last compared to its end. */
  readonly comparedAt: Date | null;
}

/** Reads by the indexes of open payouts and of the newest comparison. */
export async function measureBooks(connection: Connection): Promise<BooksMeasures> {
  const [payouts, [newest]] = await Promise.all([
    connection.query<BooksMeasures['payouts'][number]>(
      `select state, count(p.id)::int as count, min(p.created_at) as "oldestAt"
       from unnest(array['queued', 'sent', 'unknown']) as state left join payout p on p.status = state
         and p.status in ('queued', 'sent', 'unknown') group by state`,
      [],
      'measure-payouts',
    ),
    connection.query<{ outcome: string; finishedAt: Date }>(
      // An administrator who compares another day makes no difference look settled.
      `with scheduled as (select max(day) as day from reconciliation where is_scheduled and outcome <> 'not-compared')
       select r.outcome, (select max(finished_at) from reconciliation where outcome <> 'not-compared') as "finishedAt"
       from reconciliation r, scheduled s where r.outcome <> 'not-compared' and r.day = coalesce(s.day, r.day)
       order by r.finished_at desc, r.id desc limit 1`,
      [],
      'measure-reconciliation',
    ),
  ]);
  return {
    payouts,
    differ: newest === undefined ? null : newest.outcome === 'differs',
    comparedAt: newest?.finishedAt ?? null,
  };
}
