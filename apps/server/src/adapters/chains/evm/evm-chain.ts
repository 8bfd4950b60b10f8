import { type EvmNetworkId, NETWORKS } from '@kobogate/contract';
import { type Chain, type FindOurs, NodeFault, type ScannedBlock } from '../../../custody/index.ts';
import type { Log } from '../../../platform/log.ts';
import { readQuantity } from '../fields.ts';
import { createInnerPayments } from './inner-payments.ts';
import { collectCandidates, prove } from './match.ts';
import { type EvmBlock, readBlock, readHeader } from './read-block.ts';
import { readReceipt, type Receipt } from './read-logs.ts';
import { createRpc, resultOf, type RpcCall } from '../rpc.ts';
import { assetsOn } from '../network-assets.ts';
import { readTokenLogs } from './token-logs.ts';

const hex = (height: bigint): string => `0x${height.toString(16)}`;
const blockCall = (height: string, isFull: boolean): RpcCall => ({
  method: 'eth_getBlockByNumber',
  params: [height, isFull],
});

/**
 * One EVM network over its node's JSON-RPC (https://ethereum.github.io/execution-apis). Every reported transfer was
 * checked against the block's own hash and proved by the receipt of its transaction.
 */
export function createEvmChain(options: { network: EvmNetworkId; rpcUrl: string; log: Log }): Chain {
  const { network } = options;
  const { family, chainId, name } = NETWORKS[network];
  const rpc = createRpc(options.rpcUrl);
  const assets = assetsOn(network);
  const readInnerPayments = createInnerPayments(rpc, options.log.child({ network }));

  /** Sends one batch, and asks first of all which chain this is. */
  async function ask(calls: readonly RpcCall[]): Promise<unknown[]> {
    const [chain, ...answers] = await rpc([{ method: 'eth_chainId', params: [] }, ...calls]);
    const found = readQuantity(resultOf(chain, 'eth_chainId'), 'chain id');
    if (found !== BigInt(chainId)) {
      throw new NodeFault(`The node is on chain ${found}, and ${name} is chain ${chainId}. Nothing it says is used.`);
    }
    return answers.map((answer, index) => resultOf(answer, calls[index]?.method ?? ''));
  }

  async function readBlocks(heights: readonly bigint[]): Promise<EvmBlock[]> {
    const answers = await ask(heights.map((height) => blockCall(hex(height), true)));
    return heights.map((height, index) => {
      const block = readBlock(answers[index] ?? null);
      if (block?.height !== height)
        throw new NodeFault(`The node does not give its block ${height}. We will ask again.`);
      return block;
    });
  }

  async function readReceipts(transactions: readonly string[]): Promise<ReadonlyMap<string, Receipt>> {
    if (transactions.length === 0) return new Map();
    const answers = await ask(transactions.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })));
    const receipts = answers.map(readReceipt).filter((receipt) => receipt !== null);
    return new Map(receipts.map((receipt) => [receipt.transaction, receipt]));
  }

  return {
    network,
    family,
    look: async (height) => {
      const [latest, block] = await ask([blockCall('latest', false), blockCall(hex(height), false)]);
      const head = readHeader(latest ?? null);
      if (head === null) throw new NodeFault('The node has no newest block.');
      return { head, block: readHeader(block ?? null) };
    },
    headers: async (heights) => {
      const answers = await ask(heights.map((height) => blockCall(hex(height), false)));
      return answers.map(readHeader);
    },
    scan: async (from: bigint, to: bigint, findOurs: FindOurs): Promise<ScannedBlock[]> => {
      const heights = Array.from({ length: Number(to - from + 1n) }, (_, index) => from + BigInt(index));
      const [blocks, inner] = await Promise.all([
        readBlocks(heights),
        // Where we do not list the native coin, only a transaction's logs concern us.
        assets.native === null ? [] : readInnerPayments(heights.map(hex)),
      ]);
      const tokens = await readTokenLogs(ask, blocks, assets);
      const candidates = collectCandidates(blocks, inner, tokens, assets);
      const ours = await findOurs([
        ...candidates.map(({ addressKey }) => addressKey),
        ...blocks.flatMap(({ senders }) => senders),
      ]);
      const matched = candidates.filter(({ addressKey }) => ours.has(addressKey));
      const receipts = await readReceipts([...new Set(matched.map(({ transaction }) => transaction))]);
      return blocks.map((block) => ({
        height: block.height,
        hash: block.hash,
        parentHash: block.parentHash,
        madeAt: block.madeAt,
        transactions: block.transactions,
        sent: block.transactions.filter((_hash, index) => ours.has(block.senders[index] ?? '')),
        transfers: matched
          .filter(({ blockHash }) => blockHash === block.hash)
          .flatMap((candidate) => prove(candidate, receipts.get(candidate.transaction)) ?? []),
      }));
    },
  };
}
