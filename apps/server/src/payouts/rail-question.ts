import { type Kobo, toKobo } from '@kobogate/money';
import type { BankRail } from './bank-rail.ts';
import type { Circuit } from './circuit.ts';

export const NO_ANSWER = 'does not answer';
export const NO_NAIRA = 'has not enough naira';

export interface RailQuestion {
  /**
   * Why a rail can't take this much naira now; null where it can, and then the amount is in hand until it is released.
   */
  refuse(amountKobo: Kobo): Promise<string | null>;
  /** Takes amounts in hand as answered by the rail: the next reported float includes them. */
  release(amountKobo: Kobo): void;
}

/**
 * Asks a rail whether it answers and has the naira. Payouts that leave while a question is under way share its answer,
 * each subtracting its amount from the rest; an answer is never kept for later ones. Amounts in hand when a question
 * begins, or added during it, may not be subtracted from the rail's float yet, so they are subtracted here: a payout
 * that waits needlessly comes again, one that the rail has no naira for would fail.
 */
export function createRailQuestion(
  rail: Pick<BankRail, 'isUp' | 'floatKobo'>,
  circuit: Pick<Circuit, 'fail'>,
): RailQuestion {
  let inHandKobo = toKobo(0n);
  let underWay: { takenKobo: Kobo; answer: Promise<{ leftKobo: Kobo | null; isUp: boolean }> } | undefined;

  async function ask() {
    const leftKobo = (await rail.floatKobo?.()) ?? null;
    const isUp = leftKobo !== null || (await rail.isUp());
    if (!isUp) circuit.fail();
    return { leftKobo, isUp };
  }

  function begin() {
    const answer = ask().finally(() => {
      underWay = undefined;
    });
    return { takenKobo: inHandKobo, answer };
  }

  return {
    refuse: async (amountKobo) => {
      underWay ??= begin();
      const question = underWay;
      const answer = await question.answer;
      if (!answer.isUp) return NO_ANSWER;
      if (answer.leftKobo !== null && answer.leftKobo < question.takenKobo + amountKobo) return NO_NAIRA;
      question.takenKobo = toKobo(question.takenKobo + amountKobo);
      inHandKobo = toKobo(inHandKobo + amountKobo);
      if (underWay !== undefined) underWay.takenKobo = toKobo(underWay.takenKobo + amountKobo);
      return null;
    },
    release: (amountKobo) => {
      inHandKobo = toKobo(inHandKobo - amountKobo);
    },
  };
}
