import type { RateSource, RateTick } from '../../pricing/index.ts';
import { dependencyDown } from '../../platform/errors.ts';

/**
 * A source that is asked for one coin at a time. A coin that it can't price does not affect the others; the source
 * counts as down where it prices none.
 */
export function eachOf(name: string, fetchRate: (currency: string) => Promise<RateTick | null>): RateSource {
  return {
    name,
    fetchRates: async (currencies) => {
      const answers = await Promise.allSettled(currencies.map(fetchRate));
      const ticks = answers.flatMap((answer) => (answer.status === 'fulfilled' && answer.value ? [answer.value] : []));
      if (ticks.length > 0) return ticks;
      const failed = answers.find((answer) => answer.status === 'rejected');
      throw dependencyDown(name, `The rate source ${name} gave no rate that can be used.`, failed?.reason);
    },
  };
}
