import { mostSolanaFee, solanaCost, type SolanaPlanned } from '@kobogate/plans';
import type { Replacement } from '../../../custody/index.ts';

/** A transaction that waits, and what its nonce account says in final blocks. */
export interface WaitingPayment {
  readonly planned: SolanaPlanned;
  readonly txid: string;
  /** Null where the account is gone. */
  readonly nonce: string | null;
  /** Whether any block has this very one. */
  readonly isMined: boolean;
}

/** What only one transaction can use up: a value of a nonce account. Pure. */
export const dateOf = ({ nonceAccount, nonce }: SolanaPlanned): string => `${nonceAccount} ${nonce}`;

/**
 * The same payments by the same nonces at a higher price for computing, an eighth more at least. Nothing is called impossible: a
 * nonce that is used up by none of these may only mean that the node has forgotten the one that did it, and what was paid
 * by that must not be paid again. Pure.
 */
export function draftReplacement(unitPrice: bigint, waiting: readonly WaitingPayment[]): Replacement {
  if (waiting.some(({ isMined }) => isMined)) {
    return { refusal: 'A block has one of them by now. Please wait until the watcher has read it, and look again.' };
  }
  const used = waiting.find(({ planned, nonce }) => nonce !== planned.nonce);
  if (used !== undefined) {
    return {
      refusal: `The nonce ${used.planned.nonceAccount} is used up, and the node does not know by which transaction. Nothing is written anew before that is found: please look the account up in an explorer.`,
    };
  }
  // Of several attempts the last was the dearest.
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
