// What the queue says of its rows: what was decided here is marked in the row that it was decided in, and the next one is the
// next that waits.
import { expect, test } from 'vitest';
import { nextWaiting, readRowId, rowIdOf } from './queue-rows.ts';

const row = (id: string, isDone = false, outcome: unknown = null) => ({ id, isDone, outcome });

test('[S8] after a decision the next row that waits is next, then the first from the top, then none', () => {
  const rows = [row('a'), row('b'), row('c', true), row('d', false, 'Approved'), row('e')];
  expect(nextWaiting(rows, 'b')?.id).toBe('e');
  expect(nextWaiting(rows, 'e')?.id).toBe('a');
  expect(nextWaiting([row('a'), row('b', true)], 'a')).toBeNull();
  expect(nextWaiting(rows, 'of another page')?.id).toBe('a');
});

test('[S8] the address names a row by kind and id, also one with a colon, and nothing else', () => {
  const item = { kind: 'suspense', id: 'a b:c' } as const;
  expect(readRowId(rowIdOf(item))).toEqual({ ...item, row: 'suspense:a b:c' });
  for (const other of [null, '', 'orders', 'nothing:1']) expect(readRowId(other)).toBeNull();
});
