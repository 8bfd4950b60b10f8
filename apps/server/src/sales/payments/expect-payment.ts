import { isDust } from '@kobogate/contract';
import type { Database, Transaction } from '../../platform/database.ts';
import { insertOrderEvents, saveOrder } from '../orders/db.ts';
import { loadDeposit } from '../orders/db-deposits.ts';
import { describeCoins } from '../orders/describe-order.ts';
import { isCovered, type Order } from '../orders/order.ts';
import { findPaymentAt, isConfirmingAt, loadPaymentForUpdate } from './db.ts';

/**
 * Works a deposit at a payment's address that was seen on the chain or dropped from it: the payment shows `confirming` while
 * any such is not final, and goes back to what it was where none is.
 */
export async function expectPayment({ database }: { database: Database }, depositId: string): Promise<void> {
  await database.transaction(async (tx) => {
    const deposit = await loadDeposit(tx, depositId);
    if (deposit === null || !deposit.isForPayment || isDust(deposit.asset, deposit.amount)) return;
    const orderId = await findPaymentAt(tx, deposit.addressId);
    const payment = orderId === null ? null : await loadPaymentForUpdate(tx, orderId);
    if (payment === null) return;
    const saved = await reconsiderConfirming(tx, payment.order);
    if (saved === null) return;
    const coins = describeCoins(deposit.amount, deposit.asset);
    const isSeen = saved.funding === 'confirming';
    const type = isSeen ? 'deposit-seen' : 'deposit-dropped';
    const text = isSeen
      ? `${coins} seen on the chain.`
      : `The chain took back the transaction with ${coins} before it was final.`;
    await insertOrderEvents(tx, [{ orderId: saved.id, type, text }]);
  });
}

/** Brings a locked payment in line with whether coins for it are being confirmed; answers it where that changed it. */
export async function reconsiderConfirming(tx: Transaction, order: Order): Promise<Order | null> {
  if (order.status === 'declined' || isCovered(order)) return null;
  const isConfirming = await isConfirmingAt(tx, order);
  if (isConfirming === (order.funding === 'confirming')) return null;
  // Expiry is the clock's affair: one that is open no more becomes `expired` at the next look.
  const without = order.received > 0n ? 'underpaid' : 'awaiting';
  return saveOrder(tx, { ...order, funding: isConfirming ? 'confirming' : without });
}
