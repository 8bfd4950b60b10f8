import {
  type AdminOrder,
  endpoints,
  type OrderCoins,
  type OrderCounts,
  type OrderDate,
  ORDERS_BATCH_SIZE,
  type OrderStatus,
  startOfOrderDate,
} from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { isId } from '../../platform/identifiers.ts';
import { findOrders } from '../customers/db.ts';
import { countPassing, findReviewWork, listReview, type ReviewFilter } from './db.ts';
import { readOrderSearch } from './order-search.ts';
import { presentAllForAdmin } from './view-orders.ts';

export interface ReviewDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

export interface ReviewInput {
  readonly status?: OrderStatus | undefined;
  readonly date?: OrderDate | undefined;
  readonly coins?: OrderCoins | undefined;
  /** What was typed to find orders; empty for all. */
  readonly search?: string | undefined;
  readonly order?: 'newest' | 'oldest' | undefined;
  /** How many of the first to leave out, as digits; anything else is none. */
  readonly skip?: string | undefined;
  /** The order after which the page begins; anything but an id is none. */
  readonly after?: string | undefined;
  /** The most orders of the page, as digits, up to 100; anything else is 100. */
  readonly limit?: string | undefined;
}

export interface ReviewPage {
  readonly orders: AdminOrder[];
  /** How many pass the filters, on all pages. */
  readonly total: number;
  /**
   * The query of the next page; null on the last one. It continues after this page's last order, even if newer orders
   * arrive.
   */
  readonly next: string | null;
}

/** A page of the orders for an administrator that pass the filters, newest first by default: at most 100 of them. */
export async function listOrdersForAdmin(
  { database, clock }: ReviewDependencies,
  input: ReviewInput,
): Promise<ReviewPage> {
  const filter = await filterOf({ database, clock }, input);
  const { order = 'newest', skip = '', after = '', limit = '' } = input;
  const size = /^\d{1,3}$/.test(limit) ? Math.min(Math.max(Number(limit), 1), ORDERS_BATCH_SIZE) : ORDERS_BATCH_SIZE;
  const [views, counts] = await Promise.all([
    listReview(database, filter, {
      isOldestFirst: order === 'oldest',
      skip: /^\d{1,9}$/.test(skip) ? Number(skip) : 0,
      after: isId(after) ? after : null,
      limit: size + 1,
    }),
    countPassing(database, filter),
  ]);
  const page = views.slice(0, size);
  const last = views.length > size ? page.at(-1)?.order.id : undefined;
  return {
    orders: await presentAllForAdmin(database, page),
    total: [...counts.values()].reduce((sum, orders) => sum + orders, 0),
    next: last === undefined ? null : nextQuery(input, last),
  };
}

function nextQuery({ status, date, coins, search, order, limit }: ReviewInput, after: string): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ status, date, coins, search, order, limit, after })) {
    if (value !== undefined) query.set(name, value);
  }
  return String(query);
}

/** The header with the link to the next page of the list (RFC 8288). Pure. */
export const linkToNext = (next: string): string => `</api${endpoints.orders.listForAdmin.path}?${next}>; rel="next"`;

/**
 * How many orders there are by status, and which of them wait for an administrator, within a time or with a state of
 * the coins.
 */
export async function countOrdersForAdmin(
  { database, clock }: ReviewDependencies,
  input: Pick<ReviewInput, 'date' | 'coins' | 'search'> = {},
): Promise<OrderCounts> {
  const filter = await filterOf({ database, clock }, input);
  const [counts, work] = await Promise.all([countPassing(database, filter), findReviewWork(database, filter)]);
  return {
    byStatus: {
      pending: counts.get('pending') ?? 0,
      processing: counts.get('processing') ?? 0,
      approved: counts.get('approved') ?? 0,
      declined: counts.get('declined') ?? 0,
    },
    toReview: work.ready,
    toReviewKobo: String(work.kobo),
    oldestToReview: work.oldest?.toISOString() ?? null,
    troubled: work.troubled,
    undecided: work.undecided,
  };
}

/** The most orders that a search finds: the newest. */
const MOST_FOUND = 500;

async function filterOf(
  { database, clock }: ReviewDependencies,
  { status, date = 'all', coins, search: typed = '' }: ReviewInput,
): Promise<ReviewFilter> {
  const start = startOfOrderDate(date, clock.now().getTime());
  const search = readOrderSearch(typed);
  return {
    status: status ?? null,
    since: start === null ? null : new Date(start),
    coins: coins ?? null,
    found: search === null ? null : await findOrders(database, search, MOST_FOUND),
  };
}
