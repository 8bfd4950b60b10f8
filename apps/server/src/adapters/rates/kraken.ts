import { compareRates } from '@kobogate/money';
import * as z from 'zod/mini';
import type { RateSource } from '../../pricing/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { dependencyDown } from '../../platform/errors.ts';
import { readPrice, readSource } from './read-source.ts';

/** The pair that is requested, and the key under which Kraken answers. Source: `GET /0/public/AssetPairs`. */
const PAIRS: Readonly<Record<string, readonly [asked: string, answered: string]>> = {
  BTC: ['XBTUSD', 'XXBTZUSD'],
  ETH: ['ETHUSD', 'XETHZUSD'],
  USDT: ['USDTUSD', 'USDTZUSD'],
  USDC: ['USDCUSD', 'USDCUSD'],
  BNB: ['BNBUSD', 'BNBUSD'],
  ADA: ['ADAUSD', 'ADAUSD'],
  SOL: ['SOLUSD', 'SOLUSD'],
  DOT: ['DOTUSD', 'DOTUSD'],
};
const answerSchema = z.object({ error: z.array(z.unknown()), result: z.record(z.string(), z.unknown()) });
const tickerSchema = z.object({ a: z.array(z.string()), b: z.array(z.string()) });

/**
 * Kraken's order books in dollars (it has no naira): `GET {url}/0/public/Ticker?pair=XBTUSD,…`, best bid `b[0]`, best
 * ask `a[0]`, no time. The bid counts; a book whose bid is above its ask is broken and left out. Source:
 * docs.kraken.com/api, "Get ticker information".
 */
export function createKrakenRates({ url, clock }: { url: string; clock: Clock }): RateSource {
  return {
    name: 'kraken',
    fetchRates: async (currencies) => {
      const pairs = currencies.flatMap((currency) => PAIRS[currency]?.[0] ?? []);
      const answer = answerSchema.safeParse(
        await readSource('kraken', `${url}/0/public/Ticker?pair=${pairs.join(',')}`),
      );
      if (!answer.success || answer.data.error.length > 0) {
        throw dependencyDown('kraken', 'Kraken answered with an error, or in a form that we do not know.');
      }
      return currencies.flatMap((currency) => {
        const ticker = tickerSchema.safeParse(answer.data.result[PAIRS[currency]?.[1] ?? '']);
        const [bid, ask] = [readPrice(ticker.data?.b[0] ?? ''), readPrice(ticker.data?.a[0] ?? '')];
        if (bid === null || ask === null || compareRates(bid, ask) > 0) return [];
        return [{ currency, source: 'kraken', quote: 'USD', rate: bid, observedAt: clock.now() } as const];
      });
    },
  };
}
