import type { SupportedCoin } from '@kobogate/contract';
import type { Handlers } from '../../events.ts';
import { createTelling, type TellDependencies } from './record-event.ts';
import { tellLinks } from './tell-links.ts';
import { tellPayments } from './tell-payments.ts';
import { tellPayouts } from './tell-payouts.ts';
import { tellRefunds } from './tell-refunds.ts';

interface WebhookHandlerDependencies extends TellDependencies {
  /** The coins on offer, each with its watched networks. */
  readonly listCoins: () => Promise<readonly SupportedCoin[]>;
}

/** Records the events that merchants' programs may receive; a repeated event is recorded once. */
export function webhookHandlers(dependencies: WebhookHandlerDependencies) {
  const tell = createTelling(dependencies);
  return {
    ...tellPayments(tell),
    ...tellPayouts(tell),
    ...tellRefunds(dependencies, tell),
    ...tellLinks(dependencies, tell),
  } satisfies Handlers;
}
