// Guarantee: what the live stream tells is loaded at once, then for many events once in a pause, and the last event always;
// who looks at an order loads nothing else, and what does not change with orders is loaded seldom. What is on screen is
// loaded a few at a time and none before a decision's answer: a decision that is pressed finds a free connection.
import { endpoints, PRESENCE_PATH } from '@kobogate/contract';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refreshCalmly } from './refresh-calmly.ts';

const PAUSE_MS = 1000;
const ORDERS = [endpoints.adminOrders.list.path];
const SETTINGS = [endpoints.settings.read.path];

let cache: QueryClient;
let closings: (() => void)[];
beforeEach(() => {
  vi.useFakeTimers();
  cache = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', staleTime: Infinity } } });
  closings = [];
});
afterEach(() => {
  for (const close of closings) close();
  vi.useRealTimers();
});

/** Shows what is read under a key: how often that was loaded since, and what ends the loading that is under way. */
function show(queryKey: readonly unknown[]) {
  const answers: (() => void)[] = [];
  cache.setQueryData(queryKey, 'as before');
  const queryFn = () => new Promise((resolve) => answers.push(() => resolve('newer')));
  closings.push(new QueryObserver(cache, { queryKey, queryFn }).subscribe(() => undefined));
  return {
    loads: () => answers.length,
    answer: async () => {
      answers.at(-1)?.();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

it('refreshes at once, and after the pause once more for all that was told within it', async () => {
  const orders = show(ORDERS);
  const tell = refreshCalmly(cache);
  tell();
  expect(orders.loads()).toBe(1);
  await orders.answer();
  for (let count = 0; count < 5; count += 1) tell('order');
  await vi.advanceTimersByTimeAsync(PAUSE_MS - 1);
  expect(orders.loads()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(orders.loads()).toBe(2);
  await orders.answer();
  // The pause after the second one counts too.
  tell('order');
  expect(orders.loads()).toBe(2);
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(orders.loads()).toBe(3);
  await orders.answer();
  // Nothing was told since: nothing is loaded.
  await vi.advanceTimersByTimeAsync(10 * PAUSE_MS);
  expect(orders.loads()).toBe(3);
  tell('order');
  expect(orders.loads()).toBe(4);
});

it('tells of who looks at an order at once, and loads that alone', async () => {
  const [orders, presence] = [show(ORDERS), show([PRESENCE_PATH])];
  const tell = refreshCalmly(cache);
  tell('presence');
  expect([orders.loads(), presence.loads()]).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect([orders.loads(), presence.loads()]).toEqual([0, 1]);
});

it('loads all at a connect and once a minute, and between these what changes with orders and coins', async () => {
  const staleAfter = async (tellOnce: () => void): Promise<boolean[]> => {
    for (const key of [ORDERS, SETTINGS]) cache.setQueryData(key, {});
    tellOnce();
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    return [ORDERS, SETTINGS].map((key) => cache.getQueryState(key)?.isInvalidated ?? false);
  };
  const tell = refreshCalmly(cache);
  expect(await staleAfter(() => tell())).toEqual([true, true]);
  expect(await staleAfter(() => tell('order'))).toEqual([true, false]);
  expect(await staleAfter(() => tell())).toEqual([true, true]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await staleAfter(() => tell('payment'))).toEqual([true, true]);
  expect(await staleAfter(() => tell('payment'))).toEqual([true, false]);
});

it('loads two at a time, each of them once, also where one gets no answer', async () => {
  const parts = ['a', 'b', 'c', 'd'].map((name) => show([name]));
  const loads = () => parts.map((part) => part.loads());
  refreshCalmly(cache)('order');
  expect(loads()).toEqual([1, 1, 0, 0]);
  await parts[1]?.answer();
  expect(loads()).toEqual([1, 1, 1, 0]);
  await parts[2]?.answer();
  expect(loads()).toEqual([1, 1, 1, 1]);
  refreshCalmly(cache)('order');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(loads()).toEqual([2, 2, 2, 2]);
});

it('waits for the answer to a decision that is on its way, and not for ever', async () => {
  const isMutating = vi.spyOn(cache, 'isMutating').mockReturnValue(1);
  const [orders, others] = [show(ORDERS), show(['others'])];
  const [third, loads] = [show(['third']), () => [orders.loads(), others.loads(), third.loads()]];
  refreshCalmly(cache)('order');
  await vi.advanceTimersByTimeAsync(500);
  expect(loads()).toEqual([0, 0, 0]);
  isMutating.mockReturnValue(0);
  await vi.advanceTimersByTimeAsync(50);
  expect(loads()).toEqual([1, 1, 0]);
  // Also what was due before a decision was pressed.
  isMutating.mockReturnValue(1);
  await orders.answer();
  expect(loads()).toEqual([1, 1, 0]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(loads()).toEqual([1, 1, 1]);
});
