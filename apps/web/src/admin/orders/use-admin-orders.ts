import {
  type AdminOrder,
  endpoints,
  type OrderCounts,
  type OrderId,
  ORDERS_BATCH_SIZE,
  ORDERS_PAGE_SIZE,
} from '@kobogate/contract';
import { useEffect, useState } from 'react';
import { CallError, messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { useNow } from '../../lib/use-now.ts';
import { applyDecisions, type AdminRow } from './local-decisions.ts';
import {
  filterOrders,
  type OrderFilter,
  type PageNumbers,
  pageNumbers,
  readMore,
  rowsOfPage,
  skipFor,
} from './order-filters.ts';
import { overviewOf } from '../overview/overview.ts';
import { keepStill, showList, type StillList } from './still-list.ts';
import type { Review } from './review.tsx';
import type { Decided, Decisions } from './use-decisions.ts';

/** Whether the server refused the search, and not the list: samples would look like results. */
const isRefusedSearch = (failure: Error, search: string): boolean =>
  search !== '' && failure instanceof CallError && failure.status >= 400 && failure.status < 500;

/** The state of a fetched part of the review. */
export interface Fetched {
  isLoading: boolean;
  /** True where the real orders can't be loaded and the rows are samples. */
  isSample: boolean;
  /** True where it could not be loaded again, and is shown as it was. */
  isOld: boolean;
  /** Why it could not be loaded, in words; null while it could. */
  problem: string | null;
  retry: () => void;
  isRetrying: boolean;
}

export interface AdminOrders
  extends
    Fetched,
    Pick<
      Decisions,
      'decisions' | 'isSaving' | 'approveMany' | 'declines' | 'takeBack' | 'undoable' | 'undo' | 'undoLast'
    > {
  /** Of the page. */
  rows: readonly AdminRow[];
  /** Of the page after it, where that is loaded. */
  nextRows: readonly AdminRow[];
  /** Of all pages that are loaded together. */
  batch: readonly AdminRow[];
  /** The number of the batch's first page. */
  firstPage: number;
  page: PageNumbers;
  /** How many match the filter, on all pages. */
  total: number;
  /** More match the search than it looks at. */
  isSearchCut: boolean;
  /** How many newer orders wait to be shown, so that no row moves under a pointer. */
  arrived: number;
  /** How many that are shown do not pass the filter any more, such as those that were decided. */
  left: number;
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
  const { sort, ...more } = filter.more;
  const time = {
    ...readMore(more),
    ...(date === 'all' ? {} : { date }),
    ...(coins === 'all' ? {} : { coins }),
    ...(search === '' ? {} : { search }),
  };
  const order = sort === 'oldest' || sort === 'riskiest' ? sort : 'newest';
  // Of this status alone: under most filters no more than 1,000 orders are counted, of all statuses together.
  const counts = useCall(endpoints.adminOrders.count, { query: { ...time, ...(status === 'all' ? {} : { status }) } });
  // While the count is not known, the wanted page is taken as existing.
  const known = counts.data === undefined ? null : totalOf(counts.data.data, status);
  const narrowed = JSON.stringify([time, status, order]);
  const [ends, setEnds] = useState<BatchEnds>(NO_ENDS);
  const [held, setHeld] = useState<StillList<AdminOrder> | null>(null);
  // Decided rows leave the server's list and not this one: the rows shown count too.
  const shown = held?.view.startsWith(narrowed) === true ? skipOf(held.view) + held.rows.length : 0;
  const skip = skipFor(pageNumbers(Math.max(known ?? Number.MAX_SAFE_INTEGER, shown), wanted).number);
  const after = ends.narrowed === narrowed ? ends.last.get(skip) : undefined;
  const answer = useCall(endpoints.adminOrders.list, {
    query: {
      ...time,
      ...(status === 'all' ? {} : { status }),
      ...(order === 'newest' ? {} : { order }),
      // What is known to stand before it is not counted again, however many that is.
      ...(skip === 0 ? {} : after === undefined ? { skip: String(skip) } : { after }),
    },
  });
  const fetched = useFetched(review, endpoints.adminOrders.list.path, answer, search);
  const { isSample } = fetched;
  const view = `${narrowed} ${skip}`;
  const list = answer.data === undefined ? held : keepStill(held, view, answer.data);
  if (list !== held) setHeld(list);
  const last = list?.view === view && list.rows.length === ORDERS_BATCH_SIZE ? list.rows.at(-1)?.id : undefined;
  if (last !== undefined && (ends.narrowed !== narrowed || ends.last.get(skip + ORDERS_BATCH_SIZE) !== last)) {
    const before = ends.narrowed === narrowed ? ends.last : NO_ENDS.last;
    setEnds({ narrowed, last: new Map([...before, [skip + ORDERS_BATCH_SIZE, last]]) });
  }
  const still = list?.view === view ? list : null;
  const orders = isSample ? filterOrders(review.samples(), filter, now) : (still?.rows ?? []);
  const skipped = isSample ? 0 : skip;
  const total = isSample || known === null ? skipped + orders.length : Math.max(known, skipped + orders.length);
  const batch = applyDecisions(orders, review.decisions);
  const page = pageNumbers(total, wanted);
  return {
    ...fetched,
    isLoading: fetched.isLoading || (counts.isPending && !isSample),
    rows: rowsOfPage(batch, page.number, skipped),
    nextRows: rowsOfPage(batch, page.number + 1, skipped),
    batch,
    firstPage: skipped / ORDERS_PAGE_SIZE + 1,
    page,
    total,
    isSearchCut: !isSample && counts.data?.data.isSearchCut === true,
    arrived: isSample || skip > 0 ? 0 : (still?.arrived ?? 0),
    left: isSample ? 0 : (still?.left ?? 0),
    showArrived: () => {
      if (still !== null) setHeld(showList(view, still.latest));
    },
    decide: (row, decision) => review.decide(row.id, decision, isSample),
    decisions: review.decisions,
    isSaving: review.isSaving,
    approveMany: review.approveMany,
    declines: review.declines,
    takeBack: review.takeBack,
    undoable: review.undoable,
    undo: review.undo,
    undoLast: review.undoLast,
  };
}

/**
 * How many orders there are by status and how many need an administrator; counted over the samples where that can't be
 * loaded.
 */
export function useOrdersOverview(review: Review): Fetched & { overview: OrderCounts } {
  const { samples, decisions } = review;
  const answer = useCall(endpoints.adminOrders.count, { query: {} });
  const fetched = useFetched(review, endpoints.adminOrders.count.path, answer);
  const shown = fetched.isSample ? applyDecisions(samples(), decisions) : [];
  return { ...fetched, overview: answer.data?.data ?? overviewOf(shown) };
}

/** By how many orders a batch comes after the first: the last order of the batch before it. */
interface BatchEnds {
  readonly narrowed: string;
  readonly last: ReadonlyMap<number, OrderId>;
}

const NO_ENDS: BatchEnds = { narrowed: '', last: new Map() };

const skipOf = (view: string): number => Number(view.slice(view.lastIndexOf(' ') + 1));

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
  search = '',
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
    isSample: failure !== null && !isThere && !isRefusedSearch(failure, search),
    isOld: failure !== null && isThere,
    problem: failure === null ? null : messageFor(failure, ''),
    retry: () => void answer.refetch(),
    isRetrying: answer.isFetching,
  };
}
