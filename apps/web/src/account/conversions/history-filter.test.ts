// Guarantee: the address of the history is its filter, and what it can't be narrows nothing.
import { expect, it } from 'vitest';
import { readHistoryFilter } from './history-filter.ts';

const read = (query: string) => readHistoryFilter(new URLSearchParams(query));

it('[C-4] reads each part of the filter', () => {
  const query = 'search=kg-1&state=review&currency=USDT&bank=Access+Bank&from=2026-11-01&to=2026-11-30&page=2';
  expect(read(query)).toEqual({
    search: 'kg-1',
    state: 'review',
    currency: 'USDT',
    bank: 'Access Bank',
    from: '2026-11-01',
    to: '2026-11-30',
  });
});

it('leaves out what is empty, and what is no state or day', () => {
  expect(read('')).toEqual({});
  expect(read('search=+&state=pending&bank=&from=yesterday&to=1.1.26')).toEqual({});
});
