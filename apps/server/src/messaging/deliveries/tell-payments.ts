import type { EventId, OrderId, WebhookEvent } from '@kobogate/contract';
import type { Handlers } from '../../events.ts';
import type { Tell } from './record-event.ts';

/**
 * The merchant events of a payment by link, by the internal event that causes them: each carries the payment as its
 * merchant sees it then. Conversions are left out.
 */
export function tellPayments(tell: Tell) {
  const as =
    (type: WebhookEvent) =>
    ({ orderId }: { orderId: OrderId }, { eventId }: { eventId: EventId }) =>
      tell(eventId, { type, of: orderId });
  return {
    'payment.opened': as('payment.opened'),
    'payment.underpaid': as('payment.underpaid'),
    'payment.covered': as('payment.paid'),
    'order.held': as('payment.held'),
    'payment.reverted': as('payment.reverted'),
    'payment.expired': as('payment.expired'),
    'payment.excess': as('payment.excess'),
    'payment.elsewhere': as('payment.elsewhere'),
    'order.declined': as('payment.declined'),
    'deposit.seen': ({ depositId }, { eventId }) => tell(eventId, { type: 'payment.seen', of: depositId }),
  } satisfies Handlers;
}
