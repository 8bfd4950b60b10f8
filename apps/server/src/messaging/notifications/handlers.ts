import { z } from 'zod';
import type { EventHandler } from '../../platform/queue.ts';
import { DEPOSIT_EVENTS, ORDER_EVENTS, PAYMENT_EVENTS, REFUND_EVENTS } from './notification.ts';
import {
  notifyOfCredit,
  notifyOfDeposit,
  notifyOfFailingWebhook,
  type NotifyDependencies,
  notifyOfOrder,
  notifyOfPayment,
  notifyOfRefund,
} from './notify.ts';
import { sendText, type TextDependencies } from './send-text.ts';

const ofOrder = z.object({ orderId: z.string() });
const ofPayment = z.object({ orderId: z.string(), depositId: z.optional(z.string()) });
const ofDeposit = z.object({ depositId: z.string() });
const ofRefund = z.object({ refundId: z.string() });
const ofWebhook = z.object({ userId: z.string(), host: z.string(), isTurnedOff: z.boolean() });
const ofText = z.object({ userId: z.string(), text: z.string() });
const ofCredit = z.object({ userId: z.string(), from: z.string(), asset: z.string(), amount: z.string() });

/** The events that customers are told of. */
export function notificationHandlers(
  dependencies: NotifyDependencies & TextDependencies,
): Readonly<Record<string, EventHandler>> {
  const orders = ORDER_EVENTS.map((type): [string, EventHandler] => [
    type,
    (payload, { eventId }) => notifyOfOrder(dependencies, { type, orderId: ofOrder.parse(payload).orderId, eventId }),
  ]);
  const deposits = DEPOSIT_EVENTS.map((type): [string, EventHandler] => [
    type,
    (payload, { eventId }) =>
      notifyOfDeposit(dependencies, { type, depositId: ofDeposit.parse(payload).depositId, eventId }),
  ]);
  const payments = PAYMENT_EVENTS.map((type): [string, EventHandler] => [
    type,
    (payload, { eventId }) => {
      const { orderId, depositId = null } = ofPayment.parse(payload);
      return notifyOfPayment(dependencies, { type, orderId, depositId, eventId });
    },
  ]);
  const refunds = REFUND_EVENTS.map((type): [string, EventHandler] => [
    type,
    (payload, { eventId }) =>
      notifyOfRefund(dependencies, { type, refundId: ofRefund.parse(payload).refundId, eventId }),
  ]);
  return {
    ...Object.fromEntries([...orders, ...payments, ...deposits, ...refunds]),
    'webhook.failing': (payload, { eventId }) =>
      notifyOfFailingWebhook(dependencies, { ...ofWebhook.parse(payload), eventId }),
    'sms.send': (payload, { eventId }) => sendText(dependencies, { ...ofText.parse(payload), eventId }),
    'suspense.credited': (payload, { eventId }) =>
      notifyOfCredit(dependencies, { ...ofCredit.parse(payload), eventId }),
  };
}
