import { type ChainFamily, type EvmNetworkId, type NetworkId, NETWORKS } from '@kobogate/contract';
import { type BlockHeader, type Chain, type FindOurs, NodeFault, type ScannedBlock } from '../../../custody/index.ts';
import { quantityOf, readQuantity } from '../fields.ts';
import { type BlockTrace, createInnerPayments, type InnerPayments } from './inner-payments.ts';
import { type Candidate, collectCandidates, prove } from './match.ts';
import { type EvmBlock, readBlock, readHeader } from './read-block.ts';
import { readReceipt, type Receipt } from './read-logs.ts';
import type { Line } from '../line.ts';
import { createPace, inPacedSteps } from '../pace.ts';
import { createRpc, resultOf, type Rpc, type RpcCall } from '../rpc.ts';
import { assetsOn, type NetworkAssets } from '../network-assets.ts';
import { createBalanceSums } from './sum-balances.ts';
import { readPaidBlocks } from './paid-blocks.ts';
import { readTokenLogs } from './token-logs.ts';

/** The most blocks that one call for logs covers. */
const MOST_BLOCKS = 20;
/** The most that one call for the logs of a few recipients covers. */
const MOST_BLOCKS_PAID = 2_000;
const blockCall = (height: string, isFull: boolean): RpcCall => ({
  method: 'eth_getBlockByNumber',
  params: [height, isFull],
});

/**
 * One EVM network over its node's JSON-RPC (https://ethereum.github.io/execution-apis). Every reported transfer was
 * checked against the block's own hash and proved by the receipt of its transaction.
 */
export function createEvmChain({ network, provider }: { network: EvmNetworkId; provider: Line | string }): Chain {
  const { family, chainId } = NETWORKS[network];
  const rpc = createRpc(provider);
  const inner = createInnerPayments(rpc);
  const assets = assetsOn(network);
  const sums = createBalanceSums(rpc, [...assets.tokens.keys()]);
  return {
    ...createEthChain({ network, family, chainId, rpc, assets, inner }),
    holdings: ({ hash }, addressKeys) => sums.at(hash, addressKeys),
  };
}

export interface EthChainOptions {
  readonly network: NetworkId;
  readonly family: ChainFamily;
  readonly chainId: number;
  readonly rpc: Rpc;
  readonly assets: NetworkAssets;
  /** Null where nothing is ever traced. */
  readonly inner: InnerPayments | null;
  /** Which of the transfers to us are none, although the block shows them as one; missing: every one is what it seems. */
  readonly sift?: (candidates: readonly Candidate[]) => Promise<readonly Candidate[]>;
  /** As `Chain.finalHeight`; missing: the block that the node calls `finalized`. */
  readonly finalHeight?: () => Promise<bigint | null>;
}

/** A network whose node speaks Ethereum's JSON-RPC, of whichever family it is. */
export function createEthChain(options: EthChainOptions): Chain {
  const { network, family, chainId, rpc, assets, inner, sift = async (candidates) => candidates } = options;
  const { name } = NETWORKS[network];
  const logs = { ask: rpc, range: createPace(MOST_BLOCKS) };
  const paid = { ask, range: createPace(MOST_BLOCKS_PAID) };

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
    const answers = await ask(heights.map((height) => blockCall(quantityOf(height), true)));
    return heights.map((height, index) => {
      const block = readBlock(answers[index] ?? null);
      if (block?.height !== height)
        throw new NodeFault(`The node does not give its block ${height}. We will ask again.`);
      return block;
    });
  }

  async function readReceipts(transactions: readonly string[]): Promise<ReadonlyMap<string, Receipt>> {
    const calls = transactions.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] }));
    const answers = calls.length === 0 ? [] : await rpc(calls);
    const receipts = answers
      .map((answer) => readReceipt(resultOf(answer, 'eth_getTransactionReceipt')))
      .filter((receipt) => receipt !== null);
    return new Map(receipts.map((receipt) => [receipt.transaction, receipt]));
  }

  /** Traces blocks; every block counts as traced where no coin of ours can be sent by a contract. */
  async function trace(heights: readonly bigint[], blocks: () => Promise<readonly EvmBlock[]>): Promise<BlockTrace[]> {
    if (inner === null) return heights.map(() => []);
    return inner.read(heights, async (height) => {
      const block = (await blocks()).find((each) => each.height === height);
      return block?.transactions.length ?? 0;
    });
  }

  /** What the blocks moved to addresses of ours. */
  async function describe(
    blocks: readonly EvmBlock[],
    traces: readonly BlockTrace[],
    findOurs: FindOurs,
  ): Promise<ScannedBlock[]> {
    const tokens = await readTokenLogs(logs, blocks, assets);
    const known = traces.map((payments) => (payments === 'blank' ? [] : (payments ?? [])));
    const candidates = collectCandidates(blocks, known, tokens, assets);
    const ours = await findOurs([
      ...candidates.map(({ addressKey }) => addressKey),
      ...blocks.flatMap(({ senders }) => senders),
    ]);
    const matched = await sift(candidates.filter(({ addressKey }) => ours.has(addressKey)));
    const receipts = await readReceipts([...new Set(matched.map(({ transaction }) => transaction))]);
    return blocks.map((block, at) => ({
      height: block.height,
      hash: block.hash,
      parentHash: block.parentHash,
      madeAt: block.madeAt,
      transactions: block.transactions,
      sent: block.transactions.filter((_hash, index) => ours.has(block.senders[index] ?? '')),
      isUntraced: traces[at] === null || traces[at] === 'blank',
      hasBlankTrace: traces[at] === 'blank',
      transfers: matched
        .filter(({ blockHash }) => blockHash === block.hash)
        .flatMap((candidate) => prove(candidate, receipts.get(candidate.transaction)) ?? []),
    }));
  }

  async function scan(from: bigint, to: bigint, findOurs: FindOurs): Promise<ScannedBlock[]> {
    const heights = Array.from({ length: Number(to - from + 1n) }, (_, index) => from + BigInt(index));
    const reading = readBlocks(heights);
    const [blocks, traces] = await Promise.all([reading, trace(heights, () => reading)]);
    return describe(blocks, traces, findOurs);
  }

  const headers = async (heights: readonly bigint[]): Promise<(BlockHeader | null)[]> =>
    (await ask(heights.map((height) => blockCall(quantityOf(height), false)))).map(readHeader);

  async function heightOf(word: 'finalized' | 'safe'): Promise<bigint | null> {
    const [answer] = await rpc([blockCall(word, false)]);
    // Nodes of a chain without such blocks, and older ones, refuse the word.
    return answer?.ok === true ? (readHeader(answer.result ?? null)?.height ?? null) : null;
  }

  return {
    network,
    family,
    look: async (height) => {
      const [latest] = await rpc([blockCall('latest', false)]);
      const head = readHeader(resultOf(latest, 'eth_getBlockByNumber') ?? null);
      if (head === null) throw new NodeFault('The node has no newest block.');
      // At rest, and one block later, the newest block itself says which block is at this height.
      if (head.height === height) return { head, block: head };
      if (head.height === height + 1n) return { head, block: { height, hash: head.parentHash } };
      const [block = null] = await headers([height]);
      return { head, block };
    },
    headers,
    ...inPacedSteps(scan),
    paidIn: async (addressKeys, range) => ({
      heights: await readPaidBlocks(paid, [...assets.tokens.keys()], addressKeys, range),
      isWhole: false,
    }),
    ...(options.finalHeight === undefined
      ? { finalHeight: () => heightOf('finalized'), safeHeight: () => heightOf('safe') }
      : { finalHeight: options.finalHeight }),
    ...(inner === null
      ? {}
      : {
          retrace: async (height, findOurs) => {
            if (!inner.mayAsk(height)) return null;
            const [traced = null] = await trace([height], () => readBlocks([height]));
            if (traced === 'blank') inner.putOff(height);
            if (traced === null || traced === 'blank') return null;
            const [block] = await describe(await readBlocks([height]), [traced], findOurs);
            return block ?? null;
          },
          tracing: () => inner.state(),
        }),
  };
}
