import { join } from 'node:path';
import { associatedTokenAccount, checkAddress } from '@kobogate/addresses';
import { type NetworkAsset, NETWORKS } from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import { z } from 'zod';
import { readJson, writeWhole } from '../../platform/files.ts';
import type { Log } from '../../platform/log.ts';
import { freePort } from '../../platform/ports.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Chain } from '../chain.ts';
import { shouldMine, startMiner } from '../miner.ts';
import { requireUnits } from '../units.ts';
import { openFaucet, signPayment } from './faucet.ts';
import { createMachine } from './machine.ts';
import { NETWORK, SOLANA_ASSETS } from './programs.ts';
import { reorganise } from './reorganise.ts';
import { serveRpc } from './rpc-server.ts';
import { createState, FINALITY_BLOCKS } from './state.ts';
import { openStore } from './store.ts';
import { readTransaction } from './transactions.ts';

const Port = z.object({ port: z.number().int() });

export interface SolanaOptions {
  readonly folder: string;
  readonly log: Log;
  /** Mines this often while there is something to confirm, else every half minute; 0: only when asked. */
  readonly blockSeconds: number;
}

const now = (): number => Math.floor(Date.now() / 1000);

/**
 * Starts a Solana stand-in in this process: signed transactions run on Solana's own virtual machine, in blocks that
 * link by hash with skipped slots among them, final after two more. It keeps blocks, waiting transactions and its port
 * over restarts.
 */
export async function startSolanaChain({ folder, log, blockSeconds }: SolanaOptions): Promise<Chain> {
  const faucet = await openFaucet();
  const state = createState(createMachine(faucet.address));
  const store = openStore(folder, state);
  store.load();
  // A few to begin with, so that something is final.
  for (let left = FINALITY_BLOCKS + 1 - state.tip().height; left > 0; left -= 1) state.mine(now(), []);
  store.save();
  const portFile = join(folder, 'port.json');
  const port = await freePort(readJson(portFile, Port)?.port);
  writeWhole(portFile, JSON.stringify({ port }));
  const server = await serveRpc(state, port, () => store.save());
  let payments = state.blocks.reduce((sum, { executed }) => sum + executed.length, state.waiting.length);

  function mine(blocks: number): { height: number; hash: string } {
    for (let mined = 0; mined < blocks; mined += 1) state.mine(now(), state.waiting);
    store.save();
    const { slot, hash } = state.tip();
    return { height: slot, hash };
  }

  function tick(): void {
    const { tip, blocks, waiting } = state;
    const active = blocks.findLast(({ executed }) => executed.length > 0)?.height ?? Number.NEGATIVE_INFINITY;
    const activity = {
      pending: waiting.length,
      blocksSinceTransaction: tip().height - active,
      secondsSinceBlock: now() - tip().time,
    };
    if (shouldMine(activity)) mine(1);
  }

  const miner = startMiner(NETWORK, { blockSeconds, log }, tick);

  return {
    network: NETWORK,
    pay: async (currency, to, amount) => {
      const asset = requireAsset(currency);
      const payment = { to: requireAddress(to), amount: requireUnits(amount, asset.decimals), token: tokenOf(asset) };
      payments += 1;
      const raw = await signPayment(faucet, payment, state.finalised().hash, payments);
      const transaction = readTransaction(raw);
      const error = state.machine.rehearse(transaction);
      if (error !== null) throw new Refusal(`The chain would refuse that: ${JSON.stringify(error)}.`);
      state.wait(transaction);
      store.save();
      return { txid: transaction.signature };
    },
    mine: async (blocks) => mine(blocks),
    reorg: async (depth, drop, move) => {
      reorganise(state, now(), { depth, drop, move });
      store.save();
      const { slot, hash } = state.tip();
      return { height: slot, hash };
    },
    balance: async (address, currency) => {
      const asset = requireAsset(currency);
      const of = requireAddress(address);
      const units =
        asset.contract === null
          ? state.machine.held(of).lamports
          : (state.machine.held(associatedTokenAccount(of, asset.contract)).token?.amount ?? 0n);
      return { amount: formatUnits(units, asset.decimals), units: units.toString() };
    },
    describe: async () => {
      const { slot, hash } = state.tip();
      const assets = SOLANA_ASSETS.map(({ currency }) => currency);
      return { network: NETWORK, rpc: server.url, height: slot, hash, pending: state.waiting.length, assets };
    },
    environment: () => ({
      RPC_SOLANA: server.url,
      // The product reads final blocks only: it needs no confirmations on top.
      CONFIRMATIONS_SOLANA: '1',
    }),
    close: async () => {
      miner.stop();
      store.save();
      await server.close();
    },
  };
}

function requireAsset(currency: string): NetworkAsset {
  const asset = SOLANA_ASSETS.find((candidate) => candidate.currency === currency);
  if (asset !== undefined) return asset;
  const known = SOLANA_ASSETS.map((candidate) => candidate.currency).join(', ');
  throw new Refusal(`There is no ${currency} on ${NETWORK}. Choose one of ${known}.`);
}

const tokenOf = ({ contract, decimals }: NetworkAsset): { mint: string; decimals: number } | null =>
  contract === null ? null : { mint: contract, decimals };

function requireAddress(text: string): string {
  const checked = checkAddress('solana', text, NETWORKS[NETWORK].name);
  if ('problem' in checked) throw new Refusal(checked.problem);
  return checked.addressKey;
}
