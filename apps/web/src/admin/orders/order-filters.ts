import {
  type AdminOrder,
  COVERED,
  ORDER_COINS,
  ORDER_DATES,
  ORDER_STATUSES,
  type OrderAge,
  type OrderCoins,
  type OrderDate,
  ORDERS_BATCH_SIZE,
  ORDERS_PAGE_NUMBERS,
  ORDERS_PAGE_SIZE,
  PRIORITIES,
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

/** What the rarer filters are called in the address and in the call: of each an empty text is all. */
const MORE_FILTERS = [
  'payout',
  'currency',
  'network',
  'bank',
  'from',
  'to',
  'age',
  'priority',
  'held',
  'sort',
] as const;
export type MoreFilter = (typeof MORE_FILTERS)[number];

export interface OrderFilter {
  readonly status: StatusFilter;
  readonly date: OrderDate;
  readonly coins: CoinsFilter;
  /** What was typed; empty for all. */
  readonly search: string;
  readonly more: Readonly<Partial<Record<MoreFilter, string>>>;
}

/** The filter that an address names; an impossible value means all. Pure. */
export function readFilter(address: URLSearchParams): OrderFilter {
  const more = MORE_FILTERS.map((name) => [name, address.get(name) ?? ''] as const);
  return {
    status: STATUS_FILTERS.find((name) => name === address.get('status')) ?? 'all',
    date: ORDER_DATES.find((name) => name === address.get('date')) ?? 'all',
    coins: COINS_FILTERS.find((name) => name === address.get('coins')) ?? 'all',
    search: address.get('search') ?? '',
    more: Object.fromEntries(more.filter(([, value]) => value !== '')),
  };
}

/** The names of the filter of payouts. */
export const PAYOUT_NAMES = ['none', 'moving', 'unknown', 'failed', 'undecided', 'paid'] as const;

/** The names of the least ages. */
export const AGES = ['hour', 'day', 'three-days', 'week'] as const satisfies readonly OrderAge[];

/** The rarer filters as the calls take them; what a call would refuse is left out. Pure. */
export function readMore({ payout, held, currency, network, bank, from, to, age, priority }: OrderFilter['more']) {
  const least = AGES.find((name) => name === age);
  const known = PAYOUT_NAMES.find((name) => name === payout);
  const urgency = PRIORITIES.find((name) => name === priority);
  return {
    ...(currency === undefined ? {} : { currency }),
    ...(network === undefined ? {} : { network }),
    ...(bank === undefined ? {} : { bank }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(least === undefined ? {} : { age: least }),
    ...(known === undefined ? {} : { payout: known }),
    ...(urgency === undefined ? {} : { priority: urgency }),
    ...(held === 'yes' || held === 'no' ? { held: held === 'yes' ? ('yes' as const) : ('no' as const) } : {}),
  };
}

/** A named list, as what its address has. */
export interface DeskView {
  readonly name: string;
  readonly query: Readonly<Record<string, string>>;
}

/** The lists that administrators work through. */
export const DESK_VIEWS: readonly DeskView[] = [
  { name: 'All', query: {} },
  { name: 'To review', query: { status: 'pending', coins: 'arrived', sort: 'oldest' } },
  {
    name: 'High risk',
    query: { status: 'pending', coins: 'arrived', priority: 'high', sort: 'oldest' },
  },
  { name: 'Held', query: { status: 'pending', held: 'yes', sort: 'oldest' } },
  { name: 'Payouts to decide', query: { payout: 'undecided', sort: 'oldest' } },
  { name: 'Failed payouts', query: { payout: 'failed', sort: 'oldest' } },
  { name: 'Today', query: { date: 'today' } },
];

const VIEW_PARTS = ['status', 'date', 'coins', 'search', ...MORE_FILTERS];

/** Whether an address shows exactly this view. Pure. */
export const isView = (address: URLSearchParams, { query }: DeskView): boolean =>
  VIEW_PARTS.every((part) => (address.get(part) ?? '') === (query[part] ?? ''));

/** What narrows and sorts the list of an address. Pure. */
export const queryOf = (address: URLSearchParams): DeskView['query'] =>
  Object.fromEntries(
    VIEW_PARTS.flatMap((part) => {
      const value = address.get(part) ?? '';
      return value === '' ? [] : [[part, value]];
    }),
  );

/** The address of a view, with what it has besides a filter, such as the tab. Pure. */
export function withView(address: URLSearchParams, { query }: DeskView): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const part of [...VIEW_PARTS, 'page', 'chosen']) next.delete(part);
  for (const [part, value] of Object.entries(query)) next.set(part, value);
  return next;
}

/** Whether an order's coins are all there. Pure. */
export const coinsOf = ({ funding }: Pick<AdminOrder, 'funding'>): OrderCoins =>
  COVERED.has(funding) ? 'arrived' : 'awaited';

/** The orders that pass all filters, in the order that they came in. */
export function filterOrders<Row extends Pick<AdminOrder, 'status' | 'date' | 'funding'>>(
  rows: readonly Row[],
  { status, date, coins }: Omit<OrderFilter, 'search' | 'more'>,
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
