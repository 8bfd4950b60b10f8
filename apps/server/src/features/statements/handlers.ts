import { z } from 'zod';
import type { Database } from '../../platform/database.ts';
import type { EventHandler } from '../../platform/queue.ts';
import { valueDeposit } from './value-deposit.ts';

const ofDeposit = z.object({ depositId: z.string() });

/** What statements do by events: keep what a confirmed deposit was worth. */
export function statementHandlers(dependencies: { database: Database }) {
  return {
    'deposit.confirmed': (payload) => valueDeposit(dependencies, ofDeposit.parse(payload).depositId),
  } satisfies Record<string, EventHandler>;
}
