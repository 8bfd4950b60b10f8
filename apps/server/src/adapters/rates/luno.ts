import { compareRates } from '@kobogate/money';
import * as z from 'zod/mini';
import type { RateSource } from '../../pricing/index.ts';
import { dependencyDown } from '../../platform/errors.ts';
import { readPrice, readSource } from './read-source.ts';

const answerSchema = z.object({ tickers: z.array(z.unknown()) });
const tickerSchema = z.object({
  pair: z.string(),
  bid: z.string(),
  ask: z.string(),
  timestamp: z.string().check(z.regex(/^\d{10,14}$/)),
});

/**
 * Luno's order books: `GET {url}/api/1/tickers` answers every pair at once; bitcoin is XBT, the timestamp is in
 * milliseconds. The bid counts, which is what a seller of coins receives. A book whose bid is above its ask is broken
 * and left out. Source: luno.com/en/developers/api, "List tickers for all markets".
 */
export function createLunoRates({ url }: { url: string }): RateSource {
  return {
    name: 'luno',
    fetchRates: async (currencies) => {
      const answer = answerSchema.safeParse(await readSource('luno', `${url}/api/1/tickers`));
      if (!answer.success) throw dependencyDown('luno', 'Luno answered in a form that we do not know.');
      return answer.data.tickers.flatMap((item) => {
        const ticker = tickerSchema.safeParse(item);
        const currency = currencies.find((wanted) => ticker.data?.pair === `${symbolOf(wanted)}NGN`);
        if (!ticker.success || currency === undefined) return [];
        const [bid, ask] = [readPrice(ticker.data.bid), readPrice(ticker.data.ask)];
        if (bid === null || ask === null || compareRates(bid, ask) > 0) return [];
        const observedAt = new Date(Number(ticker.data.timestamp));
        return [{ currency, source: 'luno', quote: 'NGN', rate: bid, observedAt } as const];
      });
    },
  };
}

function symbolOf(currency: string): string {
  return currency === 'BTC' ? 'XBT' : currency;
}
