import { join } from 'node:path';
import { checkAddress } from '@kobogate/addresses';
import { findAsset } from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import { accountKey, fromHex, readAccount } from '@kobogate/substrate';
import { z } from 'zod';
import { readJson, writeWhole } from '../../platform/files.ts';
import type { Log } from '../../platform/log.ts';
import { freePort } from '../../platform/ports.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Chain } from '../chain.ts';
import { shouldMine, startMiner } from '../miner.ts';
import { requireCoin, requireUnits } from '../units.ts';
import { createPool } from './pool.ts';
import { createState, type PolkadotState } from './state.ts';
import { openStore } from './store.ts';
import { createChain } from './node/chain.ts';
import { createRuntime } from './node/runtime.ts';
import { serveRpc } from './node/rpc-server.ts';

const NETWORK = 'polkadot';
const COIN = 'DOT';
const DECIMALS = findAsset(COIN, NETWORK)?.decimals ?? 0;
/** Asset Hub's runtime 2.2.0: from it on, coins of other chains arrive by `Deposit`. */
const SPEC_VERSION = 2_002_000;
const FIRST_BLOCKS = 5;
const SECONDS_BETWEEN_BLOCKS = 600;
const Port = z.object({ port: z.number().int() });

export interface PolkadotOptions {
  readonly folder: string;
  readonly log: Log;
  /** Mines this often while there is something to confirm, else every ten minutes; 0: only when asked. */
  readonly blockSeconds: number;
}

export interface PolkadotChain extends Chain {
  /** Has DOT arrive from another chain, in a block made for it; `txid` is that block's hash. */
  arrive(to: string, amount: string): Promise<{ txid: string }>;
}

/**
 * Starts a stand-in of a node of Polkadot's Asset Hub: real headers, state proofs, events and signed extrinsics, in
 * this process, alone on the network. A block is final when two others follow it. It keeps its blocks, its waiting
 * extrinsics and its port over restarts.
 */
export async function startPolkadotChain({ folder, log, blockSeconds }: PolkadotOptions): Promise<PolkadotChain> {
  const chain = createChain(createRuntime(SPEC_VERSION));
  const state = createState(chain);
  const store = openStore(folder, state);
  store.load();
  for (let left = FIRST_BLOCKS - state.height(); left > 0; left -= 1) {
    state.mine(Date.now() - left * SECONDS_BETWEEN_BLOCKS * 1000);
  }
  store.save();
  const portFile = join(folder, 'port.json');
  const port = await freePort(readJson(portFile, Port)?.port);
  writeWhole(portFile, JSON.stringify({ port }));
  const server = await serveRpc(
    chain,
    port,
    createPool(state, () => store.save()),
  );
  const tip = () => ({ height: state.height(), hash: chain.best().hash });

  function mine(blocks: number): { height: number; hash: string } {
    for (let mined = 0; mined < blocks; mined += 1) state.mine(Date.now());
    store.save();
    return tip();
  }

  const miner = startMiner(NETWORK, { blockSeconds, log }, () => {
    if (isTimeForABlock(state)) mine(1);
  });

  return {
    network: NETWORK,
    pay: async (asset, to, amount) => {
      requireCoin(asset, { network: NETWORK, coin: COIN });
      const txid = state.pay(accountOf(to), requireUnits(amount, DECIMALS));
      store.save();
      return { txid };
    },
    arrive: async (to, amount) => {
      const txid = state.arrive(Date.now(), { to: accountOf(to), amount: requireUnits(amount, DECIMALS) });
      store.save();
      return { txid };
    },
    mine: async (blocks) => mine(blocks),
    reorg: async (depth, drop, move) => {
      state.reorganise(Date.now(), { depth, drop, move });
      store.save();
      return tip();
    },
    balance: async (address, asset) => {
      requireCoin(asset, { network: NETWORK, coin: COIN });
      const { free } = readAccount(chain.stateAt(chain.best()).get(accountKey(accountOf(address))));
      return { amount: formatUnits(free, DECIMALS), units: free.toString() };
    },
    describe: async () => {
      const pending = state.waiting.length;
      return { network: NETWORK, rpc: server.url, ...tip(), pending, assets: [COIN] };
    },
    environment: () => ({
      RPC_POLKADOT: server.url,
      // The product reads final blocks only: one is enough.
      CONFIRMATIONS_POLKADOT: '1',
    }),
    close: async () => {
      miner.stop();
      store.save();
      await server.close();
    },
  };
}

function isTimeForABlock(state: PolkadotState): boolean {
  const active = state.chain.blocks.findLast(({ extrinsics }) => extrinsics.length > 1)?.header.number;
  const activity = {
    pending: state.waiting.length,
    blocksSinceTransaction: state.height() - (active ?? Number.NEGATIVE_INFINITY),
    secondsSinceBlock: (Date.now() - Number(state.time())) / 1000,
  };
  return shouldMine(activity, SECONDS_BETWEEN_BLOCKS);
}

function accountOf(address: string): Uint8Array {
  const checked = checkAddress('polkadot', address, 'Polkadot');
  if ('problem' in checked) throw new Refusal(checked.problem);
  return fromHex(`0x${checked.addressKey}`);
}
