import * as z from 'zod/mini';
import type { Database } from '../../platform/database.ts';
import type { EventHandler } from '../../platform/queue.ts';
import { screenDeposit } from './screen.ts';

const deposit = z.object({ depositId: z.string() });

/** The events that the check of senders works off. */
export function sanctionsHandlers(dependencies: { readonly database: Database }) {
  return {
    'deposit.confirmed': (payload) => screenDeposit(dependencies, deposit.parse(payload).depositId),
  } satisfies Record<string, EventHandler>;
}
