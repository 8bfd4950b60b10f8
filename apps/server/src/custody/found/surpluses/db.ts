import type { Connection, Transaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/identifiers.ts';
import type { Holding } from '../../treasury/treasury-wallet.ts';

/** What the addresses of a network held of an asset above their known payments, in smallest units. */
export interface Surplus {
  readonly asset: string;
  readonly amount: bigint;
}

/** A surplus that no operator has explained. */
export interface OpenSurplus extends Surplus {
  /** Whether the network waits for an operator; otherwise its providers are still asked for a payment. */
  readonly isStopped: boolean;
  /** The newest block when it was found; null where that was not written down. */
  readonly seenHeight: bigint | null;
  /** The addresses that hold the asset, those first whose balance is not the sum of their payments. */
  readonly addressKeys: readonly string[];
  /** Since when it is looked for, in seconds. */
  readonly seconds: number;
}

type SurplusRow = Readonly<Record<keyof Surplus, string>>;
const readSurplus = ({ asset, amount }: SurplusRow): Surplus => ({ asset, amount: BigInt(amount) });

/** The largest surplus of each asset of a network that an operator has explained. */
export async function listExplained(connection: Connection, network: string): Promise<Surplus[]> {
  const rows = await connection.query<SurplusRow>(
    `select asset, max(amount) as amount from balance_surplus
     where network = $1 and explained_at is not null group by asset order by asset`,
    [network],
    'list-explained',
  );
  return rows.map(readSurplus);
}

/** The surpluses of a network that no operator has explained, one of an asset at most. */
export async function listOpen(connection: Connection, network: string): Promise<OpenSurplus[]> {
  const rows = await connection.query<Omit<OpenSurplus, 'amount'> & { readonly amount: string }>(
    `select asset, amount, stopped_at is not null as "isStopped", seen_height as "seenHeight",
       address_keys as "addressKeys", extract(epoch from clock_timestamp() - found_at)::int as seconds
     from balance_surplus where network = $1 and explained_at is null order by asset`,
    [network],
    'list-open-surpluses',
  );
  return rows.map(({ amount, ...row }) => Object.assign(row, { amount: BigInt(amount) }));
}

/** Records surpluses that are to be looked for: an asset has one open surplus at a time. Answers those that are new. */
export async function insertSuspected(
  connection: Connection,
  network: string,
  found: readonly Pick<OpenSurplus, 'asset' | 'amount' | 'addressKeys' | 'seenHeight'>[],
): Promise<Surplus[]> {
  const news: Surplus[] = [];
  for (const { asset, amount, addressKeys, seenHeight } of found) {
    const rows = await connection.query<SurplusRow>(
      `insert into balance_surplus (id, network, asset, amount, stopped_at, seen_height, address_keys)
       values ($1, $2, $3, $4, null, $5, $6)
       on conflict (network, asset) where explained_at is null do nothing returning asset, amount`,
      [newId(), network, asset, String(amount), seenHeight, addressKeys],
    );
    news.push(...rows.map(readSurplus));
  }
  return news;
}

/** Forgets what is looked for on a network: a payment was found, and the next comparison says what is left. */
export async function deleteSuspected(tx: Transaction, network: string): Promise<void> {
  await tx.query(`delete from balance_surplus where network = $1 and explained_at is null and stopped_at is null`, [
    network,
  ]);
}

/** Stops a network for what is looked for; answers what that is, nothing where another process has done it. */
export async function stopSuspected(tx: Transaction, network: string): Promise<Surplus[]> {
  const rows = await tx.query<SurplusRow>(
    `with stopped as (
       update balance_surplus set stopped_at = clock_timestamp()
       where network = $1 and explained_at is null and stopped_at is null returning asset, amount
     )
     select asset, amount from stopped order by asset`,
    [network],
  );
  return rows.map(readSurplus);
}

/** What no operator has explained on each network, by network and asset: looked for still, or waited for. */
export async function listAllOpen(
  connection: Connection,
): Promise<(Surplus & { readonly network: string; readonly isStopped: boolean })[]> {
  const rows = await connection.query<SurplusRow & { network: string; isStopped: boolean }>(
    `select network, asset, amount, stopped_at is not null as "isStopped" from balance_surplus
     where explained_at is null order by network, asset`,
  );
  return rows.map(({ amount, ...row }) => Object.assign(row, { amount: BigInt(amount) }));
}

/** Writes an operator's reason to the surpluses that a network is stopped for, and answers them. */
export async function explainSurpluses(connection: Connection, network: string, reason: string): Promise<Surplus[]> {
  const rows = await connection.query<SurplusRow>(
    `with explained as (
       update balance_surplus set explained_at = clock_timestamp(), reason = $2
       where network = $1 and explained_at is null and stopped_at is not null returning asset, amount
     )
     select asset, amount from explained order by asset`,
    [network, reason],
  );
  return rows.map(readSurplus);
}

/**
 * The keys of the addresses that hold an asset, those first whose balance is not the sum of their living payments: one
 * that was swept is among these as well. At most `limit`.
 */
export async function listSuspects(
  connection: Connection,
  { network, family, asset, limit }: { network: string; family: string; asset: string; limit: number },
  holdings: readonly Holding[],
): Promise<string[]> {
  const held = holdings.filter((holding) => holding.asset === asset);
  const rows = await connection.query<{ key: string }>(
    `select held.key from unnest($1::text[], $2::numeric[]) as held (key, amount)
     order by held.amount = coalesce((
       select sum(d.amount) from deposit_address a join deposit d on d.address_id = a.id
       where a.family = $6 and a.address_key = held.key and d.network = $3 and coalesce(d.came_as, d.asset) = $4
         and d.status in ('seen', 'confirming', 'confirmed')), 0), held.amount desc, held.key limit $5`,
    [
      held.map(({ address }) => address.addressKey),
      held.map(({ amount }) => String(amount)),
      network,
      asset,
      limit,
      family,
    ],
  );
  return rows.map(({ key }) => key);
}

/** Above which height a network is watched; null where it never was. */
export async function findStartHeight(connection: Connection, network: string): Promise<bigint | null> {
  const [row] = await connection.query<{ height: bigint | null }>(
    `select start_height as height from watcher where network = $1`,
    [network],
  );
  return row?.height ?? null;
}

/** The hash of a block that was read; null where it is forgotten by now. */
export async function findBlockHash(tx: Transaction, network: string, height: bigint): Promise<string | null> {
  const [row] = await tx.query<{ hash: string }>(`select hash from block where network = $1 and height = $2`, [
    network,
    height,
  ]);
  return row?.hash ?? null;
}

/** Those of a network's heights in whose blocks a deposit is known. */
export async function listKnownHeights(
  connection: Connection,
  network: string,
  heights: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  const rows = await connection.query<{ height: bigint }>(
    `select distinct block_height as height from deposit where network = $1 and block_height = any($2::bigint[])
       and status in ('seen', 'confirming', 'confirmed')`,
    [network, heights.map(String)],
  );
  return new Set(rows.map(({ height }) => height));
}
