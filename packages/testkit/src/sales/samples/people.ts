import {
  type AddressId,
  findAsset,
  type LinkId,
  type NetworkAsset,
  type UserId,
  type WalletId,
} from '@kobogate/contract';
import type { Connection, Database, Transaction } from '@kobogate/server/src/platform/database.ts';
import { newId } from '@kobogate/server/src/platform/identifiers.ts';

/** The domain of every sample's e-mail address, by which it is known: no mail can be sent to it (RFC 2606). */
const SAMPLE_DOMAIN = '@samples.invalid';
/** What samples have a wallet of: coins of one network, so that a product with one node shows them all. */
const COINS = ['USDT', 'USDC', 'ETH'].map((currency) => requireAsset(currency));

/** A made-up person, verified for long, with a payout account, a wallet for each coin and a payment link. */
export interface Sample {
  readonly userId: UserId;
  readonly linkId: LinkId;
  readonly wallets: readonly SampleWallet[];
}

export interface SampleWallet {
  readonly walletId: WalletId;
  readonly addressId: AddressId;
  readonly asset: NetworkAsset;
}

function requireAsset(currency: string): NetworkAsset {
  const asset = findAsset(currency, 'ethereum');
  if (asset === undefined) throw new Error(`no such asset: ${currency} on Ethereum`);
  return asset;
}

/** Whether somebody who is no sample has an order. */
export async function hasRealOrders(connection: Connection): Promise<boolean> {
  // Read by person: of each the first order is enough.
  const [row] = await connection.query<{ is_there: boolean }>(
    `select exists (select from app_user u where u.email_key not like '%${SAMPLE_DOMAIN}'
       and exists (select from customer_order o where o.user_id = u.id)) as is_there`,
  );
  return row?.is_there === true;
}

/**
 * Takes so many numbers of addresses, as the product does, so that its own next address is none of these and its watcher
 * finds them. Answers the number before the first.
 */
export async function takeNumbers(tx: Transaction, count: number): Promise<number> {
  const [row] = await tx.query<{ last: bigint }>(
    `insert into address_sequence (family, last) values ('evm', $1)
     on conflict (family) do update set last = address_sequence.last + excluded.last returning last`,
    [count],
  );
  return Number(row?.last ?? count) - count;
}

/** Writes so many samples, in sets. They are sent no mail: a mail server is neither measured nor misused. */
export async function insertSamples(database: Database, count: number): Promise<Sample[]> {
  const samples = Array.from({ length: count }, () => ({
    userId: newId<UserId>(),
    linkId: newId<LinkId>(),
    wallets: COINS.map((asset) => ({ walletId: newId<WalletId>(), addressId: newId<AddressId>(), asset })),
  }));
  const users = samples.map(({ userId }) => userId);
  await database.transaction(async (tx) => {
    for (const statement of PEOPLE) await tx.query(statement, [users]);
    await tx.query(
      `insert into payment_link (id, user_id, name, purpose, amount, coins)
       select id, user_id, 'Sample shop', 'Bread', '25000', '{USDT}' from unnest($1::uuid[], $2::uuid[]) as link (id, user_id)`,
      [samples.map(({ linkId }) => linkId), users],
    );
    await insertWallets(tx, samples);
  });
  return samples;
}

const PEOPLE = [
  `insert into app_user (id, email, email_key, first_name, last_name, phone, phone_key, search_key, password_hash,
     verified_at, created_at)
   select id, id || '${SAMPLE_DOMAIN}', id || '${SAMPLE_DOMAIN}', 'Sample', 'Person ' || position, '08000000000',
     '2348000000000', 'sample person ' || position || ' ' || id || '${SAMPLE_DOMAIN}', 'none', now() - interval '2 years', now() - interval '2 years'
   from unnest($1::uuid[]) with ordinality as person (id, position)`,
  `insert into bank_account (user_id, account_number, bank_code, bank_name, account_name, name_resolution, updated_at)
   select id, '0123456785', '000013', 'GTBANK', 'SAMPLE PERSON', 'resolved', now() - interval '2 years'
   from unnest($1::uuid[]) as id`,
  `insert into notification_choice (user_id, event, by_email, by_sms)
   select id, event, false, false from unnest($1::uuid[]) as id cross join unnest('{deposit,payout}'::text[]) as event`,
];

async function insertWallets(tx: Transaction, samples: readonly Sample[]): Promise<void> {
  const wallets = samples.flatMap(({ userId, wallets: own }) => own.map((wallet) => ({ userId, ...wallet })));
  const first = await takeNumbers(tx, wallets.length);
  const addresses = wallets.map(({ addressId }) => addressId);
  const users = wallets.map(({ userId }) => userId);
  await tx.query(
    `insert into deposit_address (id, family, address_key, address, derivation_index, key_fingerprint, sequence, user_id)
     select id, 'evm', 'sample-' || id, 'sample-' || id, $3 + position, 'sample', $3 + position, user_id
     from unnest($1::uuid[], $2::uuid[]) with ordinality as address (id, user_id, position)`,
    [addresses, users, first],
  );
  await tx.query(
    `insert into wallet (id, user_id, currency, network, address_id)
     select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[])`,
    [
      wallets.map(({ walletId }) => walletId),
      users,
      wallets.map(({ asset }) => asset.currency),
      wallets.map(({ asset }) => asset.network),
      addresses,
    ],
  );
}
