import type { RetentionKind, UserId } from '@kobogate/contract';
import type { Connection, Transaction } from '../../platform/database.ts';
import type { HeldRows, PastRows } from '../../platform/past-rows.ts';
import { HAS_BEGUN } from '../../sales/index.ts';

/** What is under way for a person, as counts; `balances` by the ledger's accounts that are not empty. */
export interface UnderWay {
  readonly deposits: number;
  readonly refunds: number;
  readonly payouts: number;
  readonly orders: number;
  /** Until when the last of the orders waits for coins that hold a rate; null where none does. */
  readonly awaitedUntil: Date | null;
  /** When the newest order was made; null where there is none. */
  readonly lastOrderAt: Date | null;
  readonly balances: readonly { readonly kind: string; readonly asset: string; readonly amount: bigint }[];
}

/** The money of a person that is under way; `codes` are the ledger's accounts that they may have. */
export async function readUnderWay(
  connection: Connection,
  { userId, codes, now }: { userId: UserId; codes: readonly string[]; now: Date },
): Promise<UnderWay> {
  const [row] = await connection.query<Omit<UnderWay, 'balances'>>(
    `select
       (select count(*)::int from deposit where user_id = $1 and status in ('seen', 'confirming')) as deposits,
       (select count(*)::int from refund where user_id = $1 and status in ('requested', 'approved', 'planned', 'sent', 'seen')) as refunds,
       (select count(*)::int from customer_order where user_id = $1 and payout not in ('none', 'paid')) as payouts,
       (select count(*)::int from customer_order o where user_id = $1 and status <> 'declined' and payout = 'none'
          and (funding in ('confirming', 'underpaid', 'funded', 'overpaid', 'late'))) as orders,
       (select max(lock_expires_at) from customer_order o where user_id = $1 and status <> 'declined' and funding = 'awaiting'
          and lock_expires_at > $2) as "awaitedUntil",
       (select max(created_at) from customer_order o where user_id = $1 and ${HAS_BEGUN}) as "lastOrderAt"`,
    [userId, now],
  );
  if (row === undefined) throw new Error('the database gave no row');
  const balances = await connection.query<{ kind: string; asset: string; amount: string }>(
    `select kind, asset, balance as amount from ledger_account where code = any($1) and balance <> 0 order by id`,
    [codes],
  );
  return { ...row, balances: balances.map(({ amount, ...rest }) => Object.assign(rest, { amount: BigInt(amount) })) };
}

/** How an account was closed; null where it is not. */
export interface ClosedState {
  readonly at: Date;
  /** The administrator's name; null: its owner closed it. */
  readonly by: string | null;
  readonly eraseFrom: Date;
  readonly erasedAt: Date | null;
}

/** When and by which administrator an account was closed, and when it is erased; null where it is open. */
export async function findClosed(connection: Connection, userId: UserId): Promise<ClosedState | null> {
  const [row] = await connection.query<ClosedState>(
    `select u.closed_at as at, trim(a.first_name || ' ' || a.last_name) as by, u.erase_from as "eraseFrom", u.erased_at as "erasedAt"
     from app_user u left join app_user a on a.id = u.closed_by where u.id = $1 and u.closed_at is not null`,
    [userId],
  );
  return row ?? null;
}

/** As SQL: why a closed account `u` whose time is over is not erased yet. */
const COINS_WAIT = `exists (select from late_deposit l join deposit d on d.id = l.deposit_id
  where l.user_id = u.id and l.settled_at is null and d.status = 'confirmed')`;
const REFUND_UNDER_WAY = `exists (select from refund r where r.user_id = u.id and r.status not in ('final', 'declined'))`;
const PAYOUT_UNDER_WAY = `exists (select from customer_order o where o.user_id = u.id and o.payout not in ('none', 'paid'))`;
const OWES = `exists (select from ledger_account a
  where a.kind = 'receivable' and a.balance > 0 and split_part(a.code, ':', 3) = u.id::text)`;

/** Counts closed accounts whose time is over, at most `most`: those that can be erased, and those that are held, by each reason. */
export async function countToErase(connection: Connection, now: Date, most: number): Promise<PastRows> {
  const rows = await connection.query<HeldRows & { reason: string }>(
    `with past as (
       select u.erase_from, ${COINS_WAIT} as coins, ${REFUND_UNDER_WAY} as refund, ${PAYOUT_UNDER_WAY} as payout, ${OWES} as owes
       from app_user u where u.closed_at is not null and u.erased_at is null and u.erase_from <= $1 order by u.erase_from limit $2
     )
     select reason, count(*)::int as count, min(erase_from) as oldest
     from past cross join lateral (values ('none', not (coins or refund or payout or owes)), ('coins', coins), ('refund', refund),
       ('payout', payout), ('owes', owes)) held (reason, holds)
     where holds group by reason`,
    [now, most],
  );
  const { none = { count: 0, oldest: null }, ...held } = Object.fromEntries(
    rows.map(({ reason, ...found }) => [reason, found]),
  );
  return { ...none, held };
}

/**
 * Closed accounts whose time is over at `now`, locked, at most `limit`, those that have waited longest first. It leaves out
 * accounts with coins that wait for a decision, a refund under way, a payout that came back, or a debt to us: for these we
 * still have to know who the owner is.
 */
export async function lockToErase(tx: Transaction, now: Date, limit: number): Promise<UserId[]> {
  const rows = await tx.query<{ id: UserId }>(
    `select u.id from app_user u where u.closed_at is not null and u.erased_at is null and u.erase_from <= $1
       and not ${COINS_WAIT} and not ${REFUND_UNDER_WAY} and not ${PAYOUT_UNDER_WAY} and not ${OWES}
     order by u.erase_from, u.id limit $2 for no key update of u skip locked`,
    [now, limit],
  );
  return rows.map(({ id }) => id);
}

/** What the task knows of the clock. */
export interface KeptClock {
  /** Its time at the last look. */
  readonly seenAt: Date;
  /** Until when nothing is erased; null: the time is believed. */
  readonly waitsUntil: Date | null;
}

/**
 * The clock at the last look of the daily task, locked until the transaction ends; before the first one when it last erased, or
 * `now`.
 */
export async function lockClock(tx: Transaction, now: Date): Promise<KeptClock> {
  await tx.query(
    `insert into retention_clock (seen_at) select coalesce((select max(started_at) from retention_run), $1) on conflict do nothing`,
    [now],
  );
  const [row] = await tx.query<KeptClock>(
    `select seen_at as "seenAt", waits_until as "waitsUntil" from retention_clock for update`,
  );
  if (row === undefined) throw new Error('the clock of the daily task is not there');
  return row;
}

/** The clock at the last look of the daily task, not locked; null: it has never looked. */
export async function findClock(connection: Connection): Promise<KeptClock | null> {
  const [row] = await connection.query<{ seenAt: Date | null; waitsUntil: Date | null }>(
    `select coalesce(c.seen_at, (select max(started_at) from retention_run)) as "seenAt", c.waits_until as "waitsUntil"
     from (select 1) one left join retention_clock c on true`,
  );
  return row === undefined || row.seenAt === null ? null : { seenAt: row.seenAt, waitsUntil: row.waitsUntil };
}

/** Records what is known of the locked clock. */
export async function saveClock(tx: Transaction, { seenAt, waitsUntil }: KeptClock): Promise<void> {
  await tx.query(`update retention_clock set seen_at = $1, waits_until = $2`, [seenAt, waitsUntil]);
}

/** A run of the daily task for one kind. */
export interface Run {
  /** Such as `2026-11-26`. */
  readonly day: string;
  readonly cutoff: Date;
}

const DAY = `to_char(day, 'YYYY-MM-DD') as day`;

/**
 * The oldest run of a kind that is not finished, locked: one that was cut off, or today's, which begins where the last finished one
 * came to. Null where today's is finished.
 */
export async function lockRun(
  tx: Transaction,
  { kind, day, cutoff }: { kind: RetentionKind; day: string; cutoff: Date },
): Promise<Run | null> {
  await tx.query(
    `insert into retention_run (day, kind, cutoff) values ($1::date, $2, $3)
     on conflict (day, kind) do nothing`,
    [day, kind, cutoff],
  );
  const [run] = await tx.query<Run>(
    `select ${DAY}, cutoff from retention_run where kind = $1 and finished_at is null order by retention_run.day limit 1 for update`,
    [kind],
  );
  return run ?? null;
}

/** Adds a batch to a locked run. */
export async function saveBatch(
  tx: Transaction,
  { kind, day, erased, isDone }: Omit<Run, 'cutoff'> & { kind: RetentionKind; erased: number; isDone: boolean },
): Promise<void> {
  await tx.query(
    `update retention_run set erased = erased + $3, finished_at = case when $4 then clock_timestamp() end
     where day = $1::date and kind = $2`,
    [day, kind, erased, isDone],
  );
}

/** A run, and how far it came. */
export interface MadeRun extends Run {
  readonly kind: RetentionKind;
  readonly erased: number;
  readonly finishedAt: Date | null;
}

/** The newest run of each kind, and the newest of each that erased something; of a kind that never ran there is none. */
export function listNewestRuns(connection: Connection, kinds: readonly RetentionKind[]): Promise<MadeRun[]> {
  return connection.query(
    `select to_char(r.day, 'YYYY-MM-DD') as day, r.kind, r.cutoff, r.erased::float8 as erased, r.finished_at as "finishedAt"
     from unnest($1::text[]) k (kind) cross join lateral (
       (select * from retention_run where kind = k.kind order by day desc limit 1)
       union (select * from retention_run where kind = k.kind and erased > 0 order by day desc limit 1)) r
     order by r.day desc`,
    [kinds],
  );
}

/** The newest runs that erased something or go on. */
export function listRuns(connection: Connection): Promise<MadeRun[]> {
  return connection.query(
    `select ${DAY}, kind, cutoff, erased::float8 as erased, finished_at as "finishedAt" from retention_run
     where erased > 0 or finished_at is null order by retention_run.day desc, kind limit 60`,
  );
}
