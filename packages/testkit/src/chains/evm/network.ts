import { randomBytes } from 'node:crypto';
import { evmAddressSource } from '@kobogate/addresses';
import { type EvmNetworkId, findAsset, NETWORKS, type UserId, type DepositId } from '@kobogate/contract';
import { createEvmChain } from '@kobogate/server/src/adapters/chains/evm/evm-chain.ts';
import type { Chain } from '@kobogate/server/src/custody/deposits/chain.ts';
import { createStillness } from '@kobogate/server/src/custody/deposits/stillness.ts';
import { watchNetwork } from '@kobogate/server/src/custody/deposits/watch-network.ts';
import { keepTraces } from '@kobogate/server/src/custody/watching/keep-traces.ts';
import { createProviders } from '@kobogate/server/src/custody/watching/providers.ts';
import { createReread } from '@kobogate/server/src/custody/watching/reread.ts';
import { createVouching, type VouchPolicy } from '@kobogate/server/src/custody/watching/vouch.ts';
import { watchAtProviders } from '@kobogate/server/src/custody/watching/watch-at-providers.ts';
import type { CurrentRates } from '@kobogate/server/src/pricing/index.ts';
import { balance, customer, receivable } from '@kobogate/server/src/ledger/index.ts';
import { systemClock } from '@kobogate/server/src/platform/clock.ts';
import { HDKey } from '@scure/bip32';
import { keccak256, toQuantity } from 'ethers';
import { createWalletUser } from '../../custody/wallet-user.ts';
import { createTestDatabase } from '../../platform/database.ts';
import { silentLog } from '../../platform/log.ts';
import { openQuickLine } from '../quick-line.ts';
import { type Anvil, PAYER, startAnvil } from './anvil.ts';
import { createWatchList } from '@kobogate/server/src/custody/watch-list/watch-list.ts';

export interface DepositRow {
  readonly id: DepositId;
  readonly identity: string;
  readonly asset: string;
  readonly amount: string;
  readonly status: string;
  readonly confirmations: number;
  readonly user_id: UserId;
  readonly senders: readonly string[];
}

/** An account's public key that no other test has. */
function newXpub(): string {
  return HDKey.fromMasterSeed(randomBytes(32)).derive("m/44'/60'/0'").publicExtendedKey;
}

/** A real node, a real database and a watcher between them, driven step by step. */
export async function createTestNetwork(network: EvmNetworkId, confirmations: number) {
  const [anvil, { database, drop }] = await Promise.all([startAnvil(NETWORKS[network].chainId), createTestDatabase()]);
  const addressSource = evmAddressSource(newXpub());
  const watchList = createWatchList(database, 'evm');
  const traces = keepTraces({ database, watchList, clock: systemClock }, { confirmations });
  const watchAt = (rpcUrl: string) => {
    const chain = createEvmChain({ network, provider: rpcUrl });
    const others: readonly Chain[] = [];
    const stillness = createStillness(watchList, null);
    return { database, chain, others, traces, watchList, stillness, confirmations, clock: systemClock, log: silentLog };
  };
  /** The watcher's look at several providers, which say together what is credited. */
  const lookAt = (urls: readonly string[], policy: VouchPolicy, currentRates: CurrentRates = noRates) => {
    const all = urls.map((url) => ({
      chain: createEvmChain({ network, provider: openQuickLine(url) }),
      host: new URL(url).host,
    }));
    const providers = createProviders(all, LAG_BLOCKS);
    const reread = createReread({ database, watchList, clock: systemClock, log: silentLog }, { confirmations });
    const vouching = createVouching({ database, providers, currentRates, reread, now: later() }, policy);
    const stillness = createStillness(watchList, null);
    const needs = { database, traces, watchList, stillness, confirmations, clock: systemClock, log: silentLog };
    const look = () => watchAtProviders({ ...needs, providers, vouching });
    return { providers, look };
  };
  const dependencies = watchAt(anvil.url);
  let nonce = 0;

  async function watchAll(watching = dependencies): Promise<void> {
    while ((await watchNetwork(watching)).hasMore);
  }
  /** Signs a call of the payer's; the same nonce again makes a replacement. */
  async function sign(to: string, value: bigint, at = nonce++): Promise<string> {
    const { chainId } = NETWORKS[network];
    return PAYER.signTransaction({ chainId, nonce: at, to, value, gasLimit: 1_000_000n, gasPrice: 10n ** 10n });
  }
  const contractOf = (currency: string): string => findAsset(currency, network)?.contract ?? '';

  return {
    anvil,
    database,
    addressSource,
    watchList,
    watchAt,
    lookAt,
    dependencies,
    watchAll,
    sign,
    payer: PAYER.address.toLowerCase(),
    contractOf,
    watch: () => watchNetwork(dependencies),
    /** A new user with a wallet; the deposit address as customers copy it. */
    createUser: (currency: string) => createWalletUser({ database, addressSource, network }, currency),
    /** Puts a transaction into a block of its own and answers its hash. */
    mineTransaction: async (raw: string): Promise<string> => {
      await anvil.rpc('eth_sendRawTransaction', raw);
      await anvil.rpc('evm_mine');
      return keccak256(raw);
    },
    mine: (blocks: number) => anvil.rpc('anvil_mine', toQuantity(blocks)),
    place: (address: string, code: string) => anvil.rpc('anvil_setCode', address, code),
    fund: (address: string, amount: bigint) => anvil.rpc('anvil_setBalance', address, toQuantity(amount)),
    deposits: () =>
      database.query<DepositRow>(
        `select *, array(select address_key from deposit_sender where deposit_id = deposit.id order by 1) as senders from deposit order by id`,
      ),
    events: async (type: string) =>
      (await database.query<{ payload: unknown }>(`select payload from event where type = $1`, [type])).length,
    balanceOf: (userId: UserId, asset: string) => balance(database, customer(userId, asset)),
    owedBy: (userId: UserId, asset: string) => balance(database, receivable(userId, asset)),
    stop: async () => {
      await Promise.all([anvil.stop(), drop()]);
    },
  };
}

const LAG_BLOCKS = 10;
const noRates: CurrentRates = () => Promise.resolve(new Map());

/** A clock on which each look is a minute after the one before: what waits for a time is asked again at each. */
function later(): () => number {
  let now = 0;
  return () => (now += 60_000);
}

export type TestNetwork = Awaited<ReturnType<typeof createTestNetwork>>;

/** Replaces the newest blocks; each raw transaction of `kept` goes into the new block at its place, from 0. */
export async function reorganise(
  anvil: Anvil,
  depth: number,
  kept: readonly (readonly [string, number])[],
): Promise<void> {
  await anvil.rpc('anvil_reorg', depth, kept);
}
