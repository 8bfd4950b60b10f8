// A provider's limits are found by asking for less, kept, and tried again after a time: they change with its plans.
import { expect, test } from 'vitest';
import { createPace } from './pace.ts';

/** Asks `times` requests of a provider that takes `limit` at most; answers how many were refused. */
function ask(pace: ReturnType<typeof createPace>, limit: number, times: number): number {
  let refused = 0;
  for (let request = 0; request < times; request += 1) {
    const size = pace.size();
    if (size > limit) {
      refused += 1;
      pace.refused(size);
    } else pace.done(size);
  }
  return refused;
}

test.each([1, 2, 3, 5, 10, 17, 20])(
  '[K3][D11] a limit of %i is found within few refusals, and the work stays at it',
  (limit) => {
    const pace = createPace(20, () => 0);
    expect(ask(pace, limit, 200)).toBeLessThanOrEqual(8);
    expect(pace.size()).toBe(limit);
    expect(ask(pace, limit, 200)).toBe(0);
  },
);

test('[K3][D11] a limit that is lifted is noticed, and one that is lowered too', () => {
  let now = 0;
  const pace = createPace(20, () => now);
  ask(pace, 5, 100);
  expect(pace.size()).toBe(5);
  now += 3_600_001;
  ask(pace, 20, 100);
  expect(pace.size()).toBe(20);
  ask(pace, 1, 10);
  expect(pace.size()).toBe(1);
});
