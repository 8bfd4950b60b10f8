import type { OrderId } from '@kobogate/contract';
import type { Database, Transaction } from '../../platform/database.ts';
import { conflict } from '../../platform/errors.ts';
import { emit } from '../../events.ts';
import { insertOrderEvents, saveOrder } from '../orders/db.ts';
import { isCovered, moveStatus, type Order, linkOf } from '../orders/order.ts';
import { giveBack } from '../funding/funding-work.ts';
import { loadPaymentForUpdate } from './db.ts';
import { releaseLink } from '../payment-links/db.ts';

/**
 * Throws 409, with a message, unless a locked payment stays short of its coins: only such a one can its merchant end.
 */
export function requireShort(order: Order, now: Date): void {
  if (order.status === 'declined')
    throw conflict('This payment was declined. What arrived for it is in your balance.', 'payment-declined');
  if (isCovered(order)) throw conflict('This payment is paid already.', 'payment-paid');
  if (order.funding === 'confirming') {
    throw conflict(
      'Coins for this payment are on their way. Please wait until they are confirmed.',
      'payment-confirming',
    );
  }
  if (order.received === 0n) throw conflict('Nothing has arrived for this payment yet.', 'nothing-refundable');
  if (order.lockExpiresAt > now) {
    throw conflict(
      'The rate is still held for the payer. Please wait until it has ended, so that they can pay the rest.',
      'payment-open',
    );
  }
}

/** Ends a locked payment that stays short: what arrived goes to its merchant's balance. Answers the saved payment. */
export async function closePayment(tx: Transaction, order: Order, reason: string): Promise<Order> {
  await giveBack(tx, order, order.received);
  const pending = order.status === 'pending' ? order : moveStatus(order, 'pending');
  const saved = await saveOrder(tx, { ...moveStatus(pending, 'declined'), declineReason: reason });
  await insertOrderEvents(tx, [{ orderId: saved.id, type: 'declined', text: reason }]);
  await emit(tx, { type: 'order.declined', payload: { orderId: saved.id } });
  return saved;
}

/**
 * Lets a once-only link be paid again where the payment that had used it was declined. Does nothing for other orders.
 */
export async function releaseDeclined({ database }: { database: Database }, orderId: OrderId): Promise<void> {
  await database.transaction(async (tx) => {
    const payment = await loadPaymentForUpdate(tx, orderId);
    if (payment?.order.status !== 'declined') return;
    await releaseLink(tx, linkOf(payment.order), orderId);
  });
}
