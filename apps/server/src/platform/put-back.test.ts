// An event for which there is no room now comes again after a pause, at most as often as room may come, and is never given up on.
import { createTestClock, type TestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from './database.ts';
import { dependencyDown } from './errors.ts';
import { enqueue } from './queue.ts';
import type { NewEvent } from './queue.ts';
import { bringForward, claimEvents, extendClaims, pauseAfterPutBacks, putBackEvent } from './queue-store.ts';
import { createWorker, PutBack, type EventHandler } from './worker.ts';

let db: TestDatabase;
let clock: TestClock;
beforeEach(async () => {
  db = await createTestDatabase();
  clock = createTestClock();
});
afterEach(() => db.drop());

const write = (event: NewEvent): Promise<void> => db.database.transaction((tx) => enqueue(tx, [event]));

test('an event that is put back because there is no room comes again after growing pauses, which count as no attempts', async () => {
  const attempts: number[] = [];
  const answers: (Error | null)[] = [
    new PutBack('full'),
    new PutBack('full'),
    new Error('broken'),
    new PutBack('full', { leastMs: 60_000 }),
    null,
  ];
  const full = createWorker({
    database: db.database,
    log: silentLog,
    clock,
    chance: () => 0.5,
    maxAttempts: 3,
    handlers: {
      told: async (_, { attempt }) => {
        attempts.push(attempt);
        const answer = answers.shift();
        if (answer instanceof Error) throw answer;
      },
    },
  });
  await write({ type: 'told', payload: null });
  const after: number[] = [];
  for (const pause of [0, 999, 1, 1499, 1, 999, 1, 59_999, 1]) {
    clock.advance(pause);
    await full.drain();
    after.push(attempts.length);
  }
  expect(after).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5]);
  expect(attempts).toEqual([1, 1, 1, 2, 2]);
  expect(await db.database.query(`select id from event`)).toEqual([]);
});

test('a putting-back whose answer was lost is written again, and counts once', async () => {
  let losses = 2;
  const database: Database = {
    ...db.database,
    query: async <Row extends object>(...asked: Parameters<Database['query']>) => {
      const rows = await db.database.query<Row>(...asked);
      if (asked[2] === 'put-back-event' && losses > 0) {
        losses -= 1;
        throw dependencyDown('database', 'the answer was lost');
      }
      return rows;
    },
  };
  const handlers = { told: () => Promise.reject(new PutBack('full')) };
  await write({ type: 'told', payload: null });
  await createWorker({ database, handlers, log: silentLog, clock }).drain();
  expect(losses).toBe(0);
  expect(await db.database.query(`select attempts, put_backs from event`)).toEqual([{ attempts: 1, put_backs: 1 }]);
});

test('a claim that has ended is not prolonged by a renewal that comes after it', async () => {
  await write({ type: 'told', payload: null });
  const claimed = await claimEvents(db.database, ['told'], { count: 1, odd: 'delayed' }, 60_000, clock.now());
  for (const event of claimed) await putBackEvent(db.database, event, clock.now());
  await extendClaims(db.database, claimed, 60_000);
  expect(await db.database.query(`select claimed_until from event`)).toEqual([{ claimed_until: null }]);
});

test('pauses after being put back are random within a doubling range, and stay within its bounds', () => {
  const pauses = { leastMs: 1000, mostMs: 15_000 };
  expect([0, 1, 3, 4, 1000].map((times) => pauseAfterPutBacks(times, pauses, 0.999999))).toEqual([
    1000, 2000, 8000, 15_000, 15_000,
  ]);
  expect([0, 1, 1000].map((times) => pauseAfterPutBacks(times, pauses, 0))).toEqual([1000, 1000, 1000]);
  expect(pauseAfterPutBacks(5, { leastMs: 30_000, mostMs: 15_000 }, 0.5)).toBe(30_000);
});

test('events of one type that were put back are brought forward, and those delayed for another reason are not', async () => {
  const seen: unknown[] = [];
  let isFull = true;
  const handler: EventHandler = async (payload) => {
    if (isFull) throw new PutBack('full', { leastMs: 60_000 });
    seen.push(payload);
  };
  const full = createWorker({
    database: db.database,
    log: silentLog,
    clock,
    handlers: { told: handler, other: handler },
  });
  await write({ type: 'told', payload: 'waits' });
  await write({ type: 'other', payload: 'of another type' });
  await write({ type: 'told', payload: 'later', runAt: new Date(clock.now().getTime() + 60_000) });
  await full.drain();
  isFull = false;
  expect(await bringForward(db.database, 'told', clock.now(), 10)).toBe(1);
  await full.drain();
  expect(seen).toEqual(['waits']);
});
