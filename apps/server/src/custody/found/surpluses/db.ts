import type { Connection, Transaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/identifiers.ts';
import type { Holding } from '../../treasury/treasury-wallet.ts';

/** What the addresses of a network held of an asset above their known payments, in smallest units. */
export interface Surplus {
  readonly asset: string;
  readonly amount: bigint;
}

/** What one address holds of it, as its owner would look it up. */
export interface SurplusPlace {
  readonly address: string;
  readonly amount: bigint;
}

/** A surplus with the addresses that hold it by our own record of what came and left, the largest first, at most twenty. */
export interface LocatedSurplus extends Surplus {
  readonly places: readonly SurplusPlace[];
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

type PlaceText = Readonly<Record<keyof SurplusPlace, string>>;
const readPlaces = (places: readonly PlaceText[]): SurplusPlace[] =>
  places.map(({ address, amount }) => ({ address, amount: BigInt(amount) }));

/** The largest surplus of each asset of a network that an operator has explained and that is not booked. */
export async function listExplained(connection: Connection, network: string): Promise<Surplus[]> {
  const rows = await connection.query<SurplusRow>(
    `select asset, max(amount) as amount from balance_surplus
     where network = $1 and explained_at is not null and booked_at is null group by asset order by asset`,
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
  found: readonly (LocatedSurplus & Pick<OpenSurplus, 'addressKeys' | 'seenHeight'>)[],
): Promise<Surplus[]> {
  const news: Surplus[] = [];
  for (const { asset, amount, addressKeys, places, seenHeight } of found) {
    const rows = await connection.query<SurplusRow>(
      `insert into balance_surplus (id, network, asset, amount, stopped_at, seen_height, address_keys, places)
       values ($1, $2, $3, $4, null, $5, $6, $7)
       on conflict (network, asset) where explained_at is null do nothing returning asset, amount`,
      [
        newId(),
        network,
        asset,
        String(amount),
        seenHeight,
        addressKeys,
        JSON.stringify(places.map((place) => ({ address: place.address, amount: String(place.amount) }))),
      ],
    );
    news.push(...rows.map(readSurplus));
  }
  return news;
}

/**
 * Deletes the surpluses whose payments are looked for on a network: a payment was found, and the next comparison says what is
 * left.
 */
export async function deleteSuspected(tx: Transaction, network: string): Promise<void> {
  await tx.query(`delete from balance_surplus where network = $1 and explained_at is null and stopped_at is null`, [
    network,
  ]);
}

/**
 * Stops a network for the surpluses whose payments are looked for; answers these, or nothing if another process has done it.
 */
export async function stopSuspected(tx: Transaction, network: string): Promise<LocatedSurplus[]> {
  const rows = await tx.query<LocatedRow>(
    `with stopped as (
       update balance_surplus set stopped_at = clock_timestamp()
       where network = $1 and explained_at is null and stopped_at is null returning asset, amount, places
     )
     select asset, amount, places from stopped order by asset`,
    [network],
  );
  return rows.map(readLocated);
}

type LocatedRow = SurplusRow & { readonly places: readonly PlaceText[] };
const readLocated = ({ places, ...row }: LocatedRow): LocatedSurplus =>
  Object.assign(readSurplus(row), { places: readPlaces(places) });

/** What no operator has explained on each network, by network and asset: looked for still, or waited for. */
export async function listAllOpen(
  connection: Connection,
): Promise<(LocatedSurplus & { readonly network: string; readonly isStopped: boolean })[]> {
  const rows = await connection.query<LocatedRow & { network: string; isStopped: boolean }>(
    `select network, asset, amount, places, stopped_at is not null as "isStopped" from balance_surplus
     where explained_at is null order by network, asset`,
  );
  return rows.map(({ network, isStopped, ...row }) => Object.assign(readLocated(row), { network, isStopped }));
}

/**
 * Writes an operator's reason to the surpluses for which a network is stopped, and that they are booked from now on, together
 * with those of the same assets that were explained before; answers the first.
 */
export async function saveExplained(
  tx: Transaction,
  network: string,
  reason: string,
): Promise<(Surplus & { readonly id: string })[]> {
  const rows = await tx.query<SurplusRow & { id: string }>(
    `with explained as (
       update balance_surplus set explained_at = clock_timestamp(), booked_at = clock_timestamp(), reason = $2
       where network = $1 and explained_at is null and stopped_at is not null returning id, asset, amount
     ), earlier as (
       update balance_surplus set booked_at = clock_timestamp()
       where network = $1 and explained_at is not null and booked_at is null and asset in (select asset from explained)
     )
     select id, asset, amount from explained order by asset`,
    [network, reason],
  );
  return rows.map(({ id, ...row }) => Object.assign(readSurplus(row), { id }));
}

/** An address that holds an asset. */
interface Suspect extends SurplusPlace {
  readonly addressKey: string;
}

/**
 * The addresses that hold an asset, with what they hold above the deposits and withdrawals of our own record: first those with
 * the largest surplus, then those whose balance is not the sum of their living payments. At most `limit`.
 */
export async function listSuspects(
  connection: Connection,
  { network, family, asset, limit }: { network: string; family: string; asset: string; limit: number },
  holdings: readonly Holding[],
): Promise<Suspect[]> {
  const held = holdings.filter((holding) => holding.asset === asset);
  const rows = await connection.query<Readonly<Record<keyof Suspect, string>>>(
    `select key as "addressKey", address, held - came + moved as amount
     from (
       select h.key, h.address, h.amount as held, coalesce((
           select sum(d.amount) from deposit_address a join deposit d on d.address_id = a.id
           where a.family = $7 and a.address_key = h.key and d.network = $4 and coalesce(d.came_as, d.asset) = $5
             and d.status in ('seen', 'confirming', 'confirmed')), 0) as came,
         coalesce((
           select m.amount from moved_coins m where m.network = $4 and m.address = h.address and m.asset = $5), 0) as moved
       from unnest($1::text[], $2::text[], $3::numeric[]) as h (key, address, amount)) known
     order by greatest(held - came + moved, 0) desc, held = came, held desc, key limit $6`,
    [
      held.map(({ address }) => address.addressKey),
      held.map(({ address }) => address.address),
      held.map(({ amount }) => String(amount)),
      network,
      asset,
      limit,
      family,
    ],
  );
  return rows.map(({ amount, ...row }) => Object.assign(row, { amount: BigInt(amount) }));
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
