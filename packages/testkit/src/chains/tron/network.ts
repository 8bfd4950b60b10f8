import { randomBytes } from 'node:crypto';
import { TRON_PATH, tronAddressSource } from '@kobogate/addresses';
import type { UserId } from '@kobogate/contract';
import { createTronChain } from '@kobogate/server/src/adapters/chains/tron/tron-chain.ts';
import { guardSurpluses } from '@kobogate/server/src/custody/found/surpluses/guard-surpluses.ts';
import { createProviders } from '@kobogate/server/src/custody/watching/providers.ts';
import { createReread } from '@kobogate/server/src/custody/watching/reread.ts';
import { createVouching, type VouchPolicy } from '@kobogate/server/src/custody/watching/vouch.ts';
import { watchAtProviders } from '@kobogate/server/src/custody/watching/watch-at-providers.ts';
import { createWatchList } from '@kobogate/server/src/custody/watch-list/watch-list.ts';
import { balance, customer } from '@kobogate/server/src/ledger/index.ts';
import { insertSuspected, listOpen } from '@kobogate/server/src/custody/found/surpluses/db.ts';
import type { Database } from '@kobogate/server/src/platform/database.ts';
import { systemClock } from '@kobogate/server/src/platform/clock.ts';
import { HDKey } from '@scure/bip32';
import { createWalletUser } from '../../custody/wallet-user.ts';
import { createTestDatabase } from '../../platform/database.ts';
import { silentLog } from '../../platform/log.ts';
import { openQuickLine } from '../quick-line.ts';
import { startTestTron } from './tron.ts';

const LAG_BLOCKS = 10;

/**
 * Looks for what was left out to an address until no provider shows more, as the watcher does once the comparison of
 * balances has found it. That no more is found stops the network, which goes on here.
 */
async function lookForLeftOut(database: Database, addressKey: string, look: () => Promise<unknown>): Promise<void> {
  const suspected = { asset: 'USDT@tron', amount: 1n, addressKeys: [addressKey], places: [], seenHeight: null };
  for (let isOver = false; !isOver;) {
    await insertSuspected(database, 'tron', [suspected]);
    let open = await listOpen(database, 'tron');
    while (open.some(({ isStopped }) => !isStopped)) {
      await look();
      open = await listOpen(database, 'tron');
    }
    isOver = open.length > 0;
  }
  await database.query(`delete from balance_surplus`);
}

/** The sandbox's TRON, a real database and a watcher at providers of it, driven step by step. */
export async function createTestTronNetwork(confirmations: number) {
  const [tron, { database, drop }] = await Promise.all([startTestTron(), createTestDatabase()]);
  const addressSource = tronAddressSource(HDKey.fromMasterSeed(randomBytes(32)).derive(TRON_PATH).publicExtendedKey);
  const watchList = createWatchList(database, 'tron');
  return {
    tron,
    database,
    addressSource,
    /** The watcher's look at several providers, on a clock on which each look is a minute after the one before. */
    lookAt: (urls: readonly string[], policy: VouchPolicy) => {
      const all = urls.map((url) => ({
        chain: createTronChain({ provider: openQuickLine(url) }),
        host: new URL(url).host,
      }));
      const providers = createProviders(all, LAG_BLOCKS);
      let now = 0;
      const reread = createReread({ database, watchList, clock: systemClock, log: silentLog }, { confirmations });
      const currentRates = () => Promise.resolve(new Map());
      const vouching = createVouching(
        { database, providers, currentRates, reread, now: () => (now += 60_000) },
        policy,
      );
      const parts = { database, watchList, clock: systemClock, log: silentLog, providers };
      const guard = guardSurpluses({ ...parts, publicOrigin: 'https://kobogate.test' }, { confirmations }, 'tron');
      const { mustWait } = guard;
      const look = () => watchAtProviders({ ...parts, confirmations, vouching, guard, mustWait });
      const lookAll = async () => {
        while ((await look()).hasMore);
      };
      return { providers, look, lookAll, lookForLeftOut: (key: string) => lookForLeftOut(database, key, look) };
    },
    createUser: (currency: string) => createWalletUser({ database, addressSource, network: 'tron' }, currency),
    deposits: (userId: UserId) =>
      database.query<{ status: string; waits_for: string | null; amount: string }>(
        `select status, waits_for, amount::text from deposit where user_id = $1 order by id`,
        [userId],
      ),
    balanceOf: (userId: UserId, asset: 'USDT@tron') => balance(database, customer(userId, asset)),
    stop: async () => {
      await Promise.all([tron.stop(), drop()]);
    },
  };
}
