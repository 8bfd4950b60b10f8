import type { AddressSource } from '@kobogate/addresses';
import type { NetworkId, UserId } from '@kobogate/contract';
import { createWallet } from '@kobogate/server/src/custody/wallets/create-wallet.ts';
import type { Database } from '@kobogate/server/src/platform/database.ts';
import { newId } from '@kobogate/server/src/platform/identifiers.ts';
import { createTestGate } from '../controls/fence.ts';
import { createTestProducts } from '../pricing/products.ts';

/** A new user with a wallet on a network; the deposit address as customers copy it. */
export async function createWalletUser(
  { database, addressSource, network }: { database: Database; addressSource: AddressSource; network: NetworkId },
  currency: string,
): Promise<{ userId: UserId; address: string }> {
  const userId = newId<UserId>();
  await database.query(
    `insert into app_user (id, email, email_key, first_name, last_name, phone, phone_key, password_hash)
     values ($1, $2, $2, 'Sample', 'Person', '0', '0', '')`,
    [userId, `${userId}@sample.test`],
  );
  const made = await createWallet(
    {
      database,
      addressSources: [addressSource],
      gate: createTestGate(database),
      networks: [network],
      products: createTestProducts(database),
    },
    { userId, currency, network },
  );
  return { userId, address: made.wallet.depositAddress };
}
