import { type DepositId, endpoints, type UnclaimedId, type UnclaimedOwner, type UserId } from '@kobogate/contract';
import { countsStill } from '../../../controls/index.ts';
import type { Connection, Transaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/identifiers.ts';
import { BROUGHT } from '../../deposits/db.ts';
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
           select sum(${BROUGHT}) from deposit_address a join deposit d on d.address_id = a.id
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

/**
 * As SQL: whether surplus `s` was booked, for itself. One that an earlier version let pass unbooked is in the amount of a later
 * one, and got its time long after it was explained.
 */
const IS_BOOKED = `s.booked_at < s.explained_at + interval '1 second'`;
/** As SQL: whether surplus `s` left the books, because the chain replaced the block at which it was found. */
const IS_REVERTED = `exists (select from surplus_share g where g.surplus_id = s.id and g.kind = 'reverted')`;
/** As SQL: what is left of surplus `s` in suspense. */
const LEFT = `s.amount - coalesce((select sum(g.amount) from surplus_share g
  where g.surplus_id = s.id and g.decided_at is not null and g.kind <> 'suspense'), 0)`;
/**
 * As SQL: how much of each asset of network $1 booked surpluses count of payments that are not final: those coins are in custody already.
 * Not more than the surplus still has to give.
 */
export const COUNTED_UNCONFIRMED = `select asset, sum(least(noted, has)) as amount from (
    select s.asset, ${LEFT} + coalesce((
        select sum(g.amount - g.drawn) from surplus_share g left join deposit d on d.id = g.deposit_id
        where g.surplus_id = s.id and g.kind in ('customer', 'operator') and g.decided_at is not null and d.status is distinct from 'reverted'), 0) as has,
      (select coalesce(sum(g.amount), 0) from surplus_share g join deposit d on d.id = g.deposit_id
        where g.surplus_id = s.id and g.kind = 'payment' and g.decided_at is null and d.status in ('seen', 'confirming')) as noted
    from balance_surplus s where s.network = $1 and ${IS_BOOKED}) counted
  group by asset`;
/** The first of two people who said whose a part of a surplus is, while their word counts. */
const FIRST = `app_user f on f.id = g.first_approved_by
  and ${countsStill('f', 'g.first_approved_at', endpoints.suspense.creditUnclaimed)}`;

/** Whose a part of a surplus is, as a person says it. */
export interface ShareWish {
  readonly owner: UnclaimedOwner;
  /** Null: the operator's own. */
  readonly userId: UserId | null;
  readonly amount: bigint;
  readonly transaction: string | null;
  readonly sender: string | null;
  /** The customer's address at which they came; null: not said. */
  readonly address: string | null;
}

/** A surplus that is booked, with what is left of it in suspense. */
export interface BookedSurplus extends LocatedSurplus {
  readonly id: UnclaimedId;
  readonly network: string;
  readonly left: bigint;
  /** How much of that payments have which were read since and are not final yet. */
  readonly awaited: bigint;
  /** What one person alone has given away of it. */
  readonly alone: bigint;
  readonly seenHeight: bigint | null;
  readonly foundAt: Date;
  readonly explanation: string;
  readonly kept: { readonly by: string; readonly at: string; readonly reason: string } | null;
  /** What the first of two people said, while their word counts. */
  readonly first:
    | (ShareWish & {
        readonly adminId: UserId;
        readonly by: string;
        readonly at: string;
        readonly email: string;
        readonly reason: string;
      })
    | null;
}

type BookedAmounts = Readonly<Record<'amount' | 'left' | 'awaited' | 'alone', string>>;
interface BookedRow extends Omit<BookedSurplus, keyof BookedAmounts | 'places' | 'first'>, BookedAmounts {
  readonly places: readonly PlaceText[];
  readonly first: (Omit<NonNullable<BookedSurplus['first']>, 'amount'> & { readonly amount: string }) | null;
}

const nameOf = (user: string): string => `trim(${user}.first_name || ' ' || ${user}.last_name)`;
const BOOKED = `select s.id, s.network, s.asset, s.amount::text, (${LEFT})::text as left,
    (select coalesce(sum(g.amount), 0) from surplus_share g join deposit d on d.id = g.deposit_id where g.surplus_id = s.id
       and g.kind = 'payment' and g.decided_at is null and d.status in ('seen', 'confirming'))::text as awaited,
    (select coalesce(sum(g.amount), 0) from surplus_share g where g.surplus_id = s.id and g.kind in ('customer', 'operator')
       and g.decided_at is not null and g.first_approved_by is null)::text as alone, s.places, s.seen_height as "seenHeight",
    s.found_at as "foundAt", s.reason as explanation,
    (select jsonb_build_object('by', ${nameOf('k')}, 'at', g.decided_at, 'reason', g.reason) from surplus_share g join app_user k on k.id = g.decided_by
     where g.surplus_id = s.id and g.kind = 'suspense' order by g.decided_at desc limit 1) as kept,
    (select jsonb_build_object('owner', g.kind, 'userId', g.user_id, 'amount', g.amount::text, 'transaction', g.transaction, 'sender', g.sender, 'address', g.address,
       'adminId', f.id, 'by', ${nameOf('f')}, 'at', g.first_approved_at, 'email', coalesce(u.email, ''), 'reason', g.reason)
     from surplus_share g join ${FIRST} left join app_user u on u.id = g.user_id
     where g.surplus_id = s.id and g.decided_at is null and g.kind <> 'payment') as first
  from balance_surplus s where ${IS_BOOKED}`;

const readBooked = ({ amount, left, awaited, alone, places, first, ...row }: BookedRow): BookedSurplus =>
  Object.assign(row, {
    amount: BigInt(amount),
    left: BigInt(left),
    awaited: BigInt(awaited),
    alone: BigInt(alone),
    places: readPlaces(places),
    first: first === null ? null : Object.assign(first, { amount: BigInt(first.amount) }),
  });

/** The booked surpluses of which something is left in suspense, the newest first. */
export async function listBooked(connection: Connection): Promise<BookedSurplus[]> {
  const rows = await connection.query<BookedRow>(
    `select * from (${BOOKED}) booked where booked.left::numeric > 0 order by booked.id desc limit 500`,
    [],
    'list-booked-surpluses',
  );
  return rows.map(readBooked);
}

/** A booked surplus; null where there is none. */
export async function findBooked(connection: Connection, id: string): Promise<BookedSurplus | null> {
  const [row] = await connection.query<BookedRow>(`${BOOKED} and s.id = $1`, [id]);
  return row === undefined ? null : readBooked(row);
}

/** The same, locked until the transaction ends. Read after the lock: what was decided in between counts. */
export async function lockBooked(tx: Transaction, id: string): Promise<BookedSurplus | null> {
  await tx.query(`select from balance_surplus where id = $1 for update`, [id]);
  return findBooked(tx, id);
}

/** Records what the first of two people says of a part of a surplus, in place of what was said before. */
export async function saveFirstShare(
  tx: Transaction,
  surplusId: UnclaimedId,
  {
    owner,
    userId,
    amount,
    transaction,
    sender,
    address,
    adminId,
    reason,
  }: ShareWish & { readonly adminId: UserId; readonly reason: string },
): Promise<void> {
  await tx.query(
    `insert into surplus_share (id, surplus_id, kind, user_id, amount, transaction, sender, reason, first_approved_by, address, first_approved_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, clock_timestamp())
     on conflict (surplus_id) where decided_at is null and kind <> 'payment' do update set kind = excluded.kind, user_id = excluded.user_id,
       amount = excluded.amount, transaction = excluded.transaction, sender = excluded.sender, address = excluded.address, reason = excluded.reason,
       first_approved_by = excluded.first_approved_by, first_approved_at = excluded.first_approved_at`,
    [newId(), surplusId, owner, userId, String(amount), transaction, sender, reason, adminId, address],
  );
}

/**
 * Records a decision on a surplus, in place of what a first person said; `agreedBy` is that person where they said the same, and
 * null where one alone decided. Answers its id.
 */
export async function saveShare(
  tx: Transaction,
  surplusId: UnclaimedId,
  share: Omit<ShareWish, 'owner'> & {
    readonly kind: UnclaimedOwner | 'suspense';
    readonly depositId: DepositId | null;
    readonly adminId: UserId;
    readonly reason: string;
    readonly agreedBy: UserId | null;
  },
): Promise<string> {
  await tx.query(`delete from surplus_share where surplus_id = $1 and decided_at is null and kind <> 'payment'`, [
    surplusId,
  ]);
  const id = newId();
  const { kind, userId, amount, depositId, transaction, sender, address, reason, adminId, agreedBy } = share;
  await tx.query(
    `insert into surplus_share (id, surplus_id, kind, user_id, amount, deposit_id, transaction, sender, reason, decided_by, decided_at, first_approved_by, address)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, clock_timestamp(), $11, $12)`,
    [id, surplusId, kind, userId, String(amount), depositId, transaction, sender, reason, adminId, agreedBy, address],
  );
  return id;
}

/**
 * Notes of deposits that were recorded late which surplus counts them already: when it was found, their blocks had been read
 * without them. Coins of a block are in the first surplus that was found after it and is in the books. `replaced`: what was known
 * instead of them, less what a surplus counted of that.
 */
export async function linkToSurplus(
  tx: Transaction,
  depositIds: readonly DepositId[],
  replaced: (Surplus & { readonly id: DepositId }) | null = null,
): Promise<void> {
  await tx.query(
    `insert into surplus_share (id, surplus_id, kind, amount, deposit_id)
     select gen_random_uuid(), found.id, 'payment', d.amount - d.known, d.id
     from (select id, network, identity, block_height, amount, coalesce(came_as, asset) as asset,
         case when coalesce(came_as, asset) = $2 then $3::numeric - coalesce((select g.amount from surplus_share g
           where g.deposit_id = $4 and g.kind = 'payment' and g.decided_at is null), 0) else 0 end as known from deposit where id = any($1::uuid[])) d
       cross join lateral (
         select s.id from balance_surplus s where s.network = d.network and s.asset = d.asset
           and s.seen_height >= d.block_height and (s.explained_at is null or ${IS_BOOKED}) and not ${IS_REVERTED}
         order by s.seen_height, s.id limit 1) found
     where d.amount > d.known on conflict (deposit_id) do nothing`,
    [depositIds, replaced?.asset ?? null, String(replaced?.amount ?? 0n), replaced?.id ?? null],
  );
}

/**
 * Takes from surpluses that are being booked what payments that were read since have of them, and answers how much that is of
 * each: those payments bring their own coins.
 */
export async function takeOutLinked(
  tx: Transaction,
  surplusIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const linked = await tx.query<{ id: string; surplusId: string; amount: string; whole: string }>(
    `select g.id, g.surplus_id as "surplusId", g.amount::text, s.amount::text as whole
     from surplus_share g join balance_surplus s on s.id = g.surplus_id join deposit d on d.id = g.deposit_id
     where g.surplus_id = any($1::uuid[]) and g.kind = 'payment' and g.decided_at is null
       and d.status in ('seen', 'confirming', 'confirmed') order by g.id`,
    [surplusIds],
  );
  const taken = new Map<string, bigint>();
  for (const { id, surplusId, amount, whole } of linked) {
    const before = taken.get(surplusId) ?? 0n;
    const part = min(BigInt(amount), BigInt(whole) - before);
    taken.set(surplusId, before + part);
    await tx.query(`update surplus_share set amount = $2, decided_at = clock_timestamp() where id = $1`, [
      id,
      String(part),
    ]);
  }
  return taken;
}

const min = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** The booked surplus that counts a deposit which brings no coins of its own, and how much of it; null where none does. */
export async function findCountedIn(
  tx: Transaction,
  depositId: DepositId,
): Promise<{ surplusId: UnclaimedId; amount: bigint } | null> {
  const [row] = await tx.query<{ surplusId: UnclaimedId; amount: string }>(
    `select s.id as "surplusId", g.amount::text from surplus_share g join balance_surplus s on s.id = g.surplus_id
     where g.deposit_id = $1 and g.kind = 'payment' and g.decided_at is null and ${IS_BOOKED}`,
    [depositId],
  );
  return row === undefined ? null : { surplusId: row.surplusId, amount: BigInt(row.amount) };
}

/** A part of a surplus that was given away, and how much of it no payment that was read later has taken back. */
export interface GivenShare {
  readonly id: string;
  /** Null: the operator's. */
  readonly userId: UserId | null;
  /** What the customer was credited with; null: the operator's. */
  readonly depositId: DepositId | null;
  readonly rest: bigint;
}

/** What was given away of a locked surplus, without what the chain took back: those coins are out of the books. */
export async function listGiven(tx: Transaction, surplusId: UnclaimedId): Promise<GivenShare[]> {
  const rows = await tx.query<Omit<GivenShare, 'rest'> & { rest: string }>(
    `select g.id, g.user_id as "userId", g.deposit_id as "depositId", (g.amount - g.drawn)::text as rest
     from surplus_share g left join deposit d on d.id = g.deposit_id
     where g.surplus_id = $1 and g.kind in ('customer', 'operator') and g.decided_at is not null and g.drawn < g.amount
       and d.status is distinct from 'reverted' order by g.id`,
    [surplusId],
  );
  return rows.map(({ rest, ...row }) => Object.assign(row, { rest: BigInt(rest) }));
}

/** Records what a payment that was read later had of a surplus: so much of what was left, and of parts that were given away. */
export async function saveDrawn(
  tx: Transaction,
  depositId: DepositId,
  {
    left,
    given,
  }: { readonly left: bigint; readonly given: readonly { readonly id: string; readonly amount: bigint }[] },
): Promise<void> {
  await tx.query(
    `update surplus_share set amount = $2, decided_at = clock_timestamp() where deposit_id = $1 and kind = 'payment'`,
    [depositId, String(left)],
  );
  for (const { id, amount } of given) {
    await tx.query(`update surplus_share set drawn = drawn + $2, drawn_at = clock_timestamp() where id = $1`, [
      id,
      String(amount),
    ]);
  }
}

/** A booked surplus that was found at a block which the chain has replaced: what is left of it, and what the operator took. */
export interface ReplacedSurplus {
  readonly id: UnclaimedId;
  readonly asset: string;
  readonly left: bigint;
  readonly taken: bigint;
  readonly addressKeys: readonly string[];
}

/**
 * The booked surpluses of a network that were found at a block above a height and are in the books, locked. Read after the lock: what was
 * decided in between counts.
 */
export async function lockFoundAbove(tx: Transaction, network: string, height: bigint): Promise<ReplacedSurplus[]> {
  const above = `s.network = $1 and s.seen_height > $2`;
  await tx.query(`select from balance_surplus s where ${above} order by s.id for update`, [network, height]);
  const rows = await tx.query<Omit<ReplacedSurplus, 'left' | 'taken'> & Readonly<Record<'left' | 'taken', string>>>(
    `select s.id, s.asset, s.address_keys as "addressKeys", (${LEFT})::text as left, (select coalesce(sum(g.amount - g.drawn), 0) from surplus_share g
       where g.surplus_id = s.id and g.kind = 'operator' and g.decided_at is not null)::text as taken
     from balance_surplus s where ${above} and ${IS_BOOKED} and not ${IS_REVERTED} order by s.id`,
    [network, height],
  );
  return rows.map(({ left, taken, ...row }) => Object.assign(row, { left: BigInt(left), taken: BigInt(taken) }));
}

/**
 * Ends surpluses whose blocks the chain has replaced: nothing is left of them, the operator has none of them, and payments that were read
 * since bring their own coins.
 */
export async function endSurpluses(tx: Transaction, replaced: readonly ReplacedSurplus[]): Promise<void> {
  const ids = replaced.map(({ id }) => id);
  await tx.query(`delete from surplus_share where surplus_id = any($1::uuid[]) and decided_at is null`, [ids]);
  await tx.query(`update surplus_share set drawn = amount where surplus_id = any($1::uuid[]) and kind = 'operator'`, [
    ids,
  ]);
  await tx.query(
    `insert into surplus_share (id, surplus_id, kind, amount, decided_at)
     select id, surplus_id, 'reverted', amount, clock_timestamp()
     from unnest($1::uuid[], $2::uuid[], $3::numeric[]) as ended (id, surplus_id, amount)`,
    [ids.map(() => newId()), ids, replaced.map(({ left }) => String(left))],
  );
}

/** Deletes the surpluses of a network that were found above a height and that nobody has explained: the next comparison says what is there. */
export async function deleteUnexplainedAbove(tx: Transaction, network: string, height: bigint): Promise<void> {
  await tx.query(`delete from balance_surplus where network = $1 and seen_height > $2 and explained_at is null`, [
    network,
    height,
  ]);
}

/**
 * Puts what is left of a part that the operator took back to the others of its surplus, which is locked. Where a person had said
 * that those stay, that ends: it was not said of these.
 */
export async function giveBackShare(tx: Transaction, id: UnclaimedId): Promise<void> {
  await tx.query(
    `with back as (update surplus_share set amount = drawn where id = $1 and kind = 'operator' returning surplus_id)
     delete from surplus_share where kind = 'suspense' and surplus_id in (select surplus_id from back)`,
    [id],
  );
}

/** Records that the payments of these deposits, which a person had made of parts of a surplus, were read. */
export async function saveAdopted(tx: Transaction, depositIds: readonly DepositId[]): Promise<void> {
  if (depositIds.length === 0) return;
  await tx.query(`update surplus_share set drawn = amount where deposit_id = any($1::uuid[])`, [depositIds]);
}
