import { mostSolanaFee, solanaCost, type SolanaPlanned } from '@kobogate/plans';
import type { Replacement } from '../../../custody/index.ts';

/** A waiting transaction, and what final blocks say about its nonce account. */
export interface WaitingPayment {
  readonly planned: SolanaPlanned;
  readonly txid: string;
  /** Null where the account is gone. */
  readonly nonce: string | null;
  /** Whether any block has this exact transaction. */
  readonly isMined: boolean;
}

/** What only one transaction can use: a value of a nonce account. Pure. */
export const dateOf = ({ nonceAccount, nonce }: SolanaPlanned): string => `${nonceAccount} ${nonce}`;

/**
 * The same payments by the same nonces at a compute price at least an eighth higher. Nothing is called impossible: if
 * none of these transactions used up a nonce, the node may have forgotten the one that did, and its payment must not be
 * made again. Pure.
 */
export function draftReplacement(unitPrice: bigint, waiting: readonly WaitingPayment[]): Replacement {
  if (waiting.some(({ isMined }) => isMined)) {
    return { refusal: 'A block has one of them by now. Please wait until the watcher has read it, and look again.' };
  }
  const used = waiting.find(({ planned, nonce }) => nonce !== planned.nonce);
  if (used !== undefined) {
    return {
      refusal: `The nonce ${used.planned.nonceAccount} is used up, and the node does not know by which transaction. Nothing is written again before that is found: please look the account up in an explorer.`,
    };
  }
  // Of several attempts the last was the most expensive.
  const latest = new Map(waiting.map(({ planned }) => [dateOf(planned), planned]));
  const transactions = [...latest.values()].map((planned) => atPrice(planned, unitPrice));
  if (transactions.some((planned) => solanaCost(planned) > mostSolanaFee())) {
    return {
      refusal: 'Taking the place of what waits would cost more than the key tool signs for at present. Please wait.',
    };
  }
  return { transactions, notes: [], impossible: new Set() };
}

function atPrice(planned: SolanaPlanned, now: bigint): SolanaPlanned {
  const raised = (planned.unitPrice * 9n) / 8n + 1n;
  return { ...planned, unitPrice: now > raised ? now : raised };
}
