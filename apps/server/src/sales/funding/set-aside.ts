import { customer, held, post } from '../../ledger/index.ts';
import type { Transaction } from '../../platform/database.ts';
import { emit } from '../../events.ts';
import { collectReceivable } from '../../custody/index.ts';
import { isCovered, isPayable, type Order } from '../orders/order.ts';

/**
 * Moves the order's coins from the customer's free to their held balance; false, and nothing moved, where the balance
 * is short. The order's version makes the posting unique for this time of funding: an order that is unfunded and funded
 * again posts again.
 */
export async function trySetAside(tx: Transaction, order: Order): Promise<boolean> {
  const [result] = await post(tx, [
    {
      source: 'order-funded',
      sourceId: `${order.id}/${order.version}`,
      description: 'Coins set aside for an order',
      transfers: [
        { debit: customer(order.userId, order.asset), credit: held(order.userId, order.asset), amount: order.amount },
      ],
    },
  ]);
  return result?.ok === true;
}

/** The same as `trySetAside`, for a caller who has seen that the balance covers it. Throws where it no longer does. */
export async function setAside(tx: Transaction, order: Order): Promise<void> {
  if (!(await trySetAside(tx, order))) throw new Error(`the balance no longer covers order ${order.id}`);
}

/**
 * Returns an order's coins, or `amount` of them, from the held to the free balance. What the customer owes us of the
 * asset is collected from it at once, before anything else can spend it.
 */
export async function giveBack(tx: Transaction, order: Order, amount = order.amount): Promise<void> {
  const [result] = await post(tx, [
    {
      source: 'order-released',
      sourceId: `${order.id}/${order.version}`,
      description: 'Coins given back from an order',
      transfers: [{ debit: held(order.userId, order.asset), credit: customer(order.userId, order.asset), amount }],
    },
  ]);
  if (result?.ok !== true) throw new Error(`the coins held for order ${order.id} are not there`);
  await collectReceivable(tx, order.userId, order.asset);
}

/**
 * Tells payouts that an order may be paid, where it may. For a covered order that waits for an administrator the bank
 * is asked once more for an unconfirmed name, so that the decision uses the bank's present answer.
 */
export async function emitIfPayable(tx: Transaction, order: Order): Promise<void> {
  const { id: orderId, status, bankAccount } = order;
  if (isPayable(order)) await emit(tx, { type: 'order.payable', payload: { orderId } });
  else if (status === 'pending' && isCovered(order) && bankAccount.nameResolution !== 'resolved') {
    await emit(tx, { type: 'order.name-due', payload: { orderId } });
  }
}
