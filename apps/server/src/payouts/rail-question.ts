import { type Kobo, toKobo } from '@kobogate/money';
import type { BankRail } from './bank-rail.ts';
import type { Circuit } from './circuit.ts';

export const NO_ANSWER = 'does not answer';
export const NO_NAIRA = 'has not enough naira';

/**
 * What a rail may charge for a payout besides its amount, at most: twice the highest fee of a transfer that the providers
 * publish, which is ₦50 and VAT.
 */
export const MOST_FEE_KOBO = toKobo(10_000n);

export interface RailQuestion {
  /**
   * Why a rail can't take this much naira and its fee now; null where it can, and then both are in hand until they are
   * released.
   */
  refuse(amountKobo: Kobo): Promise<string | null>;
  /** Takes amounts in hand as answered by the rail: the next reported float includes them. */
  release(amountKobo: Kobo): void;
}

/**
 * Asks a rail whether it answers and has the naira. Payouts that leave while a question is under way share its answer, each
 * subtracting its amount from the rest; an answer is never kept for later ones. Amounts in hand when a question begins, or
 * added during it, may not be subtracted from the rail's float yet, so they are subtracted here: a payout that waits needlessly
 * is tried again, while one for which the rail has no naira would fail.
 */
export function createRailQuestion(
  rail: Pick<BankRail, 'isUp' | 'floatKobo'>,
  circuit: Pick<Circuit, 'fail'>,
): RailQuestion {
  const withFee = (amountKobo: Kobo): Kobo => toKobo(amountKobo + MOST_FEE_KOBO);
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
      const costKobo = withFee(amountKobo);
      if (answer.leftKobo !== null && answer.leftKobo < question.takenKobo + costKobo) return NO_NAIRA;
      question.takenKobo = toKobo(question.takenKobo + costKobo);
      inHandKobo = toKobo(inHandKobo + costKobo);
      if (underWay !== undefined) underWay.takenKobo = toKobo(underWay.takenKobo + costKobo);
      return null;
    },
    release: (amountKobo) => {
      inHandKobo = toKobo(inHandKobo - withFee(amountKobo));
    },
  };
}
