import { NETWORKS } from '@kobogate/contract';
import { type Chain, NodeFault, type ScannedBlock } from '../../../custody/index.ts';
import { readList } from '../fields.ts';
import { createRpc, resultOf, type RpcAnswer, type RpcCall } from '../rpc.ts';
import type { Line } from '../line.ts';
import { inPacedSteps } from '../pace.ts';
import { payable, transfersIn } from './match.ts';
import { readPaidSlots } from './paid-slots.ts';
import {
  readCount,
  readHeader,
  readNames,
  readTransactions,
  type SolanaHeader,
  type SolanaName,
  type SolanaTransaction,
} from './read-block.ts';
import { headerAt, placed, skippedBefore } from './skipped-slots.ts';

const NETWORK = 'solana';
/** The main network's genesis hash: https://solana.com/docs/references/clusters. */
const GENESIS_HASH = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
/** Two thirds of the stake have voted for it, 31 blocks deep: blocks that are not final are not read. */
const FINAL = { commitment: 'finalized' };
/** Every transaction version reports balances alike, so one that is newer than this program does not stop it. */
export const NEWEST_VERSION = 1;
/** Full blocks requested at a time: one can have many megabytes, and several come each second. */
const BLOCKS_AT_ONCE = 4;
/** The node says that the block is not there yet (Agave, rpc-client-api, `custom_error.rs`). */
const NOT_YET = new Set([-32_004, -32_014]);

interface WholeBlock {
  readonly header: SolanaHeader;
  readonly transactions: readonly SolanaTransaction[];
  /** All its transactions, also failed ones. */
  readonly names: readonly SolanaName[];
}

/**
 * Solana over its nodes' RPC (https://solana.com/docs/rpc). A height is a slot, final ones only; a slot in which no
 * block was made is a block without transactions. An address's gain is the difference between its balances after and
 * before a transaction, which is all that a node reports: a transaction that the node leaves out of a block is noticed by
 * the comparison of balances alone.
 */
export function createSolanaChain({ provider }: { provider: Line | string }): Chain {
  const rpc = createRpc(provider);

  /** Asks which chain this is, its height, and the slots that have blocks, from each start on. */
  async function findSlots(
    starts: readonly { readonly slot: bigint; readonly limit: bigint }[],
  ): Promise<{ head: bigint; slots: bigint[][] }> {
    const [genesis, newest, ...answers] = await rpc([
      { method: 'getGenesisHash', params: [] },
      { method: 'getSlot', params: [FINAL] },
      ...starts.map(({ slot, limit }) => ({
        method: 'getBlocksWithLimit',
        params: [Number(slot), Number(limit), FINAL],
      })),
    ]);
    requireMainNetwork(genesis);
    return {
      head: readCount(resultOf(newest, 'getSlot'), 'slot'),
      slots: starts.map((start, index) => readSlots(answers[index], start)),
    };
  }

  async function readHeaders(slots: readonly bigint[]): Promise<Map<bigint, SolanaHeader>> {
    const wanted = [...new Set(slots)];
    const answers = await rpc(wanted.map((slot) => blockCall(slot, 'none')));
    return new Map(wanted.map((slot, index) => [slot, readHeader(blockOf(answers[index], slot), slot)]));
  }

  /** The newest block, and for each height the first block at or after it. */
  async function readNext(
    heights: readonly bigint[],
  ): Promise<{ head: SolanaHeader | undefined; nexts: (SolanaHeader | undefined)[] }> {
    const { head, slots } = await findSlots(heights.map((slot) => ({ slot, limit: 1n })));
    const headers = await readHeaders([head, ...slots.flat()]);
    return { head: headers.get(head), nexts: slots.map(([next = -1n]) => headers.get(next)) };
  }

  async function readWhole(slot: bigint): Promise<WholeBlock> {
    const [answer] = await rpc([blockCall(slot, 'accounts')]);
    const block = blockOf(answer, slot);
    return { header: readHeader(block, slot), transactions: readTransactions(block), names: readNames(block) };
  }

  async function readWholes(slots: readonly bigint[]): Promise<WholeBlock[]> {
    const blocks: WholeBlock[] = [];
    for (let start = 0; start < slots.length; start += BLOCKS_AT_ONCE) {
      blocks.push(...(await Promise.all(slots.slice(start, start + BLOCKS_AT_ONCE).map(readWhole))));
    }
    return blocks;
  }

  return {
    network: NETWORK,
    family: NETWORKS[NETWORK].family,
    hasOnlyFinalBlocks: true,
    look: async (height) => {
      const { head, nexts } = await readNext([height]);
      if (head === undefined) throw new NodeFault('The node has no newest block.');
      const [next] = nexts;
      return { head: placed(head), block: next === undefined ? null : headerAt(height, next) };
    },
    headers: async (heights) => {
      const { nexts } = await readNext(heights);
      return heights.map((height, index) => {
        const next = nexts[index];
        if (next === undefined) return null;
        const found = headerAt(height, next);
        // Not the same as having no block there: a hole in the node's memory would undo blocks that were read.
        if (found === null)
          throw new NodeFault(`The node no longer has its block ${next.parentSlot}. We will ask again.`);
        return found;
      });
    },
    ...inPacedSteps(async (from, to, findOurs): Promise<ScannedBlock[]> => {
      // One more than can be among them: the slots at the end count as skipped only once a later block shows it.
      const { slots } = await findSlots([{ slot: from, limit: to - from + 2n }]);
      const [listed = []] = slots;
      const inside = listed.filter((slot) => slot <= to);
      const next = inside.at(-1) === to ? undefined : listed.find((slot) => slot > to);
      const blocks = await readWholes(inside);
      const payers = blocks.flatMap(({ names }) => names.map(({ payer }) => payer));
      const keys = payable(blocks.flatMap(({ transactions }) => transactions));
      const ours = await findOurs(new Set([...keys, ...payers]));
      const scanned: ScannedBlock[] = [];
      for (const { header, transactions, names } of blocks) {
        scanned.push(...skippedBefore(header, from, to));
        const sent = names.filter(({ payer }) => ours.has(payer)).map(({ signature }) => signature);
        const transfers = transfersIn(transactions, ours);
        scanned.push(Object.assign(placed(header), { transactions: sent, sent, transfers }));
      }
      const after = next === undefined ? undefined : (await readHeaders([next])).get(next);
      if (after !== undefined) scanned.push(...skippedBefore(after, from, to));
      return scanned;
    }),
    paidIn: async (addressKeys, { from, to }) => {
      const [genesis] = await rpc([{ method: 'getGenesisHash', params: [] }]);
      requireMainNetwork(genesis);
      const slots = await readPaidSlots(rpc, addressKeys, from);
      return { heights: slots.filter((slot) => slot <= to), isWhole: true };
    },
  };
}

/** Throws `NodeFault` unless a node's answer to `getGenesisHash` is the main network's. */
export function requireMainNetwork(genesis: RpcAnswer | undefined): void {
  if (resultOf(genesis, 'getGenesisHash') === GENESIS_HASH) return;
  throw new NodeFault(`The node is on another chain than ${NETWORKS[NETWORK].name}. Nothing it says is used.`);
}

/** The call for a block. */
export const blockCall = (slot: bigint, transactionDetails: 'none' | 'accounts'): RpcCall => ({
  method: 'getBlock',
  params: [
    Number(slot),
    {
      ...FINAL,
      encoding: 'json',
      transactionDetails,
      maxSupportedTransactionVersion: NEWEST_VERSION,
      rewards: false,
    },
  ],
});

function blockOf(answer: RpcAnswer | undefined, slot: bigint): unknown {
  if (answer?.ok === false && NOT_YET.has(answer.code)) {
    throw new NodeFault(`The node does not have its block ${slot} yet. We will ask again.`);
  }
  if (answer?.ok === false) {
    throw new NodeFault(`The node lists its block ${slot} and does not give it: ${answer.message}`);
  }
  return resultOf(answer, 'getBlock');
}

function readSlots(answer: RpcAnswer | undefined, start: { slot: bigint; limit: bigint }): bigint[] {
  const list = readList(resultOf(answer, 'getBlocksWithLimit'), 'list of slots');
  const slots = list.map((slot) => readCount(slot, 'slot'));
  const isRising = slots.every(
    (slot, index) => slot >= start.slot && (index === 0 || slot > (slots[index - 1] ?? slot)),
  );
  if (!isRising || BigInt(slots.length) > start.limit) {
    throw new NodeFault("The node's list of slots has some that were not asked for. Nothing of it was counted.");
  }
  return slots;
}
