import type { Connection } from '../../platform/database.ts';
import type { Recipient } from './db.ts';
import type { PaymentFacts } from './notification.ts';

interface FactsRow {
  user_id: string;
  email: string;
  link_id: string;
  link_name: string;
  asset: string;
  amount: string;
  received: string;
  naira_kobo: string;
  funding: string;
  is_second: boolean;
  decline_reason: string | null;
  held_reason: string | null;
  part_asset: string | null;
  part_amount: string | null;
}

/** A payment's facts and its merchant, with the deposit that is spoken of; null for an order that is no payment. */
export async function findPaymentFacts(
  connection: Connection,
  orderId: string,
  depositId: string | null,
): Promise<(PaymentFacts & Recipient & { linkId: string }) | null> {
  const [row] = await connection.query<FactsRow>(
    `select o.user_id, u.email, o.payment_link_id as link_id, p.name as link_name, o.asset, o.amount, o.received, o.naira_kobo, o.funding, o.decline_reason,
       case when o.status = 'pending' then o.held_reason end as held_reason,
       coalesce(l.used_by <> o.id, false) as is_second, d.asset as part_asset, d.amount as part_amount
     from customer_order o join payment p on p.order_id = o.id join app_user u on u.id = o.user_id
     join payment_link l on l.id = o.payment_link_id left join deposit d on d.id = $2
     where o.id = $1`,
    [orderId, depositId],
  );
  if (row === undefined) return null;
  const { part_asset: asset, part_amount: amount } = row;
  return {
    userId: row.user_id,
    email: row.email,
    linkId: row.link_id,
    linkName: row.link_name,
    asset: row.asset,
    amount: BigInt(row.amount),
    received: BigInt(row.received),
    nairaKobo: BigInt(row.naira_kobo),
    isLate: row.funding === 'late',
    isSecond: row.is_second,
    declineReason: row.decline_reason,
    heldReason: row.held_reason,
    part: asset === null || amount === null ? null : { asset, amount: BigInt(amount) },
  };
}
