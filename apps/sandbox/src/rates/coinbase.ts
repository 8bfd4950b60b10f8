import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { SourceView } from './source-view.ts';

const Query = z.object({ currency: z.string().default('USD') });

/** Coinbase's public exchange rates. Scope: paths are relative to the source's own prefix. */
export function coinbaseRoutes(app: FastifyInstance, view: SourceView): void {
  app.get('/v2/exchange-rates', (request, reply) => {
    const currency = Query.safeParse(request.query).data?.currency ?? '';
    const price = view.price(currency);
    if (price !== undefined) {
      return reply.send({ data: { currency, rates: { NGN: price.ngn, USD: price.usd } } });
    }
    return reply.code(400).send({ errors: [{ id: 'invalid_request', message: `Invalid currency (${currency})` }] });
  });
}
