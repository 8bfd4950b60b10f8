import type { UserId } from '@kobogate/contract';
import { randomBytes } from 'node:crypto';
import { bitcoinAddressSource, checkAddress } from '@kobogate/addresses';
import { createBitcoinChain, type WhichChain } from '@kobogate/server/src/adapters/chains/bitcoin/bitcoin-chain.ts';
import type { Line } from '@kobogate/server/src/adapters/chains/line.ts';
import { watchNetwork } from '@kobogate/server/src/custody/deposits/watch-network.ts';
import { balance, customer } from '@kobogate/server/src/ledger/index.ts';
import { systemClock } from '@kobogate/server/src/platform/clock.ts';
import { HDKey } from '@scure/bip32';
import { createWalletUser } from '../../custody/wallet-user.ts';
import { createTestDatabase } from '../../platform/database.ts';
import { silentLog } from '../../platform/log.ts';
import { startTestNode } from './node.ts';
import { createWatchList } from '@kobogate/server/src/custody/watch-list/watch-list.ts';

const BTC = 'BTC@mainnet';

/** A scripted node, a real database and a watcher between them, driven step by step. */
export async function createTestBitcoin(confirmations: number, which?: WhichChain) {
  const [node, { database, drop }] = await Promise.all([startTestNode(), createTestDatabase()]);
  const addressSource = bitcoinAddressSource(
    HDKey.fromMasterSeed(randomBytes(32)).derive("m/84'/0'/0'").publicExtendedKey,
    'segwit',
  );
  const watchList = createWatchList(database, 'bitcoin');
  const watchAt = (provider: Line | string) => {
    const chain = createBitcoinChain(which === undefined ? { provider } : { provider, chain: which });
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
      const made = await createWalletUser({ database, addressSource, network: 'mainnet' }, 'BTC');
      const checked = checkAddress('bitcoin', made.address, 'Bitcoin');
      if ('problem' in checked) throw new Error(checked.problem);
      return Object.assign(made, { script: checked.addressKey });
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
