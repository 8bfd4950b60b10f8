import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { insertOrderEvents, saveOrder } from './db.ts';
import { loadOrderOfDepositForUpdate, releaseDeposit } from './db-deposits.ts';
import { giveBack } from './set-aside.ts';
import { isCovered, moveStatus } from './order.ts';

const TAKEN_BACK = 'The chain took back the deposit. The order waits for coins again.';

/**
 * Works a deposit that the chain took back after it was credited. An order that it funded goes back to waiting, and to
 * a person, unless its payout is under way: then the loss stays as a receivable, and the log raises an alarm.
 */
export async function unfundOrder(
  { database, log }: { database: Database; log: Log },
  depositId: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const order = await loadOrderOfDepositForUpdate(tx, depositId);
    if (order === null || order.kind === 'payment') return;
    await releaseDeposit(tx, depositId);
    if (order.payout !== 'none') {
      log.error({ orderId: order.id, depositId }, 'a deposit vanished from the chain after its order was paid out');
      await insertOrderEvents(tx, [
        {
          orderId: order.id,
          type: 'deposit-reverted',
          text: 'The chain took back the deposit after the payout had begun. The amount is owed to us.',
        },
      ]);
      return;
    }
    const wasSetAside = isCovered(order) && order.status !== 'declined';
    if (wasSetAside) await giveBack(tx, order);
    await saveOrder(tx, {
      ...moveStatus(order, order.status === 'processing' ? 'pending' : order.status),
      heldReason: order.status === 'processing' ? TAKEN_BACK : order.heldReason,
      rateAnswer: null,
      answerBy: null,
      received: 0n,
      funding: isCovered(order) || order.funding === 'underpaid' ? 'awaiting' : order.funding,
    });
    await insertOrderEvents(tx, [
      {
        orderId: order.id,
        type: 'deposit-reverted',
        text: TAKEN_BACK,
      },
    ]);
  });
}
