import { type Kobo, toKobo } from '@kobogate/money';
import type { DeclineCode, OrderCoins, OrderId, OrderStatus, UserId } from '@kobogate/contract';
import type { Connection } from '../../platform/database.ts';
import { countsStill } from '../../controls/index.ts';
import { type OrderRow, readOrder } from '../orders/db.ts';
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
  payout_rail: string | null;
  decline_code: DeclineCode | null;
  first_approved_by: UserId | null;
  first_approved_at: Date | null;
  first_approver: string | null;
}

/** The columns that a list or a view of orders reads, with the orders as `o`. */
export const ORDER_VIEW = `select o.*, a.address, u.first_name, u.last_name, u.email,
    exists (select 1 from payout p where p.order_id = o.id and p.needs_person) as needs_person,
    (select coalesce(p.only_rail, p.rail) from payout p where p.order_id = o.id order by p.attempt desc limit 1) as payout_rail,
    first.first_name || ' ' || first.last_name as first_approver
  from customer_order o
  left join wallet w on w.id = o.wallet_id
  join deposit_address a on a.id = coalesce(o.address_id, w.address_id)
  join app_user u on u.id = o.user_id
  left join app_user first on first.id = o.first_approved_by
    and (o.status <> 'pending' or (${countsStill('first', 'o.first_approved_at')}))`;

export type ViewWithoutBalance = Omit<OrderView, 'freeBalance'>;

/** A row of `ORDER_VIEW` as an order. Pure. */
export function readView(row: ViewRow): ViewWithoutBalance {
  return {
    order: readOrder(row),
    depositAddress: row.address,
    customerName: `${row.first_name} ${row.last_name}`.trim(),
    customerEmail: row.email,
    payoutNeedsPerson: row.needs_person,
    payoutRail: row.payout_rail,
    declineCode: row.decline_code,
    firstApproval: readFirstApproval(row),
  };
}

function readFirstApproval(row: ViewRow): OrderView['firstApproval'] {
  const { first_approved_by: adminId, first_approver: by, first_approved_at: at } = row;
  return adminId === null || by === null || at === null ? null : { adminId, by, at };
}

/**
 * A page of a user's orders, newest first: their conversions alone, or payments that have begun too; those older than
 * the order `before` where it is given.
 */
export async function listUserOrders(
  connection: Connection,
  userId: UserId,
  page: { before: string | null; limit: number; kinds: 'conversions' | 'all' },
): Promise<ViewWithoutBalance[]> {
  const rows = await connection.query<ViewRow>(
    `${ORDER_VIEW} where o.user_id = $1 and (o.kind = 'conversion' or $4 and ${HAS_BEGUN}) and ($2::uuid is null or o.id < $2)
     order by o.id desc limit $3`,
    [userId, page.before, page.limit, page.kinds === 'all'],
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

/**
 * Whether an order, as `o`, is one that users count and see: anyone may open a payment by a link, so it counts only
 * once something arrives for it.
 */
export const HAS_BEGUN = `(o.kind = 'conversion' or o.funding not in ('awaiting', 'expired'))`;

export interface ReviewFilter {
  /** Null for every status. */
  readonly status: OrderStatus | null;
  /** Orders made from this moment on; null for all. */
  readonly since: Date | null;
  /** Whether their coins are all there; null for both. */
  readonly coins: OrderCoins | null;
}

export interface ReviewPage {
  readonly isOldestFirst: boolean;
  /** How many of the first to leave out. */
  readonly skip: number;
  /** The order after which the page begins; null: the first. */
  readonly after: string | null;
  readonly limit: number;
}

const IS_COVERED = `o.funding in ('funded', 'overpaid', 'late')`;

/** As SQL: whether an order, as `o`, passes a filter of status, time and coins, which are `$1` to `$3`. */
const PASSES = `${HAS_BEGUN} and ($1::text is null or o.status = $1) and ($2::timestamptz is null or o.created_at >= $2)
  and ($3::text is null or (${IS_COVERED}) = ($3 = 'arrived'))`;

/** A page of the orders that pass the filter; opened payments without coins are left out. */
export async function listReview(
  connection: Connection,
  { status, since, coins }: ReviewFilter,
  { isOldestFirst, skip, after, limit }: ReviewPage,
): Promise<ViewWithoutBalance[]> {
  const [direction, beyond] = isOldestFirst ? ['asc', '>'] : ['desc', '<'];
  // The displayed data is read for the page alone, after it was found.
  const rows = await connection.query<ViewRow>(
    `with page as (
       select id from customer_order o
       where ${PASSES} and ($4::uuid is null or o.id ${beyond} $4)
       order by id ${direction} limit $5 offset $6
     )
     ${ORDER_VIEW} join page on page.id = o.id order by o.id ${direction}`,
    [status, since, coins, after, limit, skip],
  );
  return rows.map(readView);
}

/** How many orders pass the filter. */
export async function countPassing(connection: Connection, { status, since, coins }: ReviewFilter): Promise<number> {
  const [row] = await connection.query<{ orders: number }>(
    `select count(*)::int as orders from customer_order o where ${PASSES}`,
    [status, since, coins],
  );
  return row?.orders ?? 0;
}

const IS_READY = `${IS_COVERED} and o.rate_answer is distinct from 'asked'`;

export interface ReviewCount {
  readonly status: OrderStatus;
  readonly orders: number;
  /**
   * Those whose coins have arrived, except where the customer has a question to answer: their naira, and the time of
   * the oldest.
   */
  readonly ready: number;
  readonly kobo: Kobo;
  readonly oldest: Date | null;
  readonly troubled: number;
  readonly undecided: number;
}

/**
 * How many orders that pass the filter are in each status, with what is ready and the payouts in trouble among them.
 */
export async function countReview(
  connection: Connection,
  { since, coins }: Omit<ReviewFilter, 'status'>,
): Promise<ReviewCount[]> {
  const rows = await connection.query<Omit<ReviewCount, 'kobo'> & { kobo: string }>(
    `select status, count(*)::int as orders, (count(*) filter (where ${IS_READY}))::int as ready,
       coalesce(sum(naira_kobo) filter (where ${IS_READY}), 0)::text as kobo,
       min(created_at) filter (where ${IS_READY}) as oldest,
       (count(*) filter (where payout in ('failed', 'reversed')))::int as troubled,
       (count(*) filter (where payout = 'unknown' and exists (
          select 1 from payout p where p.order_id = o.id and p.needs_person)))::int as undecided
     from customer_order o where ${PASSES} group by status`,
    [null, since, coins],
  );
  return rows.map(({ kobo, ...row }) => Object.assign(row, { kobo: toKobo(kobo) }));
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
    `select to_char(created_at at time zone 'Africa/Lagos', 'YYYY-MM') as month, currency,
            count(*)::integer as transactions,
            coalesce(sum(naira_kobo) filter (
              where status <> 'declined' and funding in ('funded', 'overpaid', 'late')), 0) as kobo
     from customer_order o where user_id = $1 and ${HAS_BEGUN} group by 1, 2 order by 1, 2`,
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
