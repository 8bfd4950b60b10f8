import { endpoints, type OrderCounts, type AdminOrder } from '@kobogate/contract';
import { useCallback, useEffect, useState } from 'react';
import { messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { useNow } from '../../lib/use-now.ts';
import { applyDecisions, type AdminRow } from './local-decisions.ts';
import { filterOrders, type OrderFilter, type PageNumbers, pageNumbers, rowsOfPage, skipFor } from './order-filters.ts';
import { overviewOf } from '../overview/overview.ts';
import { sampleOrders } from './sample-orders.ts';
import { keepStill, showList, type StillList } from './still-list.ts';
import { useDecisions, type Decided, type Decisions } from './use-decisions.ts';

/** What the tabs share while the page is open: the administrator's decisions, and the samples to fall back on. */
export interface Review extends Decisions {
  /** Drawn when first needed, and once a visit, so that a failing retry does not shuffle the rows. */
  samples: () => readonly AdminOrder[];
  /**
   * Why each part could not be loaded the last time, by its path: kept until the part is loaded, through all retries.
   */
  failures: Failures;
  noteFailure: (path: string, failure: Error | null) => void;
}

type Failures = Readonly<Record<string, Error>>;

/** The page's shared state of the review of orders. */
export function useReview(): Review {
  const [samples] = useState(drawOnce);
  const [failures, setFailures] = useState<Failures>({});
  const noteFailure = useCallback((path: string, failure: Error | null): void => {
    setFailures((known) => {
      if ((known[path] ?? null) === failure) return known;
      const others = Object.fromEntries(Object.entries(known).filter(([other]) => other !== path));
      return failure === null ? others : { ...others, [path]: failure };
    });
  }, []);
  return { ...useDecisions(), samples, failures, noteFailure };
}

function drawOnce(): Review['samples'] {
  let drawn: readonly AdminOrder[] | null = null;
  return () => (drawn ??= sampleOrders(Math.random, Date.now()));
}

/** The state of a fetched part of the review. */
export interface Fetched {
  isLoading: boolean;
  /** True where the real orders can't be loaded and the rows are samples. */
  isSample: boolean;
  /** Why it could not be loaded, in words; null while it could. */
  problem: string | null;
  retry: () => void;
  isRetrying: boolean;
}

export interface AdminOrders extends Fetched, Pick<Decisions, 'declines' | 'takeBack'> {
  /** Of the page. */
  rows: readonly AdminRow[];
  page: PageNumbers;
  /** How many match the filter, on all pages. */
  total: number;
  /** How many newer orders wait to be shown, so that no row moves under a pointer. */
  arrived: number;
  showArrived: () => void;
  decide: (row: AdminRow, decision: Decided) => void;
}

/**
 * The page nearest to the wanted one of the orders that match the filter, with the administrator's decisions over them;
 * samples where the orders can't be loaded.
 */
export function useAdminOrders(review: Review, filter: OrderFilter, wanted: number): AdminOrders {
  const now = useNow();
  const { status, date, coins, search } = filter;
  const time = {
    ...(date === 'all' ? {} : { date }),
    ...(coins === 'all' ? {} : { coins }),
    ...(search === '' ? {} : { search }),
  };
  const counts = useCall(endpoints.orders.countForAdmin, { query: time });
  // While the count is not known, the wanted page is taken as existing.
  const known = counts.data === undefined ? null : totalOf(counts.data.data, status);
  const skip = skipFor(pageNumbers(known ?? Number.MAX_SAFE_INTEGER, wanted).number);
  const answer = useCall(endpoints.orders.listForAdmin, {
    query: { ...time, ...(status === 'all' ? {} : { status }), ...(skip === 0 ? {} : { skip: String(skip) }) },
  });
  const fetched = useFetched(review, endpoints.orders.listForAdmin.path, answer);
  const { isSample } = fetched;
  const view = JSON.stringify([time, status, skip]);
  const [held, setHeld] = useState<StillList | null>(null);
  const list = answer.data === undefined ? held : keepStill(held, view, answer.data);
  if (list !== held) setHeld(list);
  const still = list?.view === view ? list : null;
  const orders = isSample ? filterOrders(review.samples(), filter, now) : (still?.orders ?? []);
  const skipped = isSample ? 0 : skip;
  const total = isSample || known === null ? skipped + orders.length : known;
  const page = pageNumbers(total, wanted);
  return {
    ...fetched,
    isLoading: fetched.isLoading || (counts.isPending && !isSample),
    rows: applyDecisions(rowsOfPage(orders, page.number, skipped), review.decisions),
    page,
    total,
    arrived: isSample || skip > 0 ? 0 : (still?.arrived ?? 0),
    showArrived: () => {
      if (still !== null) setHeld(showList(view, still.latest));
    },
    decide: (row, decision) => review.decide(row.id, decision, isSample),
    declines: review.declines,
    takeBack: review.takeBack,
  };
}

/**
 * How many orders there are by status and how many need an administrator; counted over the samples where that can't be
 * loaded.
 */
export function useOrdersOverview(review: Review): Fetched & { overview: OrderCounts } {
  const { samples, decisions } = review;
  const answer = useCall(endpoints.orders.countForAdmin, { query: {} });
  const fetched = useFetched(review, endpoints.orders.countForAdmin.path, answer);
  const shown = fetched.isSample ? applyDecisions(samples(), decisions) : [];
  return { ...fetched, overview: answer.data?.data ?? overviewOf(shown) };
}

function totalOf({ byStatus }: OrderCounts, status: OrderFilter['status']): number {
  if (status !== 'all') return byStatus[status];
  return byStatus.pending + byStatus.processing + byStatus.approved + byStatus.declined;
}

/**
 * The state of a part. A failure is shown until the part is loaded: a retry, by a live event or
 * a press, removes nothing from the screen.
 */
function useFetched(
  { failures, noteFailure }: Pick<Review, 'failures' | 'noteFailure'>,
  path: string,
  answer: ReturnType<typeof useCall>,
): Fetched {
  const { error } = answer;
  const isThere = answer.data !== undefined;
  useEffect(() => {
    if (error !== null) noteFailure(path, error);
    else if (isThere) noteFailure(path, null);
  }, [error, isThere, noteFailure, path]);
  const failure = error ?? (isThere ? null : (failures[path] ?? null));
  return {
    isLoading: answer.isPending && failure === null,
    isSample: failure !== null && !isThere,
    problem: failure === null ? null : messageFor(failure, ''),
    retry: () => void answer.refetch(),
    isRetrying: answer.isFetching,
  };
}
