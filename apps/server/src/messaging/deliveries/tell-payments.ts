import type { OrderId, WebhookEvent } from '@kobogate/contract';
import type { Handlers } from '../../events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Connection } from '../../platform/database.ts';
import { viewOwnPayment } from '../../sales/index.ts';
import { findPaymentOfDeposit, findPaymentOwner, type PaymentOwner } from './db.ts';
import type { Tell, Told } from './record-event.ts';

/**
 * The merchant events of a payment by link, by the internal event that causes them: each carries the payment as its
 * merchant sees it then. Conversions are left out.
 */
export function tellPayments(
  { database, clock }: { readonly database: Connection; readonly clock: Clock },
  tell: Tell,
) {
  const told = (type: WebhookEvent, payment: PaymentOwner | null): Told =>
    payment && {
      type,
      userId: payment.userId,
      describe: (tx) => viewOwnPayment({ database: tx, clock }, { id: payment.orderId, merchantId: payment.userId }),
    };
  const as = (type: WebhookEvent) =>
    tell(async ({ orderId }: { orderId: OrderId }) => told(type, await findPaymentOwner(database, orderId)));
  return {
    'payment.opened': as('payment.opened'),
    'payment.underpaid': as('payment.underpaid'),
    'payment.covered': as('payment.paid'),
    'payment.reverted': as('payment.reverted'),
    'payment.expired': as('payment.expired'),
    'payment.excess': as('payment.excess'),
    'payment.elsewhere': as('payment.elsewhere'),
    'payout.paid': as('payment.settled'),
    'payout.failed': as('payment.failed'),
    'payout.reversed': as('payment.failed'),
    'order.declined': as('payment.declined'),
    'deposit.seen': tell(async ({ depositId }) =>
      told('payment.seen', await findPaymentOfDeposit(database, depositId)),
    ),
  } satisfies Handlers;
}
