import type { FastifyInstance } from 'fastify';
import type { SourceView } from './source-view.ts';

/** Quidax's ticker of one market, such as `btcngn`; the time is in seconds. */
export function quidaxRoutes(app: FastifyInstance, view: SourceView): void {
  app.get<{ Params: { market: string } }>('/api/v1/markets/tickers/:market', (request, reply) => {
    const asset = /^([a-z]+)ngn$/.exec(request.params.market)?.[1]?.toUpperCase() ?? '';
    const price = view.price(asset);
    if (price === undefined) {
      return reply.code(404).send({ status: 'error', message: 'Market not found', data: null });
    }
    const { bid, ask } = view.book(price.ngn);
    return reply.send({
      status: 'success',
      message: 'Successful',
      data: {
        at: Math.floor(view.time() / 1000),
        ticker: { buy: bid, sell: ask, low: price.ngn, high: price.ngn, open: price.ngn, last: price.ngn, vol: '3.2' },
        market: request.params.market,
      },
    });
  });
}
