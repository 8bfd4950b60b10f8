import type { Handlers } from '../../events.ts';
import type { Log } from '../../platform/log.ts';
import { expectPayment } from './expect-payment.ts';
import { fundPayment, type FundPaymentDependencies } from './fund-payment.ts';
import { releaseDeclined } from './release-declined.ts';
import { unfundPayment } from './unfund-payment.ts';

/** The events that payments by link work off, each by the use case that does it. */
export function paymentHandlers(dependencies: FundPaymentDependencies & { readonly log: Log }) {
  return {
    'deposit.seen': ({ depositId }) => expectPayment(dependencies, depositId),
    'deposit.dropped': ({ depositId }) => expectPayment(dependencies, depositId),
    'deposit.confirmed': ({ depositId }) => fundPayment(dependencies, depositId),
    'order.declined': ({ orderId }) => releaseDeclined(dependencies, orderId),
    'deposit.reverted': ({ depositId }) => unfundPayment(dependencies, depositId),
  } satisfies Handlers;
}
