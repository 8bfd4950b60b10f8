import type { HistoryState, OrderId, UserId } from '@kobogate/contract';
import type { Connection } from '../../platform/database.ts';
import { loadViews, type ViewWithoutBalance } from '../order-views/db.ts';
import type { OrderSearch } from '../order-views/order-search.ts';

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
export const HISTORY_STATE = `(case
    when payout = 'paid' then 'paid'
    when payout in ('unknown', 'failed', 'reversed') then 'attention'
    when payout <> 'none' then 'moving'
    when status = 'declined' then 'declined'
    when rate_answer = 'asked' then 'asked'
    when funding not in ('funded', 'overpaid', 'late') then 'waiting'
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
): Promise<ViewWithoutBalance[]> {
  const { sql, parameters } = historyPage(userId, filter, page);
  const rows = await connection.query<{ id: OrderId }>(sql, parameters);
  return loadViews(
    connection,
    rows.map(({ id }) => id),
  );
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

/** The different values of a column in a user's conversions, each found by one look at the index. */
const valuesOf = (column: 'bank_name' | 'currency'): string => `
  with recursive known as (
    (select ${column} as value from customer_order where user_id = $1 and kind = 'conversion' order by ${column} limit 1)
    union all
    select (select ${column} from customer_order
       where user_id = $1 and kind = 'conversion' and ${column} > known.value order by ${column} limit 1)
    from known where known.value is not null
  ) select value from known where value is not null`;

/** The banks and coins of all of a user's conversions, sorted. */
export async function listHistoryChoices(
  connection: Connection,
  userId: UserId,
): Promise<{ banks: string[]; currencies: string[] }> {
  const [banks, currencies] = await Promise.all([
    connection.query<{ value: string }>(valuesOf('bank_name'), [userId], 'history-banks'),
    connection.query<{ value: string }>(valuesOf('currency'), [userId], 'history-currencies'),
  ]);
  return { banks: banks.map(({ value }) => value), currencies: currencies.map(({ value }) => value) };
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
