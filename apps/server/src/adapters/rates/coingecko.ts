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

/** The header for a key at an address: the paid plans and the demo plan have a host and a header each. Pure. */
export const keyHeaderOf = (url: string): string =>
  new URL(url).hostname === 'pro-api.coingecko.com' ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key';

/**
 * CoinGecko's averages over many markets: `GET {url}/api/v3/simple/price?ids=…&vs_currencies=ngn`, prices as JSON
 * numbers of full precision, the time in seconds. Source: docs.coingecko.com, "Coin price by IDs". A key goes into the
 * header of its plan: `x-cg-pro-api-key` at pro-api.coingecko.com, else `x-cg-demo-api-key` ("Authentication", there).
 */
export function createCoingeckoRates({ url, key }: { url: string; key?: string | undefined }): RateSource {
  const headers = key === undefined ? {} : { [keyHeaderOf(url)]: key };
  return {
    name: 'coingecko',
    fetchRates: async (currencies) => {
      const ids = currencies.flatMap((currency) => IDS[currency] ?? []);
      const query = `ids=${ids.join(',')}&vs_currencies=ngn&include_last_updated_at=true&precision=full`;
      const answer = answerSchema.safeParse(
        await readSource('coingecko', `${url}/api/v3/simple/price?${query}`, headers),
      );
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
