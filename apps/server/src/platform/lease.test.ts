// Only one holder has a lease at a time; after a release, a gift or expiry another can take it, and the old holder can no
// longer write. Holders give to candidates until their shares differ by one, and then nothing moves.
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from './database.ts';
import { newId } from './identifiers.ts';
import { chooseTaker, createLease, createLeaseBoard, createTakeLease, type Lease } from './lease.ts';
import { nameProcess } from './processes.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

test('one of many gets it and keeps it until it releases it', async () => {
  const name = newId();
  const leases = Array.from({ length: 8 }, (_, index) => createLease(db.database, name, `holder-${index}`, 60_000));
  const got = await Promise.all(leases.map((lease) => lease.acquire()));
  expect(got.filter(Boolean)).toHaveLength(1);
  const holder = leases[got.indexOf(true)];
  const other = leases[got.indexOf(false)];
  expect([await holder?.renew(), await other?.renew(), await holder?.acquire()]).toEqual([true, false, true]);
  await other?.release();
  expect(await other?.acquire()).toBe(false);
  await holder?.release();
  expect(await other?.acquire()).toBe(true);
});

test('[I4] a lease that has run out by the database clock goes to another holder, and the old one may not write any more', async () => {
  const name = newId();
  const old = createLease(db.database, name, 'old', 60_000);
  const next = createLease(db.database, name, 'next', 60_000);
  await old.acquire();
  expect(await db.database.transaction((tx) => old.isHeldWithin(tx))).toBe(true);
  await db.database.query(`update lease set expires_at = clock_timestamp() - interval '1 ms' where name = $1`, [name]);
  expect(await old.renew()).toBe(false);
  expect(await db.database.transaction((tx) => old.isHeldWithin(tx))).toBe(false);
  expect(await next.acquire()).toBe(true);
  expect(await old.acquire()).toBe(false);
});

test('leases that are asked for together are taken by one statement, each for itself, and none waits for one that is locked', async () => {
  const kind = newId();
  let statements = 0;
  const take = createTakeLease({
    query: (...statement) => {
      statements += 1;
      return db.database.query(...statement);
    },
  });
  const leaseOf = (each: string, holder: string, shared = take) =>
    createLease(db.database, `${kind}:${each}`, holder, 60_000, shared);
  const leases = ['free', 'held', 'ended'].map((each) => leaseOf(each, 'self'));
  await leaseOf('held', 'other').acquire();
  await createLease(db.database, `${kind}:ended`, 'other', 0).acquire();
  statements = 0;
  const takeThem = () => Promise.all(leases.map((lease) => lease.acquire()));
  expect(await takeThem()).toEqual([true, false, true]);
  expect(statements).toBe(1);
  await db.database.transaction(async (tx) => {
    await tx.query(`select from lease where name = $1 for update`, [`${kind}:free`]);
    expect(await takeThem()).toEqual([false, false, true]);
  });
  expect(await takeThem()).toEqual([true, false, true]);
  // Two processes that make the same lease at the same moment.
  const both = await Promise.all(
    ['one', 'two'].map((holder) => leaseOf('new', holder, createTakeLease(db.database)).acquire()),
  );
  expect(both.filter(Boolean)).toHaveLength(1);
});

const PROCESSES = ['one', 'two', 'three', 'four'];

test('from any distribution the holders come within one of each other, in any order of their moves, and then nothing moves', () => {
  const started = fc.record({
    holders: fc.array(fc.constantFrom(...PROCESSES), { minLength: 1, maxLength: 14 }),
    candidates: fc.subarray(PROCESSES, { minLength: 1 }),
    order: fc.infiniteStream(fc.nat()),
  });
  fc.assert(
    fc.property(started, ({ holders: before, candidates, order }) => {
      const holders = [...before];
      const movesNow = () =>
        holders.flatMap((self, lease) => {
          const others = candidates.filter((each) => each !== self);
          const taker = chooseTaker(self, holders, others);
          return taker === null ? [] : [{ lease, taker }];
        });
      let moves = 0;
      for (let open = movesNow(); open.length > 0; open = movesNow()) {
        const move = open[(order.next().value ?? 0) % open.length];
        if (move !== undefined) holders[move.lease] = move.taker;
        moves += 1;
        // There are never more moves than leases.
        expect(moves).toBeLessThanOrEqual(before.length);
      }
      const counts = candidates.map((each) => holders.filter((holder) => holder === each).length);
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
      // One that stands for nothing, as a version that knows no candidates, is given nothing.
      for (const other of PROCESSES.filter((each) => !candidates.includes(each)))
        expect(holders.filter((holder) => holder === other).length).toBeLessThanOrEqual(
          before.filter((holder) => holder === other).length,
        );
    }),
  );
});

test('a lease goes from failing holders to one that can do the work, in as many moves as there are others, and stays with the last where none can', () => {
  const started = fc.record({
    able: fc.subarray(PROCESSES),
    holders: fc.array(fc.constantFrom(...PROCESSES), { minLength: 1, maxLength: 14 }),
  });
  fc.assert(
    fc.property(started, ({ able, holders: before }) => {
      const holders = [...before];
      const sitOut = new Set<string>();
      let moves = 0;
      for (;;) {
        const holder = holders[0] ?? '';
        if (able.includes(holder)) break;
        const candidates = PROCESSES.filter((each) => each !== holder && !sitOut.has(each));
        const taker = chooseTaker(holder, holders, candidates, true);
        if (taker === null) break;
        sitOut.add(holder);
        holders[0] = taker;
        moves += 1;
      }
      expect(moves).toBeLessThan(PROCESSES.length);
      const [last = ''] = holders;
      expect(able.length > 0 ? able.includes(last) : moves === PROCESSES.length - 1).toBe(true);
      expect(holders.slice(1)).toEqual(before.slice(1));
    }),
  );
});

/** Seven leases of a kind of their own, as three processes see them. */
function openLeases(): readonly Lease[][] {
  const kind = newId();
  return PROCESSES.slice(0, 3).map((holder) =>
    Array.from({ length: 7 }, (_, at) => createLease(db.database, `${kind}:${at}`, holder, 60_000)),
  );
}
const takeAll = (leases: readonly Lease[]) => Promise.all(leases.map((lease) => lease.acquire()));
const countHeld = async (leases: readonly Lease[]): Promise<number> =>
  (await Promise.all(leases.map((lease) => lease.renew()))).filter(Boolean).length;

test('decisions of all holders at the same moment leave each lease with one holder, and shares that differ by one', async () => {
  const processes = openLeases();
  const [one = [], two = [], three = []] = processes;
  await takeAll(one);
  await Promise.all([...two, ...three].map((lease) => lease.stand()));
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(processes.flat().map((lease) => lease.share()));
    await Promise.all(processes.flat().map((lease) => lease.stand()));
  }
  const held = await Promise.all(processes.map(countHeld));
  expect(held.toSorted((least, most) => least - most)).toEqual([2, 2, 3]);
  expect(await Promise.all(processes.flat().map((lease) => lease.share()))).not.toContain(true);
});

test('a lease is given to a candidate with its time again, and its holder of before may not write any more', async () => {
  const [one = [], two = []] = openLeases();
  await takeAll(one);
  const [given, taken] = [one[0], two[0]];
  await taken?.stand();
  expect(await given?.share()).toBe(true);
  expect([await given?.acquire(), await given?.renew(), await taken?.renew()]).toEqual([false, false, true]);
  expect(await db.database.transaction(async (tx) => given?.isHeldWithin(tx))).toBe(false);
  // It stood for this one alone: the others stay.
  expect(await Promise.all(one.map((lease) => lease.share()))).not.toContain(true);
});

test('nothing is given to a process that only waits, as the version before does, nor to one that died or has stopped', async () => {
  const [one = [], two = [], three = []] = openLeases();
  await takeAll(one);
  expect(await takeAll(two)).not.toContain(true);
  await Promise.all(three.map((lease) => lease.stand()));
  await three[0]?.release();
  await db.database.query(
    `update lease set expires_at = clock_timestamp() - interval '1 ms' where name like 'candidate:%' and holder = 'three'`,
  );
  expect(await Promise.all(one.map((lease) => lease.share()))).not.toContain(true);
});

test('a release and a gift are told to those who wait in other processes, also by one that then closes its database', async () => {
  const other = await openDatabase({ url: db.url, maxConnections: 2, log: silentLog });
  const kind = newId();
  const [held, spare] = ['first', 'second'].map((at) => createLease(db.database, `${kind}:${at}`, 'one', 60_000));
  const waiting = createLease(other, `${kind}:first`, 'two', 60_000);
  let told = 0;
  const unhear = waiting.onMoved(() => {
    told += 1;
  });
  // Until the connection that listens is there.
  await expect.poll(async () => (await held?.release(), told), { timeout: 60_000 }).toBeGreaterThan(0);
  await Promise.all([held?.acquire(), spare?.acquire()]);
  await waiting.stand();
  const before = told;
  expect(await held?.share()).toBe(true);
  await expect.poll(() => told, { timeout: 60_000 }).toBeGreaterThan(before);
  const stopping = await openDatabase({ url: db.url, maxConnections: 2, log: silentLog });
  const after = told;
  await createLease(stopping, `${kind}:first`, 'three', 60_000).release();
  await stopping.close();
  await expect.poll(() => told, { timeout: 60_000 }).toBeGreaterThan(after);
  unhear();
  await other.close();
});

test('[I4] what a process held that has ended on this machine is free for the next one at once, and what one that runs holds is not', async () => {
  const kind = `${newId()}:`;
  const running = nameProcess();
  const ended = running.replace(`-${process.pid}-`, `-${spawnSync(process.execPath, ['--version']).pid}-`);
  const hour = 3_600_000;
  await createLease(db.database, `${kind}of-ended`, ended, hour).acquire();
  await createLease(db.database, `${kind}of-running`, running, hour).acquire();
  const board = createLeaseBoard(db.database, kind, { holder: 'next', log: silentLog });
  const told: string[] = [];
  const stops = ['of-ended', 'of-running'].map((each) => board.wait(kind + each, () => void told.push(each)));
  await expect.poll(() => told, { timeout: 60_000 }).toContain('of-ended');
  for (const stop of stops) stop();
  expect(told).not.toContain('of-running');
  const next = ['of-ended', 'of-running'].map((each) => createLease(db.database, kind + each, 'next', hour));
  expect(await Promise.all(next.map((lease) => lease.acquire()))).toEqual([true, false]);
});

test('[I4] a process hears of a candidate for any lease of a kind, and of none whose time is over or who stands for another kind', async () => {
  const kind = `${newId()}:`;
  const hasCandidates = (): Promise<boolean> =>
    createLeaseBoard(db.database, kind, { holder: 'self', log: silentLog }).hasCandidates();
  await createLease(db.database, `${kind}one`, 'self', 60_000).acquire();
  await createLease(db.database, `${newId()}:one`, 'other', 60_000).stand();
  await createLease(db.database, `${kind}one`, 'gone', 0).stand();
  expect(await hasCandidates()).toBe(false);
  await createLease(db.database, `${kind}two`, 'other', 60_000).stand();
  expect(await hasCandidates()).toBe(true);
});

test('no lease is given to a candidate that stops at the same moment', async () => {
  for (let times = 0; times < 30; times += 1) {
    const [one = [], two = []] = openLeases();
    await takeAll(one.slice(0, 3));
    await Promise.all(two.slice(0, 3).map((lease) => lease.stand()));
    await Promise.all([...one.slice(0, 3).map((lease) => lease.share()), ...two.map((lease) => lease.release())]);
    expect(await countHeld(two)).toBe(0);
  }
});

test('a process that begins to hear notifications, or hears them again, looks at everything it waits for', async () => {
  const other = await openDatabase({ url: db.url, maxConnections: 2, log: silentLog });
  let told = 0;
  const unhear = other.onAnnouncedAnywhere(newId(), () => {
    told += 1;
  });
  await expect.poll(() => told, { timeout: 60_000 }).toBe(1);
  await db.database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'listen kobogate'`,
  );
  await expect.poll(() => told, { timeout: 60_000 }).toBe(2);
  unhear();
  await other.close();
});
