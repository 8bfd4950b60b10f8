// An event exists if and only if its transaction committed, is handled at least once, and is never lost to a crash.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestClock, type TestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, listWaiting, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Connection, Database } from './database.ts';
import { DependencyDown, dependencyDown } from './errors.ts';
import { newId } from './identifiers.ts';
import { enqueue, reviveEvents } from './queue.ts';
import type { NewEvent } from './queue.ts';
import { backOff, claimEvents, measureEvents } from './queue-store.ts';
import { createFindDue, createWorker, type EventHandler, type Worker } from './worker.ts';

let db: TestDatabase;
let clock: TestClock;
beforeEach(async () => {
  db = await createTestDatabase();
  clock = createTestClock();
});
afterEach(() => db.drop());

/** Events that were given up on, newest first. */
const deadEvents = () =>
  db.database.query(
    `select type, payload, attempts - put_backs as attempts, last_error as "lastError" from event
     where dead_at is not null order by dead_at desc, id desc`,
  );
const write = (event: NewEvent): Promise<void> => db.database.transaction((tx) => enqueue(tx, [event]));

function worker(handlers: Record<string, EventHandler>, more: { maxAttempts?: number; pollMs?: number } = {}): Worker {
  return createWorker({ database: db.database, handlers, log: silentLog, clock, ...more });
}

test('an event of a transaction that failed is never handled, and one that committed is, once', async () => {
  const seen: unknown[] = [];
  await expect(
    db.database.transaction(async (tx) => {
      await enqueue(tx, [{ type: 'told', payload: { n: 1 } }]);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  await write({ type: 'told', payload: { n: 2 } });
  const told = worker({ told: async (payload) => void seen.push(payload) });
  await told.drain();
  await told.drain();
  expect(seen).toEqual([{ n: 2 }]);
});

test('events that are claimed together are handled in the order in which they were emitted, wherever their rows lie', async () => {
  for (const n of [1, 2, 3, 4]) await write({ type: 'told', payload: { n } });
  // A new version of a row lies behind the others.
  await db.database.query(`update event set attempts = 0 where payload ->> 'n' in ('1', '3')`);
  const claimed = await claimEvents(db.database, ['told'], { count: 4, odd: 'delayed' }, 60_000, clock.now());
  expect(claimed.map(({ payload }) => payload)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]);
});

test('a running worker is woken by a commit, long before it would look by itself', async () => {
  const seen = vi.fn<EventHandler>(async () => {});
  const told = worker({ told: seen }, { pollMs: 600_000 });
  told.start();
  await write({ type: 'told', payload: null });
  await expect.poll(() => seen.mock.calls.length).toBe(1);
  await write({ type: 'told', payload: null });
  await expect.poll(() => seen.mock.calls.length).toBe(2);
  await told.stop();
});

test('workers that poll together ask in one statement, claim only where something is due, and find what nothing announced', async () => {
  const asked: string[] = [];
  const database: Database = {
    ...db.database,
    query: (text, ...more) => {
      asked.push(text.includes('with due as') ? 'claim' : 'look');
      return db.database.query(text, ...more);
    },
  };
  const findDue = createFindDue({ database, clock });
  const seen: string[] = [];
  const workers = ['one', 'two', 'three'].map((type) =>
    createWorker({
      database,
      handlers: { [type]: async () => void seen.push(type) },
      log: silentLog,
      clock,
      findDue,
      pollMs: 100,
    }),
  );
  for (const each of workers) each.start();
  await expect.poll(() => asked.filter((what) => what === 'look').length).toBeGreaterThan(5);
  // One each at the start.
  expect(asked.filter((what) => what === 'claim')).toHaveLength(3);
  // Written by another process, whose notice does not come.
  await db.database.query(
    `insert into event (id, type, payload) values ('01890000-0000-7000-8000-000000000001', 'two', 'null')`,
  );
  await expect.poll(() => seen).toEqual(['two']);
  await Promise.all(workers.map((each) => each.stop()));

  asked.length = 0;
  expect(await Promise.all(['one', 'two', 'three'].map((type) => findDue([type])))).toEqual([false, false, false]);
  expect(asked).toEqual(['look']);
});

test('a drained worker has handled also what a handler emitted as it ended, during a look that found nothing', async () => {
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const seen: string[] = [];
  const handlers: Record<string, EventHandler> = {
    first: async () => {
      await held;
      await write({ type: 'second', payload: null });
      seen.push('first');
    },
    second: async () => void seen.push('second'),
    quick: async () => {},
  };
  // The look after the quick one answers only once the first event has ended and is gone.
  let looks = 0;
  const isGone = async (): Promise<boolean> =>
    (await db.database.query(`select 1 from event where type = 'first'`)).length === 0;
  const database: Database = {
    ...db.database,
    query: async <Row extends object>(...asked: Parameters<Database['query']>) => {
      const rows = await db.database.query<Row>(...asked);
      if (!asked[0].includes('with due as')) return rows;
      looks += 1;
      if (looks !== 2) return rows;
      letGo();
      await vi.waitFor(async () => expect(await isGone()).toBe(true), { timeout: 30_000 });
      return rows;
    },
  };
  await write({ type: 'first', payload: null });
  await write({ type: 'quick', payload: null });
  await createWorker({ database, handlers, log: silentLog, clock }).drain();
  expect(seen).toEqual(['first', 'second']);
});

test('a handler that is at work when the worker stops is waited for', async () => {
  const steps: string[] = [];
  let letGo: (() => void) | undefined;
  const told = worker({
    told: async () => {
      steps.push('began');
      await new Promise<void>((resolve) => (letGo = resolve));
      steps.push('ended');
    },
  });
  told.start();
  await write({ type: 'told', payload: null });
  await expect.poll(() => steps).toEqual(['began']);
  const stopped = told.stop().then(() => steps.push('stopped'));
  letGo?.();
  await stopped;
  expect(steps).toEqual(['began', 'ended', 'stopped']);
});

test('a delayed event waits for its moment', async () => {
  const seen = vi.fn<EventHandler>(async () => {});
  const later = worker({ later: seen });
  await write({ type: 'later', payload: null, runAt: new Date(clock.now().getTime() + 60_000) });
  await later.drain();
  expect(seen).not.toHaveBeenCalled();
  clock.advance(60_000);
  await later.drain();
  expect(seen).toHaveBeenCalledTimes(1);
});

test('a failure is tried again after a growing pause with the same id, and success ends it', async () => {
  const attempts: [string, number][] = [];
  const shaky = worker({
    shaky: async (_, { eventId, attempt }) => {
      attempts.push([eventId, attempt]);
      if (attempt < 3) throw new Error('not yet');
    },
  });
  await write({ type: 'shaky', payload: null });
  for (const pause of [0, 999, 1, 1999, 1, 600_000]) {
    clock.advance(pause);
    await shaky.drain();
  }
  expect(attempts.map(([, attempt]) => attempt)).toEqual([1, 2, 3]);
  expect(new Set(attempts.map(([id]) => id)).size).toBe(1);
  expect([1, 2, 10, 11, 1000].map(backOff)).toEqual([1000, 2000, 512_000, 600_000, 600_000]);
});

test('an event that always fails is given up on, kept with its error, and its key is free again', async () => {
  const broken = worker({ broken: () => Promise.reject(new Error('never \0 works')) }, { maxAttempts: 2 });
  await write({ type: 'broken', payload: { order: 7 }, key: 'k' });
  await broken.drain();
  clock.advance(1000);
  await broken.drain();
  clock.advance(1_000_000);
  await broken.drain();
  expect(await deadEvents()).toMatchObject([
    { type: 'broken', payload: { order: 7 }, attempts: 2, lastError: 'never  works' },
  ]);
  await write({ type: 'broken', payload: { order: 8 }, key: 'k' });
  expect(await db.database.query(`select id from event`)).toHaveLength(2);
});

test('[I3] events held up by an outage of a dependency are tried for three days; our own faults end them after the usual attempts', async () => {
  const outage = new DependencyDown('mail', 'away');
  let error: Error = outage;
  const held = worker({ held: () => Promise.reject(error) }, { maxAttempts: 3 });
  const tryOnce = async (attempts: number): Promise<number> => {
    await db.database.query(`update event set attempts = $1 where dead_at is null`, [attempts - 1]);
    await held.drain();
    clock.advance(600_000);
    return (await deadEvents()).length;
  };
  await write({ type: 'held', payload: null });
  const attemptsInThreeDays = 3 + 3 * 144;
  expect(await tryOnce(3)).toBe(0);
  expect(await tryOnce(attemptsInThreeDays - 1)).toBe(0);
  expect(await tryOnce(attemptsInThreeDays)).toBe(1);
  await write({ type: 'held', payload: null });
  error = new Error('ours');
  expect(await tryOnce(3)).toBe(2);
});

test('an event that was given up on gets one more try when the program starts, but not beside another open one of its key', async () => {
  let isMended = false;
  const seen: string[] = [];
  const handler: EventHandler = async (payload) => {
    if (!isMended) throw new Error('a fault of ours');
    seen.push(String(payload));
  };
  const broken = worker({ broken: handler }, { maxAttempts: 1 });
  for (const key of ['k', 'l', 'l']) {
    await write({ type: 'broken', payload: key, key });
    await broken.drain();
  }
  expect(await deadEvents()).toHaveLength(3);
  expect(await reviveEvents(db.database)).toBe(2);
  await broken.drain();
  expect(await deadEvents()).toHaveLength(3);
  await write({ type: 'broken', payload: 'new', key: 'k' });
  isMended = true;
  expect(await reviveEvents(db.database)).toBe(1);
  await broken.drain();
  expect(new Set(seen)).toEqual(new Set(['l', 'new']));
  expect(await reviveEvents(db.database)).toBe(2);
  await broken.drain();
  expect(seen).toHaveLength(4);
});

test('a program that starts while another writes an event of the same key leaves the old one, and starts', async () => {
  const broken = worker({ broken: () => Promise.reject(new Error('a fault of ours')) }, { maxAttempts: 1 });
  await write({ type: 'broken', payload: 'old', key: 'k' });
  await broken.drain();
  const { reviving } = await db.database.transaction(async (tx) => {
    await enqueue(tx, [{ type: 'broken', payload: 'new', key: 'k' }]);
    const revival = reviveEvents(db.database);
    await expect.poll(() => listWaiting(db.database)).toHaveLength(1);
    return { reviving: revival };
  });
  expect(await reviving).toBe(0);
  expect(await deadEvents()).toMatchObject([{ payload: 'old' }]);
});

test('of several open events with one key only the first is kept, per type', async () => {
  const event = { payload: null, key: 'order-1' };
  await db.database.transaction((tx) =>
    enqueue(tx, [
      { ...event, type: 'a' },
      { ...event, type: 'a' },
      { ...event, type: 'b' },
    ]),
  );
  await write({ ...event, type: 'a' });
  expect(await db.database.query(`select type from event order by type`)).toEqual([{ type: 'a' }, { type: 'b' }]);
});

test('[I1] events that a crashed worker had claimed are taken over once its claim has run out, and not before', async () => {
  const id = newId();
  await write({ type: 'told', payload: { id } });
  expect(await claimEvents(db.database, ['told'], { count: 10, odd: 'delayed' }, 60_000, clock.now())).toHaveLength(1);
  expect(await claimEvents(db.database, ['told'], { count: 10, odd: 'delayed' }, 60_000, clock.now())).toHaveLength(0);
  await db.database.query(`update event set claimed_until = clock_timestamp() - interval '1 ms'`);
  const seen: number[] = [];
  await worker({ told: async (_, { attempt }) => void seen.push(attempt) }).drain();
  expect(seen).toEqual([2]);
});

test('[I1] an event whose handler takes its process down comes again after growing pauses, then is kept and reported, and tried once at each start', async () => {
  await write({ type: 'told', payload: null });
  const claim = () => claimEvents(db.database, ['told'], { count: 9, odd: 'delayed' }, 60_000, clock.now());
  /** Claims the event once it is due, as a process that dies of it; answers how many seconds it waited. */
  const die = async (): Promise<number> => {
    const [event] = await db.database.query<{ runAt: Date | null }>(`select run_at as "runAt" from event`);
    const pause = Math.max(0, (event?.runAt?.getTime() ?? 0) - clock.now().getTime());
    clock.advance(Math.max(0, pause - 1));
    const early = pause === 0 ? [] : await claim();
    // The database counts microseconds.
    clock.advance(2);
    expect([early.length, (await claim()).length]).toEqual([0, 1]);
    await db.database.query(`update event set claimed_until = clock_timestamp() - interval '1 ms'`);
    return pause / 1000;
  };
  const pauses: number[] = [];
  for (let deaths = 0; deaths < 20; deaths += 1) pauses.push(await die());
  for (const [deaths, pause] of pauses.entries()) {
    const longest = deaths < 4 ? 0 : Math.min(2 ** (deaths - 1), 600);
    expect([deaths, pause >= longest / 2 && pause <= longest]).toEqual([deaths, true]);
  }
  const seen = vi.fn<EventHandler>(async () => {});
  const told = worker({ told: seen });
  clock.advance(600_000);
  await told.drain();
  expect(seen).not.toHaveBeenCalled();
  expect(await deadEvents()).toMatchObject([{ type: 'told', lastError: expect.stringContaining('process') }]);
  expect(await measureEvents(db.database)).toMatchObject({ dead: 1 });
  // A program that starts tries it once: where it dies of it again, the event is not handled again.
  await reviveEvents(db.database);
  await die();
  await told.drain();
  expect([seen.mock.calls.length, (await deadEvents()).length]).toEqual([0, 1]);
  await reviveEvents(db.database);
  await told.drain();
  expect([seen.mock.calls.length, await db.database.query(`select id from event`)]).toEqual([1, []]);
});

test('deaths of processes count only in a row: an event that was tried for long in an outage is not given up on for one', async () => {
  await write({ type: 'told', payload: null });
  await db.database.query(`update event set attempts = 100, losses = 19`);
  const told = worker({ told: () => Promise.reject(dependencyDown('mail', 'away')) });
  await told.drain();
  expect(await db.database.query(`select losses from event`)).toEqual([{ losses: 0 }]);
  await db.database.query(`update event set claimed_until = clock_timestamp() - interval '1 ms'`);
  clock.advance(600_000);
  await told.drain();
  expect(await deadEvents()).toEqual([]);
});

/** The database, with `meet` before each statement of this name. */
const meeting = (name: string, meet: () => void): Database => ({
  ...db.database,
  query: async <Row extends object>(...asked: Parameters<Database['query']>) => {
    if (asked[2] === name) meet();
    return db.database.query<Row>(...asked);
  },
});

test('the end of an event that the database did not take is written as soon as it answers, and no attempt is added', async () => {
  let refusals = 3;
  const database = meeting('remove-events', () => {
    refusals -= 1;
    if (refusals >= 0) throw dependencyDown('database', 'away');
  });
  const seen = vi.fn<EventHandler>(async () => {});
  await write({ type: 'told', payload: null });
  const told = createWorker({ database, handlers: { told: seen }, log: silentLog, clock, leaseMs: 3_600_000 });
  await told.drain();
  expect([seen.mock.calls.length, refusals]).toEqual([1, -1]);
  expect(await db.database.query(`select id from event`)).toEqual([]);
});

test('a worker stops while the database takes no end of an event, which then comes again', async () => {
  const refused = vi.fn<() => void>(() => {
    throw dependencyDown('database', 'away');
  });
  const database = meeting('remove-events', refused);
  await write({ type: 'told', payload: null });
  const told = createWorker({ database, handlers: { told: async () => {} }, log: silentLog, clock });
  told.start();
  await expect.poll(() => refused.mock.calls.length).toBeGreaterThan(1);
  await told.stop();
  expect(await db.database.query(`select attempts from event`)).toEqual([{ attempts: 1 }]);
});

test('two workers share many events and handle each once', async () => {
  const seen: unknown[] = [];
  await db.database.transaction((tx) =>
    enqueue(
      tx,
      Array.from({ length: 300 }, (_, n) => ({ type: 'told', payload: n })),
    ),
  );
  const workers = [1, 2].map(() => worker({ told: async (payload) => void seen.push(payload) }));
  await Promise.all(workers.map((each) => each.drain()));
  expect(seen.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 300 }, (_, n) => n));
});

test('an event without a handler in this process is left for a process that does', async () => {
  await write({ type: 'foreign', payload: null });
  await worker({ told: async () => {} }).drain();
  expect(await db.database.query(`select attempts from event`)).toEqual([{ attempts: 0 }]);
});

test('the search for due events reads next to nothing of other types, however many lie before them', async () => {
  const { database } = db;
  await database.query(
    `insert into event (id, type, payload, run_at)
     select gen_random_uuid(), 'foreign', '{}', case when n % 2 = 0 then clock_timestamp() - interval '1 hour' end
     from generate_series(1, 5000) as n`,
  );
  for (const runAt of [undefined, new Date(clock.now().getTime() - 1000)]) {
    await write({ type: 'told', payload: null, ...(runAt === undefined ? {} : { runAt }) });
  }
  const plans: unknown[] = [];
  const explaining: Connection = {
    ...database,
    query: async (sql, values) => {
      plans.push(...(await database.query(`explain (analyze, format json) ${sql}`, values)));
      return [];
    },
  };
  await claimEvents(explaining, ['told', 'other'], { count: 20, odd: 'delayed' }, 8_000, clock.now());
  const read = [...JSON.stringify(plans).matchAll(/"(?:Rows Removed by [^"]*|Actual Rows)":(?<rows>[\d.]+)/g)];
  expect(read.length).toBeGreaterThan(0);
  expect(Math.max(...read.map(({ groups }) => Number(groups?.['rows'])))).toBeLessThan(100);
  expect(await database.query(`select type, attempts from event where attempts > 0`)).toEqual([
    { type: 'told', attempts: 1 },
    { type: 'told', attempts: 1 },
  ]);
});

test('the release that ended events without a handler removes those that lie there, and no other', async () => {
  const { database } = db;
  for (const type of ['order.funded', 'payment.seen', 'told', 'mail.send', 'payout.due'])
    await write({ type, payload: null });
  await database.query(`update event set dead_at = now() where type = 'payment.seen'`);
  const migration = await readFile(join(import.meta.dirname, '../../migrations/0111_claim_by_type.sql'), 'utf8');
  await database.query(migration.slice(0, migration.indexOf(';')));
  expect(await database.query(`select type from event order by type`)).toEqual([
    { type: 'mail.send' },
    { type: 'payout.due' },
  ]);
});

test('[P9] a worker with one place takes delayed and immediate events in turn, and the kind that there is', async () => {
  const runAt = clock.now();
  const seen: unknown[] = [];
  const single = createWorker({
    database: db.database,
    handlers: { told: async (payload) => void seen.push(payload) },
    log: silentLog,
    clock,
    concurrency: 1,
  });
  const many = (payload: string, delay: { runAt?: Date }) =>
    Array.from({ length: 4 }, () => ({ type: 'told', payload, ...delay }));
  await db.database.transaction((tx) => enqueue(tx, [...many('delayed', { runAt }), ...many('at once', {})]));
  await single.drain();
  const pairs = [0, 2, 4, 6].map((from) => new Set(seen.slice(from, from + 2)));
  expect(pairs).toEqual(Array.from({ length: 4 }, () => new Set(['delayed', 'at once'])));
  for (const delay of [{ runAt }, {}]) {
    await db.database.transaction((tx) => enqueue(tx, many('alone', delay)));
    await single.drain();
  }
  expect(seen.slice(8)).toHaveLength(8);
});

test('a full worker uses each place that becomes free, also where all others stay taken', async () => {
  const { database } = db;
  const ends: (() => void)[] = [];
  const seen: unknown[] = [];
  const handler: EventHandler = async (payload) => {
    seen.push(payload);
    if (payload === 'stays') await new Promise<void>((end) => void ends.push(end));
  };
  const events = [...Array.from({ length: 15 }, () => 'stays'), ...Array.from({ length: 25 }, () => 'goes')];
  await database.transaction((tx) =>
    enqueue(
      tx,
      events.map((payload) => ({ type: 'told', payload })),
    ),
  );
  const working = createWorker({ database, handlers: { told: handler }, log: silentLog, clock, concurrency: 16 });
  working.start();
  await vi.waitFor(() => expect(seen).toHaveLength(40), { timeout: 20_000 });
  for (const end of ends) end();
  await working.stop();
  expect(await database.query(`select id from event`)).toEqual([]);
});
