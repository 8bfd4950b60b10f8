import { type Kobo, toKobo } from '@kobogate/money';
import { endpoints, type OrderId, type OrderQuoteId, type PayoutId, type UserId } from '@kobogate/contract';
import { countsStill, isNewlyListed } from '../controls/index.ts';
import type { Connection, Transaction } from '../platform/database.ts';
import {
  COVERED_AS_SQL,
  loadFreeOrdersForUpdate,
  loadOrdersForUpdate,
  type Order,
  wasTakenBackSince,
} from '../sales/index.ts';
import type { HoldFacts } from './decide-hold.ts';
import { type LockedPayout, type Payout, type PayoutStatus, SEND_MARGIN_MS, SEND_WITHIN_MS } from './payout.ts';

interface PayoutRow {
  id: PayoutId;
  order_id: OrderId;
  attempt: number;
  rail: string;
  only_rail: string | null;
  reference: string;
  amount_kobo: string;
  account_number: string;
  bank_code: string;
  bank_name: string;
  account_name: string;
  status: PayoutStatus;
  checks: number;
  not_found_since: Date | null;
  needs_person: boolean;
  doubt: string | null;
  is_contested: boolean;
  is_listed: boolean;
  is_owner_disabled: boolean;
  is_taken_back: boolean;
  sends: number;
  takes: number;
  send_by: Date | null;
  session_id: string | null;
  failure_reason: string | null;
  sent_at: Date | null;
  settled_at: Date | null;
}

function readPayout(row: PayoutRow): Payout {
  return {
    id: row.id,
    orderId: row.order_id,
    attempt: row.attempt,
    rail: row.rail,
    onlyRail: row.only_rail,
    reference: row.reference,
    amountKobo: toKobo(row.amount_kobo),
    accountNumber: row.account_number,
    bankCode: row.bank_code,
    bankName: row.bank_name,
    accountName: row.account_name,
    status: row.status,
    checks: row.checks,
    notFoundSince: row.not_found_since,
    needsPerson: row.needs_person,
    doubt: row.doubt,
    isContested: row.is_contested,
    isListed: row.is_listed,
    isOwnerDisabled: row.is_owner_disabled,
    isTakenBack: row.is_taken_back,
    sends: row.sends,
    takes: row.takes,
    isSendOpen: row.send_by !== null,
    sessionId: row.session_id,
    failureReason: row.failure_reason,
    sentAt: row.sent_at,
    settledAt: row.settled_at,
  };
}

const PAYOUT = `p.*,
  exists (select from payout o where o.order_id = p.order_id and o.id <> p.id and o.needs_person) as is_contested,
  p.status in ('queued', 'unknown') and ${isNewlyListed('p.order_id', 'p.created_at', 'p.attempt = 1')} as is_listed,
  p.status = 'queued' and exists (select from app_user u where u.id = p.user_id and u.disabled_at is not null) as is_owner_disabled,
  p.status = 'queued' and ${wasTakenBackSince('p.user_id', 'p.created_at')} as is_taken_back`;

/** Payouts in their present state, by their ids; of those that do not exist there is none. */
export async function loadPayouts(
  connection: Connection,
  ids: readonly PayoutId[],
): Promise<ReadonlyMap<PayoutId, Payout>> {
  const rows = await connection.query<PayoutRow>(
    `select ${PAYOUT} from payout p where p.id = any($1::uuid[])`,
    [ids],
    'payouts-load',
  );
  return new Map(rows.map(readPayout).map((payout) => [payout.id, payout]));
}

/** The payouts of an order, newest first. */
export async function listPayouts(connection: Connection, orderId: OrderId, limit = 100): Promise<Payout[]> {
  const rows = await connection.query<PayoutRow>(
    `select ${PAYOUT} from payout p where p.order_id = $1 order by p.attempt desc limit $2`,
    [orderId, limit],
  );
  return rows.map(readPayout);
}

/** The newest payout of an order, or null before the first. */
export const loadNewestPayout = async (connection: Connection, orderId: OrderId): Promise<Payout | null> =>
  (await listPayouts(connection, orderId, 1))[0] ?? null;

/** The payouts of these references on their rails; unknown references are left out. */
export async function findPayouts(
  connection: Connection,
  callbacks: readonly { readonly rail: string; readonly reference: string }[],
): Promise<Payout[]> {
  const rows = await connection.query<PayoutRow>(
    `select ${PAYOUT} from payout p where p.reference = any($1::text[])`,
    [callbacks.map(({ reference }) => reference)],
    'payouts-find',
  );
  return rows
    .map(readPayout)
    .filter((payout) =>
      callbacks.some(({ rail, reference }) => rail === payout.rail && reference === payout.reference),
    );
}

/** The queued payouts of a user, in the order in which they are locked. */
export async function listQueuedOf(connection: Connection, userId: UserId): Promise<PayoutId[]> {
  const rows = await connection.query<{ id: PayoutId }>(
    `select id from payout where user_id = $1 and status = 'queued' order by order_id`,
    [userId],
  );
  return rows.map(({ id }) => id);
}

/** The payouts of these references that are queued, or sent by any rail: a rail that lists them has made them. */
export async function listOpenByReference(
  connection: Connection,
  references: readonly string[],
): Promise<{ id: PayoutId; reference: string }[]> {
  return connection.query(
    `select id, reference from payout where reference = any($1::text[]) and status in ('queued', 'sent', 'unknown')
     order by id`,
    [references],
    'payouts-open-by-reference',
  );
}

/**
 * Locks payouts and their orders, by the payouts' ids; the orders first, so that all work on an order's payouts waits
 * there. Those that another transaction has locked are left out: it never waits. Throws where a payout does not exist.
 */
export async function lockFreePayouts(tx: Transaction, ids: readonly PayoutId[]): Promise<Map<string, LockedPayout>> {
  const orders = await loadFreeOrdersForUpdate(tx, [...(await findOrderIds(tx, ids)).values()]);
  const rows = await tx.query<PayoutRow>(
    `select ${PAYOUT} from payout p where p.id = any($1::uuid[]) and p.order_id = any($2::uuid[])
     order by p.id for update of p skip locked`,
    [ids, orders.map(({ id }) => id)],
    'payouts-lock-free',
  );
  return withOrders(rows, orders);
}

/** Locks one payout and its order, the order first; waits for other holders. Throws where there is no such payout. */
export async function lockPayout(tx: Transaction, id: PayoutId): Promise<LockedPayout> {
  const orders = await loadOrdersForUpdate(tx, [...(await findOrderIds(tx, [id])).values()]);
  const rows = await tx.query<PayoutRow>(
    `select ${PAYOUT} from payout p where p.id = $1 for update of p`,
    [id],
    'payout-lock',
  );
  const locked = withOrders(rows, orders).get(id);
  if (locked === undefined) throw new Error(`no payout ${id}`);
  return locked;
}

async function findOrderIds(tx: Transaction, ids: readonly PayoutId[]): Promise<Map<PayoutId, OrderId>> {
  const rows = await tx.query<{ id: PayoutId; order_id: OrderId }>(
    `select id, order_id from payout where id = any($1::uuid[])`,
    [ids],
    'payout-orders',
  );
  const found = new Map(rows.map(({ id, order_id: orderId }) => [id, orderId]));
  for (const id of ids) if (!found.has(id)) throw new Error(`no payout ${id}`);
  return found;
}

function withOrders(rows: readonly PayoutRow[], orders: readonly Order[]): Map<string, LockedPayout> {
  const byId = new Map(orders.map((order) => [order.id, order]));
  const locked = new Map<string, LockedPayout>();
  for (const row of rows) {
    const order = byId.get(row.order_id);
    if (order !== undefined) locked.set(row.id, { payout: readPayout(row), order });
  }
  return locked;
}

export type NewPayout = { readonly orderQuoteId: OrderQuoteId; readonly userId: UserId } & Pick<
  Payout,
  | 'id'
  | 'orderId'
  | 'attempt'
  | 'rail'
  | 'onlyRail'
  | 'reference'
  | 'amountKobo'
  | 'accountNumber'
  | 'bankCode'
  | 'bankName'
  | 'accountName'
>;

/** Writes queued payouts, in one statement. The database refuses a second live one of an order. */
export async function insertPayouts(tx: Transaction, payouts: readonly NewPayout[]): Promise<void> {
  if (payouts.length === 0) return;
  await tx.query(
    `insert into payout (id, order_id, attempt, rail, reference, amount_kobo, account_number, bank_code, bank_name,
       account_name, only_rail, order_quote_id, user_id, status)
     select *, 'queued' from unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[], $5::text[], $6::bigint[], $7::text[],
       $8::text[], $9::text[], $10::text[], $11::text[], $12::uuid[], $13::uuid[])`,
    [
      payouts.map(({ id }) => id),
      payouts.map(({ orderId }) => orderId),
      payouts.map(({ attempt }) => attempt),
      payouts.map(({ rail }) => rail),
      payouts.map(({ reference }) => reference),
      payouts.map(({ amountKobo }) => amountKobo),
      payouts.map(({ accountNumber }) => accountNumber),
      payouts.map(({ bankCode }) => bankCode),
      payouts.map(({ bankName }) => bankName),
      payouts.map(({ accountName }) => accountName),
      payouts.map(({ onlyRail }) => onlyRail),
      payouts.map(({ orderQuoteId }) => orderQuoteId),
      payouts.map(({ userId }) => userId),
    ],
    'payouts-insert',
  );
}

const CLAIM = ['claimed_by', 'claimed_at', 'claimed_reference', 'claimed_evidence'] as const;

/**
 * Saves locked payouts, in one statement. One that was sent again may leave for `SEND_WITHIN_MS` from now, by the
 * database's clock. What an administrator claimed of one ends where no administrator has to decide on it any more.
 */
export async function savePayouts(tx: Transaction, payouts: readonly Payout[]): Promise<void> {
  if (payouts.length === 0) return;
  await tx.query(
    `update payout p set status = s.status, checks = s.checks, not_found_since = s.not_found_since,
       needs_person = s.needs_person, session_id = s.session_id, failure_reason = s.failure_reason, sent_at = s.sent_at,
       settled_at = s.settled_at, rail = s.rail, bank_code = s.bank_code, only_rail = s.only_rail,
       doubt = case when s.needs_person then s.doubt end, sends = s.sends, takes = s.takes, updated_at = clock_timestamp(),
       ${CLAIM.map((column) => `${column} = case when s.needs_person then p.${column} end`).join(', ')},
       send_by = case when not s.is_send_open then null
         when s.sends > p.sends then clock_timestamp() + $13::int * interval '1 ms' else p.send_by end
     from unnest($1::uuid[], $2::text[], $3::int[], $4::timestamptz[], $5::boolean[], $6::text[], $7::text[],
       $8::timestamptz[], $9::timestamptz[], $10::text[], $11::text[], $12::text[], $14::int[], $15::boolean[], $16::int[], $17::text[])
       as s (id, status, checks, not_found_since, needs_person, session_id, failure_reason, sent_at, settled_at, rail,
         bank_code, only_rail, sends, is_send_open, takes, doubt)
     where p.id = s.id`,
    [
      payouts.map(({ id }) => id),
      payouts.map(({ status }) => status),
      payouts.map(({ checks }) => checks),
      payouts.map(({ notFoundSince }) => notFoundSince),
      payouts.map(({ needsPerson }) => needsPerson),
      payouts.map(({ sessionId }) => sessionId),
      payouts.map(({ failureReason }) => failureReason),
      payouts.map(({ sentAt }) => sentAt),
      payouts.map(({ settledAt }) => settledAt),
      payouts.map(({ rail }) => rail),
      payouts.map(({ bankCode }) => bankCode),
      payouts.map(({ onlyRail }) => onlyRail),
      SEND_WITHIN_MS,
      payouts.map(({ sends }) => sends),
      payouts.map(({ isSendOpen }) => isSendOpen),
      payouts.map(({ takes }) => takes),
      payouts.map(({ doubt }) => doubt),
    ],
    'payouts-save',
  );
}

/** Who claims that a payout was paid, by which reference of the bank's, if that still counts; null where there is no such claim. */
export async function loadClaim(tx: Transaction, id: PayoutId): Promise<{ by: UserId; reference: string } | null> {
  const [claim] = await tx.query<{ by: UserId; reference: string }>(
    `select a.id as by, p.claimed_reference as reference from payout p join app_user a on a.id = p.claimed_by
     where p.id = $1 and ${countsStill('a', 'p.claimed_at', endpoints.adminOrders.takeAsPaid)}`,
    [id],
  );
  return claim ?? null;
}

/** Keeps what an administrator claims of a locked payout, in the place of an earlier claim. */
export async function saveClaim(
  tx: Transaction,
  id: PayoutId,
  { adminId, reference, evidence }: { adminId: UserId; reference: string; evidence: string },
): Promise<void> {
  await tx.query(
    `update payout set claimed_by = $2, claimed_at = clock_timestamp(), claimed_reference = $3, claimed_evidence = $4
     where id = $1`,
    [id, adminId, reference, evidence],
  );
}

/**
 * Whether nothing of a payout can leave any more, by the database's clock: its process has recorded how its call ended,
 * or its deadline passed so long ago that nothing is on the wire either.
 */
export async function isSendOver(tx: Transaction, id: PayoutId): Promise<boolean> {
  const [row] = await tx.query<{ is_over: boolean }>(
    `select send_by is null or clock_timestamp() > send_by + $2::int * interval '1 ms' as is_over from payout where id = $1`,
    [id, SEND_MARGIN_MS],
    'payout-send-over',
  );
  if (row === undefined) throw new Error(`no payout ${id}`);
  return row.is_over;
}

/** Payouts without an end that were not touched for longer than the longest pause between two checks. */
export async function listForgottenPayouts(connection: Connection): Promise<Payout[]> {
  const rows = await connection.query<PayoutRow>(
    `select ${PAYOUT} from payout p where p.status in ('queued', 'sent', 'unknown')
       and p.updated_at < clock_timestamp() - interval '15 minutes'
     order by p.updated_at limit 200`,
  );
  return rows.map(readPayout);
}

/** Orders that have been cleared and covered for a while and still have no payout. */
export async function listForgottenOrders(connection: Connection): Promise<OrderId[]> {
  const rows = await connection.query<{ id: OrderId }>(
    `select id from customer_order
     where payout = 'none' and status in ('approved', 'processing') and funding in ${COVERED_AS_SQL}
       and updated_at < clock_timestamp() - interval '15 minutes'
     order by id limit 200`,
  );
  return rows.map(({ id }) => id);
}

/**
 * The data that users' payout limits are measured by; a payout account counts as new for `newAccountHours`. Locks the
 * payout accounts until the transaction ends: two simultaneous payouts of a user are measured one after the other, the
 * second including the first. A user whose account another transaction has locked is missing: it never waits.
 */
export async function loadHoldFacts(
  tx: Transaction,
  { userIds, newAccountHours }: { userIds: readonly UserId[]; newAccountHours: number },
): Promise<Map<UserId, HoldFacts>> {
  if (userIds.length === 0) return new Map();
  const accounts = await tx.query<{
    user_id: UserId;
    is_new: boolean | null;
    version: number | null;
    is_reset: boolean;
  }>(
    `with locked as (
       select user_id, updated_at > clock_timestamp() - make_interval(hours => $2) as is_new, version
       from bank_account where user_id = any($1::uuid[]) order by user_id for no key update skip locked
     )
     select u.user_id, l.is_new, l.version, exists (
       select from factor_reset r where r.user_id = u.user_id and r.outcome = 'done'
         and r.ended_at > clock_timestamp() - make_interval(hours => $2)) as is_reset
     from unnest($1::uuid[]) as u (user_id) left join locked l using (user_id)
     where l.user_id is not null or not exists (select from bank_account b where b.user_id = u.user_id)`,
    [userIds, newAccountHours],
    'payout-hold-accounts',
  );
  // A statement of its own: it sees what those who held the locks before have committed.
  const made = await tx.query<
    { user_id: UserId } & Record<'hour_count' | 'hour_kobo' | 'day_count' | 'day_kobo', string>
  >(
    `select user_id, count(*) filter (where created_at > statement_timestamp() - interval '1 hour')::text as hour_count,
       count(*)::text as day_count, coalesce(sum(amount_kobo), 0)::text as day_kobo,
       coalesce(sum(amount_kobo) filter (where created_at > statement_timestamp() - interval '1 hour'), 0)::text as hour_kobo
     from payout where user_id = any($1::uuid[]) and attempt = 1
       and created_at > statement_timestamp() - interval '1 day' group by user_id`,
    [accounts.map(({ user_id: userId }) => userId)],
    'payout-hold-facts',
  );
  const byUser = new Map(made.map((row) => [row.user_id, row]));
  return new Map(
    accounts.map(({ user_id: userId, is_new: isNew, version, is_reset: isReset }) => {
      const left = byUser.get(userId);
      return [
        userId,
        {
          hour: { count: Number(left?.hour_count ?? 0), kobo: toKobo(left?.hour_kobo ?? 0n) },
          day: { count: Number(left?.day_count ?? 0), kobo: toKobo(left?.day_kobo ?? 0n) },
          payoutAccount: isNew === true ? (Number(version) > 1 ? 'changed' : 'new') : 'settled',
          isReset,
        },
      ];
    }),
  );
}

/** A rail's last reported float, in kobo, and since when that has been too low. */
interface KnownFloat {
  readonly rail: string;
  readonly floatKobo: Kobo;
  readonly askedAt: Date;
  readonly lowSince: Date | null;
}

interface FloatRow {
  rail: string;
  float_kobo: string;
  asked_at: Date;
  low_since: Date | null;
}

const readFloat = (row: FloatRow): KnownFloat => ({
  rail: row.rail,
  floatKobo: toKobo(row.float_kobo),
  askedAt: row.asked_at,
  lowSince: row.low_since,
});

/** Records a rail's float, and locks the row until the transaction ends; `lowSince` is the earlier value. */
export async function noteFloat(
  tx: Transaction,
  { rail, floatKobo, askedAt }: Omit<KnownFloat, 'lowSince'>,
): Promise<KnownFloat> {
  const [row] = await tx.query<FloatRow>(
    `insert into rail_float (rail, float_kobo, asked_at) values ($1, $2, $3)
     on conflict (rail) do update set float_kobo = excluded.float_kobo, asked_at = excluded.asked_at returning *`,
    [rail, String(floatKobo), askedAt],
  );
  if (row === undefined) throw new Error(`the float of ${rail} was not noted`);
  return readFloat(row);
}

/** Records since when a rail's float has been low; null: it is not. */
export async function saveLowSince(tx: Transaction, rail: string, lowSince: Date | null): Promise<void> {
  await tx.query(`update rail_float set low_since = $2 where rail = $1`, [rail, lowSince]);
}

/** The last reported float of every rail that ever reported one. */
export async function listFloats(connection: Connection): Promise<KnownFloat[]> {
  return (await connection.query<FloatRow>(`select * from rail_float`)).map(readFloat);
}

/** Overwrites whose account the payouts of these orders went to. */
export async function forgetPayoutAccounts(tx: Transaction, orderIds: readonly OrderId[]): Promise<void> {
  await tx.query(`update payout set account_number = '', account_name = 'Erased' where order_id = any($1::uuid[])`, [
    orderIds,
  ]);
}
