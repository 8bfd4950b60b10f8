import type { UserId } from '@kobogate/contract';
import { randomBytes } from 'node:crypto';
import { bitcoinAddressSource, checkAddress } from '@kobogate/addresses';
import { createBitcoinChain, type WhichChain } from '@kobogate/server/src/adapters/chains/bitcoin/bitcoin-chain.ts';
import { watchNetwork } from '@kobogate/server/src/custody/deposits/watch-network.ts';
import { createWallet } from '@kobogate/server/src/custody/wallets/create-wallet.ts';
import { balance, customer } from '@kobogate/server/src/ledger/index.ts';
import { systemClock } from '@kobogate/server/src/platform/clock.ts';
import { newId } from '@kobogate/server/src/platform/identifiers.ts';
import { HDKey } from '@scure/bip32';
import { createTestDatabase } from '../../platform/database.ts';
import { silentLog } from '../../platform/log.ts';
import { createTestProducts } from '../../pricing/products.ts';
import { startTestNode } from './node.ts';
import { createWatchList } from '@kobogate/server/src/custody/wallets/watch-list.ts';

const BTC = 'BTC@mainnet';

/** A scripted node, a real database and a watcher between them, driven step by step. */
export async function createTestBitcoin(confirmations: number, which?: WhichChain) {
  const [node, { database, drop }] = await Promise.all([startTestNode(), createTestDatabase()]);
  const addressSource = bitcoinAddressSource(
    HDKey.fromMasterSeed(randomBytes(32)).derive("m/84'/0'/0'").publicExtendedKey,
    'segwit',
  );
  const watchList = createWatchList(database, 'bitcoin');
  const watchAt = (rpcUrl: string) => {
    const chain = createBitcoinChain(which === undefined ? { provider: rpcUrl } : { provider: rpcUrl, chain: which });
    return { database, chain, watchList, confirmations, clock: systemClock, log: silentLog };
  };
  const dependencies = watchAt(node.url);

  return {
    node,
    database,
    watchAt,
    watchAll: async (watching = dependencies) => {
      while ((await watchNetwork(watching)).hasMore);
    },
    /** A new user with a wallet, and the script that pays it. */
    createUser: async () => {
      const userId = newId<UserId>();
      const email = `${userId}@sample.test`;
      await database.query(
        `insert into app_user (id, email, email_key, first_name, last_name, phone, phone_key, password_hash)
         values ($1, $2, $2, 'Sample', 'Person', '0', '0', '')`,
        [userId, email],
      );
      const made = await createWallet(
        { database, addressSources: [addressSource], networks: ['mainnet'], products: createTestProducts(database) },
        { userId, currency: 'BTC', network: 'mainnet' },
      );
      const checked = checkAddress('bitcoin', made.wallet.depositAddress, 'Bitcoin');
      if ('problem' in checked) throw new Error(checked.problem);
      return { userId, address: checked.address, script: checked.addressKey };
    },
    deposits: (userId: UserId) =>
      database.query<{
        identity: string;
        amount: string;
        status: string;
        confirmations_needed: number;
        senders: string[];
      }>(
        `select *, array(select address_key from deposit_sender where deposit_id = deposit.id order by 1) as senders from deposit where user_id = $1 order by id`,
        [userId],
      ),
    blocks: () => database.query(`select * from block order by height`),
    balanceOf: (userId: UserId) => balance(database, customer(userId, BTC)),
    stop: async () => {
      await Promise.all([node.stop(), drop()]);
    },
  };
}

export type TestBitcoin = Awaited<ReturnType<typeof createTestBitcoin>>;
