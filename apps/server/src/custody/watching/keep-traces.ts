import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { BlockRef } from '../deposits/blocks.ts';
import type { Chain, FindOurs, ScannedBlock } from '../deposits/chain.ts';
import { recordLate, type RecordInput } from '../deposits/record-deposits.ts';
import type { Traces } from '../deposits/traces.ts';
import type { WatchList } from '../watch-list/watch-list.ts';
import { deleteUntraced, deleteUntracedAbove, insertUntraced, listUntraced } from './db.ts';

/** As many blocks are looked at in one poll, so that the newest blocks never wait for long. */
const AT_ONCE = 20;

interface TraceDependencies {
  readonly database: Database;
  readonly watchList: WatchList;
  readonly clock: Clock;
}

/**
 * Keeps the blocks that no provider would trace, and asks for their traces again, each at the first of the providers
 * that gives it. A block stays until one has traced it: nothing counts as looked at that was not.
 */
export function keepTraces(
  dependencies: TraceDependencies,
  policy: Pick<RecordInput, 'confirmations' | 'smallDeposits' | 'outgoing'>,
): Traces {
  return {
    noteUntraced: insertUntraced,
    forgetAbove: deleteUntracedAbove,
    retrace: async (network, tip, chains, findOurs) => {
      let isAny = false;
      for (const untraced of await listUntraced(dependencies.database, network, AT_ONCE)) {
        const block = await traceAgain(chains, untraced, findOurs);
        if (block === null) continue;
        const kept = { ...policy, network, tip, blocks: [block], forget: deleteUntraced };
        isAny = (await recordLate(dependencies, kept)).length > 0 || isAny;
      }
      return isAny;
    },
  };
}

/** The block with its trace by the first provider that gives it; null where none does, or it is another block by now. */
async function traceAgain(
  chains: readonly Chain[],
  { height, hash }: BlockRef,
  findOurs: FindOurs,
): Promise<ScannedBlock | null> {
  for (const chain of chains) {
    const block = await chain.retrace?.(height, findOurs);
    if (block?.hash === hash) return block;
  }
  return null;
}
