import type { EventId, OrderId, PayerLanguage } from '@kobogate/contract';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { doOnce } from '../../platform/idempotency.ts';
import { isId } from '../../platform/identifiers.ts';
import { emit } from '../../events.ts';
import { consumeRateLimitsInOrder } from '../../platform/throttle.ts';
import { isCovered } from '../orders/order.ts';
import { findPaymentView, loadPaymentForUpdate, type PaymentView, savePayer } from './db.ts';
import { heldMail, receiptMail } from './payer-mails/write-mail.ts';
import { loadShown, type ViewDependencies } from './view-payments.ts';

export interface MailReceiptDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** The product's own address: links in mail begin with it. */
  readonly publicOrigin: string;
  readonly settings: ViewDependencies['settings'];
}

/**
 * Mails the receipt of a paid payment, in its payer's language, to the address that they give; both are saved with it.
 * Throws 404 for no such payment, 409 for one that is not paid, 429 for too many.
 */
export async function mailReceipt(
  { database, clock, publicOrigin, settings }: MailReceiptDependencies,
  { id, email, language, visitor }: { id: OrderId; email: string; language: PayerLanguage; visitor: string },
): Promise<void> {
  const view = isId(id) ? await findPaymentView(database, id, null) : null;
  if (view === null) throw notFound('There is no such payment.', 'payment-unknown');
  if (view.order.status === 'declined' || !isCovered(view.order)) {
    throw conflict('This payment is not paid yet. Its receipt can be mailed once it is.', 'payment-unpaid');
  }
  await consumeRateLimitsInOrder(
    database,
    [
      { thing: 'receipt-visitor', subject: visitor, most: 10, windowSeconds: 3600 },
      { thing: 'receipt-payment', subject: id, most: 5, windowSeconds: 86_400 },
      { thing: 'receipt-address', subject: email.toLowerCase(), most: 10, windowSeconds: 86_400 },
    ],
    clock.now(),
    'This receipt was mailed often.',
  );
  const payment = { ...view, facts: { ...view.facts, payerLanguage: language } };
  const { reviewHours } = await loadShown({ clock, settings });
  const mail = receiptMail(payment, transactionsOf(view), { publicOrigin, reviewHours });
  await database.transaction(async (tx) => {
    await savePayer(tx, id, { email, language });
    await emit(tx, { type: 'mail.send', payload: { to: email, ...mail } });
  });
}

/**
 * Mails the payer of a paid payment that a person reviews it, once for each event however often it comes; nothing
 * where they gave no address, or it was decided about since.
 */
export async function mailHeld(
  { database, clock, publicOrigin, settings }: MailReceiptDependencies,
  { orderId, eventId }: { orderId: OrderId; eventId: EventId },
): Promise<void> {
  const { now, reviewHours } = await loadShown({ clock, settings });
  await database.transaction(async (tx) => {
    const payment = await loadPaymentForUpdate(tx, orderId);
    if (payment === null || payment.order.status !== 'pending' || !isCovered(payment.order)) return;
    const { payerEmail } = payment.facts;
    if (payerEmail === null) return;
    const once = { owner: orderId, operation: 'payments.mail-held', key: eventId, request: null, now };
    await doOnce(tx, once, z.boolean(), async () => {
      await emit(tx, {
        type: 'mail.send',
        payload: { to: payerEmail, ...heldMail(payment, { publicOrigin, reviewHours }) },
      });
      return true;
    });
  });
}

/** The transactions that paid it. */
const transactionsOf = ({ order, deposits }: PaymentView): string[] =>
  deposits
    .filter(({ asset, status }) => asset === order.asset && status === 'confirmed')
    .map(({ transaction }) => transaction);
