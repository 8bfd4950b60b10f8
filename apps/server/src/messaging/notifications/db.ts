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
import type { PastRows } from '../../platform/past-rows.ts';
import { byPlace } from '../../platform/group-by.ts';
import { newId } from '../../platform/identifiers.ts';
import { type Look, RECORDS_CHANGED } from '../../platform/change-feed.ts';
import { approvalsOf } from '../../sales/index.ts';
import type { ChangedChoice, Way } from './notification-choice.ts';
import type { DepositFacts, Message, OrderFacts, PaymentFacts, RefundFacts } from './notification.ts';

/** The recipient of a message. */
export interface Recipient {
  readonly userId: UserId;
  readonly email: string;
}

/** Whether an order is approved, and how often it was. */
interface Decided {
  readonly isApproved: boolean;
  readonly approvals: number;
}

/** Orders' facts and their owners, and the link where an order is a payment by one; unknown ids are left out. */
export async function listOrderFacts(
  connection: Connection,
  orderIds: readonly OrderId[],
): Promise<ReadonlyMap<OrderId, OrderFacts & Recipient & { linkId: LinkId | null } & Decided>> {
  if (orderIds.length === 0) return new Map();
  const rows = await connection.query<
    Omit<OrderFacts, 'amount' | 'nairaKobo' | 'locked'> &
      Recipient &
      Decided & {
        linkId: LinkId | null;
        amount: string;
        kobo: string;
        lockedRate: string;
        lockedKobo: string;
      }
  >(
    `select o.status = 'approved' as "isApproved", ${approvalsOf('= any($1::uuid[])')} as approvals, o.id as "orderId", o.user_id as "userId", o.payment_link_id as "linkId", u.email, o.asset, o.amount,
       o.funding, o.naira_kobo as kobo, o.bank_name as "bankName", o.account_number as "accountNumber",
       o.decline_reason as "declineReason", case when o.status = 'pending' then o.held_reason end as "heldReason", trim_scale(o.rate)::text as rate, trim_scale(q.rate)::text as "lockedRate",
       q.naira_kobo as "lockedKobo"
     from customer_order o join app_user u on u.id = o.user_id
     join lateral (select rate, naira_kobo from order_quote where order_id = o.id order by made_at, id limit 1) q on true
     where o.id = any($1::uuid[])`,
    [orderIds],
    'notice-orders',
  );
  return new Map(
    rows.map(({ amount, kobo, lockedRate, lockedKobo, ...row }) => {
      const locked = { rate: lockedRate, nairaKobo: toKobo(lockedKobo) };
      return [row.orderId, Object.assign(row, { amount: BigInt(amount), nairaKobo: toKobo(kobo), locked })];
    }),
  );
}

interface PaymentOf {
  readonly paymentId: OrderId | null;
  readonly linkId: LinkId | null;
}

/** Deposits' facts and their owners, and the payment by link at whose address each arrived; unknown ids are left out. */
export async function listDepositFacts(
  connection: Connection,
  depositIds: readonly DepositId[],
): Promise<ReadonlyMap<DepositId, DepositFacts & Recipient & PaymentOf>> {
  if (depositIds.length === 0) return new Map();
  const rows = await connection.query<Recipient & PaymentOf & { id: DepositId; asset: string; amount: string }>(
    `select d.id, d.user_id as "userId", u.email, d.asset, d.amount, o.id as "paymentId", o.payment_link_id as "linkId"
     from deposit d join app_user u on u.id = d.user_id
     left join customer_order o on o.address_id = d.address_id where d.id = any($1::uuid[])`,
    [depositIds],
    'notice-deposits',
  );
  return new Map(rows.map(({ id, ...row }) => [id, Object.assign(row, { amount: BigInt(row.amount) })]));
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

/** For each of these users the notifications that are not cleared, newest first, in the order in which they are asked for. */
export async function listNotifications(connection: Connection, userIds: readonly UserId[]): Promise<Notification[][]> {
  const rows = await connection.query<{
    place: bigint;
    id: NotificationId;
    type: 'payment' | 'update';
    message: string;
    created_at: Date;
    sender_name: string;
    page: string | null;
  }>(
    `select asked.place, n.id, n.type, n.message, n.created_at, n.sender_name, n.page
     from unnest($1::uuid[]) with ordinality as asked (user_id, place)
     cross join lateral (
       select * from notification where user_id = asked.user_id and cleared_at is null
       order by created_at desc, id desc limit ${MOST_LISTED}) n
     order by asked.place, n.created_at desc, n.id desc`,
    [userIds],
    'notifications',
  );
  return byPlace(rows, userIds.length).map((list) =>
    list.map(({ id, type, message, created_at: time, sender_name: senderName, page }) => ({
      id,
      type,
      message,
      time: time.toISOString(),
      senderName,
      page,
    })),
  );
}

/** The choices that users have ever changed, by user. */
export async function listChoices(
  connection: Connection,
  userIds: readonly UserId[],
): Promise<ReadonlyMap<UserId, readonly ChangedChoice[]>> {
  const rows = await connection.query<ChangedChoice & { userId: UserId }>(
    `select user_id as "userId", event, by_email as "byMail", by_sms as "byText" from notification_choice
     where user_id = any($1::uuid[])`,
    [userIds],
    'notification-choices',
  );
  return new Map(userIds.map((userId) => [userId, rows.filter((row) => row.userId === userId)]));
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

type FactsRow = Omit<PaymentFacts, 'amount' | 'received' | 'nairaKobo' | 'isLate' | 'part'> &
  Omit<Recipient, 'userId'> & {
    /** Null: the order is no payment, and all else is null too. */
    userId: UserId | null;
    linkId: LinkId;
    amount: string;
    received: string;
    kobo: string;
    funding: string;
    partAsset: string | null;
    partAmount: string | null;
  };

/** A payment, and the deposit concerned; null: none. */
export interface PaymentPart {
  readonly orderId: OrderId;
  readonly depositId: DepositId | null;
}

/** Payments' facts and merchants, with the deposit concerned, in order; null for an order that is not a payment. */
export async function listPaymentFacts(
  connection: Connection,
  parts: readonly PaymentPart[],
): Promise<((PaymentFacts & Recipient & { linkId: LinkId }) | null)[]> {
  if (parts.length === 0) return [];
  const rows = await connection.query<FactsRow>(
    `select o.user_id as "userId", u.email, o.payment_link_id as "linkId", p.name as "linkName", o.asset, o.amount,
       o.received, o.naira_kobo as kobo, o.funding, o.decline_reason as "declineReason",
       case when o.status = 'pending' then o.held_reason end as "heldReason", coalesce(o.status = 'pending', false) as "isPending",
       coalesce(l.used_by <> o.id, false) as "isSecond", d.asset as "partAsset", d.amount as "partAmount"
     from unnest($1::uuid[], $2::uuid[]) with ordinality as part (order_id, deposit_id, position)
     left join customer_order o on o.id = part.order_id and o.kind = 'payment'
     left join payment p on p.order_id = o.id left join app_user u on u.id = o.user_id
     left join payment_link l on l.id = o.payment_link_id left join deposit d on d.id = part.deposit_id
     order by part.position`,
    [parts.map(({ orderId }) => orderId), parts.map(({ depositId }) => depositId)],
    'notice-payments',
  );
  return rows.map(readPaymentFacts);
}

function readPaymentFacts({ userId, kobo, funding, partAsset: asset, partAmount: amount, ...row }: FactsRow) {
  if (userId === null) return null;
  return Object.assign(row, {
    userId,
    amount: BigInt(row.amount),
    received: BigInt(row.received),
    nairaKobo: toKobo(kobo),
    isLate: funding === 'late',
    part: asset === null || amount === null ? null : { asset, amount: BigInt(amount) },
  });
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
// PostgreSQL expects few rows in a range that ends, so it uses the index whatever it knows of the table. A range that begins at
// a subquery is not planned again for each time.
const since = (column: string): string => `${column} > (select $1::timestamptz) and ${column} < 'infinity'`;
const CHANGES = `
  select user_id, 'order' as event, id, ${microseconds('updated_at')} as version
    from customer_order where ${since('updated_at')}
  union all select user_id, 'payment', id, max(${microseconds('at')}) from (
    select user_id, id, updated_at as at from customer_order where ${since('updated_at')} and kind = 'payment'
    union all
    select o.user_id, o.id, d.updated_at from deposit d join customer_order o on o.address_id = d.address_id
      where ${since('d.updated_at')}
    union all
    select o.user_id, o.id, l.used_at from payment_link l join customer_order o on o.payment_link_id = l.id
      where ${since('l.used_at')} and l.is_once) payment group by user_id, id
  union all select user_id, 'wallet', id, ${microseconds('updated_at')} from deposit where ${since('updated_at')}
  union all select user_id, 'notification', id, ${microseconds('created_at')}
    from notification where ${since('created_at')}
  union all select user_id, 'notification', user_id, max(${microseconds('cleared_at')})
    from notification where ${since('cleared_at')} group by user_id
  union all select null, 'presence', admin_id, ${microseconds('changed_at')}
    from order_looker where ${since('changed_at')}`;

// The highest number that has ended is known to a snapshot; those above it that are open are not, and `age` counts them.
const NEXT = `(pg_snapshot_xmax(snapshot)::text::bigint + age(pg_snapshot_xmax(snapshot)::xid))::text`;

/**
 * What changed for which user since then by the database's clock: orders; payments; deposits (which change wallets, orders and
 * payments); links for one payment that were used (which changes every payment by them); notifications (those that were cleared
 * together are one change, with their user's id); and which order an administrator looks at (of no user: only administrators
 * hear of it). Each part reads its index, so that nothing is read where nothing has changed.
 */
export async function readChanges(connection: Connection, from: Date): Promise<Look> {
  const rows = await connection.query<ChangeRow>(
    `select look.at, look.oldest, look.next, change.user_id, change.event, change.id, change.version
     from (select statement_timestamp() as at, pg_snapshot_xmin(snapshot)::text as oldest, ${NEXT} as next
             from pg_current_snapshot() snapshot) look
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

/** The number that the next transaction to write would get. */
export async function readNext(connection: Connection): Promise<bigint> {
  const [row] = await connection.query<{ next: string }>(
    `select ${NEXT} as next from pg_current_snapshot() snapshot`,
    [],
    'live-next',
  );
  if (row === undefined) throw new Error('the database gave no number');
  return BigInt(row.next);
}

/** When the oldest of the open transactions that have written began; now where there is none. */
export async function readOldestStart(connection: Connection): Promise<Date> {
  const [row] = await connection.query<{ at: Date }>(
    `select coalesce(min(xact_start), statement_timestamp()) as at from pg_stat_activity where backend_xid is not null`,
  );
  if (row === undefined) throw new Error('the activity of the database has no row');
  return row.at;
}

/** A notification to be written. */
export interface NewNotification {
  readonly userId: UserId;
  /** A user gets one notification per source. */
  readonly source: string;
  readonly message: Message;
  readonly page: string;
}

/** Writes notifications; answers the sources of those that are new. Who closed the account gets none. */
export async function insertNotifications(
  tx: Transaction,
  notices: readonly NewNotification[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ source: string }>(
    `insert into notification (id, user_id, source, type, message, sender_name, page)
     select id, user_id, source, type, message, 'Kobogate', page
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[])
       as new (id, user_id, source, type, message, page)
     where not exists (select from app_user u where u.id = new.user_id and u.closed_at is not null) order by user_id, source
     on conflict (user_id, source) do nothing returning source`,
    [
      notices.map(() => newId()),
      notices.map(({ userId }) => userId),
      notices.map(({ source }) => source),
      notices.map(({ message }) => message.type),
      notices.map(({ message }) => message.text),
      notices.map(({ page }) => page),
    ],
    'notifications-insert',
  );
  tx.announce(RECORDS_CHANGED);
  return new Set(rows.map(({ source }) => source));
}

/** Counts notices and the record of text messages from before a time, at most `most` of each. */
export async function countNotices(connection: Connection, before: Date, most: number): Promise<PastRows> {
  const [row] = await connection.query<PastRows>(
    `select count(*)::int as count, min(created_at) as oldest from (
       (select created_at from notification where created_at < $1 order by created_at limit $2)
       union all (select created_at from text_message where created_at < $1 order by created_at limit $2)) past`,
    [before, most],
  );
  return row ?? { count: 0, oldest: null };
}

/** Removes notices and the record of text messages from before a time, at most `limit` of each; answers how many rows went. */
export async function forgetNotices(tx: Transaction, before: Date, limit: number): Promise<number> {
  // By the source too, which says in which month's part a notice is.
  const notices = await tx.query(
    `delete from notification n using (
       select id, source from notification where created_at < $1 order by created_at limit $2 for update skip locked) old
     where n.id = old.id and n.source = old.source returning 1`,
    [before, limit],
  );
  const texts = await tx.query(
    `delete from text_message where id in (
       select id from text_message where created_at < $1 order by created_at limit $2 for update skip locked) returning 1`,
    [before, limit],
  );
  return notices.length + texts.length;
}

/** Drops the parts of months that ended before a time and have no notice any more. Throws where it would wait for a lock. */
export async function dropMonths(connection: Connection, before: Date): Promise<void> {
  await connection.query(`select notification_drop_months($1)`, [before]);
}

/** Clears all of the user's notifications. */
export async function clearNotifications(tx: Transaction, userId: UserId): Promise<void> {
  await tx.query(`update notification set cleared_at = clock_timestamp() where user_id = $1 and cleared_at is null`, [
    userId,
  ]);
  tx.announce(RECORDS_CHANGED);
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
