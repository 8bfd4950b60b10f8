import { NETWORKS } from '@kobogate/contract';
import {
  ASSET_HUB_GENESIS,
  type EventRecord,
  extrinsicsRoots,
  fromHex,
  hashExtrinsic,
  hashHeader,
} from '@kobogate/substrate';
import { NodeFault } from '../../../custody/index.ts';
import { decodeOrFault, readData, readFields, readHash, readList } from '../fields.ts';
import { resultOf, type Rpc, type RpcCall } from '../rpc.ts';
import { createEventReaders } from './event-readers.ts';
import { type NamedHeader, readHeader } from './read-header.ts';
import { readState, stateCall } from './read-state.ts';

const GENESIS = hashHeader(ASSET_HUB_GENESIS);

/** What happened in a block, proved to belong to it. */
export interface BlockRecords {
  readonly header: NamedHeader;
  readonly madeAt: Date;
  readonly records: readonly EventRecord[];
}

/** Reads Asset Hub's final blocks. Each call throws `NodeFault` for any error in the node's answer. */
export interface BlockReader {
  /** The newest final block, and those of the given heights, null above it. Asks first of all which chain this is. */
  findBlocks(heights: readonly bigint[]): Promise<{ head: NamedHeader; blocks: (NamedHeader | null)[] }>;
  readRecords(headers: readonly NamedHeader[]): Promise<BlockRecords[]>;
  /** The hashes of a block's transactions, in order. */
  readNames(header: NamedHeader): Promise<string[]>;
}

/** A reader over a node's RPC; it caches the metadata of the newest runtimes. */
export function createBlockReader(rpc: Rpc): BlockReader {
  const findReader = createEventReaders(rpc);

  async function findBlocks(
    heights: readonly bigint[],
  ): Promise<{ head: NamedHeader; blocks: (NamedHeader | null)[] }> {
    const [genesis, newest, ...answers] = await rpc([
      hashCall(0n),
      { method: 'chain_getFinalizedHead', params: [] },
      ...heights.map(hashCall),
    ]);
    if (resultOf(genesis, 'chain_getBlockHash') !== GENESIS) {
      throw new NodeFault(`The node is on another chain than ${NETWORKS.polkadot.name}. Nothing it says is used.`);
    }
    const names = answers.map((answer) => resultOf(answer, 'chain_getBlockHash'));
    const wanted = [resultOf(newest, 'chain_getFinalizedHead'), ...names.filter((name) => name !== null)].map((name) =>
      readHash(name, "block's name"),
    );
    const found = await rpc(wanted.map((name) => ({ method: 'chain_getHeader', params: [name] })));
    const [head, ...rest] = wanted.map((name, index) => readHeader(resultOf(found[index], 'chain_getHeader'), name));
    if (head === undefined) throw new NodeFault('The node has no newest block.');
    const blocks = heights.map((height) => {
      // The node may have blocks there that are not final: those are ignored.
      if (height > BigInt(head.number)) return null;
      return rest.find(({ number }) => BigInt(number) === height) ?? null;
    });
    return { head, blocks };
  }

  async function readRecords(headers: readonly NamedHeader[]): Promise<BlockRecords[]> {
    const versions = await rpc(
      headers.map(({ parentHash }) => ({ method: 'state_getRuntimeVersion', params: [parentHash] })),
    );
    const states = await rpc(headers.map(stateCall));
    const blocks: BlockRecords[] = [];
    for (const [index, header] of headers.entries()) {
      const { events, madeAt } = readState(header, states[index]);
      // A block that upgrades the runtime was still executed by the previous one, which its parent has.
      const version = resultOf(versions[index], 'state_getRuntimeVersion');
      const read = await findReader(version, header.parentHash);
      blocks.push({ header, madeAt, records: decodeOrFault('list of events', () => read(events)) });
    }
    return blocks;
  }

  async function readNames({ hash, extrinsicsRoot }: NamedHeader): Promise<string[]> {
    const [answer] = await rpc([{ method: 'chain_getBlock', params: [hash] }]);
    const { block } = readFields(resultOf(answer, 'chain_getBlock'), 'block');
    const { extrinsics } = readFields(block, 'block');
    const bytes = readList(extrinsics, 'block').map((extrinsic) => fromHex(readData(extrinsic, 'transaction')));
    if (!extrinsicsRoots(bytes).includes(extrinsicsRoot)) {
      throw new NodeFault(`The node's block ${hash} has transactions of another block. Nothing of it was counted.`);
    }
    return bytes.map(hashExtrinsic);
  }

  return { findBlocks, readRecords, readNames };
}

const hashCall = (height: bigint): RpcCall => ({ method: 'chain_getBlockHash', params: [Number(height)] });
