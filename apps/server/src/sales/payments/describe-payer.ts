import type { Evidence, OrderId } from '@kobogate/contract';
import type { Connection } from '../../platform/database.ts';
import { findPaymentView } from './db.ts';

/** What a payment by link was for, and what its payer and its merchant gave with it; null for any other order. */
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
  };
}
