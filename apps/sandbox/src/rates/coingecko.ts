import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { SourceView } from './source-view.ts';

const ASSETS: Readonly<Record<string, string>> = {
  bitcoin: 'BTC',
  ethereum: 'ETH',
  tether: 'USDT',
  'usd-coin': 'USDC',
  binancecoin: 'BNB',
  cardano: 'ADA',
  solana: 'SOL',
  polkadot: 'DOT',
};
const Query = z.object({ ids: z.string().default('') });

/** CoinGecko's simple prices: JSON numbers, written digit for digit as the price book has them. */
export function coingeckoRoutes(app: FastifyInstance, view: SourceView): void {
  app.get('/api/v3/simple/price', (request, reply) => {
    const ids = Query.safeParse(request.query).data?.ids.split(',') ?? [];
    const time = Math.floor(view.time() / 1000);
    const entries = ids.flatMap((id) => {
      const price = view.price(ASSETS[id] ?? '');
      if (price === undefined) return [];
      const number = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(price.ngn) ? price.ngn : JSON.stringify(price.ngn);
      return [`${JSON.stringify(id)}:{"ngn":${number},"ngn_24h_change":null,"last_updated_at":${time}}`];
    });
    return reply.type('application/json').send(`{${entries.join(',')}}`);
  });
}
