// Callers share batches, each gets its own result, an item that fails does so alone, and too many are refused.
import { expect, test } from 'vitest';
import { Failure } from './errors.ts';
import { createGroup } from './group.ts';

test('callers of one moment share a batch of at most the given size, and each gets its own result', async () => {
  const sizes: number[] = [];
  const group = createGroup<number, number>({
    maxItems: 4,
    run: async (items) => {
      sizes.push(items.length);
      return items.map((item) =>
        item === 3 ? { ok: false, error: new Error('three') } : { ok: true, value: item * 2 },
      );
    },
  });
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map((item) => group.submit(item)));
  expect(sizes).toEqual([4, 1]);
  expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed'))).toEqual([
    2,
    4,
    'failed',
    8,
    10,
  ]);
});

test('a batch that fails as a whole is run item by item', async () => {
  const group = createGroup<number, number>({
    maxItems: 10,
    run: async (items) => {
      if (items.includes(2)) throw new Error('two');
      return items.map((value) => ({ ok: true, value }));
    },
  });
  const outcomes = await Promise.allSettled([1, 2, 3].map((item) => group.submit(item)));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await group.submit(4)).toBe(4);
});

test('one more than may wait is refused with 503, and the others are served', async () => {
  const group = createGroup<number, number>({
    maxItems: 1,
    maxWaiting: 2,
    run: async (items) => items.map((value) => ({ ok: true, value })),
  });
  const [first, second, third] = [1, 2, 3].map((item) => group.submit(item));
  await expect(third).rejects.toMatchObject({ status: 503, code: 'overloaded' });
  await expect(third).rejects.toBeInstanceOf(Failure);
  expect(await Promise.all([first, second])).toEqual([1, 2]);
});
