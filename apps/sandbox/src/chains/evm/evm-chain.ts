import { setTimeout as pause } from 'node:timers/promises';
import { addr } from 'micro-eth-signer';
import { z } from 'zod';
import { formatUnits } from '@kobogate/money';
import { messageOf, Refusal } from '../../platform/refusal.ts';
import type { Chain } from '../chain.ts';
import { requireUnits } from '../units.ts';
import type { AnvilProcess } from './anvil-process.ts';
import { callMessage, deployMessage, findContract } from './contract-messages.ts';
import type { Message } from './faucet.ts';
import { balanceOf, FAUCET, findAsset, nextNonce, paymentMessage, requireAddress, signAsFaucet } from './faucet.ts';
import { shouldMine } from '../miner.ts';
import type { NodeOptions } from './node.ts';
import { openNode } from './node.ts';
import { reorganise } from './reorg.ts';
import { SNAPSHOT_EVERY } from './retention.ts';
import { Anything, getBlock, Hex, hexNumber } from './rpc.ts';

/** A call of a contract by the faucet; `value` is a decimal of the native coin. */
interface ContractCall {
  readonly contract: string;
  readonly address: string;
  readonly function: string;
  readonly args: readonly unknown[];
  readonly value: string;
}

/** An EVM chain also deploys and calls the sandbox's own contracts, hostile ones among them. */
export interface EvmChain extends Chain {
  deploy(contract: string, args: readonly unknown[]): Promise<{ address: string; txid: string; abi: unknown }>;
  call(call: ContractCall): Promise<{ txid: string }>;
}

const PoolStatus = z.object({ pending: Hex.transform(Number), queued: Hex.transform(Number) });
// Each block costs anvil some memory for good; after so many it is restarted from its own state, which drops the
// oldest.
const BLOCKS_BEFORE_RENEWAL = 1_000;
const BOOT_ATTEMPTS = 10;

/**
 * Starts the chain of one network. It mines every `blockSeconds` (0: only when asked). Where anvil ends
 * unasked, it is started again on the same port with the same blocks, and the log says so.
 */
export async function startEvmChain(options: NodeOptions & { blockSeconds: number }): Promise<EvmChain> {
  const { network, contracts, log, blockSeconds } = options;
  const inTurn = createTurns();
  const node = await openNode(options);
  const { rpc, journal } = node;
  let anvil: AnvilProcess;
  let isClosing = false;
  let mayEnd = false;
  let bootedAt = 0;

  async function boot(): Promise<void> {
    const started = await node.boot();
    anvil = started;
    bootedAt = journal.tip()?.number ?? 0;
    void comeBackAfter(started);
  }

  async function comeBackAfter(started: AnvilProcess): Promise<void> {
    await started.ended;
    if (mayEnd || isClosing) return;
    log(`${network.network}: anvil ended unasked; starting it again.`);
    await inTurn(reboot);
  }

  async function reboot(): Promise<void> {
    for (let attempt = 1; attempt <= BOOT_ATTEMPTS; attempt += 1) {
      if (isClosing) return;
      try {
        await boot();
        log(`${network.network}: anvil runs again at block ${bootedAt}.`);
        return;
      } catch (error) {
        log(`${network.network}: attempt ${attempt} to start anvil failed: ${messageOf(error)}`);
        await pause(attempt * 1_000);
      }
    }
    log(`${network.network}: anvil does not start; this chain stays down until the sandbox is started again.`);
  }

  async function renew(): Promise<void> {
    await node.saveWhole();
    mayEnd = true;
    await anvil.stop();
    mayEnd = false;
    await reboot();
  }

  async function mineBlocks(blocks: number, seconds = 0): Promise<{ height: number; hash: string }> {
    for (let mined = 0; mined < blocks; mined += 1) {
      const { timestamp } = await getBlock(rpc, 'latest');
      const later = mined === 0 ? seconds : 0;
      const time = Math.max(Number(timestamp), Math.floor(Date.now() / 1000)) + later;
      await rpc(Anything, 'evm_setNextBlockTimestamp', [hexNumber(time)]);
      await rpc(Anything, 'evm_mine');
      // Also in the middle of many, so that a later start has few blocks to mine again.
      if (mined % SNAPSHOT_EVERY === 0) await node.save();
    }
    await node.save();
    const { number, hash } = await getBlock(rpc, 'latest');
    return { height: number, hash };
  }

  async function send(message: Message): Promise<{ txid: Hex; nonce: number }> {
    const nonce = await nextNonce(rpc);
    const raw = signAsFaucet(network.chainId, message, nonce);
    const txid = await rpc(Hex, 'eth_sendRawTransaction', [raw]);
    await node.save();
    return { txid, nonce };
  }

  async function tick(): Promise<void> {
    await node.save();
    const { pending } = await rpc(PoolStatus, 'txpool_status');
    const tip = journal.tip();
    const active = journal.blocks().findLast((block) => block.transactions.length > 0);
    const activity = {
      pending,
      blocksSinceTransaction: (tip?.number ?? 0) - (active?.number ?? Number.NEGATIVE_INFINITY),
      secondsSinceBlock: Date.now() / 1000 - Number(tip?.timestamp ?? 0),
    };
    if (shouldMine(activity)) await mineBlocks(1);
    if ((journal.tip()?.number ?? 0) - bootedAt >= BLOCKS_BEFORE_RENEWAL) await renew();
  }

  await inTurn(boot);
  let isTicking = false;
  const timer =
    blockSeconds === 0
      ? undefined
      : setInterval(() => {
          if (isTicking || isClosing) return;
          isTicking = true;
          void inTurn(tick)
            .catch((error: unknown) => log(`${network.network}: no block was mined: ${messageOf(error)}`))
            .finally(() => {
              isTicking = false;
            });
        }, blockSeconds * 1_000);

  return {
    network: network.network,
    pay: (symbol, to, amount) =>
      inTurn(async () => {
        const asset = findAsset(network, symbol);
        const recipient = requireAddress(to);
        const units = requireUnits(amount, asset.decimals);
        if ((await balanceOf(rpc, asset, FAUCET.address)) < units) {
          throw new Refusal(`The faucet holds less than ${amount} ${symbol}.`);
        }
        const { txid } = await send(paymentMessage(asset, recipient, units));
        return { txid };
      }),
    mine: (blocks, seconds) => inTurn(() => mineBlocks(blocks, seconds)),
    reorg: (depth, drop, move) =>
      inTurn(async () => {
        await node.save();
        await reorganise(node, network.chainId, { depth, drop, move });
        await node.save();
        const { number, hash } = await getBlock(rpc, 'latest');
        return { height: number, hash };
      }),
    balance: async (address, symbol) => {
      const asset = findAsset(network, symbol);
      const units = await balanceOf(rpc, asset, requireAddress(address));
      return { amount: formatUnits(units, asset.decimals), units: units.toString() };
    },
    deploy: (name, args) =>
      inTurn(async () => {
        const contract = findContract(contracts, name);
        const { txid, nonce } = await send(deployMessage(contract, args));
        return { address: addr.getCreateAddress(FAUCET.address, nonce), txid, abi: contract.abi };
      }),
    call: (call) =>
      inTurn(async () => {
        const contract = findContract(contracts, call.contract);
        const address = requireAddress(call.address);
        const { txid } = await send(callMessage(contract, { ...call, address, value: requireUnits(call.value, 18) }));
        return { txid };
      }),
    describe: async () => {
      const { number, hash } = await getBlock(rpc, 'latest');
      const { pending, queued } = await rpc(PoolStatus, 'txpool_status');
      const assets = network.assets.map((asset) => asset.symbol);
      const { chainId } = network;
      return {
        network: network.network,
        chainId,
        rpc: node.url(),
        height: number,
        hash,
        pending: pending + queued,
        assets,
      };
    },
    environment: () => ({
      [`RPC_${network.network.toUpperCase()}`]: node.url(),
      // Short, so that a deposit is final within seconds of the sandbox's blocks.
      [`CONFIRMATIONS_${network.network.toUpperCase()}`]: '3',
    }),
    close: () => {
      // At once: a Ctrl+C reaches anvil too, and it must not be started again.
      isClosing = true;
      clearInterval(timer);
      return inTurn(async () => {
        // The journal has the state of an anvil that has ended.
        if (!anvil.isRunning()) return;
        try {
          await node.saveWhole();
        } catch (error) {
          await Promise.race([anvil.ended, pause(500)]);
          if (anvil.isRunning()) log(`${network.network}: not saved: ${messageOf(error)}`);
        }
        await anvil.stop();
      });
    },
  };
}

/** A queue of its own: each task runs after all earlier ones have ended, whether or not those failed. */
function createTurns(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task, task);
    last = result.catch(() => undefined);
    return result;
  };
}
