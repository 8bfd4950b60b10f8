import type { Notification } from '@kobogate/contract';
import type { Connection, Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import type { DepositFacts, Message, OrderFacts, RefundFacts } from './notification.ts';

/** Whom a message goes to. */
export interface Recipient {
  readonly userId: string;
  readonly email: string;
}

/** An order's facts and its owner, and the link where it is a payment by one; null where there is none. */
export async function findOrderFacts(
  connection: Connection,
  orderId: string,
): Promise<(OrderFacts & Recipient & { linkId: string | null }) | null> {
  const [row] = await connection.query<{
    user_id: string;
    link_id: string | null;
    email: string;
    asset: string;
    amount: string;
    naira_kobo: string;
    bank_name: string;
    account_number: string;
    decline_reason: string | null;
    rate: string;
    locked_rate: string;
    locked_kobo: string;
  }>(
    `select o.user_id, o.payment_link_id as link_id, u.email, o.asset, o.amount, o.naira_kobo, o.bank_name, o.account_number, o.decline_reason,
            trim_scale(o.rate)::text as rate, trim_scale(q.rate)::text as locked_rate, q.naira_kobo as locked_kobo
     from customer_order o join app_user u on u.id = o.user_id
     join lateral (select rate, naira_kobo from order_quote where order_id = o.id order by made_at, id limit 1) q on true
     where o.id = $1`,
    [orderId],
  );
  if (row === undefined) return null;
  return {
    orderId,
    userId: row.user_id,
    linkId: row.link_id,
    email: row.email,
    asset: row.asset,
    amount: BigInt(row.amount),
    nairaKobo: BigInt(row.naira_kobo),
    bankName: row.bank_name,
    accountNumber: row.account_number,
    declineReason: row.decline_reason,
    rate: row.rate,
    locked: { rate: row.locked_rate, nairaKobo: BigInt(row.locked_kobo) },
  };
}

interface PaymentOf {
  readonly paymentId: string | null;
  readonly linkId: string | null;
}

/** A deposit's facts and its owner, and the payment by a link at whose address it came; null where there is none. */
export async function findDepositFacts(
  connection: Connection,
  depositId: string,
): Promise<(DepositFacts & Recipient & PaymentOf) | null> {
  const [row] = await connection.query<Recipient & PaymentOf & { asset: string; amount: string }>(
    `select d.user_id as "userId", u.email, d.asset, d.amount, o.id as "paymentId", o.payment_link_id as "linkId"
     from deposit d join app_user u on u.id = d.user_id
     left join customer_order o on o.address_id = d.address_id where d.id = $1`,
    [depositId],
  );
  return row === undefined ? null : Object.assign(row, { amount: BigInt(row.amount) });
}

/** A refund's facts and its owner, and the payment that it was offered by; null where there is none. */
export async function findRefundFacts(
  connection: Connection,
  refundId: string,
): Promise<(RefundFacts & Recipient & PaymentOf) | null> {
  const [row] = await connection.query<
    Omit<RefundFacts & Recipient & PaymentOf, 'amount' | 'fee'> & { amount: string; fee: string }
  >(
    `select r.user_id as "userId", u.email, r.asset, r.amount, r.fee, r.address, r.reason,
       o.id as "paymentId", o.payment_link_id as "linkId"
     from refund r join app_user u on u.id = r.user_id
     left join refund_offer f on f.refund_id = r.id left join customer_order o on o.id = f.order_id where r.id = $1`,
    [refundId],
  );
  return row === undefined ? null : Object.assign(row, { amount: BigInt(row.amount), fee: BigInt(row.fee) });
}

/** How a customer is reached; null where there is no such account. */
export async function findRecipient(connection: Connection, userId: string): Promise<Recipient | null> {
  const [row] = await connection.query<Recipient>(`select id as "userId", email from app_user where id = $1`, [userId]);
  return row ?? null;
}

/** Writes a notification; false where this source was told before. */
export async function insertNotification(
  tx: Transaction,
  { userId, source, message, page }: { userId: string; source: string; message: Message; page: string },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into notification (id, user_id, source, type, message, sender_name, page)
     values ($1, $2, $3, $4, $5, 'Kobogate', $6)
     on conflict (user_id, source) do nothing returning id`,
    [newId(), userId, source, message.type, message.text, page],
  );
  return rows.length === 1;
}

/** More than anybody reads; older ones stay in the database. */
const MOST_LISTED = 100;

/** The user's notifications that are not cleared, newest first. */
export async function listNotifications(connection: Connection, userId: string): Promise<Notification[]> {
  const rows = await connection.query<{
    id: string;
    type: 'payment' | 'update';
    message: string;
    created_at: Date;
    sender_name: string;
    page: string | null;
  }>(
    `select id, type, message, created_at, sender_name, page from notification
     where user_id = $1 and cleared_at is null order by created_at desc, id desc limit ${MOST_LISTED}`,
    [userId],
    'notifications',
  );
  return rows.map(({ id, type, message, created_at: time, sender_name: senderName, page }) => ({
    id,
    type,
    message,
    time: time.toISOString(),
    senderName,
    page,
  }));
}

/** Clears all of the user's notifications. */
export async function clearNotifications(connection: Connection, userId: string): Promise<void> {
  await connection.query(
    `update notification set cleared_at = clock_timestamp() where user_id = $1 and cleared_at is null`,
    [userId],
  );
}
