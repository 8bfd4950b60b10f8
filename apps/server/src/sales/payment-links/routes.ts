import { endpoints, type OwnPaymentLink, type SupportedCoin } from '@kobogate/contract';
import { type Route, route } from '../../platform/route.ts';
import { createLinkOnce } from './create-link.ts';
import { findLinkForPayer, findOwnLink } from './find-link.ts';
import type { LinkRecord } from './link.ts';
import { createSpeedReading } from './load-figures.ts';
import { NO_FIGURES } from './link-figures.ts';
import { presentLink, presentOwnLink } from './present-link.ts';
import { switchLink } from './switch-link.ts';
import type { LinkDependencies } from './terms-context.ts';
import { updateLink } from './update-link.ts';
import { createLinkList, viewOwnLink } from './view-links.ts';

const { paymentLinks } = endpoints;

export interface PaymentLinkRouteDependencies extends LinkDependencies {
  /** The coins on offer, each with its watched networks. */
  readonly listCoins: () => Promise<SupportedCoin[]>;
}

/** A user's own links, a link as its payer sees it, and the coins that links can be paid in. */
export function paymentLinkRoutes(dependencies: PaymentLinkRouteDependencies): Route[] {
  const { database, clock, listCoins } = dependencies;
  const listOwnLinks = createLinkList({ database, clock, listCoins });
  const readSpeed = createSpeedReading(database);
  const present = async (link: LinkRecord): Promise<{ data: OwnPaymentLink }> => ({
    data: await viewOwnLink(database, link, await listCoins()),
  });
  return [
    route(paymentLinks.create, async ({ caller, body, idempotencyKey, onRepeat }) => {
      const coins = await listCoins();
      return createLinkOnce(dependencies, { owner: caller, input: body, idempotencyKey, onRepeat }, (link) => ({
        data: presentOwnLink(link, coins, NO_FIGURES),
      }));
    }),
    route(paymentLinks.list, ({ caller, query }) => listOwnLinks(caller.userId, query)),
    route(paymentLinks.getOwn, async ({ caller, params }) =>
      present(await findOwnLink(database, { id: params.id, userId: caller.userId, now: clock.now() })),
    ),
    route(paymentLinks.update, async ({ caller, params, body: { version, ...input } }) =>
      present(await updateLink(dependencies, { owner: caller, id: params.id, version, input })),
    ),
    route(paymentLinks.activate, async ({ caller, params }) =>
      present(await switchLink(dependencies, { owner: caller, id: params.id, isActive: true })),
    ),
    route(paymentLinks.deactivate, async ({ caller, params }) =>
      present(await switchLink(dependencies, { owner: caller, id: params.id, isActive: false })),
    ),
    route(paymentLinks.listCoins, async () => ({ data: await listCoins() })),
    route(paymentLinks.getPublic, async ({ params }) => {
      const link = await findLinkForPayer(database, params.id, clock.now());
      const [coins, speed] = await Promise.all([listCoins(), readSpeed(link)]);
      return { data: presentLink(link, coins, speed) };
    }),
  ];
}
