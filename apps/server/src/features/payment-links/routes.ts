import { endpoints, type SupportedCoin } from '@kobogate/contract';
import type { Database } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { type Route, route } from '../../platform/route.ts';
import { findActiveLink } from './db.ts';

export interface PaymentLinkRouteDependencies {
  readonly database: Database;
  /** The coins on offer, each with its watched networks. */
  readonly listCoins: () => Promise<SupportedCoin[]>;
}

/** What a payer sees of a payment link, and the coins that links can be paid in. */
export function paymentLinkRoutes({ database, listCoins }: PaymentLinkRouteDependencies): Route[] {
  return [
    route(endpoints.paymentLinks.listCoins, async () => ({ data: await listCoins() })),
    route(endpoints.paymentLinks.getPublic, async ({ params }) => {
      const link = isId(params.id) ? await findActiveLink(database, params.id) : null;
      if (link === null) throw notFound('There is no such payment link, or it is no longer active.');
      return { data: link };
    }),
  ];
}
