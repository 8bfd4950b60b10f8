import {
  isDust,
  type NotificationEvent,
  PRODUCT_NAME,
  reviewHoursOf,
  type Settings,
  type DepositId,
  type LinkId,
  type OrderId,
  type RefundId,
  type UserId,
  type EventId,
} from '@kobogate/contract';
import type { Database, Transaction } from '../../platform/database.ts';
import { layOutMail } from '../../platform/mail-layout.ts';
import { createStepBatches } from '../../platform/step-batches.ts';
import { emitMany, type NewEvent, type Payload } from '../../events.ts';
import {
  findRecipient,
  findRefundFacts,
  insertNotifications,
  listChoices,
  listDepositFacts,
  listOrderFacts,
  listPaymentFacts,
  type NewNotification,
  type PaymentPart,
  type Recipient,
} from './db.ts';
import {
  type DepositEventType,
  describeCredit,
  describeDepositEvent,
  describeFactorReset,
  describeFailingWebhook,
  describeOrderEvent,
  describePaymentEvent,
  describeRefundEvent,
  type OrderEventType,
  type PaymentEventType,
  type RefundEventType,
} from './notification.ts';
import { type ChangedChoice, CHOICE_OF, completeChoices } from './notification-choice.ts';
import type { Texter } from './texter.ts';

export interface NotifyDependencies {
  readonly database: Database;
  /** The product's own address: links in mail begin with it. */
  readonly publicOrigin: string;
  /** Null: the operator sends no text messages. */
  readonly texter: Texter | null;
  /** How long a review takes is the operator's word. */
  readonly settings: { current(): Promise<Pick<Settings, 'clearing'>> };
}

type OfPayment = PaymentPart & { readonly of: 'payment'; readonly type: PaymentEventType };

/** What a customer is notified of. */
export type Occasion =
  /** An order and its payout. */
  | {
      readonly of: 'order';
      readonly type: OrderEventType;
      readonly orderId: OrderId;
      /** Which of the order's approvals, from 1 on; absent: not known. */
      readonly approval?: number | undefined;
    }
  /** A payment by one of a merchant’s links. */
  | OfPayment
  | {
      readonly of: 'deposit';
      readonly type: DepositEventType;
      readonly depositId: DepositId;
      /** How much of it, in smallest units; absent: all. */
      readonly part?: bigint | undefined;
    }
  | { readonly of: 'refund'; readonly type: RefundEventType; readonly refundId: RefundId }
  /** The outcome for coins that had been kept in suspense. */
  | {
      readonly of: 'credit';
      readonly userId: UserId;
      readonly from: string;
      readonly asset: string;
      readonly amount: string;
    }
  /** The request to remove a lost second factor. */
  | ({ readonly of: 'factor-reset' } & Payload<'account.factor-reset'>)
  /** A webhook endpoint only fails. */
  | { readonly of: 'webhook'; readonly userId: UserId; readonly host: string; readonly isTurnedOff: boolean };

interface Item {
  readonly source: EventId;
  readonly occasion: Occasion;
}

/** A notification with its recipient's address, and the choice that decides whether it is also sent. */
interface Notice extends NewNotification {
  readonly email: string;
  readonly event: NotificationEvent;
}

/** Notifies the one whom it concerns, in the app and, where they want it, by mail; once per source. */
export type Notify = (source: EventId, occasion: Occasion) => Promise<void>;

/** Makes what notifies customers; notifications of one moment share a transaction. */
export function createNotifying(dependencies: NotifyDependencies): Notify {
  const submit = createStepBatches<Item>({
    database: dependencies.database,
    write: async (tx, items) => {
      const { clearing } = await dependencies.settings.current();
      await tell(tx, dependencies, await describeAll(tx, items, reviewHoursOf(clearing)));
      return new Set();
    },
  });
  return (source, occasion) => submit({ source, occasion });
}

/** The merchant's page of a payment by link. */
const pageOfPayment = (linkId: LinkId, orderId: OrderId): string =>
  `/account/payment-link/${linkId}/payments/${orderId}`;

/** What a merchant is told where the order is a payment by one of their links. */
const AS_PAYMENT: { readonly [Type in OrderEventType]?: PaymentEventType } = {
  'order.declined': 'payment.declined',
  'order.held': 'payment.held',
};

async function describeAll(tx: Transaction, items: readonly Item[], reviewHours: number): Promise<Notice[]> {
  const occasions = items.map(({ occasion }) => occasion);
  const orders = await listOrderFacts(
    tx,
    occasions.flatMap((occasion) => (occasion.of === 'order' ? occasion.orderId : [])),
  );
  const deposits = await listDepositFacts(
    tx,
    occasions.flatMap((occasion) => (occasion.of === 'deposit' ? occasion.depositId : [])),
  );
  const notices: Notice[] = [];
  const payments: { readonly source: EventId; readonly occasion: OfPayment }[] = [];
  for (const { source, occasion } of items) {
    switch (occasion.of) {
      case 'order': {
        const { type, orderId, approval } = occasion;
        const facts = orders.get(orderId);
        // An approval that no longer stands is no news; one that was given since has its own message.
        if (facts === undefined || (type === 'order.approved' && !stands(facts, approval))) break;
        const { linkId } = facts;
        // Approved or declined since: its own message says so.
        if (type === 'order.held' && facts.heldReason === null) break;
        const asPayment = AS_PAYMENT[type];
        if (linkId !== null && asPayment !== undefined) {
          payments.push({ source, occasion: { of: 'payment', type: asPayment, orderId, depositId: null } });
        }
        if (linkId !== null && type.startsWith('order.')) break;
        const conversion =
          type === 'payout.paid' ? `/account/receipts/${orderId}` : `/account/convert-to-naira/${orderId}`;
        const page = linkId === null ? conversion : pageOfPayment(linkId, orderId);
        const message = describeOrderEvent(type, facts, reviewHours);
        notices.push(noticeOf(facts, { source, message, event: CHOICE_OF[type], page }));
        break;
      }
      case 'payment':
        payments.push({ source, occasion });
        break;
      case 'deposit': {
        const { type, depositId, part } = occasion;
        const facts = deposits.get(depositId);
        // A notification would reward a sender of dust with attention.
        if (facts === undefined || isDust(facts.asset, facts.amount)) break;
        // The notification of its payment covers it.
        const { linkId, paymentId } = facts;
        const isForPayment = linkId !== null && paymentId !== null;
        if (isForPayment && type !== 'deposit.reverted' && type !== 'deposit.corrected') break;
        const page = isForPayment ? pageOfPayment(linkId, paymentId) : '/account/wallets';
        const message = describeDepositEvent(type, { asset: facts.asset, amount: part ?? facts.amount });
        notices.push(noticeOf(facts, { source, message, event: CHOICE_OF[type], page }));
        break;
      }
      case 'refund':
      case 'credit':
      case 'factor-reset':
      case 'webhook':
        notices.push(...(await describeOne(tx, source, occasion)));
    }
  }
  return [...notices, ...(await describePayments(tx, payments, reviewHours))];
}

const stands = ({ isApproved, approvals }: { isApproved: boolean; approvals: number }, approval = approvals): boolean =>
  isApproved && approvals === approval;

async function describePayments(
  tx: Transaction,
  payments: readonly { readonly source: EventId; readonly occasion: OfPayment }[],
  reviewHours: number,
): Promise<Notice[]> {
  const all = await listPaymentFacts(
    tx,
    payments.map(({ occasion }) => occasion),
  );
  return payments.flatMap(({ source, occasion: { type, orderId } }, index) => {
    const facts = all[index] ?? null;
    if (facts === null) return [];
    // A notification would reward a sender of dust with attention.
    if (facts.part !== null && isDust(facts.part.asset, facts.part.amount)) return [];
    const message = describePaymentEvent(type, facts, reviewHours);
    return [noticeOf(facts, { source, message, event: CHOICE_OF[type], page: pageOfPayment(facts.linkId, orderId) })];
  });
}

/** The notice of something rare, whose facts are looked up by themselves. */
async function describeOne(
  tx: Transaction,
  source: EventId,
  occasion: Exclude<Occasion, { of: 'order' | 'payment' | 'deposit' }>,
): Promise<Notice[]> {
  if (occasion.of === 'refund') {
    const facts = await findRefundFacts(tx, occasion.refundId);
    if (facts === null) return [];
    const message = describeRefundEvent(occasion.type, facts);
    const { linkId, paymentId } = facts;
    const page = linkId === null || paymentId === null ? '/account/wallets' : pageOfPayment(linkId, paymentId);
    return [noticeOf(facts, { source, message, event: CHOICE_OF[occasion.type], page })];
  }
  const recipient = await findRecipient(tx, occasion.userId);
  if (recipient === null) return [];
  if (occasion.of === 'webhook') {
    const message = describeFailingWebhook(occasion);
    return [noticeOf(recipient, { source, message, event: 'failure', page: '/account/settings#webhooks' })];
  }
  if (occasion.of === 'factor-reset') {
    const message = describeFactorReset(occasion);
    return [noticeOf(recipient, { source, message, event: 'failure', page: '/account/settings#two-factor' })];
  }
  const { from, asset, amount } = occasion;
  const message = describeCredit({ from, asset, amount: BigInt(amount) });
  return [noticeOf(recipient, { source, message, event: 'deposit', page: '/account/wallets' })];
}

const noticeOf = ({ userId, email }: Recipient, notice: Omit<Notice, 'userId' | 'email'>): Notice => ({
  userId,
  email,
  ...notice,
});

async function tell(tx: Transaction, dependencies: NotifyDependencies, notices: readonly Notice[]): Promise<void> {
  if (notices.length === 0) return;
  const fresh = await insertNotifications(tx, notices);
  const sent = notices.filter(({ source, message }) => fresh.has(source) && message.subject !== null);
  if (sent.length === 0) return;
  const choices = await listChoices(tx, [...new Set(sent.map(({ userId }) => userId))]);
  await emitMany(
    tx,
    sent.flatMap((notice) => messagesOf(dependencies, notice, choices.get(notice.userId) ?? [])),
  );
}

/** The text message and the mail of a notice, as far as its recipient wants them. */
function messagesOf(
  { publicOrigin, texter }: NotifyDependencies,
  { userId, email, event, message: { subject, text }, page }: Notice,
  choices: readonly ChangedChoice[],
): NewEvent[] {
  const messages: NewEvent[] = [];
  if (subject === null) return messages;
  if (texter !== null && completeChoices(choices, 'text')[event]) {
    messages.push({ type: 'sms.send', payload: { userId, text: textOf(subject) } });
  }
  if (!completeChoices(choices, 'mail')[event]) return messages;
  const mail = layOutMail({
    title: subject,
    paragraphs: [text],
    link: { label: 'See the details', url: publicOrigin + page },
    reason:
      'You get this mail because it is about money in your Kobogate account. ' +
      `Choose which mails you get at ${publicOrigin}/account/settings#notifications`,
  });
  return [...messages, { type: 'mail.send', payload: { to: email, subject, ...mail } }];
}

/** The length of one message; a longer one costs as two. A naira sign would reduce it to 70 letters. */
const TEXT_LENGTH = 160;

function textOf(subject: string): string {
  const news = `${PRODUCT_NAME}: ${subject.replaceAll('₦', 'NGN ').replaceAll('’', "'")}.`;
  const whole = `${news} Open the app for the details.`;
  return whole.length <= TEXT_LENGTH ? whole : news.slice(0, TEXT_LENGTH);
}
