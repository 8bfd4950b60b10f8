import { type Kobo, toKobo } from '@kobogate/money';
import {
  type AdminOrder,
  endpoints,
  type DeclineCode,
  type OrderCoins,
  type OrderId,
  type OrderStatus,
  type PayoutState,
  type Priority,
  type UserId,
} from '@kobogate/contract';
import type { Connection } from '../../platform/database.ts';
import { countsStill } from '../../controls/index.ts';
import { COVERED, HAS_BEGUN, type OrderRow, readOrder } from '../orders/db.ts';
import { MONTH_HAS_BEGUN, MONTH_IS_PAID, monthsOf } from '../settled/db.ts';
import type { Order } from '../orders/order.ts';
import type { MonthOfCoin } from './dashboard.ts';

/** An order with the data that a list shows beside it. */
export interface OrderView {
  readonly order: Order;
  readonly depositAddress: string;
  /** The customer's free coins of the order's asset, in smallest units. */
  readonly freeBalance: bigint;
  readonly customerName: string;
  readonly customerEmail: string;
  /** The bank's answers can't settle a payout of it: an administrator has to decide. */
  readonly payoutNeedsPerson: boolean;
  /** Who stated that this payout was paid, as the first of two administrators. */
  readonly payoutClaim: AdminOrder['payoutClaim'];
  /** Of its newest payout; null before the first. */
  readonly payoutRail: string | null;
  readonly declineCode: DeclineCode | null;
  /** The first of two approvals that it needs. */
  readonly firstApproval: { readonly adminId: UserId; readonly by: string; readonly at: Date } | null;
}

export interface ViewRow extends OrderRow {
  address: string;
  first_name: string;
  last_name: string;
  email: string;
  needs_person: boolean;
  payout_claim: AdminOrder['payoutClaim'];
  payout_rail: string | null;
  decline_code: DeclineCode | null;
  first_approved_by: UserId | null;
  first_approved_at: Date | null;
  first_approver: string | null;
}

/** The columns that a list or a view of orders reads, with the orders as `o`. */
export const ORDER_VIEW = `select o.*, a.address, u.first_name, u.last_name, u.email,
    exists (select 1 from payout p where p.order_id = o.id and p.needs_person) as needs_person,
    (select jsonb_build_object('adminId', c.id, 'by', trim(c.first_name || ' ' || c.last_name), 'reference', p.claimed_reference,
       'evidence', p.claimed_evidence, 'at', to_char(p.claimed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
     from payout p join app_user c on c.id = p.claimed_by and ${countsStill('c', 'p.claimed_at', endpoints.adminOrders.takeAsPaid)}
     where p.order_id = o.id and p.needs_person order by p.attempt desc limit 1) as payout_claim,
    (select coalesce(p.only_rail, p.rail) from payout p where p.order_id = o.id order by p.attempt desc limit 1) as payout_rail,
    first.first_name || ' ' || first.last_name as first_approver
  from customer_order o
  left join wallet w on w.id = o.wallet_id
  join deposit_address a on a.id = coalesce(o.address_id, w.address_id)
  join app_user u on u.id = o.user_id
  left join app_user first on first.id = o.first_approved_by
    and (o.status <> 'pending' or (${countsStill('first', 'o.first_approved_at', endpoints.adminOrders.decide)}))`;

export type ViewWithoutBalance = Omit<OrderView, 'freeBalance'>;

/** A row of `ORDER_VIEW` as an order. Pure. */
export function readView(row: ViewRow): ViewWithoutBalance {
  return {
    order: readOrder(row),
    depositAddress: row.address,
    customerName: `${row.first_name} ${row.last_name}`.trim(),
    customerEmail: row.email,
    payoutNeedsPerson: row.needs_person,
    payoutClaim: row.payout_claim,
    payoutRail: row.payout_rail,
    declineCode: row.decline_code,
    firstApproval: readFirstApproval(row),
  };
}

function readFirstApproval(row: ViewRow): OrderView['firstApproval'] {
  const { first_approved_by: adminId, first_approver: by, first_approved_at: at } = row;
  return adminId === null || by === null || at === null ? null : { adminId, by, at };
}

/** A user's newest orders, at most `limit`: their conversions, and payments that have begun. */
export async function listUserOrders(
  connection: Connection,
  userId: UserId,
  limit: number,
): Promise<ViewWithoutBalance[]> {
  const rows = await connection.query<ViewRow>(
    `${ORDER_VIEW} where o.user_id = $1 and ${HAS_BEGUN} order by o.id desc limit $2`,
    [userId, limit],
    'orders-of-user',
  );
  return rows.map(readView);
}

/** One order; null where it does not exist or, with `userId`, belongs to another user. */
export async function findOrderView(
  connection: Connection,
  orderId: OrderId,
  userId: UserId | null,
): Promise<ViewWithoutBalance | null> {
  const [row] = await connection.query<ViewRow>(
    `${ORDER_VIEW} where o.id = $1 and ($2::uuid is null or o.user_id = $2)`,
    [orderId, userId],
    'order-view',
  );
  return row === undefined ? null : readView(row);
}

/** The naira (kobo) of an order at its present price; null where there is no such order. */
export async function findNaira(connection: Connection, orderId: OrderId): Promise<bigint | null> {
  const [row] = await connection.query<{ naira: string }>(
    `select naira_kobo as naira from customer_order where id = $1`,
    [orderId],
  );
  return row === undefined ? null : BigInt(row.naira);
}

/** The timeline of an order, oldest first. */
export function listOrderEvents(
  connection: Connection,
  orderId: OrderId,
): Promise<{ at: Date; type: string; text: string }[]> {
  return connection.query(
    `select at, type, text from order_event where order_id = $1 order by at, id`,
    [orderId],
    'order-timeline',
  );
}

export interface ReviewFilter {
  /** Null for every status. */
  readonly status: OrderStatus | null;
  /** Orders made from this moment on; null for all. */
  readonly since: Date | null;
  /** Whether their coins are all there; null for both. */
  readonly coins: OrderCoins | null;
  /** The orders that a search found; null without one. */
  readonly found: readonly OrderId[] | null;
  /** These states of the payout; null for all. */
  readonly payouts: readonly PayoutState[] | null;
  /** Only orders whose payout an administrator has to decide on. */
  readonly isUndecided: boolean;
  readonly currency: string | null;
  readonly network: string | null;
  readonly bankCode: string | null;
  /** Orders of at least this naira (kobo); null for all. */
  readonly fromKobo: Kobo | null;
  /** Orders of at most this naira (kobo); null for all. */
  readonly toKobo: Kobo | null;
  /** Orders made by this moment; null for all. */
  readonly before: Date | null;
  readonly priority: Priority | null;
  /** Whether something is stated why they wait; null for both. */
  readonly isHeld: boolean | null;
}

export interface ReviewPage {
  readonly order: 'newest' | 'oldest' | 'riskiest';
  /** How many of the first to leave out. */
  readonly skip: number;
  /** The order after which the page begins; null: the first. */
  readonly after: string | null;
  readonly limit: number;
}

/** As SQL: whether an order, as `o`, waits for an administrator: its coins are there, and its customer has no question. */
export const IS_TO_REVIEW = `o.status = 'pending' and o.funding in ${COVERED} and o.rate_answer is distinct from 'asked'`;

/** As SQL: whether the bank's answers do not settle the payout of an order, as `o`: an administrator has to decide. */
export const IS_UNDECIDED = `o.payout in ('sent', 'unknown', 'failed', 'reversed')
  and o.id in (select p.order_id from payout p where p.needs_person)`;

/**
 * As SQL: whether an order, as `o`, passes a filter; `parametersOf` gives `$1` to `$11`. The state of the coins and the
 * priority are written out, so that an index of these orders alone is found. A search also finds payments without coins.
 */
const passes = ({
  coins,
  priority,
  isUndecided,
}: Pick<ReviewFilter, 'coins' | 'priority' | 'isUndecided'>): string => `(${HAS_BEGUN} or $3::uuid[] is not null)
  and ($1::text is null or o.status = $1) and ($2::timestamptz is null or o.created_at >= $2)
  and ($3::uuid[] is null or o.id = any($3)) and ($4::text[] is null or o.payout = any($4))
  and ($5::text is null or o.currency = $5) and ($6::text is null or o.network = $6)
  and ($7::text is null or o.bank_code = $7) and ($8::numeric is null or o.naira_kobo >= $8)
  and ($9::boolean is null or (o.held_reason is not null) = $9)
  and ($10::numeric is null or o.naira_kobo <= $10) and ($11::timestamptz is null or o.created_at <= $11)
  ${coins === null ? '' : `and o.funding ${coins === 'arrived' ? 'in' : 'not in'} ${COVERED}`}
  ${priority === null ? '' : `and o.priority = '${priority}'`}
  ${isUndecided ? `and ${IS_UNDECIDED}` : ''}`;

function parametersOf(filter: ReviewFilter): unknown[] {
  const { status, since, found, payouts, currency, network, bankCode, fromKobo, isHeld, before } = filter;
  return [
    status,
    since,
    found,
    payouts,
    currency,
    network,
    bankCode,
    fromKobo === null ? null : String(fromKobo),
    isHeld,
    filter.toKobo === null ? null : String(filter.toKobo),
    before,
  ];
}

/** Whether the kept counts by day, status and state of the coins can answer for a filter. Pure. */
const isCounted = ({
  found,
  payouts,
  currency,
  network,
  bankCode,
  fromKobo,
  toKobo: mostKobo,
  before,
  priority,
  isHeld,
}: ReviewFilter): boolean =>
  [found, payouts, currency, network, bankCode, fromKobo, mostKobo, before, priority, isHeld].every(
    (part) => part === null,
  );

/** The most orders that are counted one by one: a filter that the kept counts do not know may leave a million of them. */
export const MOST_COUNTED = 10_000;

const countedOneByOne = (filter: ReviewFilter): string => `
  select status, count(*)::int as orders from (
    select o.status from customer_order o where ${passes(filter)} limit ${MOST_COUNTED}) found group by status`;

/**
 * As SQL: how many orders pass the filter, by status. The counted days are added up; orders are counted that are younger
 * than these, and those of the day in whose middle the filter's time begins.
 */
const counted = (filter: ReviewFilter): string => `
  with counted as (
    select until, ($2::timestamptz at time zone 'Africa/Lagos')::date + 1 as first_day from order_counted
  )
  select status, sum(orders)::int as orders from (
    select d.status, d.orders from order_day d, counted
    where ($1::text is null or d.status = $1) and ($2::timestamptz is null or d.day >= counted.first_day)
      ${filter.coins === null ? '' : `and d.is_covered = ${String(filter.coins === 'arrived')}`}
    union all
    select o.status, count(*) from customer_order o where o.created_at >= (select until from counted) and ${passes(filter)}
    group by o.status
    union all
    select o.status, count(*) from customer_order o
    where $2::timestamptz is not null and ${passes(filter)}
      and o.created_at < (select least(until, first_day::timestamp at time zone 'Africa/Lagos') from counted)
    group by o.status
  ) parts group by status having sum(orders) > 0`;

/** As SQL: how a list is sorted, and what comes after the order `$12` in it. The riskiest are sorted by a negative number. */
const SORTED: Readonly<Record<ReviewPage['order'], { readonly by: string; readonly after: string }>> = {
  newest: {
    by: 'o.created_at desc, o.id desc',
    after: '(o.created_at, o.id) < ((select created_at from customer_order where id = $12), $12)',
  },
  oldest: {
    by: 'o.created_at, o.id',
    after: '(o.created_at, o.id) > ((select created_at from customer_order where id = $12), $12)',
  },
  riskiest: {
    by: '(-o.risk), o.created_at, o.id',
    after: `((-o.risk), o.created_at, o.id) > ((select -risk from customer_order where id = $12),
      (select created_at from customer_order where id = $12), $12)`,
  },
};

/** A skip of fewer orders is walked: looking for the day that it ends in takes as long. */
const FEW = 1000;

/** As SQL: the first moment of a day of Lagos. */
const startOf = (day: string): string => `${day}::timestamp at time zone 'Africa/Lagos'`;

/** As SQL: the days that the kept counts have of a filter, and how many orders of it are younger, or before the first of them. */
const daysOf = (filter: ReviewFilter): string => `
  with counted as (
    select until, ($2::timestamptz at time zone 'Africa/Lagos')::date + 1 as first_day from order_counted
  ), days as (
    select d.day, sum(d.orders) as orders from order_day d, counted
    where ($1::text is null or d.status = $1) and ($2::timestamptz is null or d.day >= counted.first_day)
      ${filter.coins === null ? '' : `and d.is_covered = ${String(filter.coins === 'arrived')}`}
    group by d.day
  ), younger as (
    select count(*) as orders from customer_order o where o.created_at >= (select until from counted) and ${passes(filter)}
  ), earlier as (
    select count(*) as orders from customer_order o where $2::timestamptz is not null and ${passes(filter)}
      and o.created_at < (select least(until, ${startOf('first_day')}) from counted)
  )`;

/** As SQL: up to which moment so many orders of the days have passed, from either end; the last of them is wanted. */
const PASSED: Readonly<Record<'newest' | 'oldest', string>> = {
  newest: `select until as moment, orders from counted, younger
    union all
    select ${startOf('day')}, (select orders from younger) + sum(orders) over (order by day desc) from days`,
  oldest: `select least(until, ${startOf('first_day')}) as moment, orders from counted, earlier where first_day is not null
    union all
    select ${startOf('(day + 1)')}, (select orders from earlier) + sum(orders) over (order by day) from days`,
};

/**
 * Where a page begins: after so many of the orders that are beyond `moment`. The kept counts say in which day a long
 * skip ends, so that no more than that day's orders are walked.
 */
async function findStart(
  connection: Connection,
  filter: ReviewFilter,
  { order, skip, after }: ReviewPage,
): Promise<{ readonly moment: Date | null; readonly skip: number }> {
  if (skip < FEW || after !== null || order === 'riskiest' || !isCounted(filter)) return { moment: null, skip };
  const [row] = await connection.query<{ moment: Date; passed: number }>(
    `${daysOf(filter)} select moment, orders::int as passed from (${PASSED[order]}) passed
     where orders <= $12 order by orders desc limit 1`,
    [...parametersOf(filter), skip],
  );
  return row === undefined ? { moment: null, skip } : { moment: row.moment, skip: skip - row.passed };
}

/** Whether so long a skip would have to be walked, order by order: it is refused. Pure. */
export const isTooFar = (filter: ReviewFilter, { order, skip, after }: Omit<ReviewPage, 'limit'>): boolean =>
  skip > MOST_COUNTED && after === null && (order === 'riskiest' || !isCounted(filter));

/** A page of the orders that pass the filter, by the time at which they were made or by risk; opened payments without coins are left out. */
export async function listReview(
  connection: Connection,
  filter: ReviewFilter,
  page: ReviewPage,
): Promise<ViewWithoutBalance[]> {
  const { order, after, limit } = page;
  const { by, after: isAfter } = SORTED[order];
  const { moment, skip } = await findStart(connection, filter, page);
  // The displayed data is read for the page alone, after it was found.
  const rows = await connection.query<ViewRow>(
    `with page as (
       select id from customer_order o
       where ${passes(filter)}
         and ($12::uuid is null or ${isAfter})
         and ($15::timestamptz is null or o.created_at ${order === 'newest' ? '<' : '>='} $15)
       order by ${by} limit $13 offset $14
     )
     ${ORDER_VIEW} join page on page.id = o.id order by ${by}`,
    [...parametersOf(filter), after, limit, skip, moment],
  );
  return rows.map(readView);
}

/**
 * How many orders pass the filter, by status; a status without any is missing. Up to `MOST_COUNTED` together where the
 * filter is none that is counted day by day.
 */
export async function countPassing(connection: Connection, filter: ReviewFilter): Promise<Map<OrderStatus, number>> {
  const sql = isCounted(filter) ? counted(filter) : countedOneByOne(filter);
  const rows = await connection.query<{ status: OrderStatus; orders: number }>(sql, parametersOf(filter));
  return new Map(rows.map((row) => [row.status, row.orders]));
}

export interface ReviewWork {
  /**
   * Pending orders whose coins have arrived, except where the customer has a question to answer: their naira, and the
   * time of the oldest.
   */
  readonly ready: number;
  readonly kobo: Kobo;
  readonly oldest: Date | null;
  readonly troubled: number;
  readonly undecided: number;
}

/** What is ready among the orders that pass the filter, and the payouts in trouble. */
export async function findReviewWork(
  connection: Connection,
  filter: Omit<ReviewFilter, 'status'>,
): Promise<ReviewWork> {
  const isPassing = passes(filter);
  const [row] = await connection.query<Omit<ReviewWork, 'kobo'> & { kobo: string }>(
    `select ready.*, trouble.*, doubt.* from (
       select count(*)::int as ready, coalesce(sum(naira_kobo), 0)::text as kobo, min(created_at) as oldest
       from customer_order o
       where ${IS_TO_REVIEW} and ${isPassing}) ready,
     (select count(*)::int as troubled from customer_order o where o.payout in ('failed', 'reversed') and ${isPassing}) trouble,
     (select count(*)::int as undecided from customer_order o where ${IS_UNDECIDED} and ${isPassing}) doubt`,
    parametersOf({ ...filter, status: null }),
  );
  if (row === undefined) throw new Error('the database gave no counts');
  return Object.assign(row, { kobo: toKobo(row.kobo) });
}

interface MonthRow {
  month: string;
  currency: string;
  transactions: number;
  kobo: string;
}

/** A user's conversions, and payments by their links, by month of Lagos and coin, over all time. */
export async function sumByMonthAndCoin(connection: Connection, userId: UserId): Promise<MonthOfCoin[]> {
  const rows = await connection.query<MonthRow>(
    `select to_char(month, 'YYYY-MM') as month, currency, sum(orders)::integer as transactions,
       coalesce(sum(naira_kobo) filter (where ${MONTH_IS_PAID}), 0)::text as kobo
     from (${monthsOf('user_id = $1')}) months where ${MONTH_HAS_BEGUN} group by 1, 2 order by 1, 2`,
    [userId],
    'dashboard-months',
  );
  return rows.map(({ month, currency, transactions, kobo }) => ({
    month,
    currency,
    transactions,
    kobo: toKobo(kobo),
  }));
}

/** How many wallets a user has, and whether coins have ever been seen to arrive in one. */
export async function loadHoldings(
  connection: Connection,
  userId: UserId,
): Promise<{ wallets: number; hasDeposit: boolean }> {
  const [row] = await connection.query<{ wallets: number; has_deposit: boolean }>(
    `select (select count(*)::integer from wallet where user_id = $1) as wallets,
            exists (select 1 from deposit where user_id = $1) as has_deposit`,
    [userId],
    'dashboard-holdings',
  );
  return { wallets: row?.wallets ?? 0, hasDeposit: row?.has_deposit ?? false };
}
