import { z } from 'zod';
import type { Database } from '../../platform/database.ts';
import type { EventHandler } from '../../platform/queue.ts';
import { collectAfterRevert } from './collect-receivable.ts';

const ofDeposit = z.object({ depositId: z.string() });

/** What deposits do by events: collect what a reverted one leaves owed, once the orders have given back its coins. */
export function depositHandlers(dependencies: { database: Database }) {
  return {
    'deposit.reverted': (payload) => collectAfterRevert(dependencies, ofDeposit.parse(payload).depositId),
  } satisfies Record<string, EventHandler>;
}
