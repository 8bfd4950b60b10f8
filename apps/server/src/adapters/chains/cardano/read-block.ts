import type { BlockHeader } from '../../../custody/index.ts';
import { readFields, timeOf } from '../fields.ts';
import { readCount, readHash, readWhole } from './fields.ts';

export interface CardanoBlock extends BlockHeader {
  readonly madeAt: Date;
  /** How many transactions it has. */
  readonly transactions: number;
}

/** Reads a block as the API describes it, null where it has none. Throws `NodeFault`. */
export function readBlock(answer: unknown): CardanoBlock | null {
  if (answer === null) return null;
  const { height, hash, previous_block: parent, time, tx_count: transactions } = readFields(answer, 'block');
  const place = readWhole(height, 'height');
  // Nothing comes before the first block.
  const hasNoParent = parent === null && place === 0n;
  return {
    height: place,
    hash: readHash(hash, "block's name"),
    parentHash: hasNoParent ? '' : readHash(parent, "parent's name"),
    madeAt: timeOf(readCount(time, 'time'), 'time'),
    transactions: readCount(transactions, 'count of transactions'),
  };
}
