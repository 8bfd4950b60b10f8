import type { Database } from '../../platform/database.ts';
import { loadPaymentForUpdate } from './db.ts';
import { releaseLink } from './db-links.ts';

/** Lets a once-only link be paid again where the payment that had used it up was declined. Does nothing for other orders. */
export async function releaseDeclined({ database }: { database: Database }, orderId: string): Promise<void> {
  await database.transaction(async (tx) => {
    const payment = await loadPaymentForUpdate(tx, orderId);
    if (payment?.order.status !== 'declined') return;
    await releaseLink(tx, payment.order.paymentLinkId ?? '', orderId);
  });
}
