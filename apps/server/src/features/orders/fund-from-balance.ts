import { balance } from '../../ledger/balances.ts';
import { customer } from '../../ledger/chart.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { emit } from '../../platform/queue.ts';
import { insertOrderEvents, loadOrderForUpdate, saveOrder } from './db.ts';
import { describeCoins } from './describe-order.ts';
import type { Order } from './order.ts';
import { emitIfPayable, trySetAside } from './set-aside.ts';

/** Sets coins of the customer's balance aside for an order; null, and nothing changed, where the balance is short. */
export async function fundFromBalance(tx: Transaction, order: Order): Promise<Order | null> {
  if (!(await trySetAside(tx, order))) return null;
  const saved = await saveOrder(tx, { ...order, funding: 'funded' });
  const text = `${describeCoins(order.amount, order.asset)} set aside from the balance.`;
  await insertOrderEvents(tx, [{ orderId: order.id, type: 'funded', text }]);
  await emit(tx, { type: 'order.funded', payload: { orderId: order.id } });
  await emitIfPayable(tx, saved);
  return saved;
}

/**
 * Works a new order: coins that were credited while it was being made fund it now. Nothing happens where the balance
 * is short, the lock has ended or a deposit has funded it meanwhile.
 */
export async function fundNewOrder(
  { database, clock }: { database: Database; clock: Clock },
  orderId: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const order = await loadOrderForUpdate(tx, orderId);
    if (order === null || order.status === 'declined' || order.funding !== 'awaiting') return;
    if (order.lockExpiresAt <= clock.now()) return;
    if ((await balance(tx, customer(order.userId, order.asset))) < order.amount) return;
    await fundFromBalance(tx, order);
  });
}
