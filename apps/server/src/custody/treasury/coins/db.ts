import type { AddressSource } from '@kobogate/addresses';
import type { Connection, Transaction } from '../../../platform/database.ts';
import type { EmptiedAddress, OwnAddress } from '../treasury-wallet.ts';

interface AddressRow {
  readonly address: string;
  readonly addressKey: string;
  readonly index: number;
}

const placed = ({ address, addressKey, index }: AddressRow): OwnAddress => ({ chain: 0, index, address, addressKey });

/**
 * Every deposit address of a family that one account key made, in the order of its indexes; `isKnown` excludes addresses that
 * are only reserved and have neither a known owner nor a known arrival.
 */
export async function listOwnAddresses(
  connection: Connection,
  { family, keyFingerprint, isKnown }: { family: string; keyFingerprint: string; isKnown: boolean },
): Promise<OwnAddress[]> {
  const rows = await connection.query<AddressRow>(
    `select address, address_key as "addressKey", derivation_index as index from deposit_address a
     where family = $1 and key_fingerprint = $2
       and (not $3 or user_id is not null or exists (select from deposit d where d.address_id = a.id))
     order by derivation_index`,
    [family, keyFingerprint, isKnown],
  );
  return rows.map(placed);
}

/**
 * The deposit addresses of one account key that hold coins on a network by our own record of what came and left, in the
 * order of their indexes. A few are listed although they are empty, such as those that paid a fee that was not booked.
 */
export async function listAddressesWithCoins(
  connection: Connection,
  { family, keyFingerprint, network }: { family: string; keyFingerprint: string; network: string },
): Promise<OwnAddress[]> {
  const rows = await connection.query<AddressRow>(
    `select address, address_key as "addressKey", derivation_index as index from deposit_address
     where family = $1 and key_fingerprint = $2 and id in (
       select came.address_id from (
         select address_id, coalesce(came_as, asset) as asset, sum(amount) as amount from deposit
         where network = $3 and status in ('seen', 'confirming', 'confirmed') group by 1, 2
       ) came join deposit_address a on a.id = came.address_id
         left join moved_coins m on m.network = $3 and m.address = a.address and m.asset = came.asset
       where came.amount > coalesce(m.amount, 0))
     order by derivation_index`,
    [family, keyFingerprint, network],
  );
  return rows.map(placed);
}

/** Coins that left a deposit address; a negative amount came from the treasury. */
export interface MovedCoins {
  readonly address: string;
  readonly asset: string;
  readonly amount: bigint;
}

/** Adds to the record of what left the deposit addresses of a network. */
export async function noteMoved(tx: Transaction, network: string, moved: readonly MovedCoins[]): Promise<void> {
  if (moved.length === 0) return;
  await tx.query(
    `insert into moved_coins as m (network, address, asset, amount)
     select $1, address, asset, sum(amount) from unnest($2::text[], $3::text[], $4::numeric[]) as t (address, asset, amount)
     group by address, asset order by address, asset
     on conflict (network, address, asset) do update set amount = m.amount + excluded.amount, account_closed_at = null`,
    [
      network,
      moved.map(({ address }) => address),
      moved.map(({ asset }) => asset),
      moved.map(({ amount }) => amount.toString()),
    ],
  );
}

/** The most emptied addresses that one plan looks at. */
const MOST_EMPTIED = 200;

/**
 * Deposit addresses of one account key that hold nothing of one of these tokens by our own record of what came and left,
 * and whose account for it was not closed since.
 */
export async function listEmptied(
  connection: Connection,
  { family, keyFingerprint, network }: { family: string; keyFingerprint: string; network: string },
  tokens: readonly string[],
): Promise<EmptiedAddress[]> {
  const rows = await connection.query<AddressRow & { asset: string }>(
    `select a.address, a.address_key as "addressKey", a.derivation_index as index, m.asset
     from moved_coins m join deposit_address a on a.address = m.address and a.family = $1 and a.key_fingerprint = $2
     where m.network = $3 and m.asset = any($4::text[]) and m.account_closed_at is null and m.amount > 0
       and m.amount = (select coalesce(sum(d.amount), 0) from deposit d
         where d.address_id = a.id and d.network = $3 and coalesce(d.came_as, d.asset) = m.asset
           and d.status in ('seen', 'confirming', 'confirmed'))
     order by a.derivation_index, m.asset limit $5`,
    [family, keyFingerprint, network, tokens, MOST_EMPTIED],
  );
  return rows.map((row) => ({ address: placed(row), asset: row.asset }));
}

/** Notes that the account of an address for a token was closed; coins that are swept from it later open the note again. */
export async function noteClosed(tx: Transaction, network: string, address: string, asset: string): Promise<void> {
  await tx.query(
    `update moved_coins set account_closed_at = clock_timestamp() where network = $1 and address = $2 and asset = $3`,
    [network, address, asset],
  );
}

/** Locks the treasury addresses of a family: what is booked by what they hold is then booked by one at a time. */
export async function lockTreasuries(tx: Transaction, family: string): Promise<void> {
  await tx.query(`select from treasury_address where family = $1 order by address_key for update`, [family]);
}

/** Records the treasury addresses of these keys. They stay ours when the keys change. May be repeated. */
export async function noteTreasuries(
  connection: Connection,
  sources: readonly AddressSource[],
  cold: readonly { readonly family: string; readonly addressKey: string }[] = [],
): Promise<void> {
  const derived = sources.flatMap((source) => {
    const addressKey = source.treasury?.().addressKey;
    return addressKey === undefined ? [] : [{ family: source.family, addressKey }];
  });
  const found = [...derived, ...cold];
  await connection.query(
    `insert into treasury_address (family, address_key) select * from unnest($1::text[], $2::text[])
     on conflict do nothing`,
    [found.map(({ family }) => family), found.map(({ addressKey }) => addressKey)],
  );
}
