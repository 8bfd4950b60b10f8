import {
  KYC_TIERS,
  type OrderCoins,
  type OrderId,
  ORDERS_COUNTED_AT_MOST,
  type OrderStatus,
  type PayoutState,
  type Priority,
} from '@kobogate/contract';
import { type Kobo, toKobo } from '@kobogate/money';
import { IS_LISTED } from '../../../controls/index.ts';
import type { Connection } from '../../../platform/database.ts';
import { HAS_BEGUN, COVERED_AS_SQL, type OrderRow, readOrder } from '../../orders/db.ts';
import { APART } from '../../settled/db.ts';
import { loadViews, type ViewWithoutBalance } from '../db.ts';
import type { Order } from '../../orders/order.ts';
import { type HistoryRow, historyOf, readHistory } from '../../customers/db.ts';
import type { RiskFacts } from '../../risk/describe-risks.ts';

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
export const IS_TO_REVIEW = `o.status = 'pending' and o.funding in ${COVERED_AS_SQL} and o.rate_answer is distinct from 'asked'`;

/** As SQL: whether the bank's answers do not settle the payout of an order, as `o`: an administrator has to decide. */
export const IS_UNDECIDED = `o.payout in ('sent', 'unknown', 'failed', 'reversed')
  and o.id in (select p.order_id from payout p where p.needs_person)`;

/** What a filter asks of an order, as `o`, in SQL with its parameters. */
interface Narrowed {
  readonly sql: string;
  readonly parameters: unknown[];
  /** Adds a parameter; answers its name, such as `$3`. */
  readonly add: (value: unknown) => string;
  /** The names of the parameters for the status and the first moment; null where the filter has none. */
  readonly status: string | null;
  readonly since: string | null;
}

/**
 * A filter as SQL. Filters that are not asked for are left out, and the ones that an index is made for are written out, so that
 * each query finds its own index. A search also finds payments without coins. Pure.
 */
function narrow(filter: ReviewFilter): Narrowed {
  const { found, coins, priority, fromKobo, toKobo: mostKobo } = filter;
  const parameters: unknown[] = [];
  const conditions = found === null ? [HAS_BEGUN] : [];
  const add = (value: unknown): string => `$${parameters.push(value)}`;
  const ask = (value: unknown, condition: (parameter: string) => string): string | null => {
    if (value === null) return null;
    const parameter = add(value);
    conditions.push(condition(parameter));
    return parameter;
  };
  const status = ask(filter.status, (value) => `o.status = ${value}`);
  const since = ask(filter.since, (moment) => `o.created_at >= ${moment}::timestamptz`);
  ask(filter.before, (moment) => `o.created_at <= ${moment}`);
  ask(found, (ids) => `o.id = any(${ids}::uuid[])`);
  ask(filter.payouts, (states) => `o.payout = any(${states}::text[])`);
  ask(filter.currency, (currency) => `o.currency = ${currency}`);
  ask(filter.network, (network) => `o.network = ${network}`);
  ask(filter.bankCode, (code) => `o.bank_code = ${code}`);
  ask(fromKobo === null ? null : String(fromKobo), (least) => `o.naira_kobo >= ${least}`);
  ask(mostKobo === null ? null : String(mostKobo), (most) => `o.naira_kobo <= ${most}`);
  if (filter.isHeld !== null) conditions.push(`o.held_reason is ${filter.isHeld ? 'not null' : 'null'}`);
  if (coins !== null) conditions.push(`o.funding ${coins === 'arrived' ? 'in' : 'not in'} ${COVERED_AS_SQL}`);
  if (priority !== null) conditions.push(`o.priority = '${priority}'`);
  if (filter.isUndecided) conditions.push(IS_UNDECIDED);
  return { sql: conditions.join(' and ') || 'true', parameters, add, status, since };
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

// A filter that the kept counts do not know may leave a million orders, and reading ten thousand takes longer than all
// else of a page. Between two amounts they are found by their amount: a scan from the oldest order reads many that are not.
const countedOneByOne = ({ fromKobo, toKobo: mostKobo }: ReviewFilter, { sql }: Narrowed): string => `
  select status, count(*)::int as orders from (
    select o.status from customer_order o where ${sql}
    ${fromKobo === null && mostKobo === null ? '' : 'order by o.naira_kobo'} limit ${ORDERS_COUNTED_AT_MOST}) found group by status`;

/** As SQL: the first moment of a day of Lagos. */
const startOf = (day: string): string => `${day}::timestamp at time zone 'Africa/Lagos'`;

/**
 * As SQL: how many orders of a filter by day and status the kept counts have, and how many of them are younger, or of the day
 * in whose middle the filter's time begins (`earlier`).
 */
const kept = ({ coins }: ReviewFilter, { sql, status, since }: Narrowed): string => {
  const days = [
    ...(status === null ? [] : [`d.status = ${status}`]),
    ...(since === null ? [] : [`d.day >= counted.first_day`]),
    ...(coins === null ? [] : [`d.is_covered = ${String(coins === 'arrived')}`]),
  ];
  const orders = (when: string): string =>
    `select o.status, count(*) as orders from customer_order o where ${sql} and ${when} group by o.status`;
  return `with counted as (
    select until, ${since === null ? 'null::date' : `(${since}::timestamptz at time zone 'Africa/Lagos')::date + 1`} as first_day
    from order_counted
  ), days as (
    select d.day, d.status, d.orders from order_day d ${since === null ? '' : ', counted'} ${days.length === 0 ? '' : `where ${days.join(' and ')}`}
  ), younger as (
    ${orders('o.created_at >= (select until from counted)')}
  )${since === null ? '' : `, earlier as (${orders(`o.created_at < (select least(until, ${startOf('first_day')}) from counted)`)})`}`;
};

/** As SQL: how many orders pass the filter, by status. */
const counted = (filter: ReviewFilter, narrowed: Narrowed): string => `${kept(filter, narrowed)}
  select status, sum(orders)::int as orders from (
    (select status, sum(orders) as orders from days group by status)
    union all table younger ${narrowed.since === null ? '' : 'union all table earlier'}
  ) parts group by status having sum(orders) > 0`;

/** As SQL: how a list is sorted, and what comes after an order in it. The riskiest are sorted by a negative number. */
const SORTED: Readonly<
  Record<ReviewPage['order'], { readonly by: string; readonly after: (order: string) => string }>
> = {
  newest: {
    by: 'o.created_at desc, o.id desc',
    after: (id) => `(o.created_at, o.id) < ((select created_at from customer_order where id = ${id}), ${id})`,
  },
  oldest: {
    by: 'o.created_at, o.id',
    after: (id) => `(o.created_at, o.id) > ((select created_at from customer_order where id = ${id}), ${id})`,
  },
  riskiest: {
    by: '(-o.risk), o.created_at, o.id',
    after: (id) => `((-o.risk), o.created_at, o.id) > ((select -risk from customer_order where id = ${id}),
      (select created_at from customer_order where id = ${id}), ${id})`,
  },
};

/** As SQL: up to which moment so many orders have passed, from either end of the days; the last of them is wanted. */
const PASSED: Readonly<Record<'newest' | 'oldest', (narrowed: Narrowed) => string>> = {
  newest: () => `
    select until as moment, (select coalesce(sum(orders), 0) from younger) as orders from counted
    union all
    select ${startOf('day')}, (select coalesce(sum(orders), 0) from younger) + sum(sum(orders)) over (order by day desc)
    from days group by day`,
  oldest: ({ since }) => `${
    since === null
      ? ''
      : `select least(until, ${startOf('first_day')}) as moment, (select coalesce(sum(orders), 0) from earlier) as orders
         from counted union all`
  }
    select ${startOf('(day + 1)')} as moment,
      ${since === null ? '' : '(select coalesce(sum(orders), 0) from earlier) +'} sum(sum(orders)) over (order by day) as orders
    from days group by day`,
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
  if (skip <= ORDERS_COUNTED_AT_MOST || after !== null || order === 'riskiest' || !isCounted(filter))
    return { moment: null, skip };
  const narrowed = narrow(filter);
  const [row] = await connection.query<{ moment: Date; passed: number }>(
    `${kept(filter, narrowed)} select moment, orders::int as passed from (${PASSED[order](narrowed)}) passed
     where orders <= ${narrowed.add(skip)} order by orders desc limit 1`,
    narrowed.parameters,
    'orders-start',
  );
  return row === undefined ? { moment: null, skip } : { moment: row.moment, skip: skip - row.passed };
}

/** Whether so long a skip would have to be walked, order by order: it is refused. Pure. */
export const isTooFar = (filter: ReviewFilter, { order, skip, after }: Omit<ReviewPage, 'limit'>): boolean =>
  skip > ORDERS_COUNTED_AT_MOST && after === null && (order === 'riskiest' || !isCounted(filter));

/** A page of the orders that pass the filter, by the time at which they were made or by risk; opened payments without coins are left out. */
export async function listReview(
  connection: Connection,
  filter: ReviewFilter,
  page: ReviewPage,
): Promise<ViewWithoutBalance[]> {
  const { order, after, limit } = page;
  const { by, after: isAfter } = SORTED[order];
  const { moment, skip } = await findStart(connection, filter, page);
  const { sql, parameters, add } = narrow(filter);
  const conditions = [
    sql,
    ...(after === null ? [] : [isAfter(`${add(after)}::uuid`)]),
    ...(moment === null ? [] : [`o.created_at ${order === 'newest' ? '<' : '>='} ${add(moment)}`]),
  ];
  // Not prepared: the plan depends on what is asked for, such as a rare state of the payout.
  const rows = await connection.query<{ id: OrderId }>(
    `select o.id from customer_order o where ${conditions.join(' and ')}
     order by ${by} limit ${add(limit)} offset ${add(skip)}`,
    parameters,
  );
  return loadViews(
    connection,
    rows.map(({ id }) => id),
  );
}

/**
 * How many orders pass the filter, by status; a status without any is missing. Up to `ORDERS_COUNTED_AT_MOST` together where the
 * filter is none that is counted day by day.
 */
export async function countPassing(connection: Connection, filter: ReviewFilter): Promise<Map<OrderStatus, number>> {
  const narrowed = narrow(filter);
  const isKept = isCounted(filter);
  const rows = await connection.query<{ status: OrderStatus; orders: number }>(
    isKept ? counted(filter, narrowed) : countedOneByOne(filter, narrowed),
    narrowed.parameters,
    isKept ? 'orders-counted' : undefined,
  );
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

/** What is ready among the orders that pass the filter, whatever their status, and the payouts in trouble. */
export async function findReviewWork(connection: Connection, filter: ReviewFilter): Promise<ReviewWork> {
  const { sql, parameters } = narrow({ ...filter, status: null });
  const [row] = await connection.query<Omit<ReviewWork, 'kobo'> & { kobo: string }>(
    `select ready.*, trouble.*, doubt.* from (
       select count(*)::int as ready, coalesce(sum(naira_kobo), 0)::text as kobo, min(created_at) as oldest
       from (select * from customer_order o where ${IS_TO_REVIEW} ${APART}) o where ${sql}) ready,
     (select count(*)::int as troubled from customer_order o where o.payout in ('failed', 'reversed') and ${sql}) trouble,
     (select count(*)::int as undecided from customer_order o where ${IS_UNDECIDED} and ${sql}) doubt`,
    parameters,
    isCounted(filter) ? 'orders-work' : undefined,
  );
  if (row === undefined) throw new Error('the database gave no counts');
  return Object.assign(row, { kobo: toKobo(row.kobo) });
}

/** An order with the facts that it is judged by. */
interface Judged {
  readonly order: Order;
  readonly facts: RiskFacts;
}

interface FactsRow extends OrderRow, HistoryRow {
  customer_since: Date;
  kyc_tier: number;
  is_listed: boolean;
}

const FACTS = `select o.*, coalesce(u.verified_at, u.created_at) as customer_since, u.kyc_tier, history.*,
    ${IS_LISTED} as is_listed
  from customer_order o join app_user u on u.id = o.user_id ${historyOf('o.user_id', '$1::timestamptz')}`;

function readJudged(row: FactsRow, now: Date): Judged {
  const order = readOrder(row);
  const { kind, nairaKobo, bankAccount, funding } = order;
  return {
    order,
    facts: {
      kind,
      nairaKobo,
      bankAccount,
      customerSince: row.customer_since,
      tier: KYC_TIERS.find((tier) => tier === row.kyc_tier) ?? 0,
      history: readHistory(row),
      isLate: funding === 'late',
      isListed: row.is_listed,
      now,
    },
  };
}

/** The facts that an order is judged by at a time; null where there is none. */
export async function findRiskFacts(connection: Connection, orderId: OrderId, now: Date): Promise<RiskFacts | null> {
  const [row] = await connection.query<FactsRow>(`${FACTS} where o.id = $2`, [now, orderId], 'risk-facts');
  return row === undefined ? null : readJudged(row, now).facts;
}

/** The orders that wait for an administrator, oldest first: at most `limit` after one of them, which is null at first. */
export async function listWaiting(
  connection: Connection,
  { after, now, limit }: { after: Pick<Order, 'createdAt' | 'id'> | null; now: Date; limit: number },
): Promise<Judged[]> {
  const rows = await connection.query<FactsRow>(
    `${FACTS} where o.status = 'pending' and o.funding in ${COVERED_AS_SQL}
       and ($2::timestamptz is null or (o.created_at, o.id) > ($2, $3::uuid))
     order by o.created_at, o.id limit $4`,
    [now, after?.createdAt ?? null, after?.id ?? null, limit],
    'risk-waiting',
  );
  return rows.map((row) => readJudged(row, now));
}
