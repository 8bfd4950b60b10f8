import * as z from 'zod/mini';
import type { RateSource } from '../../pricing/index.ts';
import { dependencyDown } from '../../platform/errors.ts';
import { readPrice, readSource } from './read-source.ts';

/** CoinGecko's own ids. Source: `GET /api/v3/coins/list`. */
const IDS: Readonly<Record<string, string>> = {
  BTC: 'bitcoin',
  ETH: 'ethereum',
  USDT: 'tether',
  USDC: 'usd-coin',
  BNB: 'binancecoin',
  ADA: 'cardano',
  SOL: 'solana',
  DOT: 'polkadot',
};
const answerSchema = z.record(z.string(), z.unknown());
const priceSchema = z.object({ ngn: z.string(), last_updated_at: z.string().check(z.regex(/^\d{10}$/)) });

/**
 * CoinGecko's averages over many markets: `GET {url}/api/v3/simple/price?ids=…&vs_currencies=ngn`, prices as JSON
 * numbers of full precision, the time in seconds. Source: docs.coingecko.com, "Coin price by IDs".
 */
export function createCoingeckoRates({ url }: { url: string }): RateSource {
  return {
    name: 'coingecko',
    fetchRates: async (currencies) => {
      const ids = currencies.flatMap((currency) => IDS[currency] ?? []);
      const query = `ids=${ids.join(',')}&vs_currencies=ngn&include_last_updated_at=true&precision=full`;
      const answer = answerSchema.safeParse(await readSource('coingecko', `${url}/api/v3/simple/price?${query}`));
      if (!answer.success) throw dependencyDown('coingecko', 'CoinGecko answered in a form that we do not know.');
      return currencies.flatMap((currency) => {
        const price = priceSchema.safeParse(answer.data[IDS[currency] ?? '']);
        const rate = price.success ? readPrice(price.data.ngn) : null;
        if (!price.success || rate === null) return [];
        const observedAt = new Date(Number(price.data.last_updated_at) * 1000);
        return [{ currency, source: 'coingecko', quote: 'NGN', rate, observedAt } as const];
      });
    },
  };
}
