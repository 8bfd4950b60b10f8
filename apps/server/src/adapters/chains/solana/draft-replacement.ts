import { mostSolanaFee, solanaCost, type SolanaPlanned } from '@kobogate/plans';
import type { Replacement } from '../../../custody/index.ts';

/** A waiting transaction, and what final blocks say about its nonce account. */
export interface WaitingPayment {
  readonly planned: SolanaPlanned;
  readonly txid: string;
  /** Whether any block has this exact transaction. */
  readonly isMined: boolean;
  /** A final slot by which its nonce was used up, the first that counts; null: it is not used up. */
  readonly usedBy: bigint | null;
}

/** What only one transaction can use: a value of a nonce account. Pure. */
export const dateOf = ({ nonceAccount, nonce }: SolanaPlanned): string => `${nonceAccount} ${nonce}`;

/**
 * Those whose nonce is used up, and not by one of them: the watcher has read (`readTo`) every slot up to one by which it was, and
 * has found none of these. Pure.
 */
export function impossibleOf(waiting: readonly WaitingPayment[], readTo: bigint | null): ReadonlySet<string> {
  const mined = new Set(waiting.flatMap(({ planned, isMined }) => (isMined ? dateOf(planned) : [])));
  const isGone = ({ planned, usedBy }: WaitingPayment): boolean =>
    usedBy !== null && readTo !== null && usedBy <= readTo && !mined.has(dateOf(planned));
  return new Set(waiting.filter(isGone).map(({ txid }) => txid));
}

/**
 * The same payments by the same nonces at a compute price at least an eighth higher. Where it is not known yet what has used up a
 * nonce (`impossibleOf`), that has to be found first. Pure.
 */
export function draftReplacement(
  { unitPrice, readTo }: { readonly unitPrice: bigint; readonly readTo: bigint | null },
  waiting: readonly WaitingPayment[],
): Replacement {
  if (waiting.some(({ isMined }) => isMined)) {
    return { refusal: 'A block has one of them by now. Please wait until the watcher has read it, and look again.' };
  }
  const used = waiting.filter(({ usedBy }) => usedBy !== null);
  const impossible = impossibleOf(waiting, readTo);
  const unsure = used.find(({ txid }) => !impossible.has(txid));
  if (unsure !== undefined) {
    const { nonceAccount } = unsure.planned;
    return {
      refusal: `The nonce ${nonceAccount} is used up. Please wait until the watcher has read by which transaction, and look again.`,
    };
  }
  // Of several attempts the last was the most expensive.
  const left = waiting.filter((each) => !used.includes(each));
  const latest = new Map(left.map(({ planned }) => [dateOf(planned), planned]));
  const transactions = [...latest.values()].map((planned) => atPrice(planned, unitPrice));
  if (transactions.some((planned) => solanaCost(planned) > mostSolanaFee())) {
    return {
      refusal:
        'Replacing the waiting transactions would at present cost more than the key tool signs for. Please wait.',
    };
  }
  const notes =
    impossible.size === 0
      ? []
      : [`${impossible.size} of them can no longer be included, as other transactions have used their nonces.`];
  return { transactions, notes, impossible };
}

function atPrice(planned: SolanaPlanned, now: bigint): SolanaPlanned {
  const raised = (planned.unitPrice * 9n) / 8n + 1n;
  return { ...planned, unitPrice: now > raised ? now : raised };
}
