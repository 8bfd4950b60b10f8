import type { BlockHeader, Chain, ScannedBlock, Transfer } from '@kobogate/server/src/custody/deposits/chain.ts';

/** A chain in memory that can leave a fork and come back to it, block for block, which no real node does on request. */
export interface TestChain extends Chain {
  /** Adds a block with these transfers on top; at the beginning of time, where it does not say otherwise. */
  extend(transfers: readonly Transfer[], madeAt?: Date): void;
  /** Takes the newest blocks away; the first block stays. */
  cut(depth: number): void;
  /** The chain as it is now, to come back to. */
  snapshot(): readonly ScannedBlock[];
  restore(blocks: readonly ScannedBlock[]): void;
}

/** A chain with nothing but its first block. */
export function createTestChain(): TestChain {
  let made = 0;
  const newBlock = (
    parent: BlockHeader | undefined,
    transfers: readonly Transfer[],
    madeAt = new Date(0),
  ): ScannedBlock => ({
    height: parent === undefined ? 0n : parent.height + 1n,
    hash: `block ${(made += 1)}`,
    parentHash: parent?.hash ?? 'nothing',
    madeAt,
    transfers,
  });
  let blocks: ScannedBlock[] = [newBlock(undefined, [])];
  const at = (height: bigint): ScannedBlock | null => blocks[Number(height)] ?? null;
  const head = (): ScannedBlock => blocks.at(-1) ?? newBlock(undefined, []);

  return {
    network: 'ethereum',
    family: 'evm',
    look: (height) => Promise.resolve({ head: head(), block: at(height) }),
    headers: (heights) => Promise.resolve(heights.map(at)),
    scan: (from, to) => Promise.resolve(blocks.slice(Number(from), Number(to) + 1)),
    extend: (transfers, madeAt) => {
      blocks = [...blocks, newBlock(head(), transfers, madeAt)];
    },
    cut: (depth) => {
      blocks = blocks.slice(0, Math.max(1, blocks.length - depth));
    },
    snapshot: () => blocks,
    restore: (former) => {
      blocks = [...former];
    },
  };
}
