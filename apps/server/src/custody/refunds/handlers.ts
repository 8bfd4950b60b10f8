import type { Handlers } from '../../events.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { declineAfterRevert } from './decline-after-revert.ts';

/** What refunds do by events: none leaves while its owner owes us the coins of a reverted deposit. */
export function refundHandlers(dependencies: { readonly database: Database; readonly log: Log }) {
  return {
    'deposit.reverted': ({ depositId }) => declineAfterRevert(dependencies, depositId),
  } satisfies Handlers;
}
