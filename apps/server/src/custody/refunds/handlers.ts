import { z } from 'zod';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { EventHandler } from '../../platform/queue.ts';
import { declineAfterRevert } from './decline-after-revert.ts';

const ofDeposit = z.object({ depositId: z.string() });

/** What refunds do by events: none leaves while its owner owes us the coins of a reverted deposit. */
export function refundHandlers(dependencies: { readonly database: Database; readonly log: Log }) {
  return {
    'deposit.reverted': (payload) => declineAfterRevert(dependencies, ofDeposit.parse(payload).depositId),
  } satisfies Record<string, EventHandler>;
}
