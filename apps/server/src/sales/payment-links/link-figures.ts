import { type Kobo, toKobo } from '@kobogate/money';
/** The payments of a link. */
export interface LinkFigures {
  /** Payments that were opened. */
  readonly payments: number;
  /** Those whose coins have arrived in full, and their naira. */
  readonly paid: number;
  readonly nairaKobo: Kobo;
  /**
   * The median of the seconds from the final confirmation to the bank's acceptance, over this link's payments; null:
   * too few.
   */
  readonly medianPayoutSeconds: number | null;
}

export const NO_FIGURES: LinkFigures = { payments: 0, paid: 0, nairaKobo: toKobo(0n), medianPayoutSeconds: null };

const FEWEST_MEASURED = 3;

/** The median, in whole seconds; null where there are too few values to promise anything. Pure. */
export function medianSeconds(measured: readonly number[]): number | null {
  const middle = measured.toSorted((a, b) => a - b)[Math.floor(measured.length / 2)];
  return measured.length < FEWEST_MEASURED || middle === undefined ? null : Math.round(middle);
}
