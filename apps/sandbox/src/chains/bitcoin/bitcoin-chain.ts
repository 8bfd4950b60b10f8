import { join } from 'node:path';
import { checkAddress } from '@kobogate/addresses';
import { findAsset } from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import { z } from 'zod';
import { readJson, writeWhole } from '../../platform/files.ts';
import type { Log } from '../../platform/log.ts';
import { freePort } from '../../platform/ports.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Chain } from '../chain.ts';
import { requireCoin, requireUnits } from '../units.ts';
import { shouldMine, startMiner } from '../miner.ts';
import { everyCoin, payFromFaucet, signReplacement } from './faucet.ts';
import { reorganise } from './reorganise.ts';
import { serveRpc } from './rpc-server.ts';
import { createState, MATURITY } from './state.ts';
import { openStore } from './store.ts';

const NETWORK = 'mainnet';
const COIN = 'BTC';
const DECIMALS = findAsset(COIN, NETWORK)?.decimals ?? 0;
/** For a new chain: after these the faucet can spend the first of its coins, a thousand whole ones. */
const FIRST_BLOCKS = MATURITY + 20;
const SECONDS_BETWEEN_BLOCKS = 600;
const Port = z.object({ port: z.number().int() });

export interface BitcoinOptions {
  readonly folder: string;
  readonly log: Log;
  /** Mines this often while there is something to confirm, else every ten minutes; 0: only when asked. */
  readonly blockSeconds: number;
}

/** Bitcoin also lets a waiting transaction be replaced by one that pays the miner more (BIP-125). */
export interface BitcoinChain extends Chain {
  /** Spends the same coins for `amount` to `to` instead. Throws `Refusal` where the transaction does not wait. */
  replace(txid: string, to: string, amount: string): Promise<{ txid: string }>;
}

const now = (): number => Math.floor(Date.now() / 1000);

/**
 * Starts a Bitcoin Core stand-in: real transactions and blocks that link by hash, in this process, alone on the
 * network and with next to no work in its headers. It keeps its blocks, its waiting transactions and its port over
 * restarts.
 */
export async function startBitcoinChain({ folder, log, blockSeconds }: BitcoinOptions): Promise<BitcoinChain> {
  const state = createState();
  const store = openStore(folder, state);
  store.load();
  for (let left = FIRST_BLOCKS - state.tip().height; left > 0; left -= 1) {
    state.mine(now() - left * SECONDS_BETWEEN_BLOCKS, []);
  }
  store.save();
  const portFile = join(folder, 'port.json');
  const port = await freePort(readJson(portFile, Port)?.port);
  writeWhole(portFile, JSON.stringify({ port }));
  const server = await serveRpc(state, port);

  function mine(blocks: number): { height: number; hash: string } {
    for (let mined = 0; mined < blocks; mined += 1) state.mine(now(), state.waiting);
    store.save();
    const { height, hash } = state.tip();
    return { height, hash };
  }

  function tick(): void {
    const { tip, blocks, waiting } = state;
    const active = blocks.findLast(({ transactions }) => transactions.length > 1)?.height ?? Number.NEGATIVE_INFINITY;
    const activity = {
      pending: waiting.length,
      blocksSinceTransaction: tip().height - active,
      secondsSinceBlock: now() - tip().time,
    };
    if (shouldMine(activity, SECONDS_BETWEEN_BLOCKS)) mine(1);
  }

  const miner = startMiner(NETWORK, { blockSeconds, log }, tick);

  return {
    network: NETWORK,
    pay: async (asset, to, amount) => {
      requireCoin(asset, { network: NETWORK, coin: COIN });
      const transaction = payFromFaucet(state, scriptOf(to), requireUnits(amount, DECIMALS));
      state.wait(transaction);
      store.save();
      return { txid: transaction.txid };
    },
    replace: async (txid, to, amount) => {
      const waiting = state.waiting.find((transaction) => transaction.txid === txid);
      if (waiting === undefined) throw new Refusal(`${txid} does not wait for a block.`);
      const output = { script: scriptOf(to), amount: requireUnits(amount, DECIMALS) };
      const replacement = signReplacement(waiting.spends, everyCoin(state), output);
      state.forget(txid);
      state.wait(replacement);
      store.save();
      return { txid: replacement.txid };
    },
    mine: async (blocks) => mine(blocks),
    reorg: async (depth, drop, move) => {
      reorganise(state, now(), { depth, drop, move });
      store.save();
      const { height, hash } = state.tip();
      return { height, hash };
    },
    balance: async (address, asset) => {
      requireCoin(asset, { network: NETWORK, coin: COIN });
      const script = scriptOf(address);
      const coins = [...state.coins.values()].filter((coin) => coin.script === script);
      const units = coins.reduce((sum, { amount }) => sum + amount, 0n);
      return { amount: formatUnits(units, DECIMALS), units: units.toString() };
    },
    describe: async () => {
      const { height, hash } = state.tip();
      return { network: NETWORK, rpc: server.url, height, hash, pending: state.waiting.length, assets: [COIN] };
    },
    environment: () => ({
      RPC_MAINNET: server.url,
      // Short, so that a deposit is final within seconds of the sandbox's blocks.
      CONFIRMATIONS_MAINNET: '3',
    }),
    close: async () => {
      miner.stop();
      store.save();
      await server.close();
    },
  };
}

function scriptOf(address: string): string {
  const checked = checkAddress('bitcoin', address, NETWORK);
  if ('problem' in checked) throw new Refusal(checked.problem);
  return checked.addressKey;
}
