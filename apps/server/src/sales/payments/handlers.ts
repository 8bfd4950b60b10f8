import * as z from 'zod/mini';
import type { Log } from '../../platform/log.ts';
import type { EventHandler } from '../../platform/queue.ts';
import { expectPayment } from './expect-payment.ts';
import { fundPayment, type FundPaymentDependencies } from './fund-payment.ts';
import { releaseDeclined } from './release-declined.ts';
import { unfundPayment } from './unfund-payment.ts';

const ofOrder = z.object({ orderId: z.string() });
const ofDeposit = z.object({ depositId: z.string() });

/** The events that payments by link work off, each by the use case that does it. */
export function paymentHandlers(dependencies: FundPaymentDependencies & { readonly log: Log }) {
  return {
    'deposit.seen': (payload) => expectPayment(dependencies, ofDeposit.parse(payload).depositId),
    'deposit.dropped': (payload) => expectPayment(dependencies, ofDeposit.parse(payload).depositId),
    'deposit.confirmed': (payload) => fundPayment(dependencies, ofDeposit.parse(payload).depositId),
    'order.declined': (payload) => releaseDeclined(dependencies, ofOrder.parse(payload).orderId),
    'deposit.reverted': (payload) => unfundPayment(dependencies, ofDeposit.parse(payload).depositId),
  } satisfies Record<string, EventHandler>;
}
