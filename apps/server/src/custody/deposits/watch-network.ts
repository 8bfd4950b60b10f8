import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { WatchList } from '../watch-list/watch-list.ts';
import { type BlockRef, decideRange, decideStart, findCommon, requireLinked, STEP_BLOCKS } from './blocks.ts';
import { type Chain, type FindOurs, NodeFault, type ScannedBlock } from './chain.ts';
import { confirmDeposits } from './confirm-deposits.ts';
import type { DrawFromSurplus, TakeOutSurpluses } from './drawing.ts';
import { findCursor, insertBlocks, insertWatcher, listBlocksDown } from './db.ts';
import type { Outgoing } from './outgoing.ts';
import type { Stillness } from './stillness.ts';
import { recordDeposits, type SmallDeposits } from './record-deposits.ts';
import { removeBlocks } from './remove-blocks.ts';
import type { Traces } from './traces.ts';
import type { Vouching } from './vouching.ts';

export interface WatchDependencies {
  readonly database: Database;
  readonly chain: Chain;
  /** The same network at its other providers: they trace what this one does not, and say whether it leaves payments out. */
  readonly others?: readonly Chain[] | undefined;
  readonly watchList: WatchList;
  /** How many blocks make a deposit final on this network, whatever its value; its own block is the first. */
  readonly confirmations: number;
  /** Where small deposits need fewer. */
  readonly smallDeposits?: SmallDeposits | undefined;
  /** Our own transactions, where any are sent from here. */
  readonly outgoing?: Outgoing | undefined;
  /** Where blocks that could not be traced are kept. */
  readonly traces?: Traces | undefined;
  /** The name of the provider that is read. */
  readonly readBy?: string | undefined;
  /** Why the chain's word that it has replaced this block is not believed; null where it is. */
  readonly contradiction?: (tip: BlockRef, headHeight: bigint) => Promise<string | null>;
  /** Tells the blocks in which no coin of ours moved; missing where every block is read. */
  readonly stillness?: Stillness | undefined;
  /** What must be said of a deposit before it is credited, beyond its confirmations. */
  readonly vouching?: Vouching | undefined;
  /** How deposits are credited of which a surplus counts the coins already. */
  readonly draw?: DrawFromSurplus | undefined;
  /** What becomes of surpluses that were found in blocks which the chain has replaced. */
  readonly takeOut?: TakeOutSurpluses | undefined;
  /** Why nothing may be read yet, as text for people; null where it may. Asked before each poll. */
  readonly mustWait?: () => Promise<string | null>;
  readonly clock: Clock;
  readonly log: Log;
}

export interface WatchedStep {
  /** Up to where the network is read now. */
  readonly height: bigint;
  readonly headHeight: bigint;
  /** Whether there is more to do at once. */
  readonly hasMore: boolean;
}

const HEADERS_AT_ONCE = 64;

/**
 * One poll of a network: finds where it stopped, undoes replaced blocks, reads new ones, counts confirmations and
 * credits final deposits. Each write is a separate transaction that first checks that the cursor has not moved, no
 * transaction is open while the node is asked, and the next poll makes up for a crash between two of them. Throws
 * `NodeFault` with a message where the node can't be believed; nothing is credited or skipped then.
 */
export async function watchNetwork(dependencies: WatchDependencies): Promise<WatchedStep> {
  const { database, chain, watchList, confirmations, smallDeposits, outgoing, traces } = dependencies;
  const { network } = chain;
  const reason = (await dependencies.mustWait?.()) ?? null;
  if (reason !== null) throw new NodeFault(reason);
  const cursor = await findCursor(database, network);
  if (cursor === null) return startNetwork(dependencies);
  const { tip, hasOpenDeposits, hasUntraced } = cursor;

  const { head, block } = await chain.look(tip.height);
  if (head.height < tip.height) {
    throw new NodeFault(`The node is behind: it has block ${head.height}, and we have read up to ${tip.height}.`);
  }
  if (block === null) throw new NodeFault(`The node does not give its block ${tip.height}, although it is past it.`);
  const headHeight = head.height;
  if (block.hash !== tip.hash) {
    if (chain.hasOnlyFinalBlocks === true) throw replacedFinalBlock(tip);
    const doubt = (await dependencies.contradiction?.(tip, headHeight)) ?? null;
    if (doubt !== null) throw new NodeFault(`${doubt} Nothing was changed.`);
    const common = await findCommonBlock(dependencies);
    await removeBlocks(dependencies, { network, tip, common });
    return { height: common.height, headHeight, hasMore: true };
  }

  const treasury = outgoing?.treasury(network) ?? null;
  const findOurs: FindOurs = async (keys) => {
    const found = await watchList.find(keys);
    return { has: (key) => found.has(key) || key === treasury };
  };
  const { readBy } = dependencies;
  const policy = { network, confirmations, smallDeposits, outgoing, traces, readBy };
  const range = decideRange(tip.height, head.height, BigInt(chain.step?.() ?? STEP_BLOCKS));
  if (range === null) {
    const isLate = hasUntraced && (await retrace(tip));
    // Deposits that a crash left uncounted, and those that only a late trace shows.
    if (hasOpenDeposits || isLate) await confirmDeposits(dependencies, { network, tip });
    return { height: tip.height, headHeight, hasMore: false };
  }
  const movement = (await dependencies.stillness?.compare(chain, tip, head)) ?? 'unknown';
  // A stranger who sends exactly what a transaction of ours takes as its fee leaves the sums as they were.
  const isStill = movement === 'still' && (await outgoing?.waits(network)) !== true;
  const blocks = isStill
    ? // The newest block alone: no coin of ours moved in it and in those before it.
      [{ ...head, madeAt: head.madeAt ?? dependencies.clock.now(), transfers: [] }]
    : await read(range);
  if (movement === 'moved' && blocks.every(showsNothing)) {
    await requireNothingLeftOut(dependencies, { tip, range, blocks, findOurs });
  }
  const isRecorded = await recordDeposits(dependencies, { ...policy, tip, blocks });
  const newTip = blocks.at(-1);
  if (!isRecorded || newTip === undefined) return { height: tip.height, headHeight, hasMore: true };
  if (hasUntraced || blocks.some(({ isUntraced }) => isUntraced === true)) await retrace(newTip);
  await confirmDeposits(dependencies, { network, tip: newTip });
  return { height: newTip.height, headHeight, hasMore: newTip.height < headHeight };

  async function read({ from, to }: { from: bigint; to: bigint }): Promise<readonly ScannedBlock[]> {
    const scanned = await chain.scan(from, to, findOurs);
    requireLinked(tip, { from, to }, scanned);
    return scanned;
  }

  /** At the other providers first: this one has just refused, or was asked before. */
  async function retrace(at: BlockRef): Promise<boolean> {
    const chains = [...(dependencies.others ?? []), chain];
    return (await traces?.retrace(network, at, chains, findOurs)) ?? false;
  }
}

/** Whether no coin of ours moved in a block, as far as it shows: a trace without anything is one of these, too. */
const showsNothing = ({ transfers, sent = [], isUntraced, hasBlankTrace }: ScannedBlock): boolean =>
  transfers.length === 0 && sent.length === 0 && (isUntraced !== true || hasBlankTrace === true);

interface Shown {
  readonly tip: BlockRef;
  readonly range: { readonly from: bigint; readonly to: bigint };
  readonly blocks: readonly ScannedBlock[];
  readonly findOurs: FindOurs;
}

/**
 * Where a provider's own sums say that coins of ours moved in blocks in which it shows none, another one is asked. Throws
 * `NodeFault` if that provider shows some, or if none answers: blocks from which something may have been left out do not count
 * as read. With one provider alone the comparison of balances finds it.
 */
async function requireNothingLeftOut(
  { chain, others = [], stillness }: WatchDependencies,
  { tip, range: { from, to }, blocks, findOurs }: Shown,
): Promise<void> {
  const last = blocks.at(-1);
  if (last === undefined || others.length === 0 || (await stillness?.compare(chain, tip, last)) !== 'moved') return;
  const where = `Coins of ours moved in blocks ${from} to ${to} by its own balances, and it shows none`;
  for (const other of others) {
    const theirs = await other.scan(from, to, findOurs).catch((error: unknown) => {
      if (error instanceof NodeFault) return [];
      throw error;
    });
    if (theirs.at(-1)?.hash !== last.hash) continue;
    // What it did not trace it does not show either: that is asked for again, as everywhere.
    if (theirs.every(({ transfers, sent = [] }) => transfers.length + sent.length === 0)) return;
    throw new NodeFault(`${where}, while another provider does. Nothing was changed.`);
  }
  throw new NodeFault(`${where}; no other provider could be asked. Nothing was changed.`);
}

const replacedFinalBlock = ({ height }: BlockRef): NodeFault =>
  new NodeFault(
    `The node has another block ${height} than the final one that we have read: it is on another chain. ` +
      'No deposit was changed. Point it back at the right chain, or have an operator look into it.',
  );

/** Records where watching a network starts. Older blocks are not searched: no address of ours was known then. */
async function startNetwork({ database, chain, confirmations, log }: WatchDependencies): Promise<WatchedStep> {
  const { head } = await chain.look(0n);
  const start = decideStart(head.height, confirmations);
  const [anchor] = await chain.headers([start]);
  if (anchor === undefined || anchor === null || anchor.height !== start) {
    throw new NodeFault(`The node does not give its block ${start}, although it is past it.`);
  }
  const { network } = chain;
  await database.transaction(async (tx) => {
    if (await insertWatcher(tx, network, start)) await insertBlocks(tx, network, [anchor]);
  });
  log.info({ network, startHeight: start.toString() }, 'a network is watched from here on');
  return { height: start, headHeight: head.height, hasMore: true };
}

/** The newest of our blocks that the node still has. Throws `NodeFault` where it has none of them. */
async function findCommonBlock({ database, chain }: WatchDependencies): Promise<BlockRef> {
  const { network } = chain;
  let below: bigint | null = null;
  for (;;) {
    const ours: BlockRef[] = await listBlocksDown(database, network, below, HEADERS_AT_ONCE);
    const lowest = ours.at(-1);
    if (lowest === undefined) {
      throw new NodeFault(
        'The node has none of the blocks that we have read: it is on another chain, or was started from scratch. ' +
          'No deposit was changed. Point it back at the right chain, or have an operator look into it.',
      );
    }
    const common = findCommon(ours, await chain.headers(ours.map(({ height }) => height)));
    if (common !== null) return common;
    below = lowest.height;
  }
}
