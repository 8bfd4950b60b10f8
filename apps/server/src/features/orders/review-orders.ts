import {
  type AdminOrder,
  type OrderCounts,
  type OrderDate,
  ORDERS_BATCH_SIZE,
  type OrderStatus,
  startOfOrderDate,
} from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { countReview, listReview } from './db-review.ts';
import { presentAllForAdmin } from './view-orders.ts';

export interface ReviewDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

export interface ReviewInput {
  readonly status?: OrderStatus | undefined;
  readonly date?: OrderDate | undefined;
  /** How many of the newest to leave out, as digits; anything else is none. */
  readonly skip?: string | undefined;
}

/** The orders for an admin that pass the filters, newest first: at most 100 of them, after the first `skip`. */
export async function listOrdersForAdmin(
  { database, clock }: ReviewDependencies,
  { status, date = 'all', skip = '' }: ReviewInput,
): Promise<AdminOrder[]> {
  const views = await listReview(database, {
    status: status ?? null,
    since: startOf(date, clock),
    skip: /^\d{1,9}$/.test(skip) ? Number(skip) : 0,
    limit: ORDERS_BATCH_SIZE,
  });
  return presentAllForAdmin(database, views);
}

/** How many orders of the time there are by status, and what among them needs a person. */
export async function countOrdersForAdmin(
  { database, clock }: ReviewDependencies,
  date: OrderDate = 'all',
): Promise<OrderCounts> {
  const counts = await countReview(database, startOf(date, clock));
  const of = (status: OrderStatus) => counts.find((count) => count.status === status);
  return {
    byStatus: {
      pending: of('pending')?.orders ?? 0,
      processing: of('processing')?.orders ?? 0,
      approved: of('approved')?.orders ?? 0,
      declined: of('declined')?.orders ?? 0,
    },
    pendingKobo: String(of('pending')?.kobo ?? 0n),
    troubled: counts.reduce((sum, { troubled }) => sum + troubled, 0),
    undecided: counts.reduce((sum, { undecided }) => sum + undecided, 0),
  };
}

function startOf(date: OrderDate, clock: Clock): Date | null {
  const start = startOfOrderDate(date, clock.now().getTime());
  return start === null ? null : new Date(start);
}
