import type { Transaction } from '../../platform/database.ts';
import { insertOrderEvents, saveOrder } from './db.ts';
import { describeCoins } from './describe-order.ts';
import type { Order } from './order.ts';
import { emitIfPayable, trySetAside } from './set-aside.ts';

/** Sets coins of the customer's balance aside for an order; null, and nothing changed, where the balance is short. */
export async function fundFromBalance(tx: Transaction, order: Order): Promise<Order | null> {
  if (!(await trySetAside(tx, order))) return null;
  const saved = await saveOrder(tx, { ...order, funding: 'funded' });
  const text = `${describeCoins(order.amount, order.asset)} set aside from the balance.`;
  await insertOrderEvents(tx, [{ orderId: order.id, type: 'funded', text }]);
  await emitIfPayable(tx, saved);
  return saved;
}
