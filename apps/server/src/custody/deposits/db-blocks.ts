import type { Connection, Transaction } from '../../platform/database.ts';
import type { BlockRef } from './blocks.ts';
import type { BlockHeader } from './chain.ts';

/** The newest block that was read; null where the network was never watched. */
export async function findTip(connection: Connection, network: string): Promise<BlockRef | null> {
  const [tip] = await listBlocksDown(connection, network, null, 1);
  return tip ?? null;
}

/**
 * Where a network was left: the newest block that was read, and whether a deposit still waits for confirmations; null where
 * it was never watched. One question, because each look of each watcher asks it.
 */
export async function findCursor(
  connection: Connection,
  network: string,
): Promise<{ readonly tip: BlockRef; readonly hasOpenDeposits: boolean } | null> {
  const [row] = await connection.query<BlockRef & { hasOpenDeposits: boolean }>(
    `select height, hash,
       exists (select from deposit where network = $1 and status in ('seen', 'confirming')) as "hasOpenDeposits"
     from block where network = $1 order by height desc limit 1`,
    [network],
    'find-cursor',
  );
  if (row === undefined) return null;
  const { hasOpenDeposits, ...tip } = row;
  return { tip, hasOpenDeposits };
}

/** How far a network is read, and what its watcher last said of it. */
export interface NetworkReading {
  readonly height: bigint | null;
  readonly headHeight: bigint | null;
  readonly checkedAt: Date | null;
  readonly stalled: string | null;
}

/** How far a network is read; all null where it was never watched. */
export async function findReading(connection: Connection, network: string): Promise<NetworkReading> {
  const [row] = await connection.query<NetworkReading>(
    `select (select max(height) from block b where b.network = $1) as height, head_height as "headHeight",
       checked_at as "checkedAt", stalled from watcher where network = $1`,
    [network],
  );
  return row ?? { height: null, headHeight: null, checkedAt: null, stalled: null };
}

/** Blocks that were read, newest first, from `below` (not included; null: from the tip) downwards. */
export function listBlocksDown(
  connection: Connection,
  network: string,
  below: bigint | null,
  limit: number,
): Promise<BlockRef[]> {
  return connection.query<BlockRef>(
    `select height, hash from block where network = $1 and ($2::bigint is null or height < $2)
     order by height desc limit $3`,
    [network, below, limit],
    'list-blocks-down',
  );
}

/**
 * Holds the network for this transaction alone and tells whether its tip is still `tip`. Every write of a watcher asks
 * this first: a second watcher, or one that slept for an hour, then finds that its reading is out of date.
 */
export async function holdTip(tx: Transaction, network: string, tip: BlockRef): Promise<boolean> {
  await tx.query(`select network from watcher where network = $1 for update`, [network]);
  const stored = await findTip(tx, network);
  return stored?.height === tip.height && stored.hash === tip.hash;
}

/** Adds blocks on top. */
export async function insertBlocks(tx: Transaction, network: string, blocks: readonly BlockHeader[]): Promise<void> {
  await tx.query(
    `insert into block (network, height, hash, parent_hash)
     select $1, * from unnest($2::bigint[], $3::text[], $4::text[])`,
    [
      network,
      blocks.map(({ height }) => height.toString()),
      blocks.map(({ hash }) => hash),
      blocks.map(({ parentHash }) => parentHash),
    ],
  );
}

/** Forgets the blocks above a height, which the chain has replaced. */
export async function deleteBlocksAbove(tx: Transaction, network: string, height: bigint): Promise<void> {
  await tx.query(`delete from block where network = $1 and height > $2`, [network, height]);
}

/** Forgets the blocks up to a height, which no reorganisation is expected to reach. */
export async function deleteBlocksUpTo(tx: Transaction, network: string, height: bigint): Promise<void> {
  await tx.query(`delete from block where network = $1 and height <= $2`, [network, height]);
}

/** Begins to watch a network above `startHeight`. False where somebody has begun already. */
export async function insertWatcher(tx: Transaction, network: string, startHeight: bigint): Promise<boolean> {
  const rows = await tx.query(
    `insert into watcher (network, start_height) values ($1, $2)
     on conflict (network) do update set start_height = excluded.start_height where watcher.start_height is null
     returning network`,
    [network, startHeight],
  );
  return rows.length === 1;
}

export interface WatcherNote {
  readonly headHeight: bigint | null;
  readonly stalled: string | null;
  readonly secondsLeft: number | null;
}

/**
 * Notes what the watcher last found: the node's newest block (null: unknown), why it waits (null: it goes on), and how long it still
 * needs to reach that block (null: it is up to date, or nobody can tell).
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
