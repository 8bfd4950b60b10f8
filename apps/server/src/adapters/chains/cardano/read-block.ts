import type { BlockHeader } from '../../../features/deposits/chain.ts';
import { garbage, readCount, readFields, readHash, readWhole } from './fields.ts';

export interface CardanoBlock extends BlockHeader {
  readonly madeAt: Date;
  /** How many transactions it has. */
  readonly transactions: number;
}

/** Reads a block as the API describes it, null where it has none. Throws `NodeFault`. */
export function readBlock(answer: unknown): CardanoBlock | null {
  if (answer === null) return null;
  const { height, hash, previous_block: parent, time, tx_count: transactions } = readFields(answer, 'a block');
  const place = readWhole(height, 'a height');
  // Nothing comes before the first block.
  const hasNoParent = parent === null && place === 0n;
  const madeAt = new Date(readCount(time, 'a time') * 1000);
  return {
    height: place,
    hash: readHash(hash, "a block's name"),
    parentHash: hasNoParent ? '' : readHash(parent, "a parent's name"),
    madeAt: Number.isNaN(madeAt.getTime()) ? garbage('a time') : madeAt,
    transactions: readCount(transactions, 'a count of transactions'),
  };
}
