import { join } from 'node:path';
import { formatTronAddress } from '@kobogate/addresses';
import { type TronPlanned, tronRawData, tronSigned, tronTransactionId } from '@kobogate/plans';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { serializeSignature, sign } from 'micro-eth-signer/utils.js';
import { z } from 'zod';
import { readJson, writeWhole } from '../../platform/files.ts';
import { freePort } from '../../platform/ports.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Chain } from '../chain.ts';
import { findContract } from '../evm/contract-messages.ts';
import { startEvmChain } from '../evm/evm-chain.ts';
import { FAUCET, FAUCET_KEY, findAsset } from '../evm/faucet.ts';
import { pendingTransactions } from '../evm/follow.ts';
import type { NodeOptions } from '../evm/node.ts';
import { createRpc, type Hex } from '../evm/rpc.ts';
import { requireUnits } from '../units.ts';
import { LEDGER, requireTronAddress, TRON_NETWORK } from './network.ts';
import { createReader } from './node.ts';
import type { TronTransaction } from './read-transaction.ts';
import { serveNode } from './serve-node.ts';
import { answerPath, type WalletApi } from './wallet-api.ts';

const Port = z.object({ port: z.number().int() });
const Taken = z.object({ txid: z.string() });
/** Far above what the faucet's payments cost, in sun. */
const FAUCET_FEE_LIMIT = 100_000_000n;
const GOOD_FOR_MS = 3_600_000;
const SOURCE_ADDRESS = formatTronAddress(FAUCET.address);

/**
 * Starts a TRON node's two APIs over an EVM chain of their own, on which the token really runs. A transaction is TRON's
 * own: bytes, id, signature, fees of energy and bandwidth. Its blocks, and how long they take to be final, are not.
 */
export async function startTronChain(options: Omit<NodeOptions, 'network'> & { blockSeconds: number }): Promise<Chain> {
  const { folder, contracts } = options;
  const evm = await startEvmChain({ ...options, network: TRON_NETWORK });
  const rpc = createRpc((await evm.describe()).rpc);
  const reader = createReader(rpc, findContract(contracts, 'TronLedger').abi);
  const portFile = join(folder, 'tron-port.json');
  const port = await freePort(readJson(portFile, Port)?.port);
  writeWhole(portFile, JSON.stringify({ port }));
  const url = `http://127.0.0.1:${port}`;
  let payments = 0;

  async function run({ signed, id, from, to, value, data, feeLimit }: TronTransaction): Promise<void> {
    const args = [signed, id, from, to, value.toString(), data, feeLimit.toString()];
    await evm.call({ contract: 'TronLedger', address: LEDGER, function: 'execute', args, value: '0' });
  }
  const api: WalletApi = { rpc, reader, run };
  const server = await serveNode(port, api);

  /** The faucet's own transfer, as any wallet would make it. */
  async function pay(symbol: string, to: string, amount: string): Promise<{ txid: string }> {
    const { decimals } = findAsset(TRON_NETWORK, symbol);
    requireTronAddress(to);
    const head = await reader.block(await reader.finalHeight());
    if (head === null) throw new Refusal('The chain has no block yet.');
    payments += 1;
    const planned: TronPlanned = {
      kind: 'tron',
      stage: 0,
      purpose: 'refund',
      asset: `${symbol}@tron`,
      amount: requireUnits(amount, decimals),
      from: { chain: 0, index: 0, address: SOURCE_ADDRESS },
      payee: to,
      payeePlace: null,
      refundId: null,
      refBlock: head.id.slice(14, 18),
      refHash: head.id.slice(18, 34),
      expiration: head.time * 1000 + GOOD_FOR_MS,
      timestamp: Date.now() * 1000 + payments,
      feeLimit: symbol === 'TRX' ? 0n : FAUCET_FEE_LIMIT,
      fee: 0n,
    };
    const { r, s, recovery = 0 } = sign(sha256(tronRawData(planned)), hexToBytes(FAUCET_KEY.slice(2)), false);
    const signature = hexToBytes(serializeSignature({ r, s, yParity: recovery }).slice(2));
    const transaction = bytesToHex(tronSigned(planned, signature));
    const answer = await answerPath(api, '/wallet/broadcasthex', { transaction });
    if (!Taken.safeParse(answer).success) throw new Refusal(`The node did not take it: ${JSON.stringify(answer)}`);
    return { txid: tronTransactionId(planned) };
  }

  /** The transactions of the chain underneath that carry these of TRON. */
  async function underneath(ids: readonly string[]): Promise<Hex[]> {
    const hashes: Hex[] = [];
    for (const id of ids) {
      const wanted: Hex = `0x${id.replace(/^0x/, '')}`;
      const done = await reader.find(wanted);
      if (done !== null) hashes.push(done.hash);
      else {
        for (const { hash } of await pendingTransactions(rpc)) {
          if ((await reader.transactionOf(hash))?.id === wanted) hashes.push(hash);
        }
      }
    }
    return hashes;
  }

  /** The newest block as TRON names it. */
  async function newest(): Promise<{ height: number; hash: string }> {
    const block = await reader.block(await reader.height());
    return { height: block?.height ?? 0, hash: block?.id ?? '' };
  }

  return {
    network: TRON_NETWORK.network,
    pay,
    mine: async (blocks, seconds) => {
      await evm.mine(blocks, seconds);
      return newest();
    },
    reorg: async (depth, drop, move) => {
      await evm.reorg(depth, await underneath(drop), await underneath(move));
      return newest();
    },
    balance: (address, symbol) => evm.balance(requireTronAddress(address), symbol),
    describe: async () => {
      const { pending, assets } = await evm.describe();
      return { network: TRON_NETWORK.network, rpc: url, pending, assets, ...(await newest()) };
    },
    environment: () => ({ RPC_TRON: url, CONFIRMATIONS_TRON: '3' }),
    close: async () => {
      await server.close();
      await evm.close();
    },
  };
}
