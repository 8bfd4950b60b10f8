import { endpoints, type OrderCounts, type AdminOrder } from '@kobogate/contract';
import { useState } from 'react';
import { messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { useNow } from '../../lib/use-now.ts';
import { applyDecisions, type AdminRow } from './local-decisions.ts';
import { filterOrders, type OrderFilter, type PageNumbers, pageNumbers, rowsOfPage, skipFor } from './order-filters.ts';
import { overviewOf } from './overview.ts';
import { sampleOrders } from './sample-orders.ts';
import { useDecisions, type Decided, type Decisions } from './use-decisions.ts';

/** What the tabs share while the page is open: the admin's decisions, and the samples to fall back on. */
export interface Review extends Decisions {
  /** Drawn when first asked for, and once a visit, so that a failing retry does not shuffle what is on the screen. */
  samples: () => readonly AdminOrder[];
}

/** The page's own share of the review of orders. */
export function useReview(): Review {
  const [samples] = useState(drawOnce);
  return { ...useDecisions(), samples };
}

function drawOnce(): Review['samples'] {
  let drawn: readonly AdminOrder[] | null = null;
  return () => (drawn ??= sampleOrders(Math.random, Date.now()));
}

/** How a fetched part of the review stands. */
export interface Fetched {
  isLoading: boolean;
  /** True where the real orders can't be had and the rows are samples that nobody made. */
  isSample: boolean;
  /** Why it could not be fetched, in words; null while it could. */
  problem: string | null;
  retry: () => void;
  isRetrying: boolean;
}

export interface AdminOrders extends Fetched, Pick<Decisions, 'declines' | 'takeBack'> {
  /** Of the page. */
  rows: readonly AdminRow[];
  page: PageNumbers;
  /** How many pass the filter, on all pages. */
  total: number;
  decide: (row: AdminRow, decision: Decided) => void;
}

/**
 * The page nearest to the wanted one of the orders that pass the filter, with the admin's decisions laid over them;
 * samples where the orders can't be had.
 */
export function useAdminOrders(review: Review, filter: OrderFilter, wanted: number): AdminOrders {
  const now = useNow();
  const { status, date } = filter;
  const time = date === 'all' ? {} : { date };
  const counts = useCall(endpoints.orders.countForAdmin, { query: time });
  // While nothing is counted, or where that fails, the wanted page is taken for one that exists.
  const known = counts.data === undefined ? null : totalOf(counts.data.data, status);
  const skip = skipFor(pageNumbers(known ?? Number.MAX_SAFE_INTEGER, wanted).number);
  const answer = useCall(endpoints.orders.listForAdmin, {
    query: { ...time, ...(status === 'all' ? {} : { status }), ...(skip === 0 ? {} : { skip: String(skip) }) },
  });
  const isSample = answer.isError && answer.data === undefined;
  const orders = isSample ? filterOrders(review.samples(), filter, now) : (answer.data ?? []);
  const skipped = isSample ? 0 : skip;
  const total = isSample || known === null ? skipped + orders.length : known;
  const page = pageNumbers(total, wanted);
  return {
    ...fetchedOf(answer),
    isLoading: answer.isPending || (counts.isPending && !isSample),
    rows: applyDecisions(rowsOfPage(orders, page.number, skipped), review.decisions),
    page,
    total,
    decide: (row, decision) => review.decide(row.id, decision, isSample),
    declines: review.declines,
    takeBack: review.takeBack,
  };
}

/** How many orders there are by status and what needs a person; counted over the samples where that can't be had. */
export function useOrdersOverview({ samples, decisions }: Review): Fetched & { overview: OrderCounts } {
  const answer = useCall(endpoints.orders.countForAdmin, { query: {} });
  const fetched = fetchedOf(answer);
  const shown = fetched.isSample ? applyDecisions(samples(), decisions) : [];
  return { ...fetched, overview: answer.data?.data ?? overviewOf(shown) };
}

function totalOf({ byStatus }: OrderCounts, status: OrderFilter['status']): number {
  if (status !== 'all') return byStatus[status];
  return byStatus.pending + byStatus.processing + byStatus.approved + byStatus.declined;
}

function fetchedOf(answer: ReturnType<typeof useCall>): Fetched {
  return {
    isLoading: answer.isPending,
    isSample: answer.isError && answer.data === undefined,
    problem: answer.isError ? messageFor(answer.error, '') : null,
    retry: () => void answer.refetch(),
    isRetrying: answer.isFetching,
  };
}
