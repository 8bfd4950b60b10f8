import {
  type AdminOrder,
  endpoints,
  ORDER_AGES,
  type OrderCounts,
  ORDERS_BATCH_SIZE,
  ORDERS_COUNTED_AT_MOST,
  PAYOUT_FILTERS,
  type QueryOf,
  startOfOrderDate,
} from '@kobogate/contract';
import { parseAmount, toKobo } from '@kobogate/money';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { malformed } from '../../../platform/errors.ts';
import { isId } from '../../../platform/identifiers.ts';
import { findOrders } from '../../customers/db.ts';
import { countPassing, findReviewWork, isTooFar, listReview, type ReviewFilter } from './db.ts';
import { readOrderSearch } from '../order-search.ts';
import { presentAllForAdmin } from '../view-orders.ts';

export interface ReviewDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

export type ReviewInput = QueryOf<typeof endpoints.adminOrders.list>;

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

const TOO_FAR = `Under these filters skip reaches ${ORDERS_COUNTED_AT_MOST} orders. Go on with the page that the header Link names.`;

/** A page of the orders for an administrator that pass the filters, newest first by default: at most 100 of them. Throws 400 for
 * a skip over more than 1,000 that the kept counts do not know. */
export async function listOrdersForAdmin(
  { database, clock }: ReviewDependencies,
  input: ReviewInput,
): Promise<ReviewPage> {
  const { filter } = await filterOf({ database, clock }, input);
  const { order = 'newest', skip = '', after = '', limit = '' } = input;
  const size = /^\d{1,3}$/.test(limit) ? Math.min(Math.max(Number(limit), 1), ORDERS_BATCH_SIZE) : ORDERS_BATCH_SIZE;
  const place = {
    order,
    skip: /^\d{1,9}$/.test(skip) ? Number(skip) : 0,
    after: isId(after) ? after : null,
    limit: size + 1,
  };
  if (isTooFar(filter, place)) throw malformed(TOO_FAR, 'skip-too-long');
  const [views, counts] = await Promise.all([listReview(database, filter, place), countPassing(database, filter)]);
  const page = views.slice(0, size);
  const last = views.length > size ? page.at(-1)?.order.id : undefined;
  return {
    orders: await presentAllForAdmin(database, page),
    total: [...counts.values()].reduce((sum, orders) => sum + orders, 0),
    next: last === undefined ? null : nextQuery(input, last),
  };
}

function nextQuery(input: ReviewInput, after: string): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...input, skip: undefined, after })) {
    if (value !== undefined) query.set(name, value);
  }
  return String(query);
}

/** The header with the link to the next page of the list (RFC 8288). Pure. */
export const linkToNext = (next: string): string => `</api${endpoints.adminOrders.list.path}?${next}>; rel="next"`;

/**
 * How many orders there are by status, and which of them wait for an administrator, within a time or with a state of
 * the coins.
 */
export async function countOrdersForAdmin(
  { database, clock }: ReviewDependencies,
  input: QueryOf<typeof endpoints.adminOrders.count> = {},
): Promise<OrderCounts> {
  const { filter, isSearchCut } = await filterOf({ database, clock }, input);
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
    isSearchCut,
  };
}

/** The most orders that a search finds: the newest. */
const MOST_FOUND = 500;

const KOBO_DECIMALS = 2;

async function filterOf(
  { database, clock }: ReviewDependencies,
  input: ReviewInput,
): Promise<{ readonly filter: ReviewFilter; readonly isSearchCut: boolean }> {
  const {
    status,
    date = 'all',
    coins,
    search: typed = '',
    payout,
    currency,
    network,
    bank,
    from = '',
    to = '',
    age,
    priority,
    held,
  } = input;
  const start = startOfOrderDate(date, clock.now().getTime());
  const search = readOrderSearch(typed);
  const [least, most] = [parseAmount(from, KOBO_DECIMALS), parseAmount(to, KOBO_DECIMALS)];
  const found = search === null ? null : await findOrders(database, search, MOST_FOUND);
  const filter: ReviewFilter = {
    status: status ?? null,
    since: start === null ? null : new Date(start),
    coins: coins ?? null,
    found: found?.ids ?? null,
    payouts: payout === undefined ? null : PAYOUT_FILTERS[payout],
    isUndecided: payout === 'undecided',
    currency: currency || null,
    network: network || null,
    bankCode: bank || null,
    fromKobo: least.ok ? toKobo(least.value) : null,
    toKobo: most.ok ? toKobo(most.value) : null,
    before: age === undefined ? null : new Date(clock.now().getTime() - ORDER_AGES[age]),
    priority: priority ?? null,
    isHeld: held === undefined ? null : held === 'yes',
  };
  return { filter, isSearchCut: found?.isCut === true };
}
