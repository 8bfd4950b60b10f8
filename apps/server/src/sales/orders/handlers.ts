import * as z from 'zod/mini';
import type { Log } from '../../platform/log.ts';
import type { EventHandler } from '../../platform/queue.ts';
import { expectDeposit } from './expect-deposit.ts';
import { fundOrder, type FundingDependencies } from './fund-order.ts';
import { askAgain, type NameDependencies } from './payee-name.ts';
import { unfundOrder } from './unfund-order.ts';

export interface OrderHandlerDependencies extends FundingDependencies, NameDependencies {
  readonly log: Log;
}

const ofOrder = z.object({ orderId: z.string() });
const ofDeposit = z.object({ depositId: z.string() });

/** The events that orders work off, each by the use case that does it. */
export function orderHandlers(dependencies: OrderHandlerDependencies) {
  return {
    'deposit.seen': (payload) => expectDeposit(dependencies, ofDeposit.parse(payload).depositId),
    'deposit.dropped': (payload) => expectDeposit(dependencies, ofDeposit.parse(payload).depositId),
    'deposit.confirmed': (payload) => fundOrder(dependencies, ofDeposit.parse(payload).depositId),
    'order.name-due': async (payload) => {
      await askAgain(dependencies, ofOrder.parse(payload).orderId);
    },
    'deposit.reverted': (payload) => unfundOrder(dependencies, ofDeposit.parse(payload).depositId),
  } satisfies Record<string, EventHandler>;
}
