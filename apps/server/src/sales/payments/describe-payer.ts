import type { Evidence, OrderId } from '@kobogate/contract';
import type { Connection } from '../../platform/database.ts';
import { findPaymentView } from './db.ts';
import { presentRefund } from './present-payment.ts';

/** What a payment by link was for, and what its payer and its merchant gave with it, and what goes back; null for any other order. */
export async function describePayer(connection: Connection, orderId: OrderId): Promise<Evidence['payment']> {
  const view = await findPaymentView(connection, orderId, null);
  if (view === null) return null;
  const { payerEmail, reference, metadata, customValues, purpose } = view.facts;
  return {
    link: view.linkName,
    purpose,
    payerEmail,
    reference,
    fields: customValues.map(({ label, value }) => ({ label, value })),
    metadata: { ...metadata },
    refunds: view.refunds.map((refund) => {
      const { asset: _code, ...shown } = presentRefund(refund);
      return shown;
    }),
  };
}
