import type { OrderCoins, OrderStatus } from '@kobogate/contract';
import type { Connection } from '../../platform/database.ts';
import { HAS_BEGUN } from './db-begun.ts';
import { ORDER_VIEW, readView, type ViewRow, type ViewWithoutBalance } from './db-views.ts';

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

/** A page of the orders that pass the filter and are more than an opened payment. */
export async function listReview(
  connection: Connection,
  { status, since, coins }: ReviewFilter,
  { isOldestFirst, skip, after, limit }: ReviewPage,
): Promise<ViewWithoutBalance[]> {
  const [direction, beyond] = isOldestFirst ? ['asc', '>'] : ['desc', '<'];
  // What is shown is read for the page alone, after it was found.
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
  /** Those whose coins are there, but for those whose customer was asked something: their naira, and the oldest's moment. */
  readonly ready: number;
  readonly kobo: bigint;
  readonly oldest: Date | null;
  readonly troubled: number;
  readonly undecided: number;
}

/** How many orders each status has that pass the filter, with what is ready and the payouts in trouble among them. */
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
  return rows.map(({ kobo, ...row }) => Object.assign(row, { kobo: BigInt(kobo) }));
}
