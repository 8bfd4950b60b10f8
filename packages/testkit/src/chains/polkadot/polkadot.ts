import type { UserId } from '@kobogate/contract';
import { polkadotAddress } from '@kobogate/addresses';
import { createPolkadotChain } from '@kobogate/server/src/adapters/chains/polkadot/polkadot-chain.ts';
import type { Line } from '@kobogate/server/src/adapters/chains/line.ts';
import { watchNetwork } from '@kobogate/server/src/custody/deposits/watch-network.ts';
import { balance, customer } from '@kobogate/server/src/ledger/index.ts';
import { systemClock } from '@kobogate/server/src/platform/clock.ts';
import { type EventRecord, hash256, type RuntimeEvent } from '@kobogate/substrate';
import { polkadotAddressSource } from '../../custody/address-sources.ts';
import { createWalletUser } from '../../custody/wallet-user.ts';
import { createTestDatabase } from '../../platform/database.ts';
import { silentLog } from '../../platform/log.ts';
import { createChain, createRuntime, EVENTS, inExtrinsic, type Runtime, serveRpc } from './node.ts';
import { createWatchList } from '@kobogate/server/src/custody/watch-list/watch-list.ts';

/** An account that belongs to no customer. */
export const STRANGER = polkadotAddress(hash256(Buffer.from('a stranger'))).address;
/** //Alice: a published account key. */
const ACCOUNT_KEY = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5';

/** What an extrinsic did, and that it succeeded. */
export const succeeded = (...events: readonly RuntimeEvent[]): RuntimeEvent[] => [...events, EVENTS.succeeded()];

/** A node of Asset Hub that a test writes, block by block, over a real socket. */
export async function startTestNode() {
  const chain = createChain(createRuntime(1));
  const { url, close } = await serveRpc(chain, 0);
  let made = 0;

  function add(extrinsics: readonly Uint8Array[], events: readonly EventRecord[], upgrade?: Runtime): void {
    const time = 1_700_000_000_000n + BigInt(chain.best().header.number) * 6_000n;
    chain.extend({ time, extrinsics, events, upgrade });
  }
  /** Bytes that no other extrinsic has: its content does not matter for who is paid. */
  const newExtrinsic = (): Uint8Array => {
    made += 1;
    return Buffer.concat([Buffer.from([4 * 4]), Buffer.from(hash256(Buffer.from(`extrinsic ${made}`))).subarray(0, 4)]);
  };

  return {
    url,
    chain,
    stop: close,
    /** Adds a block in which each extrinsic did this, and the block's own events beside them. */
    extend: (done: readonly (readonly RuntimeEvent[])[], beside: readonly EventRecord[] = [], upgrade?: Runtime) => {
      const events = done.flatMap((each, index) => inExtrinsic(index + 1, ...each));
      add(done.map(newExtrinsic), [...events, ...beside], upgrade);
    },
    /** Adds so many empty blocks. */
    mine: (blocks: number) => {
      for (let left = blocks; left > 0; left -= 1) add([], []);
    },
    finaliseAll: () => chain.finalise(chain.best().header.number),
  };
}

/** A scripted node, a real database and a watcher between them, driven step by step. */
export async function createTestPolkadot(confirmations: number) {
  const [node, { database, drop }] = await Promise.all([startTestNode(), createTestDatabase()]);
  const addressSource = polkadotAddressSource(ACCOUNT_KEY);
  const watchList = createWatchList(database, 'polkadot');
  const watchAt = (provider: Line | string) => ({
    database,
    chain: createPolkadotChain({ provider }),
    watchList,
    confirmations,
    clock: systemClock,
    log: silentLog,
  });
  const dependencies = watchAt(node.url);

  return {
    node,
    database,
    addressSource,
    watchAt,
    watchAll: async (watching = dependencies) => {
      while ((await watchNetwork(watching)).hasMore);
    },
    /** A new user with a wallet. */
    createUser: () => createWalletUser({ database, addressSource, network: 'polkadot' }, 'DOT'),
    deposits: (userId: UserId) =>
      database.query<{
        identity: string;
        transaction: string;
        asset: string;
        amount: bigint | string;
        status: string;
        seen_at: Date;
      }>(`select * from deposit where user_id = $1 order by id`, [userId]),
    blocks: () => database.query(`select * from block order by height`),
    balanceOf: (userId: UserId) => balance(database, customer(userId, 'DOT@polkadot')),
    stop: async () => {
      await Promise.all([node.stop(), drop()]);
    },
  };
}

export type TestPolkadot = Awaited<ReturnType<typeof createTestPolkadot>>;
