import { endpoints } from '@kobogate/contract';
import { formatRate } from '@kobogate/money';
import { type Route, route } from '../../platform/route.ts';
import { createQuote, type QuoteDependencies } from './create-quote.ts';

/** Quotes. */
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
          expiresAt: quote.expiresAt.toISOString(),
        },
      };
    }),
  ];
}
