import type { RateTick } from './rate.ts';

/** The port that every rate source's adapter implements. */
export interface RateSource {
  /** Stable name, recorded with each tick. */
  readonly name: string;
  /**
   * The source's present prices of the given currencies; one that is missing, or not a positive decimal, is left out.
   * Throws `dependencyDown` where it does not answer at all.
   */
  fetchRates(currencies: readonly string[]): Promise<readonly RateTick[]>;
}
