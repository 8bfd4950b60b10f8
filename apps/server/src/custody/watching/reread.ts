import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { BlockRef } from '../deposits/blocks.ts';
import { lockOpen } from '../deposits/db.ts';
import { recordLate, type RecordDependencies, type RecordInput } from '../deposits/record-deposits.ts';
import { endLost } from '../deposits/remove-blocks.ts';
import type { DeepDeposit } from './db.ts';
import type { Provider } from './providers.ts';
import { describeWord, type Word, wordOn } from './words.ts';

/** A deposit that was recorded otherwise than providers now say. */
interface Overruled {
  readonly network: string;
  /** The newest block that was read. */
  readonly tip: BlockRef;
  readonly deposit: DeepDeposit;
  /** What they say, and one of them. */
  readonly word: Word;
  readonly provider: Provider;
  /** Whether no other provider says so: the true payment then waits for a person. */
  readonly isAlone: boolean;
}

/**
 * Reads the block of a deposit again: ends the deposit, which was never credited, and records what the block has instead,
 * as a new sighting that waits for its words like any other. Both in one transaction, so that it is there once at every
 * moment. Answers whether it was done: not where the provider says something else by now, the tip has changed, or the
 * deposit is no longer open. Throws `NodeFault`.
 */
export type Reread = (overruled: Overruled) => Promise<boolean>;

/** Reads blocks again by the policy by which they are read first. */
export function createReread(
  dependencies: RecordDependencies & { readonly database: Database; readonly log: Log },
  policy: Pick<RecordInput, 'confirmations' | 'smallDeposits' | 'outgoing'>,
): Reread {
  return async ({ network, tip, deposit, word, provider, isAlone }) => {
    const { id, blockHeight, identity, readBy } = deposit;
    const blocks = await provider.chain.scan(blockHeight, blockHeight, (keys) => dependencies.watchList.find(keys));
    if (wordOn(deposit, blocks)?.key !== word.key) return false;
    const coins = { asset: deposit.paidAs, amount: deposit.amount };
    const reported = describeWord(readBy ?? 'Another provider', { transfers: [coins] });
    let isDone = false;
    await recordLate(dependencies, {
      ...policy,
      network,
      tip,
      blocks,
      readBy: provider.host,
      contradictions: new Map(isAlone ? [[identity, reported]] : []),
      replaced: { id, ...coins },
      forget: async (tx) => {
        const lost = await lockOpen(tx, id);
        if (lost !== null) await endLost(tx, 'dropped', [lost]);
        isDone = lost !== null;
        return isDone;
      },
    });
    if (isDone) {
      const says = describeWord(provider.host, word);
      dependencies.log.warn({ network, depositId: id, readBy, reported, says }, 'a deposit was read again');
    }
    return isDone;
  };
}
