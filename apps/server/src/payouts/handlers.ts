import type { Handlers } from '../events.ts';
import { isRefusedByFence } from '../controls/index.ts';
import { PutBack } from '../platform/queue.ts';
import { checkPayout, checkPayoutByReference } from './check-payout.ts';
import { createPayoutCreation } from './create-payout.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { createPayoutWriter } from './payout-writer.ts';
import { sendPayout } from './send-payout.ts';
import { withdrawAfterRevert } from './withdraw-payout.ts';

/** The events that payouts handle, each with its use case; those of one moment share their commits. */
export function payoutHandlers(dependencies: PayoutDependencies) {
  const writer = createPayoutWriter(dependencies);
  const create = createPayoutCreation(dependencies);
  return {
    'order.payable': waitsForFence((payload) => create(payload)),
    'payout.due': waitsForFence((payload) => sendPayout(dependencies, payload, writer)),
    'payout.check': (payload) => checkPayout(dependencies, payload, writer),
    'payout.callback': (payload) => checkPayoutByReference(dependencies, payload, writer),
    'deposit.reverted': ({ depositId }) => withdrawAfterRevert(dependencies, depositId),
  } satisfies Handlers;
}

/**
 * How long until the event of a payout that a fence holds up comes again, where lifting the fence does not bring it
 * forward.
 */
const FENCE_PAUSE = { leastMs: 5_000, mostMs: 60_000 };

/**
 * A fence may stay for days: events that it holds up have not failed, are not given up, and are brought forward when it
 * is lifted.
 */
function waitsForFence<Payload>(handle: (payload: Payload) => Promise<void>): (payload: Payload) => Promise<void> {
  return async (payload) => {
    try {
      await handle(payload);
    } catch (error) {
      throw isRefusedByFence(error) ? new PutBack(error.message, FENCE_PAUSE) : error;
    }
  };
}
