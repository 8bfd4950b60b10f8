// Guarantee: the admin sees exactly the orders that the filters name, ten a page, with at most five page numbers.
import { expect, it } from 'vitest';
import { filterOrders, isInTime, pageOf, type DateFilter } from './order-filters.ts';

const NOW = Date.parse('2026-11-10T00:30:00Z');
const passes = (filter: DateFilter, instant: string) => isInTime(filter, instant, NOW);

it('[D-2] knows today by the day in Lagos, a week as 7 days, a month as 30', () => {
  expect(passes('today', '2026-11-09T23:00:00Z')).toBe(true);
  expect(passes('today', '2026-11-09T22:59:59Z')).toBe(false);
  expect(passes('week', '2026-11-03T00:30:01Z')).toBe(true);
  expect(passes('week', '2026-11-03T00:30:00Z')).toBe(false);
  expect(passes('month', '2026-10-11T00:30:01Z')).toBe(true);
  expect(passes('month', '2026-10-11T00:30:00Z')).toBe(false);
  expect(passes('all', '2001-01-01T00:00:00Z')).toBe(true);
});

it('[D-2] filters by status and time together', () => {
  const rows = [
    { id: 'a', status: 'pending', date: '2026-11-10T00:00:00Z' },
    { id: 'b', status: 'approved', date: '2026-11-10T00:00:00Z' },
    { id: 'c', status: 'pending', date: '2026-10-01T00:00:00Z' },
  ] as const;
  expect(filterOrders(rows, { status: 'pending', date: 'week' }, NOW).map(({ id }) => id)).toEqual(['a']);
  expect(filterOrders(rows, { status: 'all', date: 'all' }, NOW)).toHaveLength(3);
  expect(filterOrders(rows, { status: 'declined', date: 'all' }, NOW)).toEqual([]);
});

it('[D-2] shows ten rows and at most five page numbers around the current one', () => {
  const rows = Array.from({ length: 95 }, (_, index) => index);
  expect(pageOf(rows, 1)).toMatchObject({ number: 1, count: 10, numbers: [1, 2, 3, 4, 5] });
  expect(pageOf(rows, 6).numbers).toEqual([4, 5, 6, 7, 8]);
  expect(pageOf(rows, 10)).toMatchObject({ rows: [90, 91, 92, 93, 94], numbers: [6, 7, 8, 9, 10] });
  expect(pageOf(rows, 99).number).toBe(10);
  expect(pageOf(rows, Number.NaN).number).toBe(1);
  expect(pageOf([], 3)).toEqual({ rows: [], number: 1, count: 1, numbers: [1] });
});
