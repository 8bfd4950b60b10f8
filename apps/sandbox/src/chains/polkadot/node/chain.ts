import { ASSET_HUB_GENESIS, buildTrie, hashHeader } from '@kobogate/substrate';
import { type Block, type BlockContent, makeBlock } from './block.ts';
import type { Runtime } from './runtime.ts';

/** A chain of blocks with forks: the best one can still be replaced down to the newest finalised one. */
export interface SubstrateChain {
  /** The best chain, from the first block on: a block's index is its number. */
  readonly blocks: readonly Block[];
  best(): Block;
  finalised(): Block;
  /** Any block that was ever made, also a replaced one. */
  find(hash: string): Block | undefined;
  /** Makes the next block on top of the best one. */
  extend(content: Omit<BlockContent, 'salt'>): Block;
  /** Adds an existing block. Throws where it does not follow the best one. */
  append(block: Block): void;
  /** Takes the newest blocks away, and answers them, the oldest first. Throws for a finalised one. */
  cut(depth: number): Block[];
  /** Makes the block of this number final, and all before it. */
  finalise(number: number): void;
  /** The nodes of a block's state on the way to some keys; null for a state that is not kept. */
  prove(block: Block, keys: readonly string[]): Uint8Array[] | null;
  /** The values of a block's state. */
  stateAt(block: Block): ReadonlyMap<string, Uint8Array>;
}

/** A chain with nothing but Asset Hub's own first block, whose state is not kept. */
export function createChain(runtime: Runtime): SubstrateChain {
  const genesis: Block = {
    hash: hashHeader(ASSET_HUB_GENESIS),
    header: ASSET_HUB_GENESIS,
    extrinsics: [],
    changes: new Map(),
    runtime,
  };
  const blocks: Block[] = [genesis];
  const made = new Map([[genesis.hash, genesis]]);
  let finalised = genesis;
  let salt = 0;
  const best = (): Block => blocks.at(-1) ?? genesis;

  function append(block: Block): void {
    if (block.header.parentHash !== best().hash) throw new Error(`Block ${block.hash} does not follow ${best().hash}.`);
    blocks.push(block);
    made.set(block.hash, block);
  }

  // From the newest change back to the first: the latest change wins.
  function stateAt(block: Block): ReadonlyMap<string, Uint8Array> {
    const state = new Map<string, Uint8Array>();
    for (let at: Block | undefined = block; at !== undefined; at = made.get(at.header.parentHash)) {
      for (const [key, value] of at.changes) if (!state.has(key)) state.set(key, value);
    }
    return state;
  }

  return {
    blocks,
    best,
    finalised: () => finalised,
    find: (hash) => made.get(hash),
    extend: (content) => {
      salt += 1;
      append(makeBlock(best(), stateAt(best()), Object.assign({ salt: made.size + salt }, content)));
      return best();
    },
    append,
    cut: (depth) => {
      const from = blocks.length - depth;
      if (from <= finalised.header.number) throw new Error('A finalised block can not be replaced.');
      return blocks.splice(from);
    },
    finalise: (number) => {
      const block = blocks[number];
      if (block !== undefined && number > finalised.header.number) finalised = block;
    },
    prove: (block, keys) => (block === genesis ? null : buildTrie(stateAt(block)).prove(keys)),
    stateAt,
  };
}
