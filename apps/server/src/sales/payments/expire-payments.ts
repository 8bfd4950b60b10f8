import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { emitMany } from '../../events.ts';
import { insertOrderEvents, saveOrder } from '../orders/db.ts';
import { loadEndedPaymentsForUpdate } from './db.ts';

const TEXT =
  'Nothing arrived in time. Coins that still arrive count at the rate of the moment in which they are final.';

/** Marks payments to which nothing came while they were open. Their addresses are watched all the same. */
export async function expirePayments({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  await database.transaction(async (tx) => {
    const ended = await loadEndedPaymentsForUpdate(tx, clock.now());
    for (const order of ended) await saveOrder(tx, { ...order, funding: 'expired' });
    if (ended.length === 0) return;
    const events = ended.map(({ id }) => ({ orderId: id, type: 'expired', text: TEXT }));
    await insertOrderEvents(tx, events);
    await emitMany(
      tx,
      ended.map(({ id }) => ({ type: 'payment.expired', payload: { orderId: id } })),
    );
  });
}
