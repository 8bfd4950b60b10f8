import { emitMany, type NewEvent } from '../../events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { insertOrderEvents, saveOrders } from '../orders/db.ts';
import { nextOf } from '../orders/order.ts';
import { haveOrdersEnded, loadEndedOrdersForUpdate } from './db.ts';

const TEXTS = {
  conversion: 'The rate lock has ended unpaid. Coins that still arrive are converted at the rate of that moment.',
  payment: 'Nothing arrived in time. Coins that still arrive count at the rate of the moment in which they are final.',
};

/** Marks orders to which nothing came in time as `expired`. Their addresses stay watched: coins may still come. */
export async function expireOrders({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  // Most of the time there are none, and a transaction is three statements.
  if (!(await haveOrdersEnded(database, clock.now()))) return;
  await database.transaction(async (tx) => {
    const ended = await loadEndedOrdersForUpdate(tx, clock.now());
    await saveOrders(
      tx,
      ended.map((order) => nextOf({ ...order, funding: 'expired' })),
    );
    await insertOrderEvents(
      tx,
      ended.map(({ id, kind }) => ({ orderId: id, type: 'expired', text: TEXTS[kind] })),
    );
    const payments = ended.filter(({ kind }) => kind === 'payment');
    await emitMany(
      tx,
      payments.map(({ id }): NewEvent => ({ type: 'payment.expired', payload: { orderId: id } })),
    );
  });
}
