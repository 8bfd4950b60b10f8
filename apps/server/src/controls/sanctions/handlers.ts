import type { Handlers } from '../../events.ts';
import type { Database } from '../../platform/database.ts';
import { screenDeposit } from './screen.ts';

/** The events that the check of senders works off. */
export function sanctionsHandlers(dependencies: { readonly database: Database }) {
  return {
    'deposit.confirmed': ({ depositId }) => screenDeposit(dependencies, depositId),
  } satisfies Handlers;
}
