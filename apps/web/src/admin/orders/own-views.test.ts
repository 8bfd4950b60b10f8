// Guarantee: a person finds the lists that they have named again, and those of no other person; a stored text that is none is left
// out, and a name stands for one list.
import { beforeEach, expect, it } from 'vitest';
import { DESK_VIEWS, queryOf } from './order-filters.ts';
import { keepOwnViews, LONGEST_NAME, nameProblem, readOwnViews, withOwnView } from './own-views.ts';

const LARGE = { name: 'Large Solana', query: { network: 'solana', from: '1000000' } };

beforeEach(() => localStorage.clear());

it('[S3] gives each person the lists that they have named', () => {
  keepOwnViews('ada', [LARGE]);
  expect(readOwnViews('ada')).toEqual([LARGE]);
  expect(readOwnViews('bola')).toEqual([]);
  keepOwnViews('ada', []);
  expect(localStorage).toHaveLength(0);
});

it('leaves out what is no list', () => {
  for (const text of ['no JSON', '7', '[7, null, {}, {"name":1,"query":{}}, {"name":"a"}]']) {
    localStorage.setItem('kobogate_desk_views ada', text);
    expect(readOwnViews('ada')).toEqual([]);
  }
  localStorage.setItem('kobogate_desk_views ada', '[{"name":"a","query":{"status":"pending","risk":7}}]');
  expect(readOwnViews('ada')).toEqual([{ name: 'a', query: { status: 'pending' } }]);
});

it('replaces the list of the same name in its place', () => {
  const others = [LARGE, { name: 'Mine', query: {} }];
  const again = { name: LARGE.name, query: { network: 'tron' } };
  expect(withOwnView(others, again)).toEqual([again, others[1]]);
  expect(withOwnView([LARGE], { name: 'Mine', query: {} })).toEqual(others);
});

it('refuses an empty, a long and a taken name, and a thirteenth list', () => {
  const twelve = Array.from({ length: 12 }, (_, at) => ({ name: `List ${at}`, query: {} }));
  expect(nameProblem('Large Solana', [])).toBeNull();
  expect(nameProblem('x'.repeat(LONGEST_NAME), [])).toBeNull();
  for (const name of ['', 'x'.repeat(LONGEST_NAME + 1), 'held', DESK_VIEWS[0]?.name ?? ''])
    expect(nameProblem(name, [])).toMatch(/\.$/);
  expect(nameProblem('Large Solana', twelve)).toMatch(/remove one/);
  expect(nameProblem('List 3', twelve)).toBeNull();
});

it('takes of an address what narrows the list, and neither its tab, page nor open order', () => {
  const address = new URLSearchParams('tab=orders&page=3&order=o1&chosen=o2&status=pending&from=1000000&sort=oldest');
  expect(queryOf(address)).toEqual({ status: 'pending', from: '1000000', sort: 'oldest' });
});
