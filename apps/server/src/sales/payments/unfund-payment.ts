import type { Database, Transaction } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { emit } from '../../events.ts';
import { insertOrderEvents, saveOrder } from '../orders/db.ts';
import { assignDeposit, claimDeposit, loadDeposit, loadOrderOfDepositForUpdate } from '../orders/db-deposits.ts';
import { isCovered, moveStatus, type Order, setAsideFor } from '../orders/order.ts';
import { giveBack } from '../orders/set-aside.ts';
import { findPaymentAt, loadPaymentForUpdate } from './db.ts';
import { releaseLink } from './db-links.ts';
import { reconsiderConfirming } from './expect-payment.ts';

const UNDONE = 'The chain took back the deposit. The payment waits for coins again.';
const PAID_OUT = 'The chain took back the deposit after the payout had begun. The amount is owed to us.';

/**
 * Works a deposit for a payment that the chain took back after it was credited: its coins leave what is set aside, for the
 * balance, from which what is owed is collected. A payment that it covered waits again, and for a person, unless its payout
 * is under way: then the loss stays as a receivable, and the log raises an alarm. Emits `payment.reverted` in both cases.
 */
export async function unfundPayment(
  { database, log }: { database: Database; log: Log },
  depositId: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const deposit = await loadDeposit(tx, depositId);
    if (deposit === null || !deposit.isForPayment) return;
    if (await claimDeposit(tx, depositId)) {
      // It was taken back before it was decided on: all of it is still set aside, and for nothing.
      const orderId = await findPaymentAt(tx, deposit.addressId);
      const payment = orderId === null ? null : await loadPaymentForUpdate(tx, orderId);
      if (payment === null) throw new Error(`there is no payment for the deposit ${depositId}`);
      return takeBack(tx, payment.order, payment.order, deposit.amount);
    }
    const order = await loadOrderOfDepositForUpdate(tx, depositId);
    if (order === null) return;
    await assignDeposit(tx, depositId, null);
    const isUndone = isCovered(order) && order.status !== 'declined' && order.received - deposit.amount < order.amount;
    if (isUndone) await emit(tx, { type: 'payment.reverted', payload: { orderId: order.id } });
    if (order.payout !== 'none') {
      log.error({ orderId: order.id, depositId }, 'a deposit vanished from the chain after its payment was paid out');
      await insertOrderEvents(tx, [{ orderId: order.id, type: 'deposit-reverted', text: PAID_OUT }]);
      return;
    }
    const left = withoutDeposit(order, deposit.amount);
    if (isUndone) await releaseLink(tx, order.paymentLinkId ?? '', order.id);
    await takeBack(tx, order, left, setAsideFor(order) - setAsideFor(left));
  });
}

/** The order as it is without a deposit that had counted. Pure. */
function withoutDeposit(order: Order, amount: bigint): Order {
  const received = order.received - amount;
  if (order.status === 'declined') return { ...order, received };
  if (!isCovered(order)) return { ...order, received, funding: received > 0n ? order.funding : 'awaiting' };
  if (received >= order.amount) {
    return {
      ...order,
      received,
      funding: order.funding === 'late' || received > order.amount ? order.funding : 'funded',
    };
  }
  const moved = moveStatus(order, order.status === 'processing' ? 'pending' : order.status);
  return { ...moved, received, funding: received > 0n ? 'underpaid' : 'awaiting' };
}

async function takeBack(tx: Transaction, order: Order, left: Order, released: bigint): Promise<void> {
  if (released > 0n) await giveBack(tx, order, released);
  const saved = await saveOrder(tx, left);
  await insertOrderEvents(tx, [{ orderId: order.id, type: 'deposit-reverted', text: UNDONE }]);
  await reconsiderConfirming(tx, saved);
}
