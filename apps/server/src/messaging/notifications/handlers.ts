import type { DepositId, EventId, OrderId, RefundId } from '@kobogate/contract';
import type { Handlers } from '../../events.ts';
import type { DepositEventType, OrderEventType, PaymentEventType, RefundEventType } from './notification.ts';
import { createNotifying, type NotifyDependencies } from './notify.ts';
import { sendText, type TextDependencies } from './send-text.ts';

interface Event {
  readonly eventId: EventId;
}

/** The events that customers are notified of. */
export function notificationHandlers(dependencies: NotifyDependencies & TextDependencies) {
  const notify = createNotifying(dependencies);
  const order =
    (type: OrderEventType) =>
    ({ orderId }: { orderId: OrderId }, { eventId }: Event) =>
      notify(eventId, { of: 'order', type, orderId });
  const payment =
    (type: PaymentEventType) =>
    (
      { orderId, depositId = null }: { orderId: OrderId; depositId?: DepositId | undefined | null },
      { eventId }: Event,
    ) =>
      notify(eventId, { of: 'payment', type, orderId, depositId });
  const deposit =
    (type: DepositEventType) =>
    ({ depositId }: { depositId: DepositId }, { eventId }: Event) =>
      notify(eventId, { of: 'deposit', type, depositId });
  const refund =
    (type: RefundEventType) =>
    ({ refundId }: { refundId: RefundId }, { eventId }: Event) =>
      notify(eventId, { of: 'refund', type, refundId });
  return {
    'order.approved': ({ orderId, approval }, { eventId }) =>
      notify(eventId, { of: 'order', type: 'order.approved', orderId, approval }),
    'order.declined': order('order.declined'),
    'order.underpaid': order('order.underpaid'),
    'order.repriced': order('order.repriced'),
    'order.rate-asked': order('order.rate-asked'),
    // One that is held as it is covered is told of in the message about that.
    'order.held': async ({ orderId, isTold }, event) => {
      if (isTold !== true) await order('order.held')({ orderId }, event);
    },
    'payout.delayed': order('payout.delayed'),
    'payout.paid': order('payout.paid'),
    'payout.failed': order('payout.failed'),
    'payout.reversed': order('payout.reversed'),
    'payment.covered': payment('payment.covered'),
    'payment.underpaid': payment('payment.underpaid'),
    'payment.excess': payment('payment.excess'),
    'payment.elsewhere': payment('payment.elsewhere'),
    'payment.refund-answered': payment('payment.refund-answered'),
    'deposit.seen': deposit('deposit.seen'),
    'deposit.confirmed': deposit('deposit.confirmed'),
    'deposit.reverted': deposit('deposit.reverted'),
    'deposit.corrected': ({ depositId, amount }, { eventId }) =>
      notify(eventId, { of: 'deposit', type: 'deposit.corrected', depositId, part: BigInt(amount) }),
    'refund.requested': refund('refund.requested'),
    'refund.approved': refund('refund.approved'),
    'refund.declined': refund('refund.declined'),
    'refund.sent': refund('refund.sent'),
    'refund.final': refund('refund.final'),
    'webhook.failing': (webhook, { eventId }) => notify(eventId, { of: 'webhook', ...webhook }),
    'sms.send': (text, { eventId }) => sendText(dependencies, { ...text, eventId }),
    'account.factor-reset': (reset, { eventId }) => notify(eventId, { of: 'factor-reset', ...reset }),
    'suspense.credited': (credit, { eventId }) => notify(eventId, { of: 'credit', ...credit }),
  } satisfies Handlers;
}
