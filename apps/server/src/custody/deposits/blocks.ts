import type { BlockHeader } from './chain.ts';
import { NodeFault } from './chain.ts';

/** A block that we have read, with the fields that identify it. */
export interface BlockRef {
  readonly height: bigint;
  readonly hash: string;
}

/** The most blocks that are read in one step. */
export const STEP_BLOCKS = 20n;
/**
 * How many blocks below the tip are stored at least, however short the policy: a deeper reorganisation stops the
 * watcher.
 */
const BLOCKS_KEPT = 1024n;

/**
 * Where a network that was never watched begins: blocks that its policy still calls unconfirmed are read, never below
 * 0.
 */
export function decideStart(head: bigint, confirmations: number): bigint {
  const start = head - BigInt(confirmations);
  return start > 0n ? start : 0n;
}

/** The blocks to read next, `step` at most, both included; null where the tip is the newest one. */
export function decideRange(
  tip: bigint,
  head: bigint,
  step: bigint = STEP_BLOCKS,
): { from: bigint; to: bigint } | null {
  if (head <= tip) return null;
  return { from: tip + 1n, to: head < tip + step ? head : tip + step };
}

/** The height up to which blocks may be forgotten. */
export function decideForgotten(tip: bigint, confirmations: number): bigint {
  return tip - BLOCKS_KEPT - 4n * BigInt(confirmations);
}

/**
 * Throws `NodeFault` unless the blocks are exactly those of the range, each the child of the one before and the first
 * the child of `tip`: a gap or a mix of two forks would lose or invent deposits.
 */
export function requireLinked(
  tip: BlockRef,
  range: { from: bigint; to: bigint },
  blocks: readonly BlockHeader[],
): void {
  if (BigInt(blocks.length) !== range.to - range.from + 1n) {
    throw new NodeFault(`The node left out blocks between ${range.from} and ${range.to}. We will ask again.`);
  }
  let parent = tip;
  for (const block of blocks) {
    if (block.height !== parent.height + 1n || block.parentHash !== parent.hash) {
      throw new NodeFault(
        `The node's block ${block.height} does not follow the block ${parent.height} that we have. We will ask again.`,
      );
    }
    parent = block;
  }
}

/** The highest of our blocks that the node still has; `theirs` are the node's blocks at the same heights, in the same order. */
export function findCommon(ours: readonly BlockRef[], theirs: readonly (BlockHeader | null)[]): BlockRef | null {
  return ours.find((block, index) => theirs[index]?.hash === block.hash) ?? null;
}
