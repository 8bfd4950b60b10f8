import type { AddressSource, ChainAddress } from '@kobogate/addresses';
import type { Connection, Transaction } from '../../platform/database.ts';

type Key = Pick<AddressSource, 'family' | 'keyFingerprint'>;

/** The indexes of an account key that were reserved for a fence. */
export interface Reserve {
  readonly firstIndex: number;
  /** One past the last. */
  readonly endIndex: number;
  /** Nothing below it is to be asked about any more. */
  readonly scannedTo: number;
  /** How many more are reserved at a time. */
  readonly step: number;
  /** When the chains had been asked about all of them; null: they have not. */
  readonly scannedAt: Date | null;
}

/** The addresses of a key that were reserved for a fence; null where none were yet. */
export async function findReserve(
  connection: Connection,
  fenceId: string,
  { family, keyFingerprint }: Key,
): Promise<Reserve | null> {
  const [row] = await connection.query<Reserve>(
    `select first_index as "firstIndex", end_index as "endIndex", scanned_to as "scannedTo", step, scanned_at as "scannedAt"
     from address_reserve where fence_id = $1 and family = $2 and key_fingerprint = $3`,
    [fenceId, family, keyFingerprint],
  );
  return row ?? null;
}

/** Writes what is reserved of a key. False where somebody else has done that. */
export async function insertReserve(
  tx: Transaction,
  fenceId: string,
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

/** Moves the end of what is reserved. False where somebody else has moved it. */
export async function widenReserve(
  tx: Transaction,
  fenceId: string,
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

/** Notes up to where the chains were asked, and that they were asked about all of it where that is the end. */
export async function saveScanned(
  connection: Connection,
  fenceId: string,
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

/** The index that a key would give out next. */
export async function nextIndexOf(connection: Connection, { family, keyFingerprint }: Key): Promise<number> {
  const [row] = await connection.query<{ next: number }>(
    `select next_index as next from derivation_counter where family = $1 and key_fingerprint = $2`,
    [family, keyFingerprint],
  );
  return row?.next ?? 0;
}

/** As `nextIndexOf`, locked: no address of this key is given out until the transaction ends. */
export async function lockCounter(tx: Transaction, key: Key): Promise<number> {
  await tx.query(
    `insert into derivation_counter (family, key_fingerprint, next_index) values ($1, $2, 0) on conflict do nothing`,
    [key.family, key.keyFingerprint],
  );
  const [row] = await tx.query<{ next: number }>(
    `select next_index as next from derivation_counter where family = $1 and key_fingerprint = $2 for update`,
    [key.family, key.keyFingerprint],
  );
  if (row === undefined) throw new Error('a counter of addresses is not there');
  return row.next;
}

/** Moves a locked counter on. */
export async function saveCounter(tx: Transaction, { family, keyFingerprint }: Key, next: number): Promise<void> {
  await tx.query(`update derivation_counter set next_index = $3 where family = $1 and key_fingerprint = $2`, [
    family,
    keyFingerprint,
    next,
  ]);
}

/**
 * How many addresses of a key were given out in a stretch of time before the books' newest sign of life as long as the one since
 * then; a day's at least.
 */
export async function countGiven(connection: Connection, { family, keyFingerprint }: Key): Promise<number> {
  const [row] = await connection.query<{ given: number }>(
    `with alive as (
       select coalesce(greatest((select max(checked_at) from watcher), (select max(created_at) from deposit_address)),
         clock_timestamp()) as at
     )
     select count(*)::int as given from deposit_address, alive
     where family = $1 and key_fingerprint = $2 and user_id is not null
       and created_at > alive.at - greatest(clock_timestamp() - alive.at, interval '1 day')`,
    [family, keyFingerprint],
  );
  return row?.given ?? 0;
}

/** Writes addresses without an owner; `last` is the sequence of the last of them. One that is known stays as it is. */
export async function insertReserved(
  tx: Transaction,
  { family, keyFingerprint }: Key,
  {
    last,
    addresses,
  }: {
    readonly last: bigint;
    readonly addresses: readonly (ChainAddress & { readonly id: string; readonly index: number })[];
  },
): Promise<void> {
  await tx.query(
    `insert into deposit_address (id, family, address_key, address, derivation_index, key_fingerprint, sequence)
     select id, $1, address_key, address, index, $2, $3::bigint - $4 + place
     from unnest($5::uuid[], $6::text[], $7::text[], $8::int[]) with ordinality as new (id, address_key, address, index, place)
     on conflict do nothing`,
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
  );
}

/** The reserved addresses of a key whose indexes run from `from` to below `to`, in order; not those whose owner was found. */
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

/** Whether chains are still to be asked about reserved addresses of a family, so that more of them may become ours. */
export async function isScanning(connection: Connection, family: string): Promise<boolean> {
  const rows = await connection.query(
    `select 1 from address_reserve r join fence f on f.id = r.fence_id and f.lifted_at is null
     where r.family = $1 and r.scanned_at is null limit 1`,
    [family],
    'is-scanning',
  );
  return rows.length > 0;
}
