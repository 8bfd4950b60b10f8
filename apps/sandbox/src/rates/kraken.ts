import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { SourceView } from './source-view.ts';

/** The pair that is asked for: the asset, and the key of the answer. */
const PAIRS: Readonly<Record<string, readonly [asset: string, key: string]>> = {
  XBTUSD: ['BTC', 'XXBTZUSD'],
  ETHUSD: ['ETH', 'XETHZUSD'],
  USDTUSD: ['USDT', 'USDTZUSD'],
  USDCUSD: ['USDC', 'USDCUSD'],
  BNBUSD: ['BNB', 'BNBUSD'],
  ADAUSD: ['ADA', 'ADAUSD'],
  SOLUSD: ['SOL', 'SOLUSD'],
  DOTUSD: ['DOT', 'DOTUSD'],
};
const Query = z.object({ pair: z.string().default('') });

/** Kraken's tickers in dollars. An unknown pair fails the whole call, as at Kraken. */
export function krakenRoutes(app: FastifyInstance, view: SourceView): void {
  app.get('/0/public/Ticker', (request, reply) => {
    const pairs = Query.safeParse(request.query).data?.pair.split(',') ?? [];
    const found = pairs.map((pair) => ({ known: PAIRS[pair], price: view.price(PAIRS[pair]?.[0] ?? '') }));
    if (found.some(({ known, price }) => known === undefined || price === undefined)) {
      return reply.send({ error: ['EQuery:Unknown asset pair'] });
    }
    const result = found.flatMap(({ known, price }) => {
      if (known === undefined || price === undefined) return [];
      const { bid, ask } = view.book(price.usd);
      return [[known[1], { a: [ask, '1', '1.000'], b: [bid, '1', '1.000'], c: [price.usd, '0.1'] }]];
    });
    return reply.send({ error: [], result: Object.fromEntries(result) });
  });
}
