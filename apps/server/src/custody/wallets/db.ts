import type { AddressSource, ChainAddress } from '@kobogate/addresses';
import type { AddressId, ChainFamily, FenceId, UserId, WalletId } from '@kobogate/contract';
import type { Connection, Transaction } from '../../platform/database.ts';
import type { WalletRecord } from './wallet.ts';

/** An address of a key before it has an owner. */
export interface NewAddress extends ChainAddress {
  readonly id: AddressId;
  readonly index: number;
}

/** The owner of an address. */
export interface AddressOwner {
  readonly addressKey: string;
  readonly addressId: AddressId;
  /** Null: it was not given to anyone, or before the books were restored, and they don't know to whom. */
  readonly userId: UserId | null;
}

/** The kind of an address of ours. */
export type OwnKind = 'deposit' | 'treasury' | 'nonce';

/** The indexes of an account key that were reserved for a fence. */
export interface Reserve {
  readonly firstIndex: number;
  /** One past the last. */
  readonly endIndex: number;
  /** Addresses below it were asked about already. */
  readonly scannedTo: number;
  /** How many more are reserved at a time. */
  readonly step: number;
  /** When the chains had been asked about all of them; null: not yet. */
  readonly scannedAt: Date | null;
}

const WALLET_COLUMNS = `w.id, w.user_id as "userId", w.currency, w.network, a.address as "depositAddress", w.created_at as "createdAt"`;

/** The user's wallet for a pair; null where there is none. */
export async function findWallet(
  connection: Connection,
  userId: UserId,
  currency: string,
  network: string,
): Promise<WalletRecord | null> {
  const [row] = await connection.query<WalletRecord>(
    `select ${WALLET_COLUMNS} from wallet w join deposit_address a on a.id = w.address_id
     where w.user_id = $1 and w.currency = $2 and w.network = $3`,
    [userId, currency, network],
  );
  return row ?? null;
}

/** All wallets of these users, oldest first. */
export function listWalletsOf(connection: Connection, userIds: readonly UserId[]): Promise<WalletRecord[]> {
  return connection.query<WalletRecord>(
    `select ${WALLET_COLUMNS} from wallet w join deposit_address a on a.id = w.address_id
     where w.user_id = any($1::uuid[]) order by w.created_at, w.id`,
    [userIds],
    'list-wallets',
  );
}

/** How many indexes of each source were taken. */
export function listTaken(
  connection: Connection,
): Promise<{ family: string; keyFingerprint: string; taken: number }[]> {
  return connection.query(
    `select family, key_fingerprint as "keyFingerprint", next_index as taken from derivation_counter`,
  );
}

/** Which of the given keys are our addresses, and their owners. */
export function findOwners(connection: Connection, family: string, keys: readonly string[]): Promise<AddressOwner[]> {
  return connection.query<AddressOwner>(
    `select address_key as "addressKey", id as "addressId", user_id as "userId"
     from deposit_address where family = $1 and address_key = any($2::text[])`,
    [family, keys],
    'find-address-owners',
  );
}

/** An address of a customer's. */
export interface OwnedAddress {
  readonly addressId: AddressId;
  readonly addressKey: string;
  /** The asset that a payment by link requests there; null: it is a wallet's. */
  readonly paymentAsset: string | null;
}

/** Those of these keys that are a customer's addresses, in their order, then the addresses of the customer's wallets of the family. */
export function listAddressesOf(
  connection: Connection,
  { userId, family, keys }: { readonly userId: UserId; readonly family: ChainFamily; readonly keys: readonly string[] },
): Promise<OwnedAddress[]> {
  return connection.query<OwnedAddress>(
    `select own.id as "addressId", own.address_key as "addressKey", own.payment_asset as "paymentAsset"
     from (
       select a.*, held.place from unnest($3::text[]) with ordinality as held (key, place)
         join deposit_address a on a.family = $1 and a.address_key = held.key and a.user_id = $2
       union all
       select a.*, null from wallet w join deposit_address a on a.id = w.address_id where w.user_id = $2 and a.family = $1
     ) own order by own.place nulls last, own.sequence`,
    [family, userId, keys],
  );
}

/** Where the key of an address of ours is, and whose it is. */
export interface PlaceOwner {
  readonly addressKey: string;
  readonly derivationIndex: number;
  /** Null: it has no owner, or the books do not know them. */
  readonly email: string | null;
}

/** Those of these keys that are addresses of ours, with their customers' e-mail addresses. */
export function listPlaceOwners(
  connection: Connection,
  family: ChainFamily,
  keys: readonly string[],
): Promise<PlaceOwner[]> {
  return connection.query<PlaceOwner>(
    `select a.address_key as "addressKey", a.derivation_index as "derivationIndex", u.email
     from deposit_address a left join app_user u on u.id = a.user_id where a.family = $1 and a.address_key = any($2::text[])`,
    [family, keys],
  );
}

/** The addresses of a family from a sequence number on, in order: no committed one is left out. */
export function listAddressesFrom(
  connection: Connection,
  family: string,
  sequence: bigint,
  limit: number,
): Promise<{ addressKey: string; addressId: AddressId; sequence: bigint }[]> {
  return connection.query(
    `select address_key as "addressKey", id as "addressId", sequence from deposit_address
     where family = $1 and sequence >= $2 order by sequence limit $3`,
    [family, sequence, limit],
    'list-addresses-from',
  );
}

/** The last sequence number of a family: it has no more addresses. */
export async function lastSequence(connection: Connection, family: string): Promise<bigint> {
  const [row] = await connection.query<{ last: bigint }>(`select last from address_sequence where family = $1`, [
    family,
  ]);
  return row?.last ?? 0n;
}

type Key = Pick<AddressSource, 'family' | 'keyFingerprint'>;

/** The addresses of a key that were reserved for a fence; null where none were yet. */
export async function findReserve(
  connection: Connection,
  fenceId: FenceId,
  { family, keyFingerprint }: Key,
): Promise<Reserve | null> {
  const [row] = await connection.query<Reserve>(
    `select first_index as "firstIndex", end_index as "endIndex", scanned_to as "scannedTo", step, scanned_at as "scannedAt"
     from address_reserve where fence_id = $1 and family = $2 and key_fingerprint = $3`,
    [fenceId, family, keyFingerprint],
  );
  return row ?? null;
}

/** The index that a key would give out next. */
export async function nextIndexOf(connection: Connection, { family, keyFingerprint }: Key): Promise<number> {
  const [row] = await connection.query<{ next: number }>(
    `select next_index as next from derivation_counter where family = $1 and key_fingerprint = $2`,
    [family, keyFingerprint],
  );
  return row?.next ?? 0;
}

/**
 * How many addresses of a key were taken in the same length of time before the books' newest activity as has passed
 * since then; a day's at least. Those that a fence set aside don't count.
 */
export async function countGiven(connection: Connection, { family, keyFingerprint }: Key): Promise<number> {
  const [row] = await connection.query<{ given: number }>(
    `with alive as (
       select coalesce(greatest((select max(checked_at) from watcher), (select max(created_at) from deposit_address)),
         clock_timestamp()) as at
     )
     select count(*)::int as given from deposit_address a, alive
     where a.family = $1 and a.key_fingerprint = $2
       and a.created_at > alive.at - greatest(clock_timestamp() - alive.at, interval '1 day')
       and (a.user_id is not null or not exists (
         select from address_reserve r where r.family = $1 and r.key_fingerprint = $2
           and a.derivation_index >= r.first_index and a.derivation_index < r.end_index))`,
    [family, keyFingerprint],
  );
  return row?.given ?? 0;
}

/** The indexes of a key from `from` to below `to` that have no address here, in order. */
export async function listUnwritten(
  connection: Connection,
  { family, keyFingerprint }: Key,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<number[]> {
  const rows = await connection.query<{ index: number }>(
    `select index from generate_series($3::int, $4::int - 1) as taken (index) where not exists (
       select from deposit_address where family = $1 and key_fingerprint = $2 and derivation_index = taken.index)
     order by index`,
    [family, keyFingerprint, from, to],
  );
  return rows.map(({ index }) => index);
}

/** The addresses of a key without an owner whose indexes run from `from` to below `to`, in order. */
export async function listReserved(
  connection: Connection,
  { family, keyFingerprint }: Key,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<(ChainAddress & { readonly index: number })[]> {
  return connection.query(
    `select address, address_key as "addressKey", derivation_index as index from deposit_address
     where family = $1 and key_fingerprint = $2 and derivation_index >= $3 and derivation_index < $4 and user_id is null
     order by derivation_index`,
    [family, keyFingerprint, from, to],
  );
}

/** Whether a fence is up for which no addresses of a key were reserved yet: the next ones may have been given out before. */
export async function isUnreserved(connection: Connection, { family, keyFingerprint }: Key): Promise<boolean> {
  const rows = await connection.query(
    `select 1 from fence f where f.lifted_at is null and not exists (
       select from address_reserve r where r.fence_id = f.id and r.family = $1 and r.key_fingerprint = $2)`,
    [family, keyFingerprint],
    'is-unreserved',
  );
  return rows.length > 0;
}

/** Whether chains have yet to be asked about reserved addresses of a family, so that more of them may become ours. */
export async function isScanning(connection: Connection, family: string): Promise<boolean> {
  const rows = await connection.query(
    `select 1 from address_reserve r join fence f on f.id = r.fence_id and f.lifted_at is null
     where r.family = $1 and r.scanned_at is null limit 1`,
    [family],
    'is-scanning',
  );
  return rows.length > 0;
}

/** Which of these addresses of a family are ours, and their kind: a deposit address, a treasury, or a nonce account. */
export async function findOwnAddresses(
  connection: Connection,
  family: ChainFamily,
  addressKeys: readonly string[],
): Promise<ReadonlyMap<string, OwnKind>> {
  if (addressKeys.length === 0) return new Map();
  const rows = await connection.query<{ addressKey: string; kind: OwnKind }>(
    `select address_key as "addressKey", 'deposit' as kind from deposit_address
       where family = $1 and address_key = any($2::text[])
     union all select address_key, 'treasury' from treasury_address where family = $1 and address_key = any($2::text[])
     union all select address, 'nonce' from nonce_account where $1 = 'solana' and address = any($2::text[])`,
    [family, addressKeys],
    'find-own-addresses',
  );
  return new Map(rows.map(({ addressKey, kind }) => [addressKey, kind]));
}

/**
 * Takes the next indexes of an address source, for this caller alone: fewer where fewer are left below `size`. Other
 * callers wait until this transaction has ended.
 */
export async function takeIndexes(
  tx: Transaction,
  { size, ...key }: Pick<AddressSource, 'family' | 'keyFingerprint' | 'size'>,
  count: number,
): Promise<number[]> {
  const first = await lockCounter(tx, key);
  const taken = Math.max(0, Math.min(count, size - first));
  if (taken > 0) await saveCounter(tx, key, first + taken);
  return Array.from({ length: taken }, (_, place) => first + place);
}

/**
 * Takes a family's next address sequences and answers the last of them; other callers wait until this transaction has
 * ended.
 */
export async function takeSequence(tx: Transaction, family: string, count = 1): Promise<bigint> {
  const [row] = await tx.query<{ last: bigint }>(
    `insert into address_sequence (family, last) values ($1, $2)
     on conflict (family) do update set last = address_sequence.last + excluded.last returning last`,
    [family, count],
    'address-sequence',
  );
  if (row === undefined) throw new Error('the address counter gave no number');
  return row.last;
}

/** Whom an address is given to. */
export interface GivenAddress {
  readonly id: AddressId;
  readonly userId: UserId;
  /** The asset that a payment asks for there; left out for a wallet's. */
  readonly paymentAsset?: string;
}

/** Gives addresses to their owners. Throws where one has an owner already, or is not there: the database is not the one that took it. */
export async function giveAddresses(tx: Transaction, given: readonly GivenAddress[]): Promise<void> {
  const rows = await tx.query(
    `update deposit_address a set user_id = given.user_id, payment_asset = given.payment_asset
     from unnest($1::uuid[], $2::uuid[], $3::text[]) as given (id, user_id, payment_asset)
     where a.id = given.id and a.user_id is null returning a.id`,
    [
      given.map(({ id }) => id),
      given.map(({ userId }) => userId),
      given.map(({ paymentAsset }) => paymentAsset ?? null),
    ],
    'give-addresses',
  );
  if (rows.length !== given.length) throw new Error('an address that was taken is not there to be given');
}

/** Writes a wallet; null where the user has one for this pair already. */
export async function insertWallet(
  tx: Transaction,
  wallet: { id: WalletId; userId: UserId; currency: string; network: string; addressId: AddressId },
): Promise<WalletRecord | null> {
  const [row] = await tx.query<WalletRecord>(
    `with w as (
       insert into wallet (id, user_id, currency, network, address_id) values ($1, $2, $3, $4, $5)
       on conflict (user_id, currency, network) do nothing returning *
     ), a as (select address from deposit_address where id = $5)
     select ${WALLET_COLUMNS} from w cross join a`,
    [wallet.id, wallet.userId, wallet.currency, wallet.network, wallet.addressId],
  );
  return row ?? null;
}

/** Records the reserved range of a key. False where another process has done that. */
export async function insertReserve(
  tx: Transaction,
  fenceId: FenceId,
  { family, keyFingerprint }: Key,
  { firstIndex, endIndex, step }: Pick<Reserve, 'firstIndex' | 'endIndex' | 'step'>,
): Promise<boolean> {
  const rows = await tx.query(
    `insert into address_reserve (fence_id, family, key_fingerprint, first_index, end_index, scanned_to, step)
     values ($1, $2, $3, $4, $5, $4, $6) on conflict do nothing returning family`,
    [fenceId, family, keyFingerprint, firstIndex, endIndex, step],
  );
  return rows.length === 1;
}

/** Moves the end of the reserved range. False where another process has moved it. */
export async function widenReserve(
  tx: Transaction,
  fenceId: FenceId,
  { family, keyFingerprint }: Key,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<boolean> {
  const rows = await tx.query(
    `update address_reserve set end_index = $5
     where fence_id = $1 and family = $2 and key_fingerprint = $3 and end_index = $4 returning family`,
    [fenceId, family, keyFingerprint, from, to],
  );
  return rows.length === 1;
}

/** Records up to where the chains were asked, and that they were asked about all of it where that is the end. */
export async function saveScanned(
  connection: Connection,
  fenceId: FenceId,
  { family, keyFingerprint }: Key,
  to: number,
): Promise<void> {
  await connection.query(
    `update address_reserve set scanned_to = greatest(scanned_to, $4),
       scanned_at = case when $4 >= end_index then coalesce(scanned_at, clock_timestamp()) end
     where fence_id = $1 and family = $2 and key_fingerprint = $3`,
    [fenceId, family, keyFingerprint, to],
  );
}

/** The same as `nextIndexOf`, locked: no address of this key is given out until the transaction ends. */
export async function lockCounter(tx: Transaction, { family, keyFingerprint }: Key): Promise<number> {
  const [row] = await tx.query<{ next: number }>(
    `insert into derivation_counter (family, key_fingerprint, next_index) values ($1, $2, 0)
     on conflict (family, key_fingerprint) do update set next_index = derivation_counter.next_index
     returning next_index as next`,
    [family, keyFingerprint],
    'address-counter-lock',
  );
  if (row === undefined) throw new Error('a counter of addresses is not there');
  return row.next;
}

/** Advances a locked counter. */
export async function saveCounter(tx: Transaction, { family, keyFingerprint }: Key, next: number): Promise<void> {
  const statement = `update derivation_counter set next_index = $3 where family = $1 and key_fingerprint = $2`;
  await tx.query(statement, [family, keyFingerprint, next], 'address-counter-save');
}

/**
 * Writes addresses without an owner, and answers which: one whose index or text is known stays as it is. `last` is the
 * sequence of the last of them.
 */
export async function insertUnowned(
  tx: Transaction,
  { family, keyFingerprint }: Key,
  { last, addresses }: { readonly last: bigint; readonly addresses: readonly NewAddress[] },
): Promise<AddressId[]> {
  const rows = await tx.query<{ id: AddressId }>(
    `insert into deposit_address (id, family, address_key, address, derivation_index, key_fingerprint, sequence)
     select id, $1, address_key, address, index, $2, $3::bigint - $4 + place
     from unnest($5::uuid[], $6::text[], $7::text[], $8::int[]) with ordinality as new (id, address_key, address, index, place)
     on conflict do nothing returning id`,
    [
      family,
      keyFingerprint,
      last.toString(),
      addresses.length,
      addresses.map(({ id }) => id),
      addresses.map(({ addressKey }) => addressKey),
      addresses.map(({ address }) => address),
      addresses.map(({ index }) => index),
    ],
    'insert-unowned',
  );
  return rows.map(({ id }) => id);
}
