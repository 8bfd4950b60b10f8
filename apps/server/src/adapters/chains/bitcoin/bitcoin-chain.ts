import { type AssetCode, findAsset, NETWORKS } from '@kobogate/contract';
import { type BlockHeader, type Chain, NodeFault, type ScannedBlock, type Transfer } from '../../../custody/index.ts';
import { createRpc, resultOf, type RpcAnswer, type RpcCall } from '../rpc.ts';
import type { Line } from '../line.ts';
import { inPacedSteps } from '../pace.ts';
import { type BitcoinBlock, type BitcoinHeader, readBlock, readHeader } from './read-block.ts';
import { shownSenders, withSenders } from './read-senders.ts';
import { isHash } from './hash.ts';

const NETWORK = 'mainnet';
/** Bitcoin's main network by its name and first block (Bitcoin Core, src/kernel/chainparams.cpp). */
const MAIN_CHAIN: WhichChain = {
  name: 'main',
  genesis: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
};
/** Confirmations with which a miner's new coins can be spent (consensus/consensus.h, COINBASE_MATURITY). */
const COINBASE_CONFIRMATIONS = 100;
/** Bitcoin Core's answer for a height above its newest block (rpc/protocol.h, RPC_INVALID_PARAMETER). */
const OUT_OF_RANGE = -8;

/** What identifies a chain: a node's own name for it, and its first block. */
export interface WhichChain {
  readonly name: string;
  readonly genesis: string;
}

interface Tip {
  readonly height: bigint;
  readonly hash: string;
}

/**
 * Bitcoin's main network over Bitcoin Core's RPC (https://developer.bitcoin.org/reference/rpc). Blocks are read from
 * their bytes and identified by their own hash: amounts are never text or floating numbers, and a transaction that the
 * node changes, omits or adds is noticed. A miner's new coins are final when they can be spent, whatever the policy.
 */
export function createBitcoinChain({
  provider,
  chain = MAIN_CHAIN,
}: {
  provider: Line | string;
  chain?: WhichChain;
}): Chain {
  const rpc = createRpc(provider);
  const asset = findAsset('BTC', NETWORK)?.code;
  if (asset === undefined) throw new Error('the table of assets has no BTC');

  /** Asks for block hashes, and first of all which chain this is and its height. */
  async function findNames(heights: readonly bigint[]): Promise<{ tip: Tip; names: (string | null)[] }> {
    const [info, genesis, ...answers] = await rpc([
      { method: 'getblockchaininfo', params: [] },
      hashCall(0n),
      ...heights.map(hashCall),
    ]);
    const tip = readTip(resultOf(info, 'getblockchaininfo'), chain.name);
    if (resultOf(genesis, 'getblockhash') !== chain.genesis) throw wrongChain();
    return { tip, names: answers.map(readName) };
  }

  async function readHeaders(names: readonly (string | null)[]): Promise<(BitcoinHeader | null)[]> {
    const known = names.filter((name) => name !== null);
    const answers = await rpc(known.map((name) => ({ method: 'getblockheader', params: [name, false] })));
    const headers = new Map(
      known.map((name, index) => [name, requireNamed(name, readHeader(resultOf(answers[index], 'getblockheader')))]),
    );
    return names.map((name) => (name === null ? null : (headers.get(name) ?? null)));
  }

  async function readWhole(name: string): Promise<BitcoinBlock> {
    // One at a time: a block can have four million bytes.
    const [answer] = await rpc([{ method: 'getblock', params: [name, 0] }]);
    return requireNamed(name, readBlock(resultOf(answer, 'getblock')));
  }

  return {
    network: NETWORK,
    family: NETWORKS[NETWORK].family,
    isProven: true,
    look: async (height) => {
      const { tip, names } = await findNames([height]);
      const [found, block] = await readHeaders([tip.hash, ...names]);
      const head = placed(found ?? null, tip.height);
      if (head === null) throw new NodeFault('The node has no newest block.');
      return { head, block: placed(block ?? null, height) };
    },
    headers: async (heights) => {
      const { names } = await findNames(heights);
      const headers = await readHeaders(names);
      return heights.map((height, index) => placed(headers[index] ?? null, height));
    },
    ...inPacedSteps(async (from, to, findOurs): Promise<ScannedBlock[]> => {
      const heights = Array.from({ length: Number(to - from + 1n) }, (_, index) => from + BigInt(index));
      const { names } = await findNames(heights);
      const blocks: ScannedBlock[] = [];
      for (const [index, height] of heights.entries()) {
        const name = names[index] ?? null;
        if (name === null) throw new NodeFault(`The node does not give its block ${height}. We will ask again.`);
        const block = await readWhole(name);
        const shown = shownSenders(block);
        const ours = await findOurs([...block.outputs.map(({ script }) => script), ...[...shown.values()].flat()]);
        const sent = [...shown].flatMap(([id, scripts]) => (scripts.some((script) => ours.has(script)) ? id : []));
        const { hash, parentHash, madeAt, transactions } = block;
        const transfers = await withSenders(rpc, block, transfersIn(block, asset, ours));
        blocks.push({ height, hash, parentHash, madeAt, transactions, sent, transfers });
      }
      return blocks;
    }),
  };
}

const hashCall = (height: bigint): RpcCall => ({ method: 'getblockhash', params: [Number(height)] });
const wrongChain = (): NodeFault =>
  new NodeFault(`The node is on another chain than ${NETWORKS[NETWORK].name}. Nothing it says is used.`);

function placed(header: BitcoinHeader | null, height: bigint): BlockHeader | null {
  if (header === null) return null;
  const { hash, parentHash, madeAt } = header;
  return { height, hash, parentHash, madeAt };
}

function requireNamed<Header extends BitcoinHeader>(name: string, header: Header): Header {
  if (header.hash === name) return header;
  throw new NodeFault(`The node gives another block than the one named ${name}. Nothing of it was counted.`);
}

function readName(answer: RpcAnswer | undefined): string | null {
  if (answer?.ok === false && answer.code === OUT_OF_RANGE) return null;
  const name = resultOf(answer, 'getblockhash');
  if (isHash(name)) return name;
  throw new NodeFault("The node's answer has a block's name that can't be read. Nothing of it was counted.");
}

/** The newest block as the node reports it. Throws `NodeFault` for another chain, or one that is still syncing. */
function readTip(info: unknown, wanted: string): Tip {
  const fields: object = typeof info === 'object' && info !== null ? info : {};
  const { chain, blocks, bestblockhash, initialblockdownload } = {
    chain: undefined,
    blocks: undefined,
    bestblockhash: undefined,
    initialblockdownload: undefined,
    ...fields,
  };
  if (chain !== wanted) throw wrongChain();
  if (initialblockdownload !== false) {
    throw new NodeFault('The node is still fetching the chain. Deposits are found once it has caught up.');
  }
  if (!isHash(bestblockhash) || !Number.isSafeInteger(blocks)) {
    throw new NodeFault("The node's description of its chain can't be read. Nothing of it was counted.");
  }
  return { height: BigInt(Number(blocks)), hash: bestblockhash };
}

function transfersIn(block: BitcoinBlock, asset: AssetCode, ours: { has(script: string): boolean }): Transfer[] {
  return block.outputs
    .filter(({ script, amount }) => amount > 0n && ours.has(script))
    .map(({ transaction, index, script, amount, isCoinbase }) => ({
      identity: `${transaction}:${index}`,
      transaction,
      asset,
      addressKey: script,
      amount,
      confirmationsAtLeast: isCoinbase ? COINBASE_CONFIRMATIONS : undefined,
    }));
}
