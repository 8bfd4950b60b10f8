import type { OfferId, OrderId, UserId } from '@kobogate/contract';
import type { Transaction } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { insertOrderEvents, saveOrder } from '../orders/db.ts';
import type { Order } from '../orders/order.ts';
import { loadPaymentForUpdate, type PaymentRecord } from '../payments/db.ts';
import { loadOfferForUpdate, type Offer } from './db.ts';

/** Locks a payment; with `merchantId`, one of theirs. Throws 404 where there is none. */
export async function lockPayment(tx: Transaction, id: OrderId, merchantId: UserId | null): Promise<PaymentRecord> {
  const payment = isId(id) ? await loadPaymentForUpdate(tx, id) : null;
  if (payment === null || (merchantId !== null && payment.order.userId !== merchantId)) {
    throw notFound('There is no such payment.', 'payment-unknown');
  }
  return payment;
}

/** Locks a payment, and then an offer of it. Throws 404 where there is none. */
export async function lockOffer(
  tx: Transaction,
  { id, offerId, merchantId }: { id: OrderId; offerId: OfferId; merchantId: UserId | null },
): Promise<PaymentRecord & { offer: Offer }> {
  const payment = await lockPayment(tx, id, merchantId);
  const offer = isId(offerId) ? await loadOfferForUpdate(tx, id, offerId) : null;
  if (offer === null) throw notFound('There is no such offer.', 'offer-unknown');
  return { ...payment, offer };
}

/** Writes a line on the timeline of a locked payment, so that open pages show it at once. */
export async function tellOnTimeline(
  tx: Transaction,
  order: Order,
  event: { type: string; text: string },
): Promise<void> {
  await insertOrderEvents(tx, [{ orderId: order.id, ...event }]);
  // Its version is not part of a posting here: it is raised so that open pages reload.
  await saveOrder(tx, order);
}
