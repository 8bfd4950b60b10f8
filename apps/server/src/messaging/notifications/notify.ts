import {
  isDust,
  type NotificationEvent,
  PRODUCT_NAME,
  type DepositId,
  type LinkId,
  type OrderId,
  type RefundId,
  type UserId,
  type EventId,
} from '@kobogate/contract';
import type { Database } from '../../platform/database.ts';
import { layOutMail } from '../../platform/mail-layout.ts';
import { emit } from '../../events.ts';
import {
  findDepositFacts,
  findOrderFacts,
  findPaymentFacts,
  findChoices,
  findRecipient,
  findRefundFacts,
  insertNotification,
  type Recipient,
} from './db.ts';
import {
  type DepositEventType,
  describeCredit,
  describeDepositEvent,
  describeFailingWebhook,
  describeOrderEvent,
  describePaymentEvent,
  describeRefundEvent,
  type Message,
  type OrderEventType,
  type PaymentEventType,
  type RefundEventType,
} from './notification.ts';
import { CHOICE_OF, completeChoices } from './notification-choice.ts';
import type { Texter } from './texter.ts';

export interface NotifyDependencies {
  readonly database: Database;
  /** The product's own address: links in mail begin with it. */
  readonly publicOrigin: string;
  /** Null: the operator sends no text messages. */
  readonly texter: Texter | null;
}

/**
 * Notifies the owner of an order of its events and its payout's; once per event, in the app and, where they want it, by
 * mail.
 */
export async function notifyOfOrder(
  dependencies: NotifyDependencies,
  { type, orderId, eventId }: { type: OrderEventType; orderId: OrderId; eventId: EventId },
): Promise<void> {
  const facts = await findOrderFacts(dependencies.database, orderId);
  if (facts === null) return;
  const { linkId } = facts;
  if (linkId !== null && type === 'order.declined') {
    await notifyOfPayment(dependencies, { type: 'payment.declined', orderId, eventId });
    return;
  }
  if (linkId !== null && type.startsWith('order.')) return;
  const conversion = type === 'payout.paid' ? `/account/receipts/${orderId}` : `/account/convert-to-naira/${orderId}`;
  const page = linkId === null ? conversion : pageOfPayment(linkId, orderId);
  const message = describeOrderEvent(type, facts);
  await tell(dependencies, facts, { source: eventId, message, event: CHOICE_OF[type], page });
}

/** The merchant's page of a payment by link. */
const pageOfPayment = (linkId: LinkId, orderId: OrderId): string =>
  `/account/payment-link/${linkId}/payments/${orderId}`;

/** Notifies a merchant of the events of a payment by one of their links; once per event. */
export async function notifyOfPayment(
  dependencies: NotifyDependencies,
  {
    type,
    orderId,
    depositId = null,
    eventId,
  }: { type: PaymentEventType; orderId: OrderId; depositId?: DepositId | null; eventId: EventId },
): Promise<void> {
  const facts = await findPaymentFacts(dependencies.database, orderId, depositId);
  if (facts === null) return;
  // A notification would reward a sender of dust with attention.
  if (facts.part !== null && isDust(facts.part.asset, facts.part.amount)) return;
  const message = describePaymentEvent(type, facts);
  const page = pageOfPayment(facts.linkId, orderId);
  await tell(dependencies, facts, { source: eventId, message, event: CHOICE_OF[type], page });
}

/** Notifies the owner of a refund of its events; once per event. */
export async function notifyOfRefund(
  dependencies: NotifyDependencies,
  { type, refundId, eventId }: { type: RefundEventType; refundId: RefundId; eventId: EventId },
): Promise<void> {
  const facts = await findRefundFacts(dependencies.database, refundId);
  if (facts === null) return;
  const message = describeRefundEvent(type, facts);
  const { linkId, paymentId } = facts;
  const page = linkId === null || paymentId === null ? '/account/wallets' : pageOfPayment(linkId, paymentId);
  await tell(dependencies, facts, { source: eventId, message, event: CHOICE_OF[type], page });
}

/** Notifies a customer of the outcome for coins that had been kept in suspense; once per event. */
export async function notifyOfCredit(
  dependencies: NotifyDependencies,
  {
    eventId,
    userId,
    from,
    asset,
    amount,
  }: { eventId: EventId; userId: UserId; from: string; asset: string; amount: string },
): Promise<void> {
  const recipient = await findRecipient(dependencies.database, userId);
  if (recipient === null) return;
  const message = describeCredit({ from, asset, amount: BigInt(amount) });
  await tell(dependencies, recipient, { source: eventId, message, event: 'deposit', page: '/account/wallets' });
}

/** Notifies a merchant that a webhook endpoint only fails; once per event. */
export async function notifyOfFailingWebhook(
  dependencies: NotifyDependencies,
  { eventId, userId, ...webhook }: { eventId: EventId; userId: UserId; host: string; isTurnedOff: boolean },
): Promise<void> {
  const recipient = await findRecipient(dependencies.database, userId);
  if (recipient === null) return;
  const message = describeFailingWebhook(webhook);
  await tell(dependencies, recipient, { source: eventId, message, event: 'failure', page: '/account/settings' });
}

/** Notifies the owner of a deposit's address of the deposit's events; once per event. */
export async function notifyOfDeposit(
  dependencies: NotifyDependencies,
  { type, depositId, eventId }: { type: DepositEventType; depositId: DepositId; eventId: EventId },
): Promise<void> {
  const facts = await findDepositFacts(dependencies.database, depositId);
  if (facts === null) return;
  // A notification would reward a sender of dust with attention.
  if (isDust(facts.asset, facts.amount)) return;
  // The notification of its payment covers it.
  const { linkId, paymentId } = facts;
  const isForPayment = linkId !== null && paymentId !== null;
  if (isForPayment && type !== 'deposit.reverted') return;
  const message = describeDepositEvent(type, facts);
  const page = isForPayment ? pageOfPayment(linkId, paymentId) : '/account/wallets';
  await tell(dependencies, facts, { source: eventId, message, event: CHOICE_OF[type], page });
}

async function tell(
  { database, publicOrigin, texter }: NotifyDependencies,
  { userId, email }: Recipient,
  { source, message, event, page }: { source: string; message: Message; event: NotificationEvent; page: string },
): Promise<void> {
  await database.transaction(async (tx) => {
    const isNew = await insertNotification(tx, { userId, source, message, page });
    if (!isNew || message.subject === null) return;
    const choices = await findChoices(tx, userId);
    if (texter !== null && completeChoices(choices, 'text')[event]) {
      await emit(tx, { type: 'sms.send', payload: { userId, text: textOf(message.subject) } });
    }
    if (!completeChoices(choices, 'mail')[event]) return;
    const mail = layOutMail({
      title: message.subject,
      paragraphs: [message.text],
      link: { label: 'See the details', url: publicOrigin + page },
      reason:
        'You get this mail because it is about money in your Kobogate account. ' +
        `Choose which mails you get at ${publicOrigin}/account/settings#notifications`,
    });
    await emit(tx, { type: 'mail.send', payload: { to: email, subject: message.subject, ...mail } });
  });
}

/** The length of one message; a longer one costs as two. A naira sign would reduce it to 70 letters. */
const TEXT_LENGTH = 160;

function textOf(subject: string): string {
  const news = `${PRODUCT_NAME}: ${subject.replaceAll('₦', 'NGN ').replaceAll('’', "'")}.`;
  const whole = `${news} Open the app for the details.`;
  return whole.length <= TEXT_LENGTH ? whole : news.slice(0, TEXT_LENGTH);
}
