import type { TronPlanned } from '@kobogate/plans';
import type { Replacement } from '../../../custody/index.ts';

/** A waiting transaction of ours, and whether the node has it, in a block or not. */
export interface WaitingTransfer {
  readonly planned: TronPlanned;
  readonly txid: string;
  readonly isKnown: boolean;
}

/**
 * Nothing takes the place of a transaction on TRON: two do not exclude each other. It ends by itself a day after it was
 * planned, when no block may have it any more. `settledAt` is the time of the newest block that is final and that the
 * watcher has read, in milliseconds; null: nothing was read. Pure.
 */
export function draftReplacement(settledAt: number | null, waiting: readonly WaitingTransfer[]): Replacement {
  const known = waiting.find(({ isKnown }) => isKnown);
  if (known !== undefined) {
    return {
      refusal: `The node has ${known.txid} of ${known.planned.from.address}. Please wait until it is final and the watcher has read it, and look again.`,
    };
  }
  const last = Math.max(...waiting.map(({ planned }) => planned.expiration));
  if (settledAt === null || settledAt <= last) {
    return {
      refusal: `The waiting transaction can still be carried out until ${new Date(last).toISOString().slice(0, 16)} UTC, and TRON can't replace it before then. Send its file again, or write it again some minutes after that.`,
    };
  }
  return {
    transactions: [],
    notes: [
      'The waiting transaction has expired, and no block has it. Nothing has left: its refunds wait for a decision again.',
    ],
    impossible: new Set(waiting.map(({ txid }) => txid)),
  };
}
