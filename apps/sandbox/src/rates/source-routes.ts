import type { FastifyInstance, FastifyReply } from 'fastify';
import { coinbaseRoutes } from './coinbase.ts';
import { coingeckoRoutes } from './coingecko.ts';
import { krakenRoutes } from './kraken.ts';
import { lunoRoutes } from './luno.ts';
import { type PriceBook, type Source, SOURCES } from './price-book.ts';
import { quidaxRoutes } from './quidax.ts';
import type { SourceView } from './source-view.ts';

const HOUR = 3_600_000;
const ROUTES: Readonly<Record<Source, (app: FastifyInstance, view: SourceView) => void>> = {
  coinbase: coinbaseRoutes,
  luno: lunoRoutes,
  quidax: quidaxRoutes,
  coingecko: coingeckoRoutes,
  kraken: krakenRoutes,
};

/** Every rate source below a prefix of its name, behaving as the price book says. */
export async function rateSourceRoutes(app: FastifyInstance, prices: () => PriceBook): Promise<void> {
  for (const source of SOURCES) {
    await app.register(
      async (own) => {
        own.addHook('onRequest', async (_request, reply) => misbehave(prices(), source, reply));
        ROUTES[source](own, viewOf(source, prices));
      },
      { prefix: `/${source}` },
    );
  }
}

function viewOf(source: Source, prices: () => PriceBook): SourceView {
  return {
    price: (asset) => prices().price(source, asset),
    book: (price) => {
      // A text that is no price is sent on both sides, unchanged.
      const ask = /^\d+(\.\d+)?$/.test(price) ? `${price.includes('.') ? price : `${price}.`}9` : price;
      return prices().mode(source) === 'crossed' ? { bid: ask, ask: price } : { bid: price, ask };
    },
    time: () => {
      const mode = prices().mode(source);
      return Date.now() + (mode === 'future' ? HOUR : mode === 'stale' ? -HOUR : 0);
    },
  };
}

async function misbehave(prices: PriceBook, source: Source, reply: FastifyReply): Promise<unknown> {
  const mode = prices.mode(source);
  if (mode === 'down') return reply.code(503).send({ message: 'Service unavailable' });
  if (mode === 'html') return reply.type('text/html').send('<html><body>Just a moment...</body></html>');
  // Nothing is sent until the caller gives up and closes the connection.
  if (mode === 'hang') return reply.hijack();
  return undefined;
}
