import type { AddressSource, ChainAddress } from '@kobogate/addresses';
import type { Connection, Transaction } from '../../platform/database.ts';
import type { WalletRecord } from './wallet.ts';

const WALLET_COLUMNS = `w.id, w.user_id as "userId", w.currency, w.network, a.address as "depositAddress", w.created_at as "createdAt"`;

/** The user's wallet for a pair; null where there is none. */
export async function findWallet(
  connection: Connection,
  userId: string,
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

/** All wallets of a user, oldest first. */
export function listWalletsOf(connection: Connection, userId: string): Promise<WalletRecord[]> {
  return connection.query<WalletRecord>(
    `select ${WALLET_COLUMNS} from wallet w join deposit_address a on a.id = w.address_id
     where w.user_id = $1 order by w.created_at, w.id`,
    [userId],
    'list-wallets',
  );
}

/** Takes the next index of an address source, which nobody else will get; null where all of them are taken. */
export async function takeIndex(
  tx: Transaction,
  { family, keyFingerprint, size }: Pick<AddressSource, 'family' | 'keyFingerprint' | 'size'>,
): Promise<number | null> {
  const [row] = await tx.query<{ index: number }>(
    `insert into derivation_counter (family, key_fingerprint, next_index) select $1, $2, 1 where $3 > 0
     on conflict (family, key_fingerprint) do update set next_index = derivation_counter.next_index + 1
     where derivation_counter.next_index < $3
     returning next_index - 1 as index`,
    [family, keyFingerprint, size],
  );
  return row?.index ?? null;
}

/** How many indexes of each source were taken. */
export function listTaken(
  connection: Connection,
): Promise<{ family: string; keyFingerprint: string; taken: number }[]> {
  return connection.query(
    `select family, key_fingerprint as "keyFingerprint", next_index as taken from derivation_counter`,
  );
}

/**
 * Takes a family's next address sequences and answers the last of them; everybody else who wants one waits until this transaction
 * has ended.
 */
export async function takeSequence(tx: Transaction, family: string, count = 1): Promise<bigint> {
  const [row] = await tx.query<{ last: bigint }>(
    `insert into address_sequence (family, last) values ($1, $2)
     on conflict (family) do update set last = address_sequence.last + excluded.last returning last`,
    [family, count],
  );
  if (row === undefined) throw new Error('the address counter gave no number');
  return row.last;
}

export interface NewAddress extends ChainAddress {
  readonly id: string;
  readonly family: string;
  readonly index: number;
  readonly keyFingerprint: string;
  readonly sequence: bigint;
  readonly userId: string;
  /** The asset that a payment asks for there; left out for a wallet's. */
  readonly paymentAsset?: string;
}

/** Writes an address that was never used before; throws where the chain's key was. */
export async function insertAddress(tx: Transaction, address: NewAddress): Promise<void> {
  const { id, family, addressKey, address: text, index, keyFingerprint, sequence, userId, paymentAsset } = address;
  await tx.query(
    `insert into deposit_address (id, family, address_key, address, derivation_index, key_fingerprint, sequence, user_id,
       payment_asset)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, family, addressKey, text, index, keyFingerprint, sequence, userId, paymentAsset ?? null],
  );
}

/** Writes a wallet; null where the user has one for this pair already. */
export async function insertWallet(
  tx: Transaction,
  wallet: { id: string; userId: string; currency: string; network: string; addressId: string },
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

/** Whose address something is. */
export interface AddressOwner {
  readonly addressKey: string;
  readonly addressId: string;
  /** Null: it may have been given out before the books were restored, and they don't know to whom. */
  readonly userId: string | null;
}

/** Which of the given keys are our addresses, and whose. */
export function findOwners(connection: Connection, family: string, keys: readonly string[]): Promise<AddressOwner[]> {
  return connection.query<AddressOwner>(
    `select address_key as "addressKey", id as "addressId", user_id as "userId"
     from deposit_address where family = $1 and address_key = any($2::text[])`,
    [family, keys],
    'find-address-owners',
  );
}

/** The next addresses of a family after a sequence number, in order: no committed one is left out. */
export function listAddressesAfter(
  connection: Connection,
  family: string,
  sequence: bigint,
  limit: number,
): Promise<{ addressKey: string; sequence: bigint }[]> {
  return connection.query<{ addressKey: string; sequence: bigint }>(
    `select address_key as "addressKey", sequence from deposit_address
     where family = $1 and sequence > $2 order by sequence limit $3`,
    [family, sequence, limit],
    'list-addresses-after',
  );
}
