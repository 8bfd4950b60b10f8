import {
  type AdminOrder,
  ORDER_COINS,
  type OrderCoins,
  type OrderDate,
  ORDER_STATUSES,
  ORDERS_BATCH_SIZE,
  ORDERS_PAGE_NUMBERS,
  ORDERS_PAGE_SIZE,
  startOfOrderDate,
} from '@kobogate/contract';

export const STATUS_FILTERS = ['all', ...ORDER_STATUSES] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

/** True where an ISO instant is in the filter's time, seen from `now`. */
export function isInTime(filter: OrderDate, instant: string, now: number): boolean {
  const start = startOfOrderDate(filter, now);
  return start === null || Date.parse(instant) >= start;
}

export const COINS_FILTERS = ['all', ...ORDER_COINS] as const;
export type CoinsFilter = (typeof COINS_FILTERS)[number];

export interface OrderFilter {
  readonly status: StatusFilter;
  readonly date: OrderDate;
  readonly coins: CoinsFilter;
  /** What was typed; empty for all. */
  readonly search: string;
}

const COVERED: ReadonlySet<AdminOrder['funding']> = new Set(['funded', 'overpaid', 'late']);

/** Whether an order's coins are all there. Pure. */
export const coinsOf = ({ funding }: Pick<AdminOrder, 'funding'>): OrderCoins =>
  COVERED.has(funding) ? 'arrived' : 'awaited';

/** The orders that pass all filters, in the order that they came in. */
export function filterOrders<Row extends Pick<AdminOrder, 'status' | 'date' | 'funding'>>(
  rows: readonly Row[],
  { status, date, coins }: Omit<OrderFilter, 'search'>,
  now: number,
): Row[] {
  return rows.filter(
    (row) =>
      (status === 'all' || row.status === status) &&
      (coins === 'all' || coinsOf(row) === coins) &&
      isInTime(date, row.date, now),
  );
}

export interface PageNumbers {
  /** From 1; the nearest page that exists to the one asked for. */
  number: number;
  count: number;
  /** At most 5 page numbers, with the current one as near their middle as possible. */
  numbers: number[];
}

/** The page nearest to the wanted one among those of `total` rows, ten a page, and the page numbers to show. */
export function pageNumbers(total: number, wanted: number): PageNumbers {
  const count = Math.max(1, Math.ceil(total / ORDERS_PAGE_SIZE));
  const number = Math.min(Math.max(1, Math.trunc(wanted) || 1), count);
  const first = Math.max(1, Math.min(number - Math.floor(ORDERS_PAGE_NUMBERS / 2), count - ORDERS_PAGE_NUMBERS + 1));
  const shown = Math.min(ORDERS_PAGE_NUMBERS, count);
  return { number, count, numbers: Array.from({ length: shown }, (_, index) => first + index) };
}

/** How many orders the server leaves out before the batch that has page `number`. */
export function skipFor(number: number): number {
  const row = (number - 1) * ORDERS_PAGE_SIZE;
  return row - (row % ORDERS_BATCH_SIZE);
}

/** The ten rows of page `number`, from rows whose first is row `skipped` of all. */
export function rowsOfPage<Row>(rows: readonly Row[], number: number, skipped = 0): Row[] {
  const first = (number - 1) * ORDERS_PAGE_SIZE - skipped;
  return rows.slice(first, first + ORDERS_PAGE_SIZE);
}
