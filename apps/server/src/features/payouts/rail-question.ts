import type { BankRail } from './bank-rail.ts';
import type { Circuit } from './circuit.ts';

/** Why a rail can't take so much naira now, or null. */
export type RailQuestion = (amountKobo: bigint) => Promise<string | null>;

/**
 * Asks a rail whether it answers and has the naira. Payouts that leave while a question is under way share its answer,
 * each taking its amount off what is left, so that many at once ask once; an answer is never kept for later ones.
 */
export function createRailQuestion(
  rail: Pick<BankRail, 'isUp' | 'floatKobo'>,
  circuit: Pick<Circuit, 'fail'>,
): RailQuestion {
  let underWay: Promise<{ leftKobo: bigint | null; isUp: boolean }> | undefined;

  async function ask() {
    const leftKobo = (await rail.floatKobo?.()) ?? null;
    const isUp = leftKobo !== null || (await rail.isUp());
    if (!isUp) circuit.fail();
    return { leftKobo, isUp };
  }

  return async (amountKobo) => {
    underWay ??= ask().finally(() => {
      underWay = undefined;
    });
    const answer = await underWay;
    if (!answer.isUp) return 'does not answer';
    if (answer.leftKobo === null) return null;
    if (answer.leftKobo < amountKobo) return 'has not enough naira';
    answer.leftKobo -= amountKobo;
    return null;
  };
}
