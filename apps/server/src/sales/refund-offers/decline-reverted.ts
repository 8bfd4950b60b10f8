import type { DepositId, RefundState } from '@kobogate/contract';
import { declineTakenBackById, lockRefunds } from '../../custody/index.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { findPaymentView } from '../payments/db.ts';
import { leftOf } from '../payments/refundable.ts';
import { findRefundedOrder } from './db.ts';
import { lockPayment } from './lock-offer.ts';

const HAS_ENDED: ReadonlySet<RefundState | null> = new Set<RefundState | null>(['declined', 'final', null]);

/**
 * Handles a deposit of a payment that was reverted, or was another's: if refunds to its payer are more than the payment still has, they are declined, the
 * newest first, even if the merchant's other coins have paid for what the chain took back. For those in a plan it raises an
 * alarm. May be repeated. Throws 503 while a fence is up and there is one to decline.
 */
export async function declineReverted(
  { database, log }: { readonly database: Database; readonly log: Log },
  depositId: DepositId,
): Promise<void> {
  const orderId = await findRefundedOrder(database, depositId);
  if (orderId === null) return;
  const gone = await database.transaction(async (tx) => {
    await lockPayment(tx, orderId, null);
    const view = await findPaymentView(tx, orderId, null);
    if (view === null) return [];
    // All of them in one order, as in other rooms; which are declined is decided from the newest on.
    await lockRefunds(
      tx,
      view.refunds.flatMap(({ refundId }) => refundId ?? []),
    );
    const found = [];
    let { refunds } = view;
    for (const { id, asset, refundId, refundStatus } of view.refunds.toReversed()) {
      if (refundId === null || HAS_ENDED.has(refundStatus) || leftOf({ ...view, refunds }, asset) >= 0n) continue;
      if (await declineTakenBackById(tx, refundId)) refunds = refunds.filter((other) => other.id !== id);
      else found.push(refundId);
    }
    return found;
  });
  for (const refundId of gone) {
    log.error(
      { orderId, refundId },
      'coins were taken back of a payment whose refund is in a plan already; an administrator has to stop or book it',
    );
  }
}
