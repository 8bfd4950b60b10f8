import type { AddressSource } from '@kobogate/addresses';
import type { ChainFamily } from '@kobogate/contract';
import type { Connection } from '../../platform/database.ts';
import { ruleBroken } from '../../platform/errors.ts';

/** Writes down the treasury addresses of these keys. One stays ours when the keys change. May be repeated. */
export async function noteTreasuries(connection: Connection, sources: readonly AddressSource[]): Promise<void> {
  const found = sources.flatMap((source) => {
    const addressKey = source.treasury?.().addressKey;
    return addressKey === undefined ? [] : [{ family: source.family, addressKey }];
  });
  await connection.query(
    `insert into treasury_address (family, address_key) select * from unnest($1::text[], $2::text[])
     on conflict do nothing`,
    [found.map(({ family }) => family), found.map(({ addressKey }) => addressKey)],
  );
}

/** Which of these addresses of a family are ours: deposit addresses, treasuries, and the accounts that date transactions. */
export async function findOwnAddresses(
  connection: Connection,
  family: ChainFamily,
  addressKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (addressKeys.length === 0) return new Set();
  const rows = await connection.query<{ addressKey: string }>(
    `select address_key as "addressKey" from deposit_address where family = $1 and address_key = any($2::text[])
     union select address_key from treasury_address where family = $1 and address_key = any($2::text[])
     union select address from nonce_account where $1 = 'solana' and address = any($2::text[])`,
    [family, addressKeys],
    'find-own-addresses',
  );
  return new Set(rows.map(({ addressKey }) => addressKey));
}

/** Which of these addresses of a family are deposit addresses of ours, and which treasuries. */
export async function findOwnKinds(
  connection: Connection,
  family: ChainFamily,
  addressKeys: readonly string[],
): Promise<{ deposits: ReadonlySet<string>; treasuries: ReadonlySet<string> }> {
  const rows = await connection.query<{ addressKey: string; isTreasury: boolean }>(
    `select address_key as "addressKey", false as "isTreasury" from deposit_address
     where family = $1 and address_key = any($2::text[])
     union all select address_key, true from treasury_address where family = $1 and address_key = any($2::text[])`,
    [family, addressKeys],
  );
  const those = (wanted: boolean) =>
    new Set(rows.flatMap(({ addressKey, isTreasury }) => (isTreasury === wanted ? addressKey : [])));
  return { deposits: those(false), treasuries: those(true) };
}

/** Throws 422, in words, for an address of ours, where coins can't be sent back to. */
export async function refuseOwnAddress(connection: Connection, family: ChainFamily, addressKey: string): Promise<void> {
  if ((await findOwnAddresses(connection, family, [addressKey])).size > 0) {
    throw ruleBroken(
      'This is an address of Kobogate: coins sent there would come back to us. Please use your own.',
      'address-ours',
    );
  }
}
