import type { OrderId, PayerLanguage } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { emit } from '../../events.ts';
import { consumeRateLimitsInOrder } from '../../platform/throttle.ts';
import { isCovered } from '../orders/order.ts';
import { findPaymentView, type PaymentView, savePayer } from './db.ts';
import { receiptMail } from './payer-mails/write-mail.ts';

export interface MailReceiptDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** The product's own address: links in mail begin with it. */
  readonly publicOrigin: string;
}

/**
 * Mails the receipt of a paid payment, in its payer's language, to the address that they give; both are saved with it.
 * Throws 404 for no such payment, 409 for one that is not paid, 429 for too many.
 */
export async function mailReceipt(
  { database, clock, publicOrigin }: MailReceiptDependencies,
  { id, email, language, visitor }: { id: OrderId; email: string; language: PayerLanguage; visitor: string },
): Promise<void> {
  const view = isId(id) ? await findPaymentView(database, id, null) : null;
  if (view === null) throw notFound('There is no such payment.');
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
  const mail = receiptMail(payment, transactionsOf(view), publicOrigin);
  await database.transaction(async (tx) => {
    await savePayer(tx, id, { email, language });
    await emit(tx, { type: 'mail.send', payload: { to: email, ...mail } });
  });
}

/** The transactions that paid it. */
const transactionsOf = ({ order, deposits }: PaymentView): string[] =>
  deposits
    .filter(({ asset, status }) => asset === order.asset && status === 'confirmed')
    .map(({ transaction }) => transaction);
