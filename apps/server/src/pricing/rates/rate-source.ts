import type { RateTick } from './rate.ts';

/** The port that every rate source's adapter implements. */
export interface RateSource {
  /** Stable name, recorded with each tick. */
  readonly name: string;
  /**
   * What the source says now of the given currencies; what it can't say, or says in a form that is no positive decimal,
   * is left out. Throws `dependencyDown` where it does not answer at all.
   */
  fetchRates(currencies: readonly string[]): Promise<readonly RateTick[]>;
}
