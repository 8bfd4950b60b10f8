import type { EventId, LinkId, SupportedCoin, UserId, WebhookEvent } from '@kobogate/contract';
import type { Handlers } from '../../events.ts';
import type { Clock } from '../../platform/clock.ts';
import { findOwnLink, viewOwnLink } from '../../sales/index.ts';
import type { Tell } from './record-event.ts';

/** Sends merchants' programs the events of their payment links, each with the link as its owner sees it then. */
export function tellLinks(
  {
    clock,
    listCoins,
  }: {
    readonly clock: Clock;
    /** The coins on offer, each with its watched networks. */
    readonly listCoins: () => Promise<readonly SupportedCoin[]>;
  },
  tell: Tell,
) {
  const as =
    (type: WebhookEvent) =>
    async ({ linkId: id, userId }: { linkId: LinkId; userId: UserId }, { eventId }: { eventId: EventId }) => {
      // Read before the transaction: the assets on offer are read on another connection.
      const coins = await listCoins();
      await tell(eventId, {
        type,
        userId,
        describe: async (tx) => viewOwnLink(tx, await findOwnLink(tx, { id, userId, now: clock.now() }), coins),
      });
    };
  return {
    'link.created': as('link.created'),
    'link.updated': as('link.updated'),
    'link.deactivated': as('link.deactivated'),
  } satisfies Handlers;
}
