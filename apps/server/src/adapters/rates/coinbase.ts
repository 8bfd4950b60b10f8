import * as z from 'zod/mini';
import type { RateSource, RateTick } from '../../pricing/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { eachOf } from './each-of.ts';
import { readPrice, readSource } from './read-source.ts';

const answerSchema = z.object({ data: z.object({ currency: z.string(), rates: z.object({ NGN: z.string() }) }) });

/**
 * Coinbase's public exchange rates: `GET {url}/v2/exchange-rates?currency=BTC` answers every rate as decimal text.
 * Source: docs.cdp.coinbase.com, "Get exchange rates". The answer has no time.
 */
export function createCoinbaseRates({ url, clock }: { url: string; clock: Clock }): RateSource {
  return eachOf('coinbase', async (currency): Promise<RateTick | null> => {
    const body = await readSource('coinbase', `${url}/v2/exchange-rates?currency=${currency}`);
    const answer = answerSchema.safeParse(body);
    if (!answer.success || answer.data.data.currency !== currency) return null;
    const rate = readPrice(answer.data.data.rates.NGN);
    return rate && { currency, source: 'coinbase', quote: 'NGN', rate, observedAt: clock.now() };
  });
}
