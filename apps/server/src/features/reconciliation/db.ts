import { reconciliationSchema, type ReconciliationDetail, type ReconciliationSummary } from '@kobogate/contract';
import type { Connection, Transaction } from '../../platform/database.ts';
import type { OwnPayout } from './compare-statement.ts';

interface PayoutRow {
  id: string;
  order_id: string;
  reference: string;
  amount_kobo: string;
  status: OwnPayout['status'];
  fee_kobo: string | null;
}

const readPayout = (row: PayoutRow): OwnPayout => ({
  id: row.id,
  orderId: row.order_id,
  reference: row.reference,
  amountKobo: BigInt(row.amount_kobo),
  status: row.status,
  bookedFeeKobo: row.fee_kobo === null ? null : BigInt(row.fee_kobo),
});

const PAYOUT = `
  select p.id, p.order_id, p.reference, p.amount_kobo, p.status, t.amount as fee_kobo
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

/** Those of the references that a rail has from us. */
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
  id: string;
  day: string;
  outcome: ReconciliationSummary['outcome'];
  difference_count: number;
  started_at: Date;
  finished_at: Date;
  is_scheduled: boolean;
  run_by_name: string | null;
  report: unknown;
}

const COLUMNS = `r.id, to_char(r.day, 'YYYY-MM-DD') as day, r.outcome, r.difference_count, r.started_at, r.finished_at,
  r.is_scheduled, nullif(concat_ws(' ', u.first_name, u.last_name), '') as run_by_name`;
const FROM = 'from reconciliation r left join app_user u on u.id = r.run_by';

const readSummary = (row: ReconciliationRow): ReconciliationSummary => ({
  id: row.id,
  day: row.day,
  outcome: row.outcome,
  differenceCount: row.difference_count,
  startedAt: row.started_at.toISOString(),
  finishedAt: row.finished_at.toISOString(),
  isScheduled: row.is_scheduled,
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
export async function loadReconciliation(connection: Connection, id: string): Promise<ReconciliationDetail | null> {
  const [row] = await connection.query<ReconciliationRow>(`select ${COLUMNS}, r.report ${FROM} where r.id = $1`, [id]);
  return row === undefined ? null : readDetail(row);
}

/** The one that was made last, of whatever day, or null before the first. */
export async function newestReconciliation(connection: Connection): Promise<ReconciliationDetail | null> {
  const [row] = await connection.query<ReconciliationRow>(
    `select ${COLUMNS}, r.report ${FROM} order by r.finished_at desc, r.id desc limit 1`,
  );
  return row === undefined ? null : readDetail(row);
}

/** Whether the day's own one is there, or the day ended before the gateway was set up. */
export async function isDayDone(connection: Connection, day: string, end: Date): Promise<boolean> {
  const [row] = await connection.query<{ done: boolean }>(
    `select exists (select 1 from reconciliation where day = $1 and is_scheduled)
       or (select min(applied_at) from schema_migration) >= $2 as done`,
    [day, end],
  );
  return row?.done ?? true;
}

export interface NewReconciliation extends Omit<ReconciliationDetail, 'runBy'> {
  readonly adminId: string | null;
}

/** Writes one for ever; false where the day's own one is there already. */
export async function insertReconciliation(tx: Transaction, made: NewReconciliation): Promise<boolean> {
  const rows = await tx.query(
    `insert into reconciliation (id, day, outcome, difference_count, started_at, finished_at, is_scheduled, run_by, report)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (day) where is_scheduled do nothing returning id`,
    [
      made.id,
      made.day,
      made.outcome,
      made.differenceCount,
      made.startedAt,
      made.finishedAt,
      made.isScheduled,
      made.adminId,
      JSON.stringify(made.report),
    ],
  );
  return rows.length > 0;
}
