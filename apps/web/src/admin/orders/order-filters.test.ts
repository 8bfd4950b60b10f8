// Guarantee: the administrator sees exactly the orders of the filters, ten a page, with at most five page numbers.
import { expect, it } from 'vitest';
import type { OrderDate } from '@kobogate/contract';
import { filterOrders, isInTime, pageNumbers, readFilter, readMore, rowsOfPage, skipFor } from './order-filters.ts';

const NOW = Date.parse('2026-11-10T00:30:00Z');
const passes = (filter: OrderDate, instant: string) => isInTime(filter, instant, NOW);

it('[D-2] takes today as the day in Lagos, a week as 7 days, a month as 30', () => {
  expect(passes('today', '2026-11-09T23:00:00Z')).toBe(true);
  expect(passes('today', '2026-11-09T22:59:59Z')).toBe(false);
  expect(passes('week', '2026-11-03T00:30:01Z')).toBe(true);
  expect(passes('week', '2026-11-03T00:30:00Z')).toBe(false);
  expect(passes('month', '2026-10-11T00:30:01Z')).toBe(true);
  expect(passes('month', '2026-10-11T00:30:00Z')).toBe(false);
  expect(passes('all', '2001-01-01T00:00:00Z')).toBe(true);
});

it('[D-2] filters by status, time and coins together', () => {
  const rows = [
    { id: 'a', status: 'pending', funding: 'funded', date: '2026-11-10T00:00:00Z' },
    { id: 'b', status: 'approved', funding: 'late', date: '2026-11-10T00:00:00Z' },
    { id: 'c', status: 'pending', funding: 'underpaid', date: '2026-10-01T00:00:00Z' },
  ] as const;
  expect(filterOrders(rows, { status: 'pending', date: 'week', coins: 'all' }, NOW).map(({ id }) => id)).toEqual(['a']);
  expect(filterOrders(rows, { status: 'all', date: 'all', coins: 'all' }, NOW)).toHaveLength(3);
  expect(filterOrders(rows, { status: 'declined', date: 'all', coins: 'all' }, NOW)).toEqual([]);
  const awaited = filterOrders(rows, { status: 'pending', date: 'all', coins: 'awaited' }, NOW);
  expect(awaited.map(({ id }) => id)).toEqual(['c']);
});

it('[D-2] shows at most five page numbers around the current one, and no page that does not exist', () => {
  expect(pageNumbers(95, 1)).toEqual({ number: 1, count: 10, numbers: [1, 2, 3, 4, 5] });
  expect(pageNumbers(95, 6).numbers).toEqual([4, 5, 6, 7, 8]);
  expect(pageNumbers(95, 10).numbers).toEqual([6, 7, 8, 9, 10]);
  expect(pageNumbers(95, 99).number).toBe(10);
  expect(pageNumbers(95, Number.NaN).number).toBe(1);
  expect(pageNumbers(0, 3)).toEqual({ number: 1, count: 1, numbers: [1] });
});

it('[D-2] finds the ten rows of a page in the server’s batch', () => {
  const all = Array.from({ length: 250 }, (_, index) => index);
  for (const number of [1, 10, 11, 20, 25]) {
    const skipped = skipFor(number);
    const batch = all.slice(skipped, skipped + 100);
    expect(rowsOfPage(batch, number, skipped)).toEqual(all.slice((number - 1) * 10, number * 10));
  }
  expect([skipFor(1), skipFor(10), skipFor(11), skipFor(1000)]).toEqual([0, 0, 100, 9_900]);
});

it('[S3] the address names the rarer filters, and what no call takes is left out', () => {
  const more = (address: string) => readMore(readFilter(new URLSearchParams(address)).more);
  expect(more('from=1000&to=5000&age=day&held=yes&priority=high')).toEqual({
    from: '1000',
    to: '5000',
    age: 'day',
    held: 'yes',
    priority: 'high',
  });
  expect(more('age=yesterday&held=maybe&priority=odd&payout=gone')).toEqual({});
});
