import type { WatchList } from '../watch-list/watch-list.ts';
import type { BlockRef } from './blocks.ts';
import type { BlockHeader, Chain } from './chain.ts';

/**
 * Tells blocks in which no coin of ours moved without reading them: by what all our addresses hold together before and after.
 * Every arrival and every departure changes that sum, however it is sent: one that leaves also pays a fee.
 */
export interface Stillness {
  /** What a provider's own sums say of the blocks after `tip` up to `head`. Throws `NodeFault`. */
  compare(chain: Chain, tip: BlockRef, head: BlockHeader): Promise<'still' | 'moved' | 'unknown'>;
}

/**
 * As many addresses for each block to read make adding up their balances as costly as reading: a call adds up a
 * thousand, and a block takes a call for its transactions and one for its trace.
 */
const MOST_FOR_EACH_BLOCK = 2_000n;

/** Remembers the sums of one network. `treasury`: the key of the address that it is swept to, null where there is none. */
export function createStillness(watchList: Pick<WatchList, 'list'>, treasury: string | null): Stillness {
  let known: { readonly hash: string; readonly sums: string } | null = null;

  return {
    compare: async (chain, tip, head) => {
      if (chain.holdings === undefined) return 'unknown';
      // After the newest block was asked for: an address that is missing here was given to no one before that block.
      const listed = await watchList.list();
      if (listed === null || BigInt(listed.length) > MOST_FOR_EACH_BLOCK * (head.height - tip.height)) return 'unknown';
      const keys = treasury === null ? listed : [...listed, treasury];
      const before = known?.hash === tip.hash ? known.sums : await chain.holdings(tip, keys);
      known = null;
      if (before === null) return 'unknown';
      const after = await chain.holdings(head, keys);
      if (after === null) return 'unknown';
      if (after === before) known = { hash: head.hash, sums: after };
      else known = { hash: tip.hash, sums: before };
      return after === before ? 'still' : 'moved';
    },
  };
}
