// Guarantee: what the live stream tells is loaded at once, then for many events once in a pause, and the last event always;
// who looks at an order loads nothing else, and what does not change with orders is loaded seldom.
import { endpoints, PRESENCE_PATH } from '@kobogate/contract';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refreshCalmly } from './refresh-calmly.ts';

const PAUSE_MS = 1000;
const invalidateQueries = vi.fn<QueryClient['invalidateQueries']>(async () => undefined);
const isMutating = vi.fn<QueryClient['isMutating']>(() => 0);
const queryClient = { invalidateQueries, isMutating };

beforeEach(() => {
  vi.useFakeTimers();
  invalidateQueries.mockClear();
});
afterEach(() => void vi.useRealTimers());

it('refreshes at once, and after the pause once more for all that was told within it', () => {
  const tell = refreshCalmly(queryClient);
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
  expect(invalidateQueries).toHaveBeenCalledTimes(4);
});

it('tells of who looks at an order at once, and loads that alone', () => {
  const tell = refreshCalmly(queryClient);
  tell();
  tell('presence');
  tell('presence');
  const presence = [{ queryKey: [PRESENCE_PATH] }];
  expect(invalidateQueries.mock.calls.slice(1)).toEqual([presence, presence]);
  vi.advanceTimersByTime(PAUSE_MS);
  expect(invalidateQueries).toHaveBeenCalledTimes(3);
});

it('loads all at a connect and once a minute, and between these what changes with orders and coins', async () => {
  const cache = new QueryClient();
  const [order, settings] = [[endpoints.adminOrders.list.path], [endpoints.settings.read.path]];
  const staleAfter = (tellOnce: () => void): boolean[] => {
    for (const key of [order, settings]) cache.setQueryData(key, {});
    tellOnce();
    vi.advanceTimersByTime(PAUSE_MS);
    return [order, settings].map((key) => cache.getQueryState(key)?.isInvalidated ?? false);
  };
  const tell = refreshCalmly(cache);
  expect(staleAfter(() => tell())).toEqual([true, true]);
  expect(staleAfter(() => tell('order'))).toEqual([true, false]);
  expect(staleAfter(() => tell())).toEqual([true, true]);
  vi.advanceTimersByTime(60_000);
  expect(staleAfter(() => tell('payment'))).toEqual([true, true]);
  expect(staleAfter(() => tell('payment'))).toEqual([true, false]);
});

it('waits for the answer to a decision that is on its way, and not for ever', () => {
  const tell = refreshCalmly(queryClient);
  isMutating.mockReturnValue(1);
  tell('order');
  vi.advanceTimersByTime(500);
  expect(invalidateQueries).not.toHaveBeenCalled();
  isMutating.mockReturnValue(0);
  vi.advanceTimersByTime(50);
  expect(invalidateQueries).toHaveBeenCalledTimes(1);
  isMutating.mockReturnValue(1);
  tell('order');
  vi.advanceTimersByTime(PAUSE_MS + 2000);
  expect(invalidateQueries).toHaveBeenCalledTimes(2);
  isMutating.mockReturnValue(0);
});
