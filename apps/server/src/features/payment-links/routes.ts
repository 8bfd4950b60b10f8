import { endpoints, type SupportedCoin } from '@kobogate/contract';
import { notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { type Route, route } from '../../platform/route.ts';
import { createLink, type CreateLinkDependencies } from './create-link.ts';
import { findActiveLink, listLinks } from './db.ts';

export interface PaymentLinkRouteDependencies extends CreateLinkDependencies {
  /** The coins on offer, each with its watched networks. */
  readonly listCoins: () => Promise<SupportedCoin[]>;
}

/** A user's own links, what a payer sees of one, and the coins that links can be paid in. */
export function paymentLinkRoutes(dependencies: PaymentLinkRouteDependencies): Route[] {
  const { database, listCoins } = dependencies;
  return [
    route(endpoints.paymentLinks.create, async ({ caller, body }) => ({
      data: await createLink(dependencies, { caller, link: body }),
    })),
    route(endpoints.paymentLinks.list, async ({ caller }) => ({ data: await listLinks(database, caller.userId) })),
    route(endpoints.paymentLinks.listCoins, async () => ({ data: await listCoins() })),
    route(endpoints.paymentLinks.getPublic, async ({ params }) => {
      const link = isId(params.id) ? await findActiveLink(database, params.id) : null;
      if (link === null) throw notFound('There is no such payment link, or it is no longer active.');
      return { data: link };
    }),
  ];
}
