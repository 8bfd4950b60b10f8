// Guarantee: what the live stream tells is loaded at once, then for many events once in a pause, and the last event always;
// who looks at an order loads nothing else.
import { PRESENCE_PATH } from '@kobogate/contract';
import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refreshCalmly } from './refresh-calmly.ts';

const PAUSE_MS = 1000;
const invalidateQueries = vi.fn<QueryClient['invalidateQueries']>(async () => undefined);

beforeEach(() => {
  vi.useFakeTimers();
  invalidateQueries.mockClear();
});
afterEach(() => void vi.useRealTimers());

it('refreshes at once, and after the pause once more for all that was told within it', () => {
  const tell = refreshCalmly({ invalidateQueries });
  tell();
  expect(invalidateQueries).toHaveBeenCalledTimes(1);
  for (let count = 0; count < 5; count += 1) tell('order');
  vi.advanceTimersByTime(PAUSE_MS - 1);
  expect(invalidateQueries).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(invalidateQueries).toHaveBeenCalledTimes(2);
  // The pause after the second one counts too.
  tell('order');
  expect(invalidateQueries).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(PAUSE_MS);
  expect(invalidateQueries).toHaveBeenCalledTimes(3);
  // Nothing was told since: nothing is loaded.
  vi.advanceTimersByTime(10 * PAUSE_MS);
  expect(invalidateQueries).toHaveBeenCalledTimes(3);
  tell('order');
  expect(invalidateQueries.mock.calls).toEqual([[], [], [], []]);
});

it('tells of who looks at an order at once, and loads that alone', () => {
  const tell = refreshCalmly({ invalidateQueries });
  tell();
  tell('presence');
  tell('presence');
  const presence = [{ queryKey: [PRESENCE_PATH] }];
  expect(invalidateQueries.mock.calls).toEqual([[], presence, presence]);
  vi.advanceTimersByTime(PAUSE_MS);
  expect(invalidateQueries).toHaveBeenCalledTimes(3);
});
