import { endpoints, type DepositId, type NetworkId, type UserId } from '@kobogate/contract';
import { countsStill } from '../../controls/index.ts';
import type { Connection, Transaction } from '../../platform/database.ts';
import { groupBy } from '../../platform/group-by.ts';
import type { BlockRef } from '../deposits/blocks.ts';
import type { WaitsFor } from '../deposits/vouching.ts';
import type { HeadsStatus } from './heads.ts';
import type { ProviderState, Usage } from './providers.ts';

export interface WatcherNote {
  readonly headHeight: bigint | null;
  readonly stalled: string | null;
  readonly secondsLeft: number | null;
}

interface WatcherRow extends WatcherNote {
  readonly network: string;
  readonly height: bigint | null;
  readonly checkedAt: Date | null;
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
 * Those of these networks on which something of ours is under way: a deposit that is not final, a transaction that we sent,
 * or an address whose balance is to be compared.
 */
export async function listBusy(connection: Connection, networks: readonly NetworkId[]): Promise<NetworkId[]> {
  const rows = await connection.query<{ network: NetworkId }>(
    `select network from unnest($1::text[]) as asked (network)
     where exists (select from deposit d where d.network = asked.network and d.status in ('seen', 'confirming'))
       or exists (select from outgoing_transaction o where o.network = asked.network and o.status in ('sent', 'seen'))
       or exists (select from balance_check c where c.network = asked.network and c.asked_at <= clock_timestamp())`,
    [networks],
    'list-busy-networks',
  );
  return rows.map(({ network }) => network);
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

/** A deposit that is deep enough, as a second provider must have it. */
export interface DeepDeposit {
  readonly id: DepositId;
  readonly userId: UserId | null;
  readonly identity: string;
  /** As the chain has it: the twin, where it is credited as another asset. */
  readonly paidAs: string;
  readonly asset: string;
  readonly amount: bigint;
  readonly addressKey: string;
  readonly blockHeight: bigint;
  readonly blockHash: string;
  readonly readBy: string | null;
  readonly vouchedBy: string | null;
  readonly waitsFor: WaitsFor | null;
  /** What other providers say of it, in sentences. */
  readonly contradiction: string | null;
}

/** Deposits by id, oldest block first. */
export async function listDeep(connection: Connection, ids: readonly DepositId[]): Promise<DeepDeposit[]> {
  const rows = await connection.query<Omit<DeepDeposit, 'amount'> & { amount: string }>(
    `select d.id, d.user_id as "userId", d.identity, d.asset, coalesce(d.came_as, d.asset) as "paidAs", d.amount, a.address_key as "addressKey",
       d.block_height as "blockHeight", d.block_hash as "blockHash", d.read_by as "readBy",
       d.vouched_by as "vouchedBy", d.waits_for as "waitsFor", d.contradiction
     from deposit d join deposit_address a on a.id = d.address_id
     where d.id = any($1::uuid[]) order by d.block_height, d.id`,
    [ids],
    'list-deep-deposits',
  );
  return rows.map(({ amount, ...row }) => Object.assign(row, { amount: BigInt(amount) }));
}

interface AssetSum {
  readonly asset: string;
  readonly amount: bigint;
}

/** What users have, by asset; a user who has nothing is not in it. */
export type SumsOfUsers = ReadonlyMap<UserId, readonly AssetSum[]>;

async function sumDeposits(
  connection: Connection,
  where: string,
  values: readonly (string | bigint | null | readonly UserId[])[],
  name: string,
): Promise<SumsOfUsers> {
  const rows = await connection.query<{ userId: UserId; asset: string; amount: string }>(
    `select user_id as "userId", asset, sum(amount) as amount from deposit
     where network = $1 and user_id = any($2::uuid[]) and ${where} group by user_id, asset`,
    values,
    name,
  );
  const sums = rows.map(({ userId, asset, amount }) => ({ userId, asset, amount: BigInt(amount) }));
  return groupBy(sums, ({ userId }) => userId);
}

/**
 * What users have in living deposits above the final block, by asset, including credited ones. If it is not known which block
 * is final: the deposits that are open, and those that were credited within a day.
 */
export const sumNotFinal = (
  connection: Connection,
  network: string,
  userIds: readonly UserId[],
  finalHeight: bigint | null,
): Promise<SumsOfUsers> =>
  sumDeposits(
    connection,
    `status in ('seen', 'confirming', 'confirmed') and (block_height > $3 or ($3::bigint is null
       and (status <> 'confirmed' or updated_at > clock_timestamp() - interval '1 day')))`,
    [network, userIds, finalHeight],
    'sum-not-final',
  );

/** What users were credited on a network within a day on the word of its only provider, by asset. */
export const sumAlone = (connection: Connection, network: string, userIds: readonly UserId[]): Promise<SumsOfUsers> =>
  sumDeposits(
    connection,
    `vouched_by = 'one provider' and vouched_at > clock_timestamp() - interval '1 day'`,
    [network, userIds],
    'sum-credited-alone',
  );

/** What a watcher notes of a provider. */
export interface ProviderNote {
  readonly host: string;
  readonly state: ProviderState;
  readonly height: bigint | null;
  readonly latencyMs: number | null;
  readonly lastError: string | null;
  readonly lastErrorAt: Date | null;
  /** Whether it announces its blocks now; none: it was given no address for that. */
  readonly heads: HeadsStatus['state'] | 'none';
  readonly headsError: string | null;
  readonly headsErrorAt: Date | null;
  readonly tracing: string;
  /** The most calls a day; null: as many as it answers. */
  readonly callsPerDay: number | null;
  readonly usage: Usage;
}

/** Writes how the providers of a network do, in their order; those that are no longer configured go. */
export async function saveProviders(
  connection: Connection,
  network: string,
  notes: readonly ProviderNote[],
): Promise<void> {
  await connection.query(
    `with gone as (delete from network_provider where network = $1 and position >= $2)
     insert into network_provider (network, position, host, state, height, latency_ms, last_error, last_error_at, tracing,
       calls_per_day, day, calls, bytes, heads, heads_error, heads_error_at)
     select $1, new.* from unnest($3::int[], $4::text[], $5::text[], $6::bigint[], $7::int[], $8::text[],
       $9::timestamptz[], $10::text[], $11::int[], $12::text[], $13::bigint[], $14::bigint[],
       $15::text[], $16::text[], $17::timestamptz[]) as new
     on conflict (network, position) do update set host = excluded.host, state = excluded.state, height = excluded.height,
       latency_ms = excluded.latency_ms, last_error = excluded.last_error, last_error_at = excluded.last_error_at,
       tracing = excluded.tracing, calls_per_day = excluded.calls_per_day, day = excluded.day, calls = excluded.calls, bytes = excluded.bytes,
       heads = excluded.heads, heads_error = excluded.heads_error, heads_error_at = excluded.heads_error_at,
       checked_at = clock_timestamp()`,
    [
      network,
      notes.length,
      notes.map((_note, position) => position),
      notes.map(({ host }) => host),
      notes.map(({ state }) => state),
      notes.map(({ height }) => height?.toString() ?? null),
      notes.map(({ latencyMs }) => latencyMs),
      notes.map(({ lastError }) => lastError),
      notes.map(({ lastErrorAt }) => lastErrorAt?.toISOString() ?? null),
      notes.map(({ tracing }) => tracing),
      notes.map(({ callsPerDay }) => callsPerDay),
      notes.map(({ usage }) => usage.day),
      notes.map(({ usage }) => usage.calls),
      notes.map(({ usage }) => usage.bytes),
      notes.map(({ heads }) => heads),
      notes.map(({ headsError }) => headsError),
      notes.map(({ headsErrorAt }) => headsErrorAt?.toISOString() ?? null),
    ],
    'save-providers',
  );
}

/** A provider as its watcher last noted it. */
export interface ProviderRow extends ProviderNote {
  readonly network: string;
  readonly position: number;
}

/** All providers as their watchers last noted them, in the operator's order. */
export async function listProviders(connection: Connection): Promise<ProviderRow[]> {
  const rows = await connection.query<Omit<ProviderRow, 'usage'> & { day: string; calls: bigint; bytes: bigint }>(
    `select network, position, host, state, height, latency_ms as "latencyMs", last_error as "lastError",
       last_error_at as "lastErrorAt", heads, heads_error as "headsError", heads_error_at as "headsErrorAt", tracing, calls_per_day as "callsPerDay", day, calls, bytes
     from network_provider order by network, position`,
  );
  return rows.map(({ day, calls, bytes, ...row }) =>
    Object.assign(row, { usage: { day, calls: Number(calls), bytes: Number(bytes) } }),
  );
}

/** How many blocks of each network wait for a trace. */
export async function countUntraced(connection: Connection): Promise<ReadonlyMap<string, number>> {
  const rows = await connection.query<{ network: string; blocks: number }>(
    `select network, count(*)::int as blocks from untraced_block group by network`,
  );
  return new Map(rows.map(({ network, blocks }) => [network, blocks]));
}

interface WaitingRow {
  readonly id: DepositId;
  readonly network: string;
  readonly asset: string;
  readonly amount: bigint;
  readonly address: string;
  readonly transaction: string;
  readonly userId: UserId | null;
  readonly customerEmail: string | null;
  readonly waitsFor: WaitsFor;
  readonly readBy: string | null;
  /** What other providers say of it, in sentences. */
  readonly contradiction: string | null;
  readonly seenAt: Date;
  /** The name of the first of two administrators who vouched for it, if that word still counts. */
  readonly firstVoucher: string | null;
}

/** The most waiting deposits that are shown of each network. */
const SHOWN = 50;

/** Deposits that have their confirmations and wait for a word, of each network the oldest first. */
export async function listWaiting(connection: Connection): Promise<WaitingRow[]> {
  const rows = await connection.query<Omit<WaitingRow, 'amount'> & { amount: string }>(
    `select d.id, d.network, d.asset, d.amount, a.address, d.transaction, u.id as "userId", u.email as "customerEmail",
       d.waits_for as "waitsFor", d.read_by as "readBy", d.contradiction, d.seen_at as "seenAt",
       (select trim(f.first_name || ' ' || f.last_name) from app_user f where f.id = d.first_voucher
          and ${countsStill('f', 'd.first_vouched_at', endpoints.admin.vouch)}) as "firstVoucher"
     from (select *, row_number() over (partition by network order by waits_for = 'person' desc, block_height, id) as place
           from deposit where waits_for is not null and status in ('seen', 'confirming')) d
     join deposit_address a on a.id = d.address_id left join app_user u on u.id = d.user_id
     where d.place <= $1 order by d.network, d.place`,
    [SHOWN],
  );
  return rows.map(({ amount, ...row }) => Object.assign(row, { amount: BigInt(amount) }));
}
