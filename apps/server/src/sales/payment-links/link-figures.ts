/** What has been paid by a link. */
export interface LinkFigures {
  /** Payments that were opened. */
  readonly payments: number;
  /** Those whose coins are there in full, and the naira that they are worth. */
  readonly paid: number;
  readonly nairaKobo: bigint;
  /** Seconds from the final confirmation to the bank's acceptance, in the middle of this link's payments; null: too few. */
  readonly medianPayoutSeconds: number | null;
}

export const NO_FIGURES: LinkFigures = { payments: 0, paid: 0, nairaKobo: 0n, medianPayoutSeconds: null };

const FEWEST_MEASURED = 3;

/** The middle of so many seconds, in whole ones; null where they are too few to promise anything by. Pure. */
export function medianSeconds(measured: readonly number[]): number | null {
  const middle = measured.toSorted((a, b) => a - b)[Math.floor(measured.length / 2)];
  return measured.length < FEWEST_MEASURED || middle === undefined ? null : Math.round(middle);
}
