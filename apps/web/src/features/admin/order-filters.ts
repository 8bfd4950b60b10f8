import { ORDER_STATUSES, ORDERS_PAGE_NUMBERS, ORDERS_PAGE_SIZE, type AdminOrder } from '@kobogate/contract';

export const STATUS_FILTERS = ['all', ...ORDER_STATUSES] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

export const DATE_FILTERS = ['all', 'today', 'week', 'month'] as const;
export type DateFilter = (typeof DATE_FILTERS)[number];

const DAY_MS = 86_400_000;
const LAGOS_OFFSET_MS = 3_600_000;

const lagosDay = (moment: number): number => Math.floor((moment + LAGOS_OFFSET_MS) / DAY_MS);

/** True where an ISO instant lies in the filter's time: today is the day in Lagos, week 7 days, month 30 days back from `now`. */
export function isInTime(filter: DateFilter, instant: string, now: number): boolean {
  const moment = Date.parse(instant);
  switch (filter) {
    case 'all':
      return true;
    case 'today':
      return lagosDay(moment) === lagosDay(now);
    case 'week':
      return moment > now - 7 * DAY_MS;
    case 'month':
      return moment > now - 30 * DAY_MS;
  }
}

/** The orders that pass both filters, in the order that they came in. */
export function filterOrders<Row extends Pick<AdminOrder, 'status' | 'date'>>(
  rows: readonly Row[],
  { status, date }: { status: StatusFilter; date: DateFilter },
  now: number,
): Row[] {
  return rows.filter((row) => (status === 'all' || row.status === status) && isInTime(date, row.date, now));
}

export interface Page<Row> {
  rows: Row[];
  /** From 1; the nearest page that exists to the one asked for. */
  number: number;
  count: number;
  /** At most 5 page numbers, with the current one as near their middle as can be. */
  numbers: number[];
}

/** One page of 10 rows and the page numbers to show. */
export function pageOf<Row>(rows: readonly Row[], wanted: number): Page<Row> {
  const count = Math.max(1, Math.ceil(rows.length / ORDERS_PAGE_SIZE));
  const number = Math.min(Math.max(1, Math.trunc(wanted) || 1), count);
  const first = Math.max(1, Math.min(number - Math.floor(ORDERS_PAGE_NUMBERS / 2), count - ORDERS_PAGE_NUMBERS + 1));
  const shown = Math.min(ORDERS_PAGE_NUMBERS, count);
  return {
    rows: rows.slice((number - 1) * ORDERS_PAGE_SIZE, number * ORDERS_PAGE_SIZE),
    number,
    count,
    numbers: Array.from({ length: shown }, (_, index) => first + index),
  };
}
