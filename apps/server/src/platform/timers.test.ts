// A start waits for the first run of each timer, and not for one that hangs: what it holds up is itself alone.
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
