import { parseRate } from '@kobogate/money';
import * as z from 'zod/mini';
import type { RateTick } from '../../../features/rates/rate.ts';
import type { RateSource } from '../../../features/rates/rate-source.ts';
import type { Clock } from '../../../platform/clock.ts';
import { dependencyDown } from '../../../platform/errors.ts';

const TIMEOUT_MILLISECONDS = 10_000;
const answerSchema = z.object({ data: z.object({ currency: z.string(), rates: z.object({ NGN: z.string() }) }) });

/**
 * Coinbase's public exchange rates: `GET {url}/v2/exchange-rates?currency=BTC` answers every rate as decimal text, so
 * that no float is met on the way. Source: docs.cdp.coinbase.com, "Get exchange rates".
 */
export function createCoinbaseRates({ url, clock }: { url: string; clock: Clock }): RateSource {
  async function fetchRate(currency: string): Promise<RateTick | null> {
    const response = await fetch(`${url}/v2/exchange-rates?currency=${currency}`, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    const body: unknown = await response.json();
    const answer = answerSchema.safeParse(body);
    if (!response.ok || !answer.success || answer.data.data.currency !== currency) return null;
    const rate = parseRate(answer.data.data.rates.NGN);
    return rate.ok ? { currency, source: 'coinbase', rate: rate.value, observedAt: clock.now() } : null;
  }

  return {
    name: 'coinbase',
    fetchRates: async (currencies) => {
      const answers = await Promise.allSettled(currencies.map(fetchRate));
      const failed = answers.find((answer) => answer.status === 'rejected');
      const ticks = answers.flatMap((answer) => (answer.status === 'fulfilled' && answer.value ? [answer.value] : []));
      if (ticks.length === 0)
        throw dependencyDown('coinbase', 'Coinbase gave no rate that can be used.', failed?.reason);
      return ticks;
    },
  };
}
