import type { SupportedCoin } from '@kobogate/contract';
import type { Handlers } from '../../events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { createTelling } from './record-event.ts';
import { tellLinks } from './tell-links.ts';
import { tellPayments } from './tell-payments.ts';

interface WebhookHandlerDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly publicOrigin: string;
  /** The coins on offer, each with its watched networks. */
  readonly listCoins: () => Promise<readonly SupportedCoin[]>;
}

/** Records the events that merchants' programs may receive; a repeated event is recorded once. */
export function webhookHandlers(dependencies: WebhookHandlerDependencies) {
  const tell = createTelling(dependencies);
  return { ...tellPayments(tell), ...tellLinks(dependencies, tell) } satisfies Handlers;
}
