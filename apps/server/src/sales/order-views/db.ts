import { toKobo } from '@kobogate/money';
import { type AdminOrder, endpoints, type HistoryState, type OrderId, type UserId } from '@kobogate/contract';
import type { Connection } from '../../platform/database.ts';
import { groupBy } from '../../platform/group-by.ts';
import { countsStill } from '../../controls/index.ts';
import { HAS_BEGUN, COVERED_AS_SQL, type OrderRow, readOrder } from '../orders/db.ts';
import { MONTH_HAS_BEGUN, MONTH_IS_PAID, monthsOf } from '../settled/db.ts';
import type { Order } from '../orders/order.ts';
import type { MonthOfCoin } from './dashboard.ts';
import type { OrderSearch } from './order-search.ts';

/** An order with the data that a list shows beside it. */
export interface OrderView {
  readonly order: Order;
  readonly depositAddress: string;
  /** The customer's free coins of the order's asset, in smallest units; 0 where none of them are needed. */
  readonly freeBalance: bigint;
  readonly customerName: string;
  readonly customerEmail: string;
  /** The bank's answers can't settle a payout of it: an administrator has to decide. */
  readonly payoutNeedsPerson: boolean;
  /** What is in doubt about it, and by which rail and reference the bank knows it. */
  readonly payoutDoubt: AdminOrder['payoutDoubt'];
  /** Who stated that this payout was paid, as the first of two administrators. */
  readonly payoutClaim: AdminOrder['payoutClaim'];
  /** Of its newest payout; null before the first. */
  readonly payoutRail: string | null;
  /** Where its newest payout was to go, where that is another account than the order's; null: it is not. */
  readonly formerPayee: AdminOrder['formerPayee'];
  /** The first of two approvals that it needs. */
  readonly firstApproval: { readonly adminId: UserId; readonly by: string; readonly at: Date } | null;
}

export interface ViewRow extends OrderRow {
  address: string;
  first_name: string;
  last_name: string;
  email: string;
  needs_person: boolean;
  payout_doubt: AdminOrder['payoutDoubt'];
  payout_claim: AdminOrder['payoutClaim'];
  payout_rail: string | null;
  former_payee: AdminOrder['formerPayee'];
  first_approved_by: UserId | null;
  first_approved_at: Date | null;
  first_approver: string | null;
}

/** The columns that a list or a view of orders reads, with the orders as `o`. */
const ORDER_VIEW = `select o.*, a.address, u.first_name, u.last_name, u.email,
    exists (select 1 from payout p where p.order_id = o.id and p.needs_person) as needs_person,
    (select jsonb_build_object('reason', p.doubt, 'rail', p.rail, 'reference', p.reference)
     from payout p where p.order_id = o.id and p.needs_person order by p.attempt desc limit 1) as payout_doubt,
    (select jsonb_build_object('adminId', c.id, 'by', trim(c.first_name || ' ' || c.last_name), 'reference', p.claimed_reference,
       'evidence', p.claimed_evidence, 'at', to_char(p.claimed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
     from payout p join app_user c on c.id = p.claimed_by and ${countsStill('c', 'p.claimed_at', endpoints.adminOrders.takeAsPaid)}
     where p.order_id = o.id and p.needs_person order by p.attempt desc limit 1) as payout_claim,
    (select coalesce(p.only_rail, p.rail) from payout p where p.order_id = o.id order by p.attempt desc limit 1) as payout_rail,
    case when o.payout in ('failed', 'reversed') then
      (select jsonb_build_object('accountNumber', p.account_number, 'bankName', p.bank_name, 'accountName', p.account_name)
       from (select * from payout where order_id = o.id order by attempt desc limit 1) p
       where (p.account_number, p.bank_name, p.account_name) <> (o.account_number, o.bank_name, o.account_name)) end as former_payee,
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
    payoutDoubt: row.payout_doubt,
    payoutClaim: row.payout_claim,
    payoutRail: row.payout_rail,
    formerPayee: row.former_payee,
    firstApproval: readFirstApproval(row),
  };
}

function readFirstApproval(row: ViewRow): OrderView['firstApproval'] {
  const { first_approved_by: adminId, first_approver: by, first_approved_at: at } = row;
  return adminId === null || by === null || at === null ? null : { adminId, by, at };
}

/** The orders of these ids, in this order; one that is not there is left out. */
export async function loadViews(connection: Connection, ids: readonly OrderId[]): Promise<ViewWithoutBalance[]> {
  if (ids.length === 0) return [];
  const rows = await connection.query<ViewRow>(`${ORDER_VIEW} where o.id = any($1::uuid[])`, [ids], 'orders-views');
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []).map(readView);
}

/** An order as the lists of its owner show it. */
export type OwnView = Pick<OrderView, 'order' | 'depositAddress'>;

/** The same orders without what only administrators see beside them, which takes most of the time. */
export async function loadOwnViews(connection: Connection, ids: readonly OrderId[]): Promise<OwnView[]> {
  if (ids.length === 0) return [];
  const rows = await connection.query<OrderRow & { address: string }>(
    `select o.*, a.address from customer_order o left join wallet w on w.id = o.wallet_id
     join deposit_address a on a.id = coalesce(o.address_id, w.address_id) where o.id = any($1::uuid[])`,
    [ids],
    'orders-own',
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []).map((row) => ({ order: readOrder(row), depositAddress: row.address }));
}

/** Of each of these users the newest orders, at most `limit`: their conversions, and payments that have begun. */
export async function listNewestIds(
  connection: Connection,
  userIds: readonly UserId[],
  limit: number,
): Promise<ReadonlyMap<UserId, readonly OrderId[]>> {
  const rows = await connection.query<{ userId: UserId; ids: OrderId[] }>(
    `select user_id as "userId", array(select o.id from customer_order o where o.user_id = asked.user_id and ${HAS_BEGUN}
       order by o.id desc limit $2) as ids
     from unnest($1::uuid[]) as asked (user_id)`,
    [userIds, limit],
    'orders-newest',
  );
  return new Map(rows.map(({ userId, ids }) => [userId, ids]));
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

interface MonthRow {
  userId: UserId;
  month: string;
  currency: string;
  transactions: number;
  kobo: string;
}

/**
 * The conversions of these users, and the payments by their links, by month of Lagos and coin, over all time. A user
 * without any is not among them.
 */
export async function sumByMonthAndCoin(
  connection: Connection,
  userIds: readonly UserId[],
): Promise<ReadonlyMap<UserId, readonly MonthOfCoin[]>> {
  const rows = await connection.query<MonthRow>(
    `select asked.user_id as "userId", to_char(month, 'YYYY-MM') as month, currency, sum(orders)::integer as transactions,
       coalesce(sum(naira_kobo) filter (where ${MONTH_IS_PAID}), 0)::text as kobo
     from unnest($1::uuid[]) as asked (user_id) cross join lateral (${monthsOf('user_id = asked.user_id')}) months
     where ${MONTH_HAS_BEGUN} group by 1, 2, 3 order by 1, 2, 3`,
    [userIds],
    'dashboard-months',
  );
  return groupBy(
    rows.map(({ kobo, ...row }) => Object.assign(row, { kobo: toKobo(kobo) })),
    ({ userId }) => userId,
  );
}

/** What a user has beside orders. */
export interface Holdings {
  readonly wallets: number;
  /** Coins have been seen to arrive in one. */
  readonly hasDeposit: boolean;
}

/** What each of these users has. */
export async function loadHoldings(
  connection: Connection,
  userIds: readonly UserId[],
): Promise<ReadonlyMap<UserId, Holdings>> {
  const rows = await connection.query<Holdings & { userId: UserId }>(
    `select user_id as "userId", (select count(*)::integer from wallet w where w.user_id = asked.user_id) as wallets,
       exists (select 1 from deposit d where d.user_id = asked.user_id) as "hasDeposit"
     from unnest($1::uuid[]) as asked (user_id)`,
    [userIds],
    'dashboard-holdings',
  );
  return new Map(rows.map((row) => [row.userId, row]));
}

export interface HistoryFilter {
  readonly state: HistoryState | null;
  readonly currency: string | null;
  readonly bankName: string | null;
  readonly accountNumber: string | null;
  /** Conversions from this moment on. */
  readonly from: Date | null;
  /** Conversions before this moment. */
  readonly until: Date | null;
  /** The orders that a search found; null without one. */
  readonly found: readonly OrderId[] | null;
}

/** As SQL: where an order is, as its customer sees it. An index has the same expression, to the letter. */
const HISTORY_STATE = `(case
    when payout = 'paid' then 'paid'
    when payout in ('unknown', 'failed', 'reversed') then 'attention'
    when payout <> 'none' then 'moving'
    when status = 'declined' then 'declined'
    when rate_answer = 'asked' then 'asked'
    when funding not in ${COVERED_AS_SQL} then 'waiting'
    when status = 'pending' then 'review'
    else 'moving' end)`;

interface HistoryPage {
  readonly before: OrderId | null;
  readonly limit: number;
}

/**
 * The statement of a page, with its parameters. What is not asked for is left out, so that each question finds its own
 * index. Pure.
 */
export function historyPage(userId: UserId, filter: HistoryFilter, { before, limit }: HistoryPage) {
  const parameters: unknown[] = [userId];
  const next = (value: unknown): string => `$${parameters.push(value)}`;
  const conditions = [`user_id = $1`, `kind = 'conversion'`];
  const narrow = (value: unknown, condition: (parameter: string) => string): void => {
    if (value !== null) conditions.push(condition(next(value)));
  };
  narrow(filter.state, (state) => `${HISTORY_STATE} = ${state}`);
  narrow(filter.currency, (currency) => `currency = ${currency}`);
  narrow(filter.bankName, (name) => `bank_name = ${name}`);
  narrow(filter.accountNumber, (number) => `account_number = ${number}`);
  narrow(filter.from, (from) => `created_at >= ${from}`);
  narrow(filter.until, (until) => `created_at < ${until}`);
  narrow(filter.found, (found) => `id = any(${found}::uuid[])`);
  narrow(
    before,
    (id) =>
      `(created_at, id) < ((select created_at from customer_order where id = ${id} and user_id = $1), ${id}::uuid)`,
  );
  return {
    sql: `select id from customer_order where ${conditions.join(' and ')}
      order by created_at desc, id desc limit ${next(limit)}`,
    parameters,
  };
}

/** A page of a user's conversions that pass the filter, newest first. */
export async function listHistory(
  connection: Connection,
  userId: UserId,
  filter: HistoryFilter,
  page: HistoryPage,
): Promise<OrderId[]> {
  const { sql, parameters } = historyPage(userId, filter, page);
  const rows = await connection.query<{ id: OrderId }>(sql, parameters);
  return rows.map(({ id }) => id);
}

/** The most conversions that a search finds besides those of an account. */
const MOST_FOUND = 500;

/** A user's conversions by reference, transaction, or bank session; those of an account number are a filter. */
export async function findInHistory(
  connection: Connection,
  userId: UserId,
  { orderId, transactions, bankText }: OrderSearch,
): Promise<OrderId[]> {
  const rows = await connection.query<{ id: OrderId }>(
    `with seen as (select id, user_id, asset, status from deposit where transaction = any($3::text[]) and user_id = $1),
     found as (
       select id from customer_order where id = $2
       union select od.order_id from seen join order_deposit od on od.deposit_id = seen.id
       union select o.id from seen join customer_order o on o.user_id = seen.user_id and o.asset = seen.asset
         where seen.status in ('seen', 'confirming') and o.funding in ('awaiting', 'confirming', 'underpaid', 'expired')
           and o.status <> 'declined'
       union select order_id from payout where reference = $4
       union select order_id from payout where session_id = $4
     )
     select o.id from found join customer_order o on o.id = found.id where o.user_id = $1 limit ${MOST_FOUND}`,
    [userId, orderId, transactions, bankText],
    'history-search',
  );
  return rows.map(({ id }) => id);
}

/** As SQL: the different values of a column in the conversions of user `asked.user_id`, each found by one look at the index. */
const valuesOf = (column: 'bank_name' | 'currency'): string => `
  with recursive known as (
    (select ${column} as value from customer_order where user_id = asked.user_id and kind = 'conversion'
     order by ${column} limit 1)
    union all
    select (select ${column} from customer_order
       where user_id = asked.user_id and kind = 'conversion' and ${column} > known.value order by ${column} limit 1)
    from known where known.value is not null
  ) select value from known where value is not null`;

/** What a history begins with. */
interface Beginning {
  /** The newest conversions, at most as many as were asked for. */
  readonly newest: OrderId[];
  /** The banks and coins of all conversions, sorted. */
  readonly banks: string[];
  readonly currencies: string[];
}

export const BEGINNINGS = `select array(select id from customer_order where user_id = asked.user_id and kind = 'conversion'
      order by created_at desc, id desc limit asked.most) as newest,
    array(${valuesOf('bank_name')}) as banks, array(${valuesOf('currency')}) as currencies
  from unnest($1::uuid[], $2::int[]) with ordinality as asked (user_id, most, place) order by place`;

/** What the histories of several users begin with, in the order in which they are asked for. */
export function listBeginnings(
  connection: Connection,
  asked: readonly { readonly userId: UserId; readonly most: number }[],
): Promise<Beginning[]> {
  return connection.query<Beginning>(
    BEGINNINGS,
    [asked.map(({ userId }) => userId), asked.map(({ most }) => most)],
    'history-beginnings',
  );
}

/**
 * How many orders people decided on since a moment, and the seconds from the last coins that covered each to its
 * decision, in their middle. Orders that were declined before their coins came are no reviews.
 */
export async function measureReviews(
  connection: Connection,
  since: Date,
): Promise<{ decisions: number; medianSeconds: number | null }> {
  const [row] = await connection.query<{ decisions: number; median: number | null }>(
    `select count(*)::int as decisions,
       percentile_disc(0.5) within group (order by extract(epoch from decided_at - covered.at))::float8 as median
     from customer_order o cross join lateral (
       select max(e.at) as at from order_event e
       where e.order_id = o.id and e.type in ('funded', 'overpaid', 'late') and e.at <= o.decided_at
     ) covered
     where o.decided_by is not null and o.decided_at >= $1 and covered.at is not null`,
    [since],
    'reviews-measured',
  );
  return { decisions: row?.decisions ?? 0, medianSeconds: row?.median ?? null };
}
