import type { OrderStatus } from '@kobogate/contract';
import type { Connection } from '../../platform/database.ts';
import { HAS_BEGUN } from './db-begun.ts';
import { ORDER_VIEW, readView, type ViewRow, type ViewWithoutBalance } from './db-views.ts';

export interface ReviewFilter {
  /** Null for every status. */
  readonly status: OrderStatus | null;
  /** Orders made from this moment on; null for all. */
  readonly since: Date | null;
}

/** At most `limit` of the orders that pass the filter and are more than an opened payment, newest first, after the first `skip` of them. */
export async function listReview(
  connection: Connection,
  { status, since, skip, limit }: ReviewFilter & { skip: number; limit: number },
): Promise<ViewWithoutBalance[]> {
  // What is shown is read for the page alone, after it was found.
  const rows = await connection.query<ViewRow>(
    `with page as (
       select id from customer_order o
       where ${HAS_BEGUN} and ($1::text is null or status = $1) and ($2::timestamptz is null or created_at >= $2)
       order by id desc limit $3 offset $4
     )
     ${ORDER_VIEW} join page on page.id = o.id order by o.id desc`,
    [status, since, limit, skip],
  );
  return rows.map(readView);
}

export interface ReviewCount {
  readonly status: OrderStatus;
  readonly orders: number;
  readonly kobo: bigint;
  readonly troubled: number;
  readonly undecided: number;
}

/** How many orders each status has that were made from `since` on, with the naira and the payouts in trouble among them. */
export async function countReview(connection: Connection, since: Date | null): Promise<ReviewCount[]> {
  const rows = await connection.query<Omit<ReviewCount, 'kobo'> & { kobo: string }>(
    `select status, count(*)::int as orders, sum(naira_kobo)::text as kobo,
       (count(*) filter (where payout in ('failed', 'reversed')))::int as troubled,
       (count(*) filter (where payout = 'unknown' and exists (
          select 1 from payout p where p.order_id = o.id and p.needs_person)))::int as undecided
     from customer_order o where ${HAS_BEGUN} and ($1::timestamptz is null or created_at >= $1)
     group by status`,
    [since],
  );
  return rows.map(({ kobo, ...row }) => Object.assign(row, { kobo: BigInt(kobo) }));
}
