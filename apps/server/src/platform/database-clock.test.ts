// All servers of a database go by its time: a machine's clock that is wrong, or is set while the server runs, moves nothing.
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from './database.ts';
import { createDatabaseClock } from './database-clock.ts';

const HOUR_MS = 3_600_000;
const TRUE_TIME = new Date('2026-01-05T08:00:00Z');

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
afterEach(() => {
  vi.useRealTimers();
});

test('[I4] an opened database’s clock shows its time, on a machine whose own is a day behind and is then set ahead', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 24 * HOUR_MS });
  const opened = await openDatabase({ url: db.url, maxConnections: 1, log: silentLog });
  for (const own of [Date.now(), Date.now() + 48 * HOUR_MS]) {
    vi.setSystemTime(own);
    const [row] = await opened.query<{ away: number }>(
      'select abs(extract(epoch from clock_timestamp() - $1::timestamptz))::float8 as away',
      [opened.clock.now()],
    );
    expect(row?.away).toBeLessThan(60);
  }
  await opened.close();
});

test('[I4] it goes on by running time, and from where the database is once it was asked again', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let answer = TRUE_TIME;
  const clock = await createDatabaseClock(async () => answer);
  vi.advanceTimersByTime(5_000);
  expect(clock.now()).toEqual(new Date(TRUE_TIME.getTime() + 5_000));
  // The machine slept for an hour.
  answer = new Date(TRUE_TIME.getTime() + HOUR_MS);
  await clock.agree();
  expect(clock.now()).toEqual(answer);
});

test('[I4] the time is that of the middle of its question, and a slow or missing answer changes nothing', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let tookMs = 400;
  let answer = TRUE_TIME;
  const clock = await createDatabaseClock(async () => {
    vi.advanceTimersByTime(tookMs);
    return answer;
  });
  expect(clock.now()).toEqual(new Date(TRUE_TIME.getTime() + 200));
  tookMs = 1_001;
  answer = new Date(TRUE_TIME.getTime() + HOUR_MS);
  await clock.agree();
  expect(clock.now()).toEqual(new Date(TRUE_TIME.getTime() + 1_201));
  const silent = await createDatabaseClock(
    vi.fn().mockResolvedValueOnce(TRUE_TIME).mockRejectedValue(new Error('down')),
  );
  await expect(silent.agree()).rejects.toThrow('down');
  expect(silent.now()).toEqual(TRUE_TIME);
});
