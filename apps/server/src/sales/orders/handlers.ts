import type { Handlers } from '../../events.ts';
import type { Log } from '../../platform/log.ts';
import { expectDeposit } from './expect-deposit.ts';
import { fundOrder, type FundingDependencies } from './fund-order.ts';
import { askAgain, type NameDependencies } from './payee-name.ts';
import { unfundOrder } from './unfund-order.ts';

export interface OrderHandlerDependencies extends FundingDependencies, NameDependencies {
  readonly log: Log;
}

/** The events that orders work off, each by the use case that does it. */
export function orderHandlers(dependencies: OrderHandlerDependencies) {
  return {
    'deposit.seen': ({ depositId }) => expectDeposit(dependencies, depositId),
    'deposit.dropped': ({ depositId }) => expectDeposit(dependencies, depositId),
    'deposit.confirmed': ({ depositId }) => fundOrder(dependencies, depositId),
    'order.name-due': async ({ orderId }) => {
      await askAgain(dependencies, orderId);
    },
    'deposit.reverted': ({ depositId }) => unfundOrder(dependencies, depositId),
  } satisfies Handlers;
}
