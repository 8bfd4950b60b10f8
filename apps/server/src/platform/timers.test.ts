// A start waits for the first run of each timer, and not for one that hangs: what it holds up is itself alone. One that fails or hangs is
// late from its interval on, until it ends well.
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { expect, test } from 'vitest';
import { createTimers } from './timers.ts';

const HOUR = 3_600;

test('a start waits until each timer has run once, also where one fails', async () => {
  const run: string[] = [];
  const timers = createTimers(
    [
      { name: 'fails', everySeconds: HOUR, run: () => Promise.reject(new Error('down')) },
      { name: 'runs', everySeconds: HOUR, run: async () => void run.push('runs') },
    ],
    silentLog,
    60_000,
  );
  await timers.start();
  expect(run).toEqual(['runs']);
  await timers.stop();
});

test('[I1] a timer that waits for a bank which does not answer holds up neither the start nor the others, and ends with the stop', async () => {
  let answer = (): void => undefined;
  const isHung = new Promise<void>((resolve) => (answer = resolve));
  let runs = 0;
  const timers = createTimers(
    [
      { name: 'hangs', everySeconds: HOUR, run: () => isHung },
      { name: 'runs', everySeconds: HOUR, run: async () => void (runs += 1) },
    ],
    silentLog,
    0,
  );
  await timers.start();
  expect(runs).toBe(1);
  let isStopped = false;
  const stopped = timers.stop().then(() => (isStopped = true));
  expect(isStopped).toBe(false);
  answer();
  await stopped;
});

test('[O8] one that fails, and one that hangs, is told as late by what is past its interval, until a run ends well', async () => {
  let now = 0;
  let answer = (): void => undefined;
  const isHung = new Promise<void>((resolve) => (answer = resolve));
  const timers = createTimers(
    [
      { name: 'fails', everySeconds: HOUR, run: () => Promise.reject(new Error('down')) },
      { name: 'hangs', everySeconds: HOUR, run: () => isHung },
      { name: 'runs', everySeconds: HOUR, run: () => Promise.resolve() },
    ],
    silentLog,
    0,
    () => now,
  );
  const late = () => timers.measure().map(({ labels, value }) => [labels?.['timer'], value]);
  now = 1_000_000;
  await timers.start();
  now = 2_000_000;
  expect(late()).toEqual([
    ['fails', 0],
    ['hangs', 0],
    ['runs', 0],
  ]);
  now = 4_000_000;
  expect(late()).toEqual([
    ['fails', 400],
    ['hangs', 400],
    ['runs', 0],
  ]);
  answer();
  await timers.stop();
  expect(late()[1]).toEqual(['hangs', 0]);
});
