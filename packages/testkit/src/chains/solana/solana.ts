import { randomUUID } from 'node:crypto';
import { type AddressSource, associatedTokenAccount } from '@kobogate/addresses';
import { findAsset, type UserId } from '@kobogate/contract';
import { createSolanaChain } from '@kobogate/server/src/adapters/chains/solana/solana-chain.ts';
import type { Line } from '@kobogate/server/src/adapters/chains/line.ts';
import { watchNetwork } from '@kobogate/server/src/custody/deposits/watch-network.ts';
import { balance, customer } from '@kobogate/server/src/ledger/index.ts';
import { systemClock } from '@kobogate/server/src/platform/clock.ts';
import { createWalletUser } from '../../custody/wallet-user.ts';
import { createTestDatabase } from '../../platform/database.ts';
import { silentLog } from '../../platform/log.ts';
import { keyOf, makeTransaction, startTestNode, type TestTransaction } from './node.ts';
import { createWatchList } from '@kobogate/server/src/custody/watch-list/watch-list.ts';

/** Mints on the main network. */
export const USDC = findAsset('USDC', 'solana')?.contract ?? '';
export const USDT = findAsset('USDT', 'solana')?.contract ?? '';

/** A payment of lamports. */
export function payCoins(to: string, amount: number, before = 0): TestTransaction {
  return makeTransaction([{ address: to, before, after: before + amount }]);
}

/** A payment of a token to the associated account of `owner`, which had `before` units, or did not exist. */
export function payTokens(owner: string, mint: string, amount: bigint, before?: bigint): TestTransaction {
  const after = String((before ?? 0n) + amount);
  const holding = { at: 1, mint, owner, after, ...(before === undefined ? {} : { before: String(before) }) };
  return makeTransaction([{ address: associatedTokenAccount(owner, mint) }], { tokens: [holding] });
}

/** A scripted node, a real database and a watcher between them, driven step by step. */
export async function createTestSolana(confirmations: number) {
  const [node, { database, drop }] = await Promise.all([startTestNode(), createTestDatabase()]);
  const seed = randomUUID();
  const addressSource: AddressSource = {
    family: 'solana',
    keyFingerprint: seed,
    size: 1_000,
    derive: (index) => ({ address: keyOf(`${seed} ${index}`), addressKey: keyOf(`${seed} ${index}`) }),
  };
  const watchList = createWatchList(database, 'solana');
  const watchAt = (provider: Line | string) => {
    const chain = createSolanaChain({ provider });
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
    /** A new user with a wallet for a pair, and its address. */
    createUser: (currency: string) => createWalletUser({ database, addressSource, network: 'solana' }, currency),
    deposits: (userId: UserId) =>
      database.query<{ identity: string; amount: string; status: string; senders: string[] }>(
        `select *, array(select address_key from deposit_sender where deposit_id = deposit.id order by 1) as senders from deposit where user_id = $1 order by id`,
        [userId],
      ),
    blocks: () => database.query(`select * from block order by height`),
    balanceOf: (userId: UserId, currency: string) =>
      balance(database, customer(userId, findAsset(currency, 'solana')?.code ?? '')),
    stop: async () => {
      await Promise.all([node.stop(), drop()]);
    },
  };
}

export type TestSolana = Awaited<ReturnType<typeof createTestSolana>>;
