// Guarantee: what is asked for often is done at once, then once in a pause; what was asked for last is always done.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { calmly } from './calmly.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('is done at once, and after the pause once more for all that was asked for within it', () => {
  const work = vi.fn<() => void>();
  const ask = calmly(work, 1000);
  ask();
  expect(work).toHaveBeenCalledTimes(1);
  for (let count = 0; count < 5; count += 1) ask();
  vi.advanceTimersByTime(999);
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(2);
  // The pause after the second one counts too.
  ask();
  expect(work).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1000);
  expect(work).toHaveBeenCalledTimes(3);
  vi.advanceTimersByTime(10_000);
  expect(work).toHaveBeenCalledTimes(3);
  ask();
  expect(work).toHaveBeenCalledTimes(4);
});
