import { formatNaira, formatRate, formatUnits } from '@kobogate/money';
import { findAssetByCode, networkNameOf } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { layOutMail } from '../../platform/mail-layout.ts';
import { emit } from '../../platform/queue.ts';
import { takeTurnsInOrder } from '../../platform/throttle.ts';
import { isCovered } from '../orders/order.ts';
import { savePayerEmail } from './db.ts';
import { findPaymentView, type PaymentView } from './db-views.ts';

export interface MailReceiptDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** The product's own address: links in mail begin with it. */
  readonly publicOrigin: string;
}

/**
 * Mails the receipt of a paid payment to the address that its payer gives, which is kept with it. Throws 404 for no such
 * payment, 409 for one that is not paid, 429 for too many.
 */
export async function mailReceipt(
  { database, clock, publicOrigin }: MailReceiptDependencies,
  { id, email, visitor }: { id: string; email: string; visitor: string },
): Promise<void> {
  const view = isId(id) ? await findPaymentView(database, id, null) : null;
  if (view === null) throw notFound('There is no such payment.');
  if (view.order.status === 'declined' || !isCovered(view.order)) {
    throw conflict('This payment is not paid yet. Its receipt can be mailed once it is.', 'payment-unpaid');
  }
  await takeTurnsInOrder(
    database,
    [
      { thing: 'receipt-visitor', subject: visitor, most: 10, windowSeconds: 3600 },
      { thing: 'receipt-payment', subject: id, most: 5, windowSeconds: 86_400 },
      { thing: 'receipt-address', subject: email.toLowerCase(), most: 10, windowSeconds: 86_400 },
    ],
    clock.now(),
    'This receipt was mailed often.',
  );
  const { subject, ...mail } = describeReceipt(view, publicOrigin);
  await database.transaction(async (tx) => {
    await savePayerEmail(tx, id, email);
    await emit(tx, { type: 'mail.send', payload: { to: email, subject, ...mail } });
  });
}

function describeReceipt({ order, facts, deposits }: PaymentView, publicOrigin: string) {
  const decimals = findAssetByCode(order.asset)?.decimals ?? 0;
  const coins = `${formatUnits(order.amount, decimals)} ${order.currency} on ${networkNameOf(order)}`;
  const title = `Receipt: ${facts.name}`;
  const transactions = deposits.filter(({ asset, status }) => asset === order.asset && status === 'confirmed');
  const mail = layOutMail({
    title,
    paragraphs: [
      `You paid ${coins} for “${facts.purpose}”.`,
      `It counted as ${formatNaira(order.nairaKobo)}, at ₦${formatRate(order.rate)} for one ${order.currency}. Nothing was added to it for you.`,
      ...transactions.map(({ transaction }) => `Transaction: ${transaction}`),
      `Number of this payment: ${order.id}`,
    ],
    link: {
      label: 'See the payment',
      url: `${publicOrigin}/custom-payment/${order.paymentLinkId}/payments/${order.id}`,
    },
    reason: 'You get this mail because somebody entered your address on the page of this payment.',
  });
  return { subject: title, ...mail };
}
