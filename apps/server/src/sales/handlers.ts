import type { DepositId } from '@kobogate/contract';
import { waitsForFence } from '../controls/index.ts';
import type { Handler, Handlers } from '../events.ts';
import type { Log } from '../platform/log.ts';
import { createExpecting } from './funding/expect-deposit.ts';
import { createFunding, type FundingDependencies } from './funding/fund-deposit.ts';
import { type Undone, unfundDeposit } from './funding/unfund-deposit.ts';
import { carryDecisionOut } from './orders/carry-decision-out.ts';
import { askAgain, type NameDependencies } from './orders/payee-name.ts';
import { releaseDeclined } from './payments/close-payment.ts';
import { mailHeld } from './payments/mail-receipt.ts';
import { declineReverted } from './refund-offers/decline-reverted.ts';
import { followRefund, type ToldState } from './refund-offers/follow-refund.ts';

export interface SalesDependencies extends FundingDependencies, NameDependencies {
  readonly log: Log;
  readonly publicOrigin: string;
}

/** The events that sales handle, each with its use case. */
export function salesHandlers(dependencies: SalesDependencies) {
  const follow =
    (state: ToldState): Handler<`refund.${ToldState}`> =>
    ({ refundId }) =>
      followRefund(dependencies, { refundId, state });
  const undo = (why: Undone) =>
    waitsForFence(async ({ depositId }: { readonly depositId: DepositId }) => {
      await unfundDeposit(dependencies, depositId, why);
      await declineReverted(dependencies, depositId);
    });
  const expect = createExpecting(dependencies);
  const fund = createFunding(dependencies);
  return {
    'deposit.seen': ({ depositId }) => expect(depositId),
    'deposit.dropped': ({ depositId }) => expect(depositId),
    'deposit.confirmed': ({ depositId }) => fund(depositId),
    'deposit.reverted': undo('reverted'),
    'deposit.corrected': undo('corrected'),
    'order.name-due': async ({ orderId }) => {
      await askAgain(dependencies, orderId);
    },
    'order.approval-due': ({ orderId }) => carryDecisionOut(dependencies, orderId),
    'order.decline-due': ({ orderId }) => carryDecisionOut(dependencies, orderId),
    'order.held': ({ orderId }, { eventId }) => mailHeld(dependencies, { orderId, eventId }),
    'order.declined': ({ orderId }) => releaseDeclined(dependencies, orderId),
    'refund.approved': follow('approved'),
    'refund.declined': follow('declined'),
    'refund.sent': follow('sent'),
    'refund.final': follow('final'),
  } satisfies Handlers;
}
