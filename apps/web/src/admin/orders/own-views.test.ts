// Guarantee: a list that a person has named is read as it was named, its name stands for one list, and it has what narrows a list and
// nothing else of an address.
import { ORDER_VIEWS_MOST } from '@kobogate/contract';
import { expect, it } from 'vitest';
import { DESK_VIEWS, queryOf } from './order-filters.ts';
import { nameProblem, readOwnView, tidyName } from './own-views.ts';

it('[S3] reads a list as it was named', () => {
  const query = { network: 'solana', from: '1000000', search: 'a & b=c' };
  expect(readOwnView({ name: 'Large', query: new URLSearchParams(query).toString() })).toEqual({
    name: 'Large',
    query,
  });
  expect(readOwnView({ name: 'All of it', query: '' }).query).toEqual({});
});

it('refuses a taken name and one list too many', () => {
  const most = Array.from({ length: ORDER_VIEWS_MOST }, (_, at) => ({ name: `List ${at}`, query: {} }));
  expect(nameProblem('Large Solana', [])).toBeNull();
  for (const name of ['held', DESK_VIEWS[0]?.name ?? '']) expect(nameProblem(name, [])).toMatch(/already/);
  expect(nameProblem('Large Solana', most)).toMatch(/remove one/);
  expect(nameProblem('List 3', most)).toBeNull();
  expect(tidyName('  Large \u00a0 Solana ')).toBe('Large Solana');
});

it('takes of an address what narrows the list, and neither its tab, page nor open order', () => {
  const address = new URLSearchParams('tab=orders&page=3&order=o1&chosen=o2&status=pending&from=1000000&sort=oldest');
  expect(queryOf(address)).toEqual({ status: 'pending', from: '1000000', sort: 'oldest' });
});
