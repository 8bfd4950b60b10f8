import type { Connection, Transaction } from '../../platform/database.ts';
import type { BlockRef } from '../deposits/blocks.ts';

export interface WatcherNote {
  readonly headHeight: bigint | null;
  readonly stalled: string | null;
  readonly secondsLeft: number | null;
}

interface WatcherRow {
  readonly network: string;
  readonly height: bigint | null;
  readonly headHeight: bigint | null;
  readonly checkedAt: Date | null;
  readonly stalled: string | null;
  readonly secondsLeft: number | null;
}

/** How far each network has been read, as its watcher last noted. */
export function listWatchers(connection: Connection): Promise<WatcherRow[]> {
  return connection.query<WatcherRow>(
    `select w.network, (select max(b.height) from block b where b.network = w.network) as height,
            w.head_height as "headHeight", w.checked_at as "checkedAt", w.stalled, w.seconds_left as "secondsLeft"
     from watcher w order by w.network`,
  );
}

/** How far a network is read, and its watcher's last note. */
type NetworkReading = Omit<WatcherRow, 'network' | 'secondsLeft'>;

/** How far a network is read; all null where it was never watched. */
export async function findReading(connection: Connection, network: string): Promise<NetworkReading> {
  const [row] = await connection.query<NetworkReading>(
    `select (select max(height) from block b where b.network = $1) as height, head_height as "headHeight",
       checked_at as "checkedAt", stalled from watcher where network = $1`,
    [network],
  );
  return row ?? { height: null, headHeight: null, checkedAt: null, stalled: null };
}

/**
 * Records what the watcher last found: the node's newest block (null: unknown), why it waits (null: it goes on), and
 * how long it still needs to reach that block (null: it is up to date, or this is unknown).
 */
export async function saveWatcher(
  connection: Connection,
  network: string,
  { headHeight, stalled, secondsLeft }: WatcherNote,
): Promise<void> {
  await connection.query(
    `insert into watcher (network, head_height, checked_at, stalled, seconds_left)
     values ($1, $2, clock_timestamp(), $3, $4)
     on conflict (network) do update set head_height = coalesce(excluded.head_height, watcher.head_height),
       checked_at = excluded.checked_at, stalled = excluded.stalled, seconds_left = excluded.seconds_left`,
    [network, headHeight, stalled, secondsLeft],
    'save-watcher',
  );
}

/** The most untraced blocks that are kept for each network: those of a day on the fastest one. */
const MOST_KEPT = 200_000n;

/** Notes blocks that could not be traced; those far below them are given up. */
export async function insertUntraced(tx: Transaction, network: string, blocks: readonly BlockRef[]): Promise<void> {
  const newest = blocks.at(-1);
  if (newest === undefined) return;
  await tx.query(
    `insert into untraced_block (network, height, hash) select $1, * from unnest($2::bigint[], $3::text[])
     on conflict (network, height) do update set hash = excluded.hash`,
    [network, blocks.map(({ height }) => height.toString()), blocks.map(({ hash }) => hash)],
    'insert-untraced',
  );
  await tx.query(
    `delete from untraced_block where network = $1 and height <= $2`,
    [network, newest.height - MOST_KEPT],
    'give-up-untraced',
  );
}

/** Untraced blocks, the newest first: their coins are the ones that a customer waits for. */
export function listUntraced(connection: Connection, network: string, limit: number): Promise<BlockRef[]> {
  return connection.query<BlockRef>(
    `select height, hash from untraced_block where network = $1 order by height desc limit $2`,
    [network, limit],
    'list-untraced',
  );
}

/** Forgets an untraced block. False where it was traced, or replaced, by another process. */
export async function deleteUntraced(tx: Transaction, network: string, { height, hash }: BlockRef): Promise<boolean> {
  const rows = await tx.query(
    `delete from untraced_block where network = $1 and height = $2 and hash = $3 returning height`,
    [network, height, hash],
  );
  return rows.length === 1;
}

/** Forgets the untraced blocks above a height, which the chain has replaced. */
export async function deleteUntracedAbove(tx: Transaction, network: string, height: bigint): Promise<void> {
  await tx.query(`delete from untraced_block where network = $1 and height > $2`, [network, height]);
}
