import { NodeFault } from '../../../custody/index.ts';
import { quantityOf, readQuantity } from '../fields.ts';
import { bloomAllows } from './bloom.ts';
import type { NetworkAssets } from '../network-assets.ts';
import type { EvmBlock } from './read-block.ts';
import { readTransfers, type TokenTransfer, TRANSFER_TOPIC } from './read-logs.ts';
import type { Pace } from '../pace.ts';
import { resultOf, type RpcAnswer, type RpcCall } from '../rpc.ts';

/** Asks one batch of calls of a provider that is on the right chain. */
type Ask = (calls: readonly RpcCall[]) => Promise<RpcAnswer[]>;

export interface LogSource {
  readonly ask: Ask;
  /** How many blocks one call for logs covers: less where the provider refuses the range or the number of results. */
  readonly range: Pace;
}

/**
 * All transfers of the pinned tokens in a range of blocks. They are requested by contract and topic for as much of the
 * range as the provider gives at once, and matched here: a filter by recipient would have to name every address. Throws `NodeFault` where a log is from
 * another block than the one we have, or where a block's bloom filter announces logs that the node has left out. Where a block
 * has transactions and no such filter, as all of TRON's, the machine that gives the logs must say that it has the block.
 */
export async function readTokenLogs(
  source: LogSource,
  blocks: readonly EvmBlock[],
  { tokens }: NetworkAssets,
): Promise<TokenTransfer[]> {
  if (blocks.length === 0 || tokens.size === 0) return [];
  const filter = { address: [...tokens.keys()], topics: [TRANSFER_TOPIC] };
  const transfers = await readRanges(source, blocks, filter);
  const byHash = new Map(blocks.map((block) => [block.hash, block]));
  for (const transfer of transfers) {
    if (byHash.get(transfer.blockHash)?.height !== transfer.blockHeight) {
      throw new NodeFault(`The node's logs of block ${transfer.blockHeight} are of another block. We will ask again.`);
    }
  }
  await requireComplete(source.ask, blocks, transfers, filter);
  return transfers.filter(({ contract }) => tokens.has(contract));
}

interface Filter {
  readonly address: readonly string[];
  readonly topics: readonly string[];
}

/**
 * Asks for the logs in as few calls as the provider allows. Any refusal of more than one block is met with half the
 * range, whatever its words: each provider has its own. Throws `NodeFault` where a single block is refused.
 */
async function readRanges(
  { ask, range }: LogSource,
  blocks: readonly EvmBlock[],
  filter: Filter,
): Promise<TokenTransfer[]> {
  const transfers: TokenTransfer[] = [];
  let waiting = blocks;
  while (waiting.length > 0) {
    const parts: (readonly EvmBlock[])[] = [];
    for (let at = 0; at < waiting.length; at += range.size()) parts.push(waiting.slice(at, at + range.size()));
    const calls = parts.map((part) => logsCall(part, filter));
    const isBlind = waiting.some((block) => block.transactions.length > 0 && NO_BLOOM.test(block.logsBloom));
    // In one request with them: of several machines behind one address another one may lag.
    const answers = await ask(isBlind ? [...calls, NEWEST] : calls);
    if (isBlind) requireReached(answers.pop(), waiting.at(-1)?.height ?? 0n);
    const refused = answers.findIndex(({ ok }) => !ok);
    const given = refused < 0 ? parts : parts.slice(0, refused);
    transfers.push(...given.flatMap((_part, index) => readTransfers(resultOf(answers[index], 'eth_getLogs'))));
    waiting = waiting.slice(given.reduce((sum, { length }) => sum + length, 0));
    const asked = parts[refused]?.length ?? 0;
    if (asked === 1) resultOf(answers[refused], 'eth_getLogs');
    if (asked > 1) range.refused(asked);
    else range.done(Math.max(...given.map(({ length }) => length)));
  }
  return transfers;
}

/** A filter that allows for nothing. */
const NO_BLOOM = /^0x0*$/;
const NEWEST: RpcCall = { method: 'eth_blockNumber', params: [] };

function requireReached(answer: RpcAnswer | undefined, height: bigint): void {
  if (readQuantity(resultOf(answer, 'eth_blockNumber'), 'height') >= height) return;
  throw new NodeFault(`The node gives logs of block ${height}, which it does not have yet. We will ask again.`);
}

const logsCall = (blocks: readonly EvmBlock[], filter: Filter): RpcCall => ({
  method: 'eth_getLogs',
  params: [{ ...filter, fromBlock: heightOf(blocks.at(0)), toBlock: heightOf(blocks.at(-1)) }],
});

async function requireComplete(
  ask: Ask,
  blocks: readonly EvmBlock[],
  transfers: readonly TokenTransfer[],
  filter: Filter,
): Promise<void> {
  const found = new Set(transfers.map(({ blockHash, contract }) => `${blockHash} ${contract}`));
  const doubtful = blocks.filter(({ hash, logsBloom }) =>
    filter.address.some(
      (contract) =>
        !found.has(`${hash} ${contract}`) && bloomAllows(logsBloom, [`0x${contract.slice(2)}`, TRANSFER_TOPIC]),
    ),
  );
  if (doubtful.length === 0) return;
  const answers = await ask(
    doubtful.map(({ hash }) => ({ method: 'eth_getLogs', params: [{ ...filter, blockHash: hash }] })),
  );
  for (const [index, answer] of answers.entries()) {
    for (const { blockHash, contract } of readTransfers(resultOf(answer, 'eth_getLogs'))) {
      if (found.has(`${blockHash} ${contract}`)) continue;
      throw new NodeFault(`The node left out logs of block ${doubtful[index]?.height}. We will ask again.`);
    }
  }
}

const heightOf = (block: EvmBlock | undefined): string => quantityOf(block?.height ?? 0n);
