import type { UserId } from '@kobogate/contract';
import { randomBytes } from 'node:crypto';
import { formatCardanoAccount } from '@kobogate/addresses';
import { createCardanoChain } from '@kobogate/server/src/adapters/chains/cardano/cardano-chain.ts';
import type { Line } from '@kobogate/server/src/adapters/chains/line.ts';
import { watchNetwork } from '@kobogate/server/src/custody/deposits/watch-network.ts';
import { balance, customer } from '@kobogate/server/src/ledger/index.ts';
import { systemClock } from '@kobogate/server/src/platform/clock.ts';
import { ed25519 } from '@noble/curves/ed25519.js';
import { cardanoAddressSource } from '../../custody/address-sources.ts';
import { createWalletUser } from '../../custody/wallet-user.ts';
import { createTestDatabase } from '../../platform/database.ts';
import { silentLog } from '../../platform/log.ts';
import { startTestNode } from './node.ts';
import { createWatchList } from '@kobogate/server/src/custody/watch-list/watch-list.ts';

const ADA = 'ADA@cardano';

/** A scripted node, a real database and a watcher between them, driven step by step. */
export async function createTestCardano(confirmations: number) {
  const [node, { database, drop }] = await Promise.all([startTestNode(), createTestDatabase()]);
  const addressSource = cardanoAddressSource(
    formatCardanoAccount({ publicKey: ed25519.getPublicKey(randomBytes(32)), chainCode: randomBytes(32) }),
  );
  const watchList = createWatchList(database, 'cardano');
  const watchAt = (provider: Line | string) => {
    const chain = createCardanoChain({ provider, projectId: 'mainnetTest', log: silentLog });
    return { database, chain, watchList, confirmations, clock: systemClock, log: silentLog };
  };
  const dependencies = watchAt(node.url);

  return {
    node,
    chain: dependencies.chain,
    watchAt,
    look: () => watchNetwork(dependencies),
    watchAll: async (watching = dependencies) => {
      while ((await watchNetwork(watching)).hasMore);
    },
    /** A new user with a wallet, and its address. */
    createUser: () => createWalletUser({ database, addressSource, network: 'cardano' }, 'ADA'),
    deposits: (userId: UserId) =>
      database.query<{ identity: string; amount: string; status: string; senders: string[] }>(
        `select *, array(select address_key from deposit_sender where deposit_id = deposit.id order by 1) as senders
         from deposit where user_id = $1 order by id`,
        [userId],
      ),
    blocks: () => database.query(`select * from block order by height`),
    balanceOf: (userId: UserId) => balance(database, customer(userId, ADA)),
    stop: async () => {
      await Promise.all([node.stop(), drop()]);
    },
  };
}

export type TestCardano = Awaited<ReturnType<typeof createTestCardano>>;
