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
import { acceptTransaction } from './accept.ts';
import { PROJECT_ID, serveApi } from './api-server.ts';
import { endow, payFromFaucet } from './faucet.ts';
import { newProof, reorganise } from './reorganise.ts';
import { createState } from './state.ts';
import { openStore } from './store.ts';
import { FAUCET_POLICY } from './transactions.ts';

const NETWORK = 'cardano';
const COIN = 'ADA';
const DECIMALS = findAsset(COIN, NETWORK)?.decimals ?? 0;
/** Of a new chain. */
const FIRST_BLOCKS = 20;
const SECONDS_BETWEEN_BLOCKS = 20;
/** While idle: enough to show that the chain is alive, without growing it. */
const HEARTBEAT_SECONDS = 300;
const Port = z.object({ port: z.number().int() });

export interface CardanoOptions {
  readonly folder: string;
  readonly log: Log;
  /** Mines this often while there is something to confirm, else every five minutes; 0: only when asked. */
  readonly blockSeconds: number;
}

/** Options of a payment. */
export interface Oddity {
  /** Play tokens sent along: how many of each name. */
  readonly tokens: Readonly<Record<string, string>>;
  /** Its contract fails in the block, which takes the faucet's collateral in place of the payment. */
  readonly fails: boolean;
  /** Where the collateral's rest goes then; the faucet by default. */
  readonly back?: string | undefined;
}

/** On Cardano, native tokens can come along with a payment, and one can be in a block although its contract failed. */
export interface CardanoChain extends Chain {
  payOddly(to: string, amount: string, oddity: Oddity): Promise<{ txid: string }>;
}

const now = (): number => Math.floor(Date.now() / 1000);

/**
 * Starts a Blockfrost stand-in of Cardano's main network: transactions with real bytes, ids and signatures in blocks
 * that link by hash, in this process. It keeps its blocks, its waiting transactions and its port over restarts.
 */
export async function startCardanoChain({ folder, log, blockSeconds }: CardanoOptions): Promise<CardanoChain> {
  const state = createState();
  const store = openStore(folder, state);
  store.load();
  for (let left = FIRST_BLOCKS - state.tip().height; left > 0; left -= 1) {
    const time = now() - left * SECONDS_BETWEEN_BLOCKS;
    state.mine(time, newProof(), state.tip().height === 0 ? [endow(time)] : []);
  }
  store.save();
  const portFile = join(folder, 'port.json');
  const port = await freePort(readJson(portFile, Port)?.port);
  writeWhole(portFile, JSON.stringify({ port }));
  const server = await serveApi(state, port, (cbor) => {
    const hash = acceptTransaction(state, cbor);
    store.save();
    return hash;
  });

  /** The newest block may be ahead of the clock. */
  const time = (): number => Math.max(now(), state.tip().time);

  function mine(blocks: number, seconds = 0): { height: number; hash: string } {
    for (let mined = 0; mined < blocks; mined += 1) {
      const later = mined === 0 ? seconds : 0;
      state.mine(time() + later, newProof(), state.waiting);
    }
    store.save();
    const { height, hash } = state.tip();
    return { height, hash };
  }

  function tick(): void {
    const { tip, blocks, waiting } = state;
    // The first block's payment is the faucet's own: it is not reported as waiting.
    const active = blocks.findLast(({ height, transactions }) => height > 1 && transactions.length > 0);
    const activity = {
      pending: waiting.length,
      blocksSinceTransaction: tip().height - (active?.height ?? Number.NEGATIVE_INFINITY),
      secondsSinceBlock: now() - tip().time,
    };
    if (shouldMine(activity, HEARTBEAT_SECONDS)) mine(1);
  }

  const miner = startMiner(NETWORK, { blockSeconds, log }, tick);

  async function payOddly(to: string, amount: string, { tokens, fails, back }: Oddity): Promise<{ txid: string }> {
    const output = { address: addressOf(to), lovelace: requireUnits(amount, DECIMALS), tokens: unitsOf(tokens) };
    const returned = back === undefined ? undefined : addressOf(back);
    const transaction = payFromFaucet(state, time(), { output, fails, back: returned });
    state.wait(transaction);
    store.save();
    return { txid: transaction.hash };
  }

  return {
    network: NETWORK,
    pay: async (asset, to, amount) => {
      requireCoin(asset, { network: NETWORK, coin: COIN });
      return payOddly(to, amount, { tokens: {}, fails: false });
    },
    payOddly,
    mine: async (blocks, seconds) => mine(blocks, seconds),
    reorg: async (depth, drop, move) => {
      reorganise(state, time(), { depth, drop, move });
      store.save();
      const { height, hash } = state.tip();
      return { height, hash };
    },
    balance: async (address, asset) => {
      requireCoin(asset, { network: NETWORK, coin: COIN });
      const wanted = addressOf(address);
      const held = [...state.coins.values()].filter(({ output }) => output.address === wanted);
      const units = held.reduce((sum, { output }) => sum + output.lovelace, 0n);
      return { amount: formatUnits(units, DECIMALS), units: units.toString() };
    },
    describe: async () => {
      const { height, hash } = state.tip();
      return { network: NETWORK, rpc: server.url, height, hash, pending: state.waiting.length, assets: [COIN] };
    },
    environment: () => ({
      RPC_CARDANO: server.url,
      CARDANO_PROJECT_ID: PROJECT_ID,
      // Short, so that a deposit is final within seconds of the sandbox's blocks.
      CONFIRMATIONS_CARDANO: '3',
    }),
    close: async () => {
      miner.stop();
      store.save();
      await server.close();
    },
  };
}

function addressOf(text: string): string {
  const checked = checkAddress('cardano', text, NETWORK);
  if ('problem' in checked) throw new Refusal(checked.problem);
  return checked.address;
}

function unitsOf(tokens: Readonly<Record<string, string>>): Readonly<Record<string, bigint>> {
  return Object.fromEntries(
    Object.entries(tokens).map(([name, amount]) => [
      FAUCET_POLICY + Buffer.from(name).toString('hex'),
      requireUnits(amount, 0),
    ]),
  );
}
