import { isDust } from '@kobogate/contract';
import type { Connection } from '../../platform/database.ts';

/** A payment by link, and the merchant whom it pays. */
export interface PaymentOwner {
  readonly orderId: string;
  readonly userId: string;
}

/** Whose payment an order is; null where it is a conversion, or none. */
export async function findPaymentOwner(connection: Connection, orderId: string): Promise<PaymentOwner | null> {
  const [row] = await connection.query<PaymentOwner>(
    `select id as "orderId", user_id as "userId" from customer_order where id = $1 and kind = 'payment'`,
    [orderId],
  );
  return row ?? null;
}

/** The payment at whose address a deposit arrived; null where there is none, it is dust, or another coin than was asked for. */
export async function findPaymentOfDeposit(connection: Connection, depositId: string): Promise<PaymentOwner | null> {
  const [row] = await connection.query<PaymentOwner & { asset: string; amount: string }>(
    `select o.id as "orderId", o.user_id as "userId", d.asset, d.amount
     from deposit d join customer_order o on o.address_id = d.address_id and o.asset = d.asset
     where d.id = $1 and o.kind = 'payment'`,
    [depositId],
  );
  if (row === undefined || isDust(row.asset, BigInt(row.amount))) return null;
  return { orderId: row.orderId, userId: row.userId };
}
