import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { insertOrderEvents, loadEndedOrdersForUpdate, saveOrder } from './db.ts';

/** Marks orders whose rate lock has ended unpaid. They are watched all the same: coins may still come. */
export async function expireOrders({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  await database.transaction(async (tx) => {
    const ended = await loadEndedOrdersForUpdate(tx, clock.now());
    for (const order of ended) await saveOrder(tx, { ...order, funding: 'expired' });
    if (ended.length === 0) return;
    await insertOrderEvents(
      tx,
      ended.map(({ id }) => ({
        orderId: id,
        type: 'expired',
        text: 'The rate lock has ended unpaid. Coins that still arrive are converted at the rate of that moment.',
      })),
    );
  });
}
