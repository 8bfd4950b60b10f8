import { compareRates } from '@kobogate/money';
import * as z from 'zod/mini';
import type { RateSource, RateTick } from '../../pricing/index.ts';
import { eachOf } from './each-of.ts';
import { readPrice, readSource } from './read-source.ts';

const answerSchema = z.object({
  data: z.object({
    at: z.string().check(z.regex(/^\d{10}$/)),
    ticker: z.object({ buy: z.string(), sell: z.string() }),
  }),
});

/**
 * Quidax's order books: `GET {url}/api/v1/markets/tickers/btcngn`, with the time in seconds. `buy` counts, the best
 * bid; a book whose bid is above its ask is broken and left out. Source: docs.quidax.io, "Fetch a market ticker".
 */
export function createQuidaxRates({ url }: { url: string }): RateSource {
  return eachOf('quidax', async (currency): Promise<RateTick | null> => {
    const body = await readSource('quidax', `${url}/api/v1/markets/tickers/${currency.toLowerCase()}ngn`);
    const answer = answerSchema.safeParse(body);
    if (!answer.success) return null;
    const { at, ticker } = answer.data.data;
    const [bid, ask] = [readPrice(ticker.buy), readPrice(ticker.sell)];
    if (bid === null || ask === null || compareRates(bid, ask) > 0) return null;
    return { currency, source: 'quidax', quote: 'NGN', rate: bid, observedAt: new Date(Number(at) * 1000) };
  });
}
