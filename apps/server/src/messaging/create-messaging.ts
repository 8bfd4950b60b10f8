import type { Settings, SupportedCoin } from '@kobogate/contract';
import type { ProveOwner } from '../identity/index.ts';
import type { Base } from '../platform/base.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { keepMonths } from './notifications/keep-months.ts';
import { notificationHandlers } from './notifications/handlers.ts';
import { notificationRoutes } from './notifications/routes.ts';
import type { Texter } from './notifications/texter.ts';
import { forgetOldEvents } from './webhooks/forget-old-events.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import type { WebhookSender } from './webhooks/webhook-sender.ts';
import { readChanges, readNext, readOldestStart } from './notifications/db.ts';
import { turnOffEndpoints } from './webhooks/db.ts';
import { createFollowing } from './listeners/listen.ts';
import { createDispatcher } from './deliveries/dispatcher.ts';
import { webhookHandlers } from './deliveries/handlers.ts';

/** What the messaging room needs. */
interface MessagingNeeds extends Base {
  readonly configuration: { readonly publicOrigin: string };
  readonly secretBox: SecretBox;
  readonly proveOwner: ProveOwner;
  readonly settings: { current(): Promise<Pick<Settings, 'clearing'>> };
  readonly listCoins: () => Promise<SupportedCoin[]>;
  readonly sender: WebhookSender;
  /** Null: the operator sends no text messages. */
  readonly texter: Texter | null;
}

/** Notifications, webhooks and live updates. */
export function createMessaging(needs: MessagingNeeds) {
  const { database, clock, log, secretBox, proveOwner, listCoins, sender, settings, texter } = needs;
  const { publicOrigin } = needs.configuration;
  return {
    routes: [
      ...webhookRoutes({ database, clock, secretBox, sender, publicOrigin, proveOwner }),
      ...notificationRoutes({ database, texter }),
    ],
    handlers: [
      notificationHandlers({ database, log, settings, publicOrigin, texter }),
      webhookHandlers({ database, clock, settings, listCoins, publicOrigin }),
    ] as const,
    timers: [
      { name: 'forget-old-events', everySeconds: 3600, run: () => forgetOldEvents({ database, clock }) },
      { name: 'keep-months', everySeconds: 3600, run: () => keepMonths({ database, clock }) },
    ],
    queries: {
      turnOffEndpoints,
      readChanges: (since: Date) => readChanges(database, since),
      readNext: () => readNext(database),
      readOldestStart: () => readOldestStart(database),
      followListener: createFollowing({ database, clock }),
    },
    dispatcher: createDispatcher({ database, clock, log, secretBox, sender }),
  };
}
