import type { SupportedCoin, WebhookEvent } from '@kobogate/contract';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { findOwnLink, viewOwnLink } from '../../sales/index.ts';
import type { ReadTellable } from './handlers.ts';

const ofLink = z.object({ linkId: z.string(), userId: z.string() });

const TOLD_OF_LINKS = ['link.created', 'link.updated', 'link.deactivated'] as const satisfies readonly WebhookEvent[];

/** Reads events of payment links for webhooks, each with the link as its owner sees it then. */
export function tellLinks(dependencies: {
  readonly clock: Clock;
  /** The coins on offer, each with its watched networks. */
  readonly listCoins: () => Promise<readonly SupportedCoin[]>;
}): Readonly<Record<string, ReadTellable>> {
  const { clock, listCoins } = dependencies;
  const readAs =
    (type: WebhookEvent): ReadTellable =>
    async (payload) => {
      const { linkId: id, userId } = ofLink.parse(payload);
      // Before the transaction that describes it: what is on offer is read by a connection of its own.
      const coins = await listCoins();
      return {
        type,
        userId,
        describe: async (tx) => viewOwnLink(tx, await findOwnLink(tx, { id, userId, now: clock.now() }), coins),
      };
    };
  return Object.fromEntries(TOLD_OF_LINKS.map((type) => [type, readAs(type)]));
}
