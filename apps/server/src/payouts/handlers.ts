import type { DepositId } from '@kobogate/contract';
import type { Handlers } from '../events.ts';
import { waitsForFence } from '../controls/index.ts';
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
  const withdraw = waitsForFence(({ depositId }: { readonly depositId: DepositId }) =>
    withdrawAfterRevert(dependencies, depositId),
  );
  return {
    'order.payable': waitsForFence((payload) => create(payload)),
    'payout.due': waitsForFence((payload) => sendPayout(dependencies, payload, writer)),
    'payout.check': (payload) => checkPayout(dependencies, payload, writer),
    'payout.callback': (payload) => checkPayoutByReference(dependencies, payload, writer),
    'deposit.reverted': withdraw,
    'deposit.corrected': withdraw,
  } satisfies Handlers;
}
