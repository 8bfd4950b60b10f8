import type { FenceId, UserId } from '@kobogate/contract';
import type { Connection, Transaction } from '../../platform/database.ts';

/**
 * How many departures the database has counted, how many addresses it has given out, which database it is, and whether a fence
 * is up.
 */
export interface Departures {
  readonly installation: string;
  readonly epoch: bigint;
  readonly addresses: bigint;
  readonly isFenced: boolean;
}

/** Why a fence was raised. */
export type FenceCause =
  /** The restore command put an older database in place. */
  | 'restored'
  /** The file beside a server has more departures than the database. */
  | 'older-than-file'
  /** A bank has made a transfer with a reference in our form that the books don't know. */
  | 'unknown-transfer'
  /** The operator asked for it, with `RECOVERY=1`. */
  | 'operator';

/** While it is up nothing leaves. */
export interface Fence {
  readonly id: FenceId;
  readonly cause: FenceCause;
  /** For people: what was found. */
  readonly reason: string;
  readonly raisedAt: Date;
  /** The banks' lists are read from here on: safely before the newest payout in the books. */
  readonly readFrom: Date;
  readonly firstLiftedBy: UserId | null;
  readonly firstLiftedAt: Date | null;
}

/** What has been compared with the books since a fence was raised: a rail's list, or a network's chain. */
export interface RecoveryCheck {
  readonly part: 'rail' | 'chain';
  /** The rail's or the network's name. */
  readonly name: string;
  readonly state: 'reading' | 'done' | 'failed';
  /** For people: what was read, or why it could not be. */
  readonly detail: string;
  /** Up to when all of it was read; null: not yet. */
  readonly readTo: Date | null;
}

const FENCE = `f.id, f.cause, f.reason, f.raised_at as "raisedAt", f.read_from as "readFrom",
  f.first_lifted_by as "firstLiftedBy", f.first_lifted_at as "firstLiftedAt"`;

/** The fence that is up; null where none is. */
export async function findFence(connection: Connection): Promise<Fence | null> {
  const [row] = await connection.query<Fence>(
    `select ${FENCE} from fence f where f.lifted_at is null`,
    [],
    'fence-find',
  );
  return row ?? null;
}

const ADDRESSES = `(select coalesce(sum(next_index), 0)::bigint from derivation_counter)`;
const DEPARTURES = `installation, epoch, open_fence is not null as "isFenced", ${ADDRESSES} as addresses`;

/** The database's present count of departures. */
export async function loadDepartures(connection: Connection): Promise<Departures> {
  return one(await connection.query<Departures>(`select ${DEPARTURES} from departure`, [], 'departures'));
}

/**
 * The same as `loadDepartures`; no fence is raised or lifted until the transaction ends. Many may hold it at a time.
 */
export async function shareDepartures(tx: Transaction): Promise<Departures> {
  return one(await tx.query<Departures>(`select ${DEPARTURES} from departure for share`, [], 'departures-share'));
}

/** The same as `loadDepartures`, locked: nothing leaves until the transaction ends. */
export async function lockDepartures(tx: Transaction): Promise<Departures> {
  return one(await tx.query<Departures>(`select ${DEPARTURES} from departure for update`, [], 'departures-lock'));
}

/** Whether an order was ever made: nothing can have left a database without orders. */
export async function hasHistory(connection: Connection): Promise<boolean> {
  const [row] = await connection.query<{ is: boolean }>(`select exists (select 1 from customer_order) as is`);
  return row?.is ?? false;
}

/** What has been compared since a fence was raised, by part and name. */
export async function listChecks(connection: Connection, fenceId: FenceId): Promise<RecoveryCheck[]> {
  return connection.query<RecoveryCheck>(
    `select part, name, state, detail, read_to as "readTo" from recovery_check where fence_id = $1 order by part, name`,
    [fenceId],
  );
}

function one<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('the row of departures is not there');
  return row;
}

/**
 * Counts one more departure and answers it, with the addresses that were given out by then at least; null, and nothing is
 * counted, while a fence is up.
 */
export async function countDeparture(tx: Transaction): Promise<Omit<Departures, 'isFenced'> | null> {
  // One statement: a caller that waited here for a fence being raised sees it, since the condition is read again once
  // the lock is held.
  const [row] = await tx.query<Omit<Departures, 'isFenced'>>(
    `update departure set epoch = epoch + 1 where open_fence is null returning installation, epoch, ${ADDRESSES} as addresses`,
    [],
    'departures-count',
  );
  return row ?? null;
}

/** Raises the count to at least this: departures that another state of the database had counted. */
export async function raiseEpoch(tx: Transaction, least: bigint): Promise<void> {
  await tx.query(`update departure set epoch = greatest(epoch, $1)`, [least]);
}

/**
 * Up to when the books are certainly complete: before the newest payout that left by any rail, or where none did,
 * before the installation's first day. A margin for clocks and for payouts under way is subtracted.
 */
const READ_FROM = `coalesce(
  (select max(newest) from (select max(sent_at) as newest from payout group by rail) as by_rail),
  (select min(applied_at) from schema_migration), clock_timestamp()) - interval '6 hours'`;

/** Writes that a fence is up. The caller holds the departures' lock. */
export async function insertFence(
  tx: Transaction,
  { id, cause, reason, readFrom }: { id: FenceId; cause: FenceCause; reason: string; readFrom: Date | null },
): Promise<void> {
  await tx.query(
    `insert into fence (id, cause, reason, read_from) values ($1, $2, $3, least(${READ_FROM}, $4::timestamptz))`,
    [id, cause, reason, readFrom],
  );
  await tx.query(`update departure set open_fence = $1`, [id]);
}

/** Ends a fence for which another one is raised. The caller holds the departures' lock. */
export async function endReplaced(tx: Transaction, fenceId: FenceId): Promise<void> {
  await tx.query(`update fence set is_replaced = true, lifted_at = clock_timestamp() where id = $1`, [fenceId]);
}

/** Sets an earlier start for the lists of a fence that is up. What was read is read again. */
export async function readFromEarlier(tx: Transaction, fenceId: FenceId, from: Date): Promise<void> {
  const moved = await tx.query(`update fence set read_from = $2 where id = $1 and read_from > $2 returning id`, [
    fenceId,
    from,
  ]);
  if (moved.length > 0) await tx.query(`delete from recovery_check where fence_id = $1 and part = 'rail'`, [fenceId]);
}

/** Records the first of two approvals to lift a fence. */
export async function saveFirstLift(tx: Transaction, fenceId: FenceId, adminId: UserId): Promise<void> {
  await tx.query(`update fence set first_lifted_by = $2, first_lifted_at = clock_timestamp() where id = $1`, [
    fenceId,
    adminId,
  ]);
}

/** Beyond the count in any server's file: a server that was off at the time does not raise another fence. */
export const LEAP = 1_000_000n;

/**
 * Lifts a fence, and lets the departures continue from far beyond the count of any server. `onMachine` is the reason of
 * an operator in place of the second administrator. The caller holds the departures' lock.
 */
export async function saveLift(
  tx: Transaction,
  { fenceId, adminId, onMachine }: { fenceId: FenceId; adminId: UserId; onMachine: string | null },
): Promise<void> {
  await tx.query(
    `update fence set lifted_by = $2, lifted_at = clock_timestamp(), lifted_on_machine = $3 where id = $1`,
    [fenceId, adminId, onMachine],
  );
  await tx.query(`update departure set open_fence = null, epoch = epoch + $1`, [LEAP]);
}

/** Removes the first of two approvals to lift a fence: something new was found. */
export async function forgetFirstLift(tx: Transaction, fenceId: FenceId): Promise<void> {
  await tx.query(`update fence set first_lifted_by = null, first_lifted_at = null where id = $1`, [fenceId]);
}

/**
 * Records the progress of the comparison of one rail or network with the books, while this fence is up; does nothing
 * once it is lifted. `done` says that all of it was read up to `readTo` and its findings are booked: the fence is
 * lifted only once every connected rail and every watched network is done.
 */
export async function noteCheck(connection: Connection, fenceId: FenceId, check: RecoveryCheck): Promise<void> {
  await connection.query(
    `insert into recovery_check (fence_id, part, name, state, detail, read_to)
     select id, $2, $3, $4, $5, $6 from fence where id = $1 and lifted_at is null
     on conflict (fence_id, part, name) do update set state = excluded.state, detail = excluded.detail,
       read_to = excluded.read_to, updated_at = clock_timestamp()`,
    [fenceId, check.part, check.name, check.state, check.detail, check.readTo],
  );
}
