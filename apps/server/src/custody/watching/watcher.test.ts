// A watcher that can't go on shows administrators why, resumes automatically when it can, and never runs twice at once.
import { createTestChain } from '@kobogate/testkit/custody/chain.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { type Database, openDatabase } from '../../platform/database.ts';
import { dependencyDown } from '../../platform/errors.ts';
import { createLeaseBoard, createTakeLease } from '../../platform/lease.ts';
import { createWatchList } from '../watch-list/watch-list.ts';
import { type Chain, NodeFault } from '../deposits/chain.ts';
import { createProviders } from './providers.ts';
import { createWatcher, decidePause, WATCHER_LEASES, type WatcherOptions } from './watcher.ts';

let sample: TestDatabase;

beforeAll(async () => {
  sample = await createTestDatabase();
});
afterAll(() => sample.drop());

const noted = async () => {
  const [row] = await sample.database.query<{ stalled: string | null; head: bigint | null; tip: bigint | null }>(
    `select stalled, head_height as head, (select max(height) from block) as tip from watcher`,
  );
  return row;
};
type Rest = Pick<WatcherOptions, 'restMs' | 'isAwake'> &
  Partial<Pick<WatcherOptions, 'watchList' | 'database' | 'pollMs' | 'now' | 'board'>>;
const watcherOf = (chain: Chain, holder: string, leaseMs?: number, rest: Rest = {}) =>
  createWatcher({
    database: sample.database,
    providers: createProviders([{ chain, host: 'node' }], 10),
    watchList: createWatchList(sample.database, 'evm'),
    confirmations: 2,
    clock: systemClock,
    log: silentLog,
    holder,
    board: createLeaseBoard(rest.database ?? sample.database, WATCHER_LEASES, { holder, log: silentLog }),
    pollMs: 5,
    ...rest,
    ...(leaseMs === undefined ? {} : { leaseMs }),
  });

test('[D9] a node that fails stalls the watcher with a message, and a good answer ends that', async () => {
  const chain = createTestChain();
  let isDown = true;
  const look: Chain['look'] = (height) =>
    isDown ? Promise.reject(new NodeFault('The node can’t be reached.')) : chain.look(height);
  const watcher = watcherOf({ ...chain, look }, 'first');
  watcher.start();
  await expect.poll(noted).toMatchObject({ stalled: 'The node can’t be reached.' });
  isDown = false;
  chain.extend([]);
  await expect.poll(noted).toMatchObject({ stalled: null, head: 1n, tip: 1n });
  await watcher.stop();
});

test('[D9] a node’s own words are shown whatever bytes are in them', async () => {
  const chain = createTestChain();
  const look: Chain['look'] = () => Promise.reject(new NodeFault('The node refused: \0 no'));
  const watcher = watcherOf({ ...chain, look }, 'first');
  watcher.start();
  await expect.poll(noted).toMatchObject({ stalled: 'The node refused:  no' });
  await watcher.stop();
});

test('only one process watches a network at a time; when it stops, another takes over', async () => {
  const chain = createTestChain();
  await sample.database.query('delete from block');
  const asked = new Set<string>();
  const named = (name: string): Chain => ({
    ...chain,
    look: (height) => {
      asked.add(name);
      return chain.look(height);
    },
  });
  const [first, second] = [watcherOf(named('first'), 'first'), watcherOf(named('second'), 'second')];
  first.start();
  await expect.poll(() => asked).toContain('first');
  second.start();
  chain.extend([]);
  await expect.poll(noted).toMatchObject({ head: 1n });
  expect(asked).not.toContain('second');
  await first.stop();
  await expect.poll(() => asked).toContain('second');
  await second.stop();
});

test('a stopping process hands over at once: those that wait are told, and do not wait for half a lease', async () => {
  await sample.database.query('with gone as (delete from block) delete from watcher');
  const chain = createTestChain();
  const hour = 3_600_000;
  const first = watcherOf(chain, 'first', hour, { pollMs: hour });
  first.start();
  await expect.poll(noted).toMatchObject({ head: 0n });
  const other = await openDatabase({ url: sample.url, maxConnections: 2, log: silentLog });
  const second = watcherOf(chain, 'second', hour, { database: other, pollMs: hour });
  const stands = () => sample.database.query(`select 1 from lease where holder = 'second'`);
  second.start();
  await expect.poll(async () => (await stands()).length).toBe(1);
  chain.extend([]);
  await first.stop();
  await expect.poll(noted).toMatchObject({ head: 1n });
  await second.stop();
  await other.close();
  expect(await sample.database.query('select 1 from lease')).toEqual([]);
});

test('a stopping process whose database does not answer its release at once releases it all the same', async () => {
  await sample.database.query('with gone as (delete from block), left_over as (delete from lease) delete from watcher');
  let failures = 0;
  const busy: Database = {
    ...sample.database,
    transaction: async (work, pace) => {
      if (failures > 0) {
        failures -= 1;
        throw dependencyDown('database', 'No connection became free.');
      }
      return sample.database.transaction(work, pace);
    },
  };
  const watcher = watcherOf(createTestChain(), 'first', 3_600_000, { database: busy, pollMs: 3_600_000 });
  watcher.start();
  await expect.poll(noted).toMatchObject({ head: 0n });
  failures = 3;
  await watcher.stop();
  expect(failures).toBe(0);
  expect(await sample.database.query('select 1 from lease')).toEqual([]);
});

test('a database that was away does not delay the next look as a failing node does', async () => {
  await sample.database.query('with gone as (delete from block), left_over as (delete from lease) delete from watcher');
  const chain = createTestChain();
  let refusals = 0;
  const refuse = (): void => {
    if (refusals === 0) return;
    refusals -= 1;
    throw dependencyDown('database', 'The database does not answer.');
  };
  const database: Database = {
    ...sample.database,
    query: async (...asked) => {
      refuse();
      return sample.database.query(...asked);
    },
    transaction: async (work, pace) => {
      refuse();
      return sample.database.transaction(work, pace);
    },
  };
  const watcher = watcherOf(chain, 'first', 3_600_000, { database, pollMs: 10 });
  watcher.start();
  await expect.poll(noted).toMatchObject({ head: 0n });
  // As many failures of a node would make a pause of half a minute.
  refusals = 40;
  chain.extend([]);
  await expect.poll(noted, { timeout: 20_000 }).toMatchObject({ head: 1n, tip: 1n, stalled: null });
  expect(refusals).toBe(0);
  await watcher.stop();
});

test('a watcher whose looks alone get no answer from the database says so to administrators', async () => {
  await sample.database.query('with gone as (delete from block), left_over as (delete from lease) delete from watcher');
  let isAway = true;
  const slow: Database = {
    ...sample.database,
    transaction: async (work, pace) => {
      if (isAway) throw dependencyDown('database', 'The statement took too long.');
      return sample.database.transaction(work, pace);
    },
  };
  const watcher = watcherOf(createTestChain(), 'first', 3_600_000, { database: slow });
  watcher.start();
  await expect.poll(noted).toMatchObject({ stalled: expect.stringContaining('database does not answer') });
  isAway = false;
  await expect.poll(noted, { timeout: 20_000 }).toMatchObject({ stalled: null, head: 0n });
  await watcher.stop();
});

test('a process reads the leases of others only while it waits for one', async () => {
  await sample.database.query('with gone as (delete from block), left_over as (delete from lease) delete from watcher');
  const chain = createTestChain();
  const waiting = new Set<string>();
  const told = new Map<string, () => void>();
  const boardOf = (holder: string): Pick<WatcherOptions, 'board'> => ({
    board: {
      take: createTakeLease(sample.database),
      wait: (_, tell) => {
        waiting.add(holder);
        told.set(holder, tell);
        return () => waiting.delete(holder);
      },
      hasCandidates: async () => false,
    },
  });
  const hour = 3_600_000;
  const first = watcherOf(chain, 'first', hour, boardOf('first'));
  first.start();
  await expect.poll(noted).toMatchObject({ head: 0n });
  const second = watcherOf(chain, 'second', hour, boardOf('second'));
  second.start();
  await expect.poll(() => [...waiting]).toEqual(['second']);
  await first.stop();
  told.get('second')?.();
  await expect.poll(() => [...waiting]).toEqual([]);
  await second.stop();
});

test.each(['released', 'given'])('a lease that is %s is taken at once where no notification is heard', async (how) => {
  await sample.database.query('with gone as (delete from block), left_over as (delete from lease) delete from watcher');
  const chain = createTestChain();
  const hour = 3_600_000;
  const first = watcherOf(chain, 'first', hour, { pollMs: hour });
  first.start();
  await expect.poll(noted).toMatchObject({ head: 0n });
  const deaf = { ...sample.database, onAnnounced: () => () => undefined, onAnnouncedAnywhere: () => () => undefined };
  const second = watcherOf(chain, 'second', hour, { database: deaf, pollMs: hour });
  second.start();
  await expect.poll(() => sample.database.query(`select 1 from lease where holder = 'second'`)).toHaveLength(1);
  chain.extend([]);
  if (how === 'released') await first.stop();
  else await sample.database.query(`update lease set holder = 'second' where starts_with(name, 'watcher:')`);
  await expect.poll(noted).toMatchObject({ head: 1n });
  await Promise.all([first.stop(), second.stop()]);
});

test('[D9] a process whose provider does not answer it gives the network to one that waits, and does not ask for it again at once', async () => {
  await sample.database.query('with gone as (delete from block), left_over as (delete from lease) delete from watcher');
  const chain = createTestChain();
  const hour = 3_600_000;
  let isCutOff = false;
  let passed = 0;
  const look: Chain['look'] = (height) =>
    isCutOff ? Promise.reject(new NodeFault('The node can’t be reached.')) : chain.look(height);
  const first = watcherOf({ ...chain, look }, 'first', hour, { now: () => passed });
  const second = watcherOf(chain, 'second', hour);
  const held = (like: string) => sample.database.query(`select holder from lease where name like $1`, [like]);
  first.start();
  await expect.poll(noted).toMatchObject({ head: 0n });
  second.start();
  await expect.poll(() => held('candidate:%')).toEqual([{ holder: 'second' }]);
  isCutOff = true;
  chain.extend([]);
  await expect.poll(noted, { timeout: 60_000 }).toMatchObject({ head: 1n, stalled: null });
  expect(await held('watcher:%')).toEqual([{ holder: 'second' }]);
  expect(await held('candidate:%')).toEqual([]);
  // A minute later its provider answers again.
  isCutOff = false;
  passed += 60_000;
  await expect.poll(() => held('candidate:%'), { timeout: 60_000 }).toEqual([{ holder: 'first' }]);
  await Promise.all([first.stop(), second.stop()]);
});

test('processes that start later get their share of the networks, and the others what a stopped one had', async () => {
  await sample.database.query('with gone as (delete from block) delete from watcher');
  const networks = ['ethereum', 'bsc', 'polygon', 'arbitrum', 'optimism', 'base'] as const;
  const chains = networks.map((network) => ({ ...createTestChain(), network }));
  const nodes = await Promise.all(
    ['one', 'two', 'three'].map(async (name) => {
      const database = await openDatabase({ url: sample.url, maxConnections: 4, log: silentLog });
      const watchers = chains.map((chain) => watcherOf(chain, name, 2_000, { database }));
      return { name, database, watchers };
    }),
  );
  const counts = async () => {
    const rows = await sample.database.query<{ holder: string; count: number }>(
      `select holder, count(*)::int as count from lease where starts_with(name, 'watcher:') group by holder`,
    );
    return nodes.map(({ name }) => rows.find(({ holder }) => holder === name)?.count ?? 0);
  };
  const [one, two, three] = nodes;
  const start = (node: (typeof nodes)[number] | undefined) => node?.watchers.forEach((watcher) => watcher.start());
  start(one);
  await expect.poll(counts).toEqual([6, 0, 0]);
  start(two);
  start(three);
  await expect.poll(counts, { timeout: 60_000 }).toEqual([2, 2, 2]);
  for (const chain of chains) chain.extend([]);
  const read = () => sample.database.query(`select network from watcher where head_height = 1`);
  await expect.poll(async () => (await read()).length, { timeout: 60_000 }).toBe(networks.length);
  await Promise.all(two?.watchers.map((watcher) => watcher.stop()) ?? []);
  await expect.poll(counts, { timeout: 60_000 }).toEqual([3, 0, 3]);
  await Promise.all(nodes.flatMap(({ watchers }) => watchers.map((watcher) => watcher.stop())));
  await Promise.all(nodes.map(({ database }) => database.close()));
});

test('a process renews the leases of all its networks together, whenever each was started', async () => {
  await sample.database.query('with gone as (delete from block), left_over as (delete from lease) delete from watcher');
  const networks = ['ethereum', 'bsc', 'polygon'] as const;
  const chains = networks.map((network) => Object.assign(createTestChain(), { network }));
  const together: number[] = [];
  const counting: Database = Object.assign(Object.create(sample.database), {
    query: (...[text, values, name]: Parameters<Database['query']>) => {
      if (name === 'take-leases' && Array.isArray(values?.[0])) together.push(values[0].length);
      return sample.database.query(text, values, name);
    },
  });
  const board = createLeaseBoard(counting, WATCHER_LEASES, { holder: 'one', log: silentLog });
  const watchers = chains.map((chain) => watcherOf(chain, 'one', 1_000, { board, pollMs: 3_600_000 }));
  for (const [at, watcher] of watchers.entries()) {
    watcher.start();
    await expect.poll(() => sample.database.query(`select from watcher where head_height = 0`)).toHaveLength(at + 1);
  }
  // Each is renewed by itself once at most, at a moment that is not yet the common one.
  const before = together.length;
  await expect.poll(() => together.length).toBeGreaterThan(before + 6);
  expect(together.slice(before + 3)).toEqual(together.slice(before + 3).map(() => 3));
  await Promise.all(watchers.map((watcher) => watcher.stop()));
});

test('a process that waits to take over has read the addresses by then', async () => {
  const chain = createTestChain();
  await sample.database.query('delete from block');
  let looks = 0;
  const look: Chain['look'] = (height) => {
    looks += 1;
    return chain.look(height);
  };
  const watchList = createWatchList(sample.database, 'evm');
  let isRead = false;
  const readOn = async (): Promise<void> => {
    await watchList.readOn();
    isRead = true;
  };
  const first = watcherOf({ ...chain, look }, 'first');
  first.start();
  await expect.poll(() => looks).toBeGreaterThan(0);
  const second = watcherOf(chain, 'second', undefined, { watchList: { ...watchList, readOn } });
  second.start();
  await expect.poll(() => isRead).toBe(true);
  await second.stop();
  await first.stop();
});

test('the lease is renewed at half of its time, and not with each poll', async () => {
  await sample.database.query('delete from block');
  const chain = createTestChain();
  let looks = 0;
  const look: Chain['look'] = (height) => {
    looks += 1;
    return chain.look(height);
  };
  const lease = () => sample.database.query(`select xmin::text from lease where starts_with(name, 'watcher:')`);
  const watcher = watcherOf({ ...chain, look }, 'first', 60_000);
  watcher.start();
  await expect.poll(() => looks).toBeGreaterThan(2);
  const before = await lease();
  const enough = looks + 10;
  await expect.poll(() => looks).toBeGreaterThan(enough);
  expect(await lease()).toEqual(before);
  await watcher.stop();
});

test('a look that lasts longer than the lease keeps it', async () => {
  await sample.database.query('with gone as (delete from block) delete from watcher');
  const chain = createTestChain();
  let answer: (() => void) | undefined;
  const look: Chain['look'] = async (height) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return chain.look(height);
  };
  const slow = watcherOf({ ...chain, look }, 'slow', 400);
  slow.start();
  await expect.poll(() => answer).toBeDefined();
  const renewals = new Set<string>();
  const renewed = async () => {
    const [row] = await sample.database.query<{ holder: string; xmin: string }>(
      `select holder, xmin::text from lease where starts_with(name, 'watcher:')`,
    );
    expect(row?.holder).toBe('slow');
    return renewals.add(row?.xmin ?? '').size;
  };
  await expect.poll(renewed).toBeGreaterThan(4);
  const stopped = slow.stop();
  answer?.();
  await stopped;
});

test('a network on which nothing is waited for is asked seldom, and at once again when something is', async () => {
  await sample.database.query('with gone as (delete from block) delete from watcher');
  const chain = createTestChain();
  let looks = 0;
  let asked = 0;
  let isAwake = true;
  const look: Chain['look'] = (height) => {
    looks += 1;
    return chain.look(height);
  };
  const waits = () => {
    asked += 1;
    return Promise.resolve(isAwake);
  };
  const watcher = watcherOf({ ...chain, look }, 'first', 60_000, { restMs: 3_600_000, isAwake: waits });
  watcher.start();
  await expect.poll(() => looks).toBeGreaterThan(5);
  isAwake = false;
  const then = asked;
  await expect.poll(() => asked).toBeGreaterThan(then + 2);
  const atRest = looks;
  const before = asked;
  await expect.poll(() => asked).toBeGreaterThan(before + 5);
  expect(looks).toBe(atRest);
  isAwake = true;
  await expect.poll(() => looks).toBeGreaterThan(atRest);
  await watcher.stop();
});

test('a watcher at rest keeps its lease: no other process polls beside it', async () => {
  await sample.database.query('with gone as (delete from block) delete from watcher');
  const chain = createTestChain();
  let passed = 0;
  const rest = { restMs: 3_600_000, isAwake: () => Promise.resolve(false), now: () => passed };
  const asked = new Set<string>();
  const named = (name: string): Chain => ({
    ...chain,
    look: (height) => {
      asked.add(name);
      return chain.look(height);
    },
  });
  const leaseMs = 120_000;
  const [first, second] = [
    watcherOf(named('first'), 'first', leaseMs, rest),
    watcherOf(named('second'), 'second', leaseMs, rest),
  ];
  first.start();
  await expect.poll(() => asked).toContain('first');
  second.start();
  const secondsLeft = async () => {
    const rows = await sample.database.query<{ left: number }>(
      `select extract(epoch from expires_at - clock_timestamp())::float8 as left from lease where starts_with(name, 'watcher:')`,
    );
    return rows[0]?.left;
  };
  // Time passes for the database and then for the process: without a renewal the lease would run out at the second time.
  for (let times = 0; times < 3; times += 1) {
    await sample.database.query(
      `update lease set expires_at = expires_at - interval '1 minute' where starts_with(name, 'watcher:')`,
    );
    passed += leaseMs / 2;
    await expect.poll(secondsLeft, { timeout: 60_000 }).toBeGreaterThan(90);
  }
  expect(asked).not.toContain('second');
  await first.stop();
  await expect.poll(() => asked, { timeout: 60_000 }).toContain('second');
  await second.stop();
});

test('each failure in a row doubles the pause, up to half a minute', () => {
  expect([0, 1, 2, 5, 100].map((failures) => decidePause(1000, failures))).toEqual([1000, 2000, 4000, 30_000, 30_000]);
  // Chance takes up to a quarter away, so that those who failed together don't come back together.
  expect([0, 3].map((failures) => decidePause(1000, failures, 1))).toEqual([1000, 6000]);
});
