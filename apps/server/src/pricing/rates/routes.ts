import { endpoints } from '@kobogate/contract';
import { formatRate } from '@kobogate/money';
import { type Route, route } from '../../platform/route.ts';
import { createQuote, type QuoteDependencies } from './create-quote.ts';
import { readHistory } from './read-history.ts';

/** Quotes, and what rates were. */
export function rateRoutes(dependencies: QuoteDependencies): Route[] {
  return [
    route(endpoints.orders.quote, async ({ caller, body }) => {
      const quote = await createQuote(dependencies, { userId: caller.userId, ...body });
      return {
        data: {
          id: quote.id,
          currency: quote.currency,
          network: quote.network,
          rate: formatRate(quote.rate),
          marketRate: formatRate(quote.marketRate),
          expiresAt: quote.expiresAt.toISOString(),
        },
      };
    }),
    route(endpoints.rates.history, async ({ params, query }) => ({
      data: await readHistory(dependencies, { currency: params.currency, range: query.range }),
    })),
  ];
}
