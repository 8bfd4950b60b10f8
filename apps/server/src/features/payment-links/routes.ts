import { endpoints } from '@kobogate/contract';
import type { Database } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { type Route, route } from '../../platform/route.ts';
import { findActiveLink } from './db.ts';

/** What a payer sees of a payment link. */
export function paymentLinkRoutes({ database }: { database: Database }): Route[] {
  return [
    route(endpoints.paymentLinks.getPublic, async ({ params }) => {
      const link = isId(params.id) ? await findActiveLink(database, params.id) : null;
      if (link === null) throw notFound('There is no such payment link, or it is no longer active.');
      return { data: link };
    }),
  ];
}
