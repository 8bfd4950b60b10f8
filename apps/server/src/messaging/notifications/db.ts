import type {
  DepositId,
  LinkId,
  LiveEvent,
  Notification,
  NotificationEvent,
  NotificationId,
  OrderId,
  RefundId,
  UserId,
} from '@kobogate/contract';
import { toKobo } from '@kobogate/money';
import type { Connection, Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { type Look, RECORDS_CHANGED } from '../../platform/change-feed.ts';
import type { ChangedChoice, Way } from './notification-choice.ts';
import type { DepositFacts, Message, OrderFacts, PaymentFacts, RefundFacts } from './notification.ts';

/** The recipient of a message. */
export interface Recipient {
  readonly userId: UserId;
  readonly email: string;
}

/** An order's facts and its owner, and the link where it is a payment by one; null where there is none. */
export async function findOrderFacts(
  connection: Connection,
  orderId: OrderId,
): Promise<(OrderFacts & Recipient & { linkId: LinkId | null }) | null> {
  const [row] = await connection.query<{
    user_id: UserId;
    link_id: LinkId | null;
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
    nairaKobo: toKobo(row.naira_kobo),
    bankName: row.bank_name,
    accountNumber: row.account_number,
    declineReason: row.decline_reason,
    rate: row.rate,
    locked: { rate: row.locked_rate, nairaKobo: toKobo(row.locked_kobo) },
  };
}

interface PaymentOf {
  readonly paymentId: OrderId | null;
  readonly linkId: LinkId | null;
}

/** A deposit's facts and its owner, and the payment by link at whose address it arrived; null where there is none. */
export async function findDepositFacts(
  connection: Connection,
  depositId: DepositId,
): Promise<(DepositFacts & Recipient & PaymentOf) | null> {
  const [row] = await connection.query<Recipient & PaymentOf & { asset: string; amount: string }>(
    `select d.user_id as "userId", u.email, d.asset, d.amount, o.id as "paymentId", o.payment_link_id as "linkId"
     from deposit d join app_user u on u.id = d.user_id
     left join customer_order o on o.address_id = d.address_id where d.id = $1`,
    [depositId],
  );
  return row === undefined ? null : Object.assign(row, { amount: BigInt(row.amount) });
}

/** A refund's facts and its owner, and the payment that its offer belongs to; null where there is none. */
export async function findRefundFacts(
  connection: Connection,
  refundId: RefundId,
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

/** A customer's contact data; null where there is no such account. */
export async function findRecipient(connection: Connection, userId: UserId): Promise<Recipient | null> {
  const [row] = await connection.query<Recipient>(`select id as "userId", email from app_user where id = $1`, [userId]);
  return row ?? null;
}

/** More than a user reads; older ones stay in the database. */
const MOST_LISTED = 100;

/** The user's notifications that are not cleared, newest first. */
export async function listNotifications(connection: Connection, userId: UserId): Promise<Notification[]> {
  const rows = await connection.query<{
    id: NotificationId;
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

/** The choices that a user has ever changed. */
export function findChoices(connection: Connection, userId: UserId): Promise<ChangedChoice[]> {
  return connection.query(
    `select event, by_email as "byMail", by_sms as "byText" from notification_choice where user_id = $1`,
    [userId],
  );
}

/** A user's phone number as they wrote it; null where there is no such account. */
export async function findPhone(connection: Connection, userId: UserId): Promise<string | null> {
  const [row] = await connection.query<{ phone: string }>(`select phone from app_user where id = $1`, [userId]);
  return row?.phone ?? null;
}

/** How many text messages a user was sent within a day; takes a lock, so that concurrent counts wait. */
export async function countTexts(tx: Transaction, userId: UserId): Promise<number> {
  await tx.query(`select 1 from app_user where id = $1 for no key update`, [userId]);
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from text_message
     where user_id = $1 and created_at > clock_timestamp() - interval '1 day'`,
    [userId],
  );
  return row?.count ?? 0;
}

interface FactsRow {
  user_id: UserId;
  email: string;
  link_id: LinkId;
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

/** A payment's facts and its merchant, with the deposit concerned; null for an order that is not a payment. */
export async function findPaymentFacts(
  connection: Connection,
  orderId: OrderId,
  depositId: DepositId | null,
): Promise<(PaymentFacts & Recipient & { linkId: LinkId }) | null> {
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
    nairaKobo: toKobo(row.naira_kobo),
    isLate: row.funding === 'late',
    isSecond: row.is_second,
    declineReason: row.decline_reason,
    heldReason: row.held_reason,
    part: asset === null || amount === null ? null : { asset, amount: BigInt(amount) },
  };
}

interface ChangeRow {
  at: Date;
  oldest: string;
  next: string;
  user_id: UserId | null;
  /** Null in the one row of a look that found nothing. */
  event: LiveEvent | null;
  id: string;
  version: bigint;
}

const microseconds = (column: string): string => `(extract(epoch from ${column}) * 1000000)::bigint`;
// A range that ends is expected to hold few rows, so that its index is used whatever the planner knows of the table.
const since = (column: string): string => `${column} > $1 and ${column} < 'infinity'`;
const CHANGES = `
  select user_id, 'order' as event, id, ${microseconds('updated_at')} as version
    from customer_order where ${since('updated_at')}
  union all select user_id, 'payment', id, max(${microseconds('at')}) from (
    select user_id, id, updated_at as at from customer_order where ${since('updated_at')} and kind = 'payment'
    union all
    select o.user_id, o.id, d.updated_at from deposit d join customer_order o on o.address_id = d.address_id
      where ${since('d.updated_at')}) payment group by user_id, id
  union all select user_id, 'wallet', id, ${microseconds('updated_at')} from deposit where ${since('updated_at')}
  union all select user_id, 'notification', id, ${microseconds('created_at')}
    from notification where ${since('created_at')}
  union all select user_id, 'notification', user_id, max(${microseconds('cleared_at')})
    from notification where ${since('cleared_at')} group by user_id`;

/**
 * What changed for which user since then by the database's clock: orders, payments, deposits (which change wallets,
 * orders and payments), and notifications (those that were cleared together are one change, of their user's id). Each
 * part reads its index, so that nothing is read where nothing has changed.
 */
export async function readChanges(connection: Connection, from: Date): Promise<Look> {
  const rows = await connection.query<ChangeRow>(
    `select look.at, look.oldest, look.next, change.user_id, change.event, change.id, change.version
     from (select statement_timestamp() as at, pg_snapshot_xmin(pg_current_snapshot())::text as oldest,
             pg_snapshot_xmax(pg_current_snapshot())::text as next) look
       left join (${CHANGES}) change on true`,
    [from],
    'live-changes',
  );
  const [look] = rows;
  if (look === undefined) throw new Error('a look at the changes has no row');
  return {
    at: look.at,
    oldestOpen: BigInt(look.oldest),
    next: BigInt(look.next),
    changes: rows.flatMap(({ user_id: userId, event, id, version }) =>
      event === null ? [] : { userId, event, id, version: Number(version) },
    ),
  };
}

/** When the oldest of the open transactions that have written began; now where there is none. */
export async function readOldestStart(connection: Connection): Promise<Date> {
  const [row] = await connection.query<{ at: Date }>(
    `select coalesce(min(xact_start), statement_timestamp()) as at from pg_stat_activity where backend_xid is not null`,
  );
  if (row === undefined) throw new Error('the activity of the database has no row');
  return row.at;
}

/** Writes a notification; false where this source already has one. */
export async function insertNotification(
  tx: Transaction,
  { userId, source, message, page }: { userId: UserId; source: string; message: Message; page: string },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into notification (id, user_id, source, type, message, sender_name, page)
     values ($1, $2, $3, $4, $5, 'Kobogate', $6)
     on conflict (user_id, source) do nothing returning id`,
    [newId(), userId, source, message.type, message.text, page],
  );
  tx.announce(RECORDS_CHANGED);
  return rows.length === 1;
}

/** Clears all of the user's notifications. */
export async function clearNotifications(connection: Connection, userId: UserId): Promise<void> {
  await connection.query(
    `update notification set cleared_at = clock_timestamp() where user_id = $1 and cleared_at is null`,
    [userId],
  );
}

/** Overwrites choices of one channel; those of the other channel stay as they were. */
export async function saveChoices(
  connection: Connection,
  userId: UserId,
  { way, choices }: { way: Way; choices: readonly { event: NotificationEvent; isOn: boolean }[] },
): Promise<void> {
  const [column, values] = way === 'mail' ? ['by_email', 'is_on, false'] : ['by_sms', 'true, is_on'];
  await connection.query(
    `insert into notification_choice (user_id, event, by_email, by_sms)
     select $1, event, ${values} from unnest($2::text[], $3::boolean[]) as chosen (event, is_on)
     on conflict (user_id, event) do update set ${column} = excluded.${column}, updated_at = clock_timestamp()`,
    [userId, choices.map(({ event }) => event), choices.map(({ isOn }) => isOn)],
  );
}

/** Records that a message is about to be sent; false where that was recorded before, as it may have left. */
export async function claimText(tx: Transaction, { id, userId }: { id: string; userId: UserId }): Promise<boolean> {
  const rows = await tx.query(
    `insert into text_message (id, user_id, status) values ($1, $2, 'sending') on conflict (id) do nothing returning id`,
    [id, userId],
  );
  return rows.length === 1;
}

/** Records the result of sending a message. */
export async function settleText(
  connection: Connection,
  id: string,
  status: 'sent' | 'refused' | 'unknown',
): Promise<void> {
  await connection.query(`update text_message set status = $2 where id = $1`, [id, status]);
}
