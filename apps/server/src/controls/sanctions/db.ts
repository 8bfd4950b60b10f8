import {
  type AddressId,
  CREDITED_STRAYS,
  type DepositId,
  type OrderId,
  type RefundId,
  type UserId,
} from '@kobogate/contract';
import type { Connection, Transaction } from '../../platform/database.ts';
import { groupBy } from '../../platform/group-by.ts';
import type { ListedAddress } from './read-list.ts';

export interface KnownList {
  readonly fingerprint: string;
  /** A day, such as `2026-11-21`. */
  readonly listedOn: string;
  readonly loadedAt: Date;
  readonly addresses: number;
  readonly unread: number;
}

/** The address of one refund. */
export interface Destination {
  /** The refund's id. */
  readonly id: RefundId;
  readonly family: string;
  readonly addressKey: string;
}

/** Coins by owner and location. */
export interface HeldCoins {
  /** Distinguishes them from the others in the call. */
  readonly id: string;
  readonly userId: UserId;
  /** Ledger asset, `CURRENCY@network`. */
  readonly asset: string;
  /** The address that a payment's coins came to; null for coins of the balance. */
  readonly addressId: AddressId | null;
}

/** The current list, or null before the first. */
export async function loadList(connection: Connection): Promise<KnownList | null> {
  const [row] = await connection.query<KnownList>(
    `select fingerprint, to_char(listed_on, 'YYYY-MM-DD') as "listedOn", loaded_at as "loadedAt", addresses, unread
     from sanctions_list`,
  );
  return row ?? null;
}

/**
 * Whether coins of the deposit `d` at the address `a` can be in its owner's balance: all coins that did not come for a
 * payment, and of those that did the ones that it ignored, was declined with, or had in excess.
 */
const MAY_BE_IN_BALANCE = `(a.payment_asset is distinct from d.asset or exists (
  select from order_deposit od left join customer_order paid on paid.id = od.order_id
  where od.deposit_id = d.id and (paid.id is null or paid.status = 'declined' or paid.received > paid.amount)))`;

/**
 * The coins, each once more for every stray that is credited as them: an administrator may have credited some of it to the
 * balance. Pure.
 */
const withStrays = (coins: readonly HeldCoins[]): HeldCoins[] =>
  coins.flatMap((each) => [
    each,
    ...CREDITED_STRAYS.flatMap(({ code, counterpart }) =>
      each.addressId === null && counterpart === each.asset ? [Object.assign({}, each, { asset: code })] : [],
    ),
  ]);

/** The orders whose deposits have hits, but for those that an administrator approved knowing all of these. */
export async function listUnapprovedHits(tx: Transaction, origins: readonly Origin[]): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: OrderId }>(
    `select o.id from unnest($1::uuid[], $2::uuid[]) as c(id, deposit_id)
       join sanctions_hit h on h.deposit_id = c.deposit_id join customer_order o on o.id = c.id
     group by o.id having not (o.status = 'approved' and coalesce(max(h.found_at) < max(o.decided_at), false))`,
    [origins.map((origin) => origin.of), origins.map(({ depositId }) => depositId)],
    'sanctions-unapproved',
  );
  return new Set(rows.map(({ id }) => id));
}

/** As SQL: an asset of a deposit, and the one of the coins as which an administrator may have credited it. */
const CREDITED_AS = CREDITED_STRAYS.map(({ code, counterpart }) => `('${code}', '${counterpart}')`).join(', ');

/** So long before its commit a comparison's hits may be found: no other transaction sees them until then. */
const LIST_MARGIN = `interval '30 minutes'`;

/**
 * As SQL: whether coins of the order with the id `order` can come from a sender who became a known hit only after `since`: a
 * decision of that time did not know of it. Every list and every final deposit is compared at once, so only the hits found
 * since then are looked at, however many deposits the order's owner has. With `isFirst` hits of some minutes before are
 * included, because they may have been committed since, unless an administrator approved the order after them. Whether a
 * deposit can be in the balance is asked only for the few that are left.
 */
export const isNewlyListed = (order: string, since: string, isFirst: string): string => `exists (
  select from (
    select d.id, o.address_id is null as is_of_balance
    from sanctions_hit h join deposit d on d.id = h.deposit_id join customer_order o on o.id = ${order}
    where h.found_at > ${since} - ${LIST_MARGIN} and d.seen_at < ${since} and d.status <> 'dropped'
      and (h.found_at >= ${since} or (${isFirst} and not (o.status = 'approved' and coalesce(h.found_at < o.decided_at, false))))
      and case when o.address_id is null
        then d.user_id = o.user_id and (d.asset = o.asset or (d.asset, o.asset) in (${CREDITED_AS}))
        else d.address_id = o.address_id and d.asset = o.asset end
    offset 0
  ) listed
  where not listed.is_of_balance or exists (
    select from deposit d join deposit_address a on a.id = d.address_id where d.id = listed.id and ${MAY_BE_IN_BALANCE}))`;

/**
 * As SQL: whether coins of the order `o` can be from a sender who is a known hit. Whose deposits have one is asked once for all orders,
 * and only theirs are looked at one by one.
 */
export const IS_LISTED = `(o.user_id in (select d.user_id from sanctions_hit h join deposit d on d.id = h.deposit_id) and exists (
  select from sanctions_hit h join deposit d on d.id = h.deposit_id join deposit_address a on a.id = d.address_id
  where d.user_id = o.user_id and d.status <> 'dropped' and case when o.address_id is null
    then (d.asset = o.asset or (d.asset, o.asset) in (${CREDITED_AS})) and ${MAY_BE_IN_BALANCE}
    else d.address_id = o.address_id and d.asset = o.asset end))`;

/** When the last hit of these deposits was found; null without any. */
export async function lastHitOf(tx: Transaction, depositIds: readonly DepositId[]): Promise<Date | null> {
  const [row] = await tx.query<{ at: Date | null }>(
    `select max(found_at) as at from sanctions_hit where deposit_id = any($1::uuid[])`,
    [depositIds],
    'sanctions-last-hit',
  );
  return row?.at ?? null;
}

interface HitRow {
  depositId: DepositId;
  userId: UserId;
  customerName: string;
  customerEmail: string;
  asset: string;
  amount: string;
  transaction: string;
  address: string;
  listedOn: string;
  foundAt: Date;
  orderIds: OrderId[];
}

type FoundHit = Omit<HitRow, 'amount'> & { readonly amount: bigint };

/** The newest 100 hits, newest first, each with the newest 20 orders that its coins can be in. */
export async function listHits(connection: Connection): Promise<FoundHit[]> {
  const rows = await connection.query<HitRow>(
    `select h.deposit_id as "depositId", d.user_id as "userId", concat_ws(' ', u.first_name, u.last_name) as "customerName",
       u.email as "customerEmail", d.asset, d.amount, d.transaction, h.address,
       to_char(h.listed_on, 'YYYY-MM-DD') as "listedOn", h.found_at as "foundAt", o.ids as "orderIds"
     from sanctions_hit h join deposit d on d.id = h.deposit_id join app_user u on u.id = d.user_id
       join deposit_address a on a.id = d.address_id
       cross join lateral (
         select array(
           select o.id from customer_order o where o.user_id = d.user_id and o.asset = d.asset
             and (o.address_id = d.address_id or (o.kind = 'conversion' and ${MAY_BE_IN_BALANCE}))
           order by o.id desc limit 20
         ) as ids
       ) o
     order by h.found_at desc, h.deposit_id limit 100`,
  );
  return rows.map(({ amount, ...row }) => Object.assign(row, { amount: BigInt(amount) }));
}

/** The ids of the refunds whose own address is on the list. */
export async function listListedDestinations(
  connection: Connection,
  destinations: readonly Destination[],
): Promise<ReadonlySet<string>> {
  const rows = await connection.query<{ id: RefundId }>(
    `select r.id from unnest($1::uuid[], $2::text[], $3::text[]) as r(id, family, address_key)
       join sanctioned_address l on l.family = r.family and l.address_key = r.address_key`,
    [
      destinations.map(({ id }) => id),
      destinations.map(({ family }) => family),
      destinations.map(({ addressKey }) => addressKey),
    ],
    'sanctions-refunds',
  );
  return new Set(rows.map(({ id }) => id));
}

/** Of a person with more deposits of a coin than this all hits and the list are looked through, instead of all of their deposits. */
const FEW_DEPOSITS = 500;

/** A deposit that some of the coins can be from, and a listed sender of it. */
interface ListedOrigin extends Origin {
  readonly address: string;
}

/** A deposit that some of the coins can be from. */
interface Origin {
  /** The coins' id. */
  readonly of: string;
  readonly depositId: DepositId;
}

/**
 * The deposits that the coins can come from, with those of their senders who are on the list, or a recorded hit: for a payment
 * those at its own address, for coins of the balance all that can be in it.
 */
async function listListedOrigins(connection: Connection, held: readonly HeldCoins[]): Promise<readonly ListedOrigin[]> {
  if (held.length === 0) return [];
  const coins = withStrays(held);
  // Whether a deposit can be in the balance is checked only for the few that are listed.
  return connection.query<ListedOrigin>(
    `with c as (
       select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[]) as c(id, user_id, asset, address_id)
     ), of_balance as (
       select distinct user_id, asset from c where address_id is null
     ), known as (
       select exists (select from of_balance b join deposit d on d.user_id = b.user_id and d.asset = b.asset offset ${FEW_DEPOSITS}) as are_many
     ), source as (
       select d.id as deposit_id, d.user_id, d.asset, null::uuid as address_id, a.family
       from of_balance b join deposit d on d.user_id = b.user_id and d.asset = b.asset
         join deposit_address a on a.id = d.address_id
       where d.status <> 'dropped' and not (select are_many from known)
       union all
       select d.id, d.user_id, d.asset, d.address_id, a.family
       from (select distinct user_id, asset, address_id from c where address_id is not null) p
         join deposit d on d.address_id = p.address_id and d.user_id = p.user_id and d.asset = p.asset
         join deposit_address a on a.id = d.address_id
       where d.status <> 'dropped'
     ), listed as (
       select s.deposit_id, s.user_id, s.asset, s.address_id, h.address
       from source s join sanctions_hit h on h.deposit_id = s.deposit_id
       union select s.deposit_id, s.user_id, s.asset, s.address_id, l.address
       from source s join deposit_sender f on f.deposit_id = s.deposit_id
         join sanctioned_address l on l.family = s.family and l.address_key = f.address_key
       union select hit.id, hit.user_id, hit.asset, null, hit.address
       from (
         select d.id, d.user_id, d.asset, d.status, h.address from sanctions_hit h join deposit d on d.id = h.deposit_id offset 0
       ) hit join of_balance b on b.user_id = hit.user_id and b.asset = hit.asset
       where hit.status <> 'dropped' and (select are_many from known)
       union select named.id, named.user_id, named.asset, null, named.address
       from (
         select d.id, d.user_id, d.asset, d.status, l.address
         from sanctioned_address l join deposit_sender f on f.address_key = l.address_key join deposit d on d.id = f.deposit_id
           join deposit_address a on a.id = d.address_id and a.family = l.family offset 0
       ) named join of_balance b on b.user_id = named.user_id and b.asset = named.asset
       where named.status <> 'dropped' and (select are_many from known)
     )
     select distinct c.id as of, l.deposit_id as "depositId", l.address
     from c join listed l on l.user_id = c.user_id and l.asset = c.asset and l.address_id is not distinct from c.address_id
     where c.address_id is not null or exists (
       select from deposit d join deposit_address a on a.id = d.address_id
       where d.id = l.deposit_id and ${MAY_BE_IN_BALANCE})`,
    [
      coins.map(({ id }) => id),
      coins.map(({ userId }) => userId),
      coins.map(({ asset }) => asset),
      coins.map(({ addressId }) => addressId),
    ],
    'sanctions-origins',
  );
}

/** The deposits that the coins can be from and whose sender is a hit, or on the list; each once for each of the coins. */
export async function listOrigins(tx: Transaction, held: readonly HeldCoins[]): Promise<readonly Origin[]> {
  const found = await listListedOrigins(tx, held);
  return [...new Map(found.map((origin) => [`${origin.of} ${origin.depositId}`, origin])).values()];
}

/**
 * The listed addresses that coins can have come from, by the coins' ids: by the current list, and by the recorded hits
 * of their deposits. Coins without any are missing.
 */
export async function listListedSenders(
  connection: Connection,
  held: readonly HeldCoins[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const byCoins = groupBy(await listListedOrigins(connection, held), ({ of }) => of);
  return new Map(
    [...byCoins].map(([of, origins]) => [of, [...new Set(origins.map(({ address }) => address))].toSorted()]),
  );
}

/** A list of which not all senders are known yet has another fingerprint than its files, so that these are read again. */
const notCompared = ({ fingerprint }: Pick<KnownList, 'fingerprint'>): string => `not compared ${fingerprint}`;

/** Replaces the list: readers see the old one or the new one, and never half of one. `saveCompared` has to follow. */
export async function replaceList(
  tx: Transaction,
  list: KnownList,
  addresses: readonly ListedAddress[],
): Promise<void> {
  await tx.query(
    `insert into sanctions_list (fingerprint, listed_on, loaded_at, addresses, unread) values ($1, $2, $3, $4, $5)
     on conflict (is_only) do update set fingerprint = excluded.fingerprint, listed_on = excluded.listed_on,
       loaded_at = excluded.loaded_at, addresses = excluded.addresses, unread = excluded.unread`,
    [notCompared(list), list.listedOn, list.loadedAt, list.addresses, list.unread],
  );
  await tx.query(`delete from sanctioned_address`);
  await tx.query(
    `insert into sanctioned_address (family, address_key, address)
     select * from unnest($1::text[], $2::text[], $3::text[])`,
    [
      addresses.map(({ family }) => family),
      addresses.map(({ addressKey }) => addressKey),
      addresses.map(({ address }) => address),
    ],
  );
}

/** Records that a list was compared with the senders of all deposits, unless another one has replaced it since. */
export async function saveCompared(tx: Transaction, list: Pick<KnownList, 'fingerprint'>): Promise<void> {
  await tx.query(`update sanctions_list set fingerprint = $1 where fingerprint = $2`, [
    list.fingerprint,
    notCompared(list),
  ]);
}

interface NotedHit {
  readonly depositId: DepositId;
  readonly address: string;
}

/**
 * The same as `noteHits` for all deposits that are somebody's, by the addresses of the list: what came before it named their
 * senders.
 */
export function noteAllHits(tx: Transaction): Promise<NotedHit[]> {
  return tx.query<NotedHit>(
    `insert into sanctions_hit (deposit_id, address, listed_on)
     select d.id, l.address, (select listed_on from sanctions_list)
     from sanctioned_address l join deposit_sender s on s.address_key = l.address_key join deposit d on d.id = s.deposit_id
       join deposit_address a on a.id = d.address_id and a.family = l.family
     where d.user_id is not null and d.status <> 'dropped' order by d.id, l.address
     on conflict do nothing returning deposit_id as "depositId", address`,
  );
}

/** Records which senders of these deposits are on the list, once each. Answers those that were not known before. */
export async function noteHits(tx: Transaction, depositIds: readonly DepositId[]): Promise<NotedHit[]> {
  if (depositIds.length === 0) return [];
  return tx.query<NotedHit>(
    `insert into sanctions_hit (deposit_id, address, listed_on)
     select d.id, l.address, (select listed_on from sanctions_list)
     from deposit d join deposit_address a on a.id = d.address_id join deposit_sender s on s.deposit_id = d.id
       join sanctioned_address l on l.family = a.family and l.address_key = s.address_key
     where d.id = any($1::uuid[]) order by d.id, l.address
     on conflict do nothing returning deposit_id as "depositId", address`,
    [depositIds],
    'sanctions-note',
  );
}
