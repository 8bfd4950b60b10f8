import { NodeFault } from '../../../custody/index.ts';
import { bloomAllows } from './bloom.ts';
import type { NetworkAssets } from '../network-assets.ts';
import type { EvmBlock } from './read-block.ts';
import { readTransfers, type TokenTransfer, TRANSFER_TOPIC } from './read-logs.ts';
import type { RpcCall } from '../rpc.ts';

type Ask = (calls: readonly RpcCall[]) => Promise<unknown[]>;

/**
 * All transfers of the pinned tokens in a range of blocks. They are requested by contract and topic for the whole range
 * and matched here: a filter by recipient would have to name every address. Throws `NodeFault` where a log is from
 * another block than the one we have, or where a block's bloom filter announces logs that the node has left out.
 */
export async function readTokenLogs(
  ask: Ask,
  blocks: readonly EvmBlock[],
  { tokens }: NetworkAssets,
): Promise<TokenTransfer[]> {
  const [first, last] = [blocks.at(0), blocks.at(-1)];
  if (first === undefined || last === undefined || tokens.size === 0) return [];
  const filter = { address: [...tokens.keys()], topics: [TRANSFER_TOPIC] };
  const [answer] = await ask([
    { method: 'eth_getLogs', params: [{ ...filter, fromBlock: quantity(first), toBlock: quantity(last) }] },
  ]);
  const transfers = readTransfers(answer);
  const byHash = new Map(blocks.map((block) => [block.hash, block]));
  for (const transfer of transfers) {
    if (byHash.get(transfer.blockHash)?.height !== transfer.blockHeight) {
      throw new NodeFault(`The node's logs of block ${transfer.blockHeight} are of another block. We will ask again.`);
    }
  }
  await requireComplete(ask, blocks, transfers, filter);
  return transfers.filter(({ contract }) => tokens.has(contract));
}

const quantity = (block: EvmBlock): string => `0x${block.height.toString(16)}`;

async function requireComplete(
  ask: Ask,
  blocks: readonly EvmBlock[],
  transfers: readonly TokenTransfer[],
  filter: { address: readonly string[]; topics: readonly string[] },
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
    for (const { blockHash, contract } of readTransfers(answer)) {
      if (found.has(`${blockHash} ${contract}`)) continue;
      throw new NodeFault(`The node left out logs of block ${doubtful[index]?.height}. We will ask again.`);
    }
  }
}
