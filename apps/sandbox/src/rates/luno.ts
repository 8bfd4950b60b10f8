import type { FastifyInstance } from 'fastify';
import type { SourceView } from './source-view.ts';

/** Luno has no naira market for the others. */
const MARKETS = ['BTC', 'ETH', 'USDT', 'USDC', 'SOL'] as const;

/** Luno's tickers, all at once; bitcoin is XBT. */
export function lunoRoutes(app: FastifyInstance, view: SourceView): void {
  app.get('/api/1/tickers', (_request, reply) =>
    reply.send({
      tickers: MARKETS.flatMap((asset) => {
        const price = view.price(asset);
        if (price === undefined) return [];
        return [
          {
            pair: `${asset === 'BTC' ? 'XBT' : asset}NGN`,
            timestamp: view.time(),
            ...view.book(price.ngn),
            last_trade: price.ngn,
            rolling_24_hour_volume: '12.5',
            status: 'ACTIVE',
          },
        ];
      }),
    }),
  );
}
