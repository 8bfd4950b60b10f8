// The list that an administrator works in holds still: what arrives waits until it is asked for, what is decided stays in
// its row, and each row says what was last heard of it.
import type { AdminOrder } from '@kobogate/contract';
import { expect, test } from 'vitest';
import { keepStill, showList } from './still-list.ts';
import { sampleOrders } from './sample-orders.ts';

const SAMPLES = sampleOrders(() => 0.5, Date.parse('2026-11-24T00:00:00Z'));
const order = (index: number, status?: AdminOrder['status']): AdminOrder => {
  const sample = SAMPLES[index];
  if (sample === undefined) throw new Error('too few samples');
  return { ...sample, ...(status === undefined ? {} : { status }) };
};
const idsOf = (orders: readonly AdminOrder[]) => orders.map(({ id }) => id);

test('orders that arrive move no row, and are counted', () => {
  const list = showList('all', [order(2), order(3)]);
  const after = keepStill(list, 'all', [order(0), order(1), order(2), order(3)]);
  expect(idsOf(after.rows)).toEqual(idsOf(list.rows));
  expect(after.arrived).toBe(2);
  expect(idsOf(showList('all', after.latest).rows)).toEqual(idsOf([order(0), order(1), order(2), order(3)]));
});

test('a row says the newest; one that left the list stays as it was last known', () => {
  const list = showList('pending', [order(1, 'pending'), order(2, 'pending')]);
  const decided = keepStill(list, 'pending', [order(1, 'approved'), order(2, 'pending')]);
  const gone = keepStill(decided, 'pending', [order(2, 'pending')]);
  expect(gone.rows.map(({ status }) => status)).toEqual(['approved', 'pending']);
  expect(gone.arrived).toBe(0);
});

test('another view, and an empty list, show what there is', () => {
  const list = showList('all', [order(1)]);
  expect(idsOf(keepStill(list, 'pending', [order(2)]).rows)).toEqual(idsOf([order(2)]));
  expect(idsOf(keepStill(showList('all', []), 'all', [order(3)]).rows)).toEqual(idsOf([order(3)]));
  expect(idsOf(keepStill(null, 'all', [order(3)]).rows)).toEqual(idsOf([order(3)]));
  const empty = showList('all', []);
  expect(keepStill(empty, 'all', empty.latest)).toBe(empty);
});
