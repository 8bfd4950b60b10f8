import { type LedgerAssetCode, NETWORKS } from '@kobogate/contract';
import { ASSET_HUB_GENESIS, extrinsicsRoots, fromHex, hashExtrinsic, hashHeader } from '@kobogate/substrate';
import type { BlockHeader, Chain, FindOurs, ScannedBlock, Transfer } from '../../../features/deposits/chain.ts';
import { NodeFault } from '../../../features/deposits/chain.ts';
import { readData, readFields, readHash, readList } from '../fields.ts';
import { assetsOn } from '../network-assets.ts';
import { createRpc, resultOf, type RpcCall } from '../rpc.ts';
import { createEventReaders } from './event-readers.ts';
import { findPayments, type Payment } from './payments.ts';
import { type NamedHeader, readHeader } from './read-header.ts';
import { readState, stateCall } from './read-state.ts';
import { understand } from './understand.ts';

const NETWORK = 'polkadot';
const GENESIS = hashHeader(ASSET_HUB_GENESIS);
/** Blocks whose events are asked for in one request: a full one has a megabyte of them. */
const AT_ONCE = 5;

interface KnownPayment extends Payment {
  readonly asset: LedgerAssetCode;
}

interface ReadBlock {
  readonly header: NamedHeader;
  readonly madeAt: Date;
  readonly payments: readonly KnownPayment[];
}

/**
 * Polkadot's Asset Hub over a Substrate node's RPC (https://polkadot.js.org/docs/substrate/rpc), finalised blocks only. Headers are
 * named by their own hash, and events proved against the root of the state in them: an event that the node changes,
 * leaves out or adds is noticed.
 */
export function createPolkadotChain({ rpcUrl }: { rpcUrl: string }): Chain {
  const rpc = createRpc(rpcUrl);
  const findReader = createEventReaders(rpc);
  const { native, tokens } = assetsOn(NETWORK);

  /** Those payments that are in coins we know. */
  const known = (payments: readonly Payment[]): KnownPayment[] =>
    payments.flatMap((payment) => {
      const asset = payment.token === null ? native : tokens.get(payment.token);
      return asset === undefined || asset === null ? [] : [{ ...payment, asset }];
    });

  /** The newest final block, and those of the given heights, null above it. Asks first of all which chain this is. */
  async function findBlocks(
    heights: readonly bigint[],
  ): Promise<{ head: NamedHeader; blocks: (NamedHeader | null)[] }> {
    const [genesis, newest, ...answers] = await rpc([
      hashCall(0n),
      { method: 'chain_getFinalizedHead', params: [] },
      ...heights.map(hashCall),
    ]);
    if (resultOf(genesis, 'chain_getBlockHash') !== GENESIS) {
      throw new NodeFault(`The node is on another chain than ${NETWORKS[NETWORK].name}. Nothing it says is used.`);
    }
    const names = answers.map((answer) => resultOf(answer, 'chain_getBlockHash'));
    const wanted = [resultOf(newest, 'chain_getFinalizedHead'), ...names.filter((name) => name !== null)].map((name) =>
      readHash(name, "block's name"),
    );
    const found = await rpc(wanted.map((name) => ({ method: 'chain_getHeader', params: [name] })));
    const [head, ...rest] = wanted.map((name, index) => readHeader(resultOf(found[index], 'chain_getHeader'), name));
    if (head === undefined) throw new NodeFault('The node has no newest block.');
    const blocks = heights.map((height) => {
      // The node may have blocks there that are not final: those are none of ours.
      if (height > BigInt(head.number)) return null;
      return rest.find(({ number }) => BigInt(number) === height) ?? null;
    });
    return { head, blocks };
  }

  async function readBlocks(headers: readonly NamedHeader[]): Promise<ReadBlock[]> {
    const versions = await rpc(
      headers.map(({ parentHash }) => ({ method: 'state_getRuntimeVersion', params: [parentHash] })),
    );
    const states = await rpc(headers.map(stateCall));
    const blocks: ReadBlock[] = [];
    for (const [index, header] of headers.entries()) {
      const { events, madeAt } = readState(header, states[index]);
      // A block that upgrades the runtime is still the work of the one before, which its parent has.
      const version = resultOf(versions[index], 'state_getRuntimeVersion');
      const read = await findReader(version, header.parentHash);
      const records = understand('list of events', () => read(events));
      blocks.push({ header, madeAt, payments: known(findPayments(records)) });
    }
    return blocks;
  }

  /** The names of a block's transactions, proved to be its own. */
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

  async function scanSome(headers: readonly NamedHeader[], findOurs: FindOurs): Promise<ScannedBlock[]> {
    const blocks = await readBlocks(headers);
    const ours = await findOurs(blocks.flatMap(({ payments }) => payments.map(({ account }) => account)));
    const scanned: ScannedBlock[] = [];
    for (const { header, madeAt, payments } of blocks) {
      const matched = payments.filter(({ account }) => ours.has(account));
      const names = matched.length === 0 ? [] : await readNames(header);
      const transfers = matched.map((payment) => describeTransfer(header, payment, names));
      scanned.push({ ...placed(header), madeAt, transfers });
    }
    return scanned;
  }

  return {
    network: NETWORK,
    family: NETWORKS[NETWORK].family,
    hasOnlyFinalBlocks: true,
    look: async (height) => {
      const { head, blocks } = await findBlocks([height]);
      const [block = null] = blocks;
      return { head: placed(head), block: block === null ? null : placed(block) };
    },
    headers: async (heights) => {
      const { blocks } = await findBlocks(heights);
      return blocks.map((block) => (block === null ? null : placed(block)));
    },
    scan: async (from, to, findOurs) => {
      const heights = Array.from({ length: Number(to - from + 1n) }, (_, index) => from + BigInt(index));
      const { blocks } = await findBlocks(heights);
      const headers = heights.map((height, index) => {
        const header = blocks[index] ?? null;
        if (header === null) throw new NodeFault(`The node does not give its block ${height}. We will ask again.`);
        return header;
      });
      const scanned: ScannedBlock[] = [];
      for (let start = 0; start < headers.length; start += AT_ONCE) {
        scanned.push(...(await scanSome(headers.slice(start, start + AT_ONCE), findOurs)));
      }
      return scanned;
    },
  };
}

const hashCall = (height: bigint): RpcCall => ({ method: 'chain_getBlockHash', params: [Number(height)] });

function placed({ number, hash, parentHash }: NamedHeader): BlockHeader {
  return { height: BigInt(number), hash, parentHash };
}

function describeTransfer(
  { hash }: NamedHeader,
  { place, account, asset, amount, extrinsic }: KnownPayment,
  names: readonly string[],
): Transfer {
  // What the block itself did has no transaction: people find it by its block.
  const transaction = extrinsic === null ? hash : names[extrinsic];
  if (transaction === undefined) {
    throw new NodeFault(`The node's block ${hash} has events of a transaction that it has not. Nothing was counted.`);
  }
  return { identity: `${hash}:${place}`, transaction, asset, addressKey: account, amount };
}
