import * as z from 'zod/mini';
import type { EventHandler } from '../../platform/queue.ts';
import { checkPayout, checkPayoutByReference } from './check-payout.ts';
import { createPayoutCreation } from './create-payout.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { createPayoutWriter } from './payout-writer.ts';
import { sendPayout } from './send-payout.ts';

const payable = z.object({ orderId: z.string() });
const due = z.object({ payoutId: z.string(), after: z.optional(z.number()) });
const check = z.object({ payoutId: z.string(), check: z.optional(z.number()) });
const callback = z.object({ rail: z.string(), reference: z.string() });

/** The events that the payouts work off, each by the use case that does it; those of one moment share their commits. */
export function payoutHandlers(dependencies: PayoutDependencies) {
  const writer = createPayoutWriter(dependencies);
  const create = createPayoutCreation(dependencies);
  return {
    'order.payable': (payload) => create(payable.parse(payload)),
    'payout.due': (payload) => sendPayout(dependencies, due.parse(payload), writer),
    'payout.check': (payload) => checkPayout(dependencies, check.parse(payload), writer),
    'payout.callback': (payload) => checkPayoutByReference(dependencies, callback.parse(payload), writer),
  } satisfies Record<string, EventHandler>;
}
