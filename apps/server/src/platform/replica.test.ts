// Reads that may be some seconds old go to a standby of the database, by PostgreSQL's own replication, and to the primary while the
// standby is away, too far behind, or has become a server of its own; nothing is written there.
import { canReplicate, type Replicated, startReplicated } from '@kobogate/testkit/platform/replicated.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { DependencyDown } from './errors.ts';
import { catchesUp, followReplica } from './replica.ts';

const inTheWay = () => Object.assign(new Error('conflict with recovery'), { code: '40001' });

/** Two servers in words: where the primary is in its log, and what the standby answers. */
function createServers() {
  const state = { written: 0n, replayed: 0n, isStandby: true, isAway: false, time: 0, asked: [] as string[] };
  const answer = (rows: object[]) => Promise.resolve(rows as never[]);
  const primary = {
    query: (text: string) => {
      if (text.includes('pg_current_wal_lsn')) return answer([{ position: String(state.written) }]);
      state.asked.push('primary');
      return answer([]);
    },
  };
  const replica = {
    query: (text: string) => {
      if (state.isAway) return Promise.reject(new DependencyDown('database', 'The database does not answer.'));
      if (text.includes('pg_is_in_recovery')) {
        return answer([{ isStandby: state.isStandby, position: String(state.replayed) }]);
      }
      if (text === 'in the way') return Promise.reject(inTheWay());
      if (text === 'wrong') return Promise.reject(Object.assign(new Error('no such column'), { code: '42703' }));
      state.asked.push('replica');
      return answer([]);
    },
  };
  const pagesOf = (server: string) =>
    async function* (text: string) {
      if (server === 'replica' && text === 'in the way') throw inTheWay();
      if (server === 'replica' && state.isAway) throw new DependencyDown('database', 'The database does not answer.');
      yield [{ server }] as never[];
      if (server === 'replica' && text === 'later in the way') throw inTheWay();
    };
  const reads = followReplica({
    primary: { ...primary, readPages: pagesOf('primary') },
    replica: { ...replica, readPages: pagesOf('replica') },
    log: silentLog,
    mostBehindMs: 5_000,
    now: () => state.time,
  });
  /** Who answers a read so many seconds later. */
  const askAfter = async (seconds: number, text = 'select 1') => {
    state.time += seconds * 1_000;
    state.asked.length = 0;
    await reads.query(text);
    return state.asked.join(', ');
  };
  return { state, askAfter, reads, servers: { primary, replica } };
}

test('a standby that does not reach what the primary had is told from one that does', async () => {
  const { state, servers } = createServers();
  state.written = 100n;
  state.replayed = 99n;
  expect(await catchesUp(servers, 0)).toBe(false);
  state.replayed = 100n;
  expect(await catchesUp(servers, 0)).toBe(true);
});

test('pages that a standby does not begin are the primary’s; those that it breaks off are not begun again', async () => {
  const { state, askAfter, reads } = createServers();
  expect(await askAfter(0)).toBe('replica');
  const first = async (text: string) => (await reads.readPages(text, [], 1).next()).value;
  expect(await first('in the way')).toEqual([{ server: 'primary' }]);
  const later = reads.readPages('later in the way', [], 1);
  expect((await later.next()).value).toEqual([{ server: 'replica' }]);
  await expect(later.next()).rejects.toThrow('conflict with recovery');
  state.isAway = true;
  expect(await first('select 1')).toEqual([{ server: 'primary' }]);
  expect(await askAfter(0)).toBe('primary');
});

test('a standby is asked while it has what the primary had some seconds ago, and not before that is known', async () => {
  const { state, askAfter, reads } = createServers();
  state.written = 100n;
  expect(await askAfter(0)).toBe('primary');
  state.replayed = 100n;
  expect(await askAfter(1)).toBe('replica');
  // Five seconds behind is allowed, six are not; that it hears nothing more of its primary does not matter.
  state.written = 200n;
  for (let second = 1; second <= 5; second += 1) expect([second, await askAfter(1)]).toEqual([second, 'replica']);
  const pages = async () => (await reads.readPages('select 1', [], 1).next()).value;
  expect(await pages()).toEqual([{ server: 'replica' }]);
  expect(await askAfter(1)).toBe('primary');
  expect(await pages()).toEqual([{ server: 'primary' }]);
  state.replayed = 200n;
  expect(await askAfter(1)).toBe('replica');
});

test('one that goes away, or is no standby any more, is not asked; an error of the statement itself is no reason', async () => {
  const { state, askAfter, reads } = createServers();
  expect(await askAfter(0)).toBe('replica');
  expect(await askAfter(0, 'in the way')).toBe('primary');
  expect(await askAfter(0)).toBe('replica');
  await expect(reads.query('wrong')).rejects.toThrow('no such column');
  state.isAway = true;
  expect(await askAfter(0)).toBe('primary');
  expect(await askAfter(1)).toBe('primary');
  state.isAway = false;
  expect(await askAfter(1)).toBe('replica');
  state.isStandby = false;
  expect(await askAfter(1)).toBe('primary');
});

describe.skipIf(!canReplicate)('with PostgreSQL’s own streaming replication', () => {
  let servers: Replicated;
  let database: Database;
  let replica: Database;
  beforeAll(async () => {
    servers = await startReplicated();
    database = await openDatabase({
      url: servers.primaryUrl,
      replicaUrl: servers.replicaUrl,
      maxConnections: 2,
      log: silentLog,
    });
    replica = await openDatabase({ url: servers.replicaUrl, maxConnections: 1, log: silentLog });
    await database.query('create table sample (value int)');
  }, 120_000);
  afterAll(async () => {
    await Promise.all([database.close(), replica.close()]);
    await servers.stop();
  });

  const isOnReplica = async () =>
    (await database.stale.query<{ standby: boolean }>('select pg_is_in_recovery() as standby'))[0]?.standby;
  const becomes = (expected: boolean) => expect.poll(isOnReplica, { timeout: 60_000, interval: 200 }).toBe(expected);
  const read = async () =>
    (await database.stale.query<{ value: number }>('select value from sample order by 1')).map(({ value }) => value);

  test('it is read from, and left while it does not follow, is away, or takes writes itself', async () => {
    await database.query('insert into sample values (1)');
    await becomes(true);
    await expect.poll(read, { timeout: 60_000 }).toEqual([1]);
    // It stops replaying: soon it is too far behind, and the primary answers with what is new.
    await replica.query('select pg_wal_replay_pause()');
    await database.query('insert into sample values (2)');
    await becomes(false);
    expect(await read()).toEqual([1, 2]);
    await replica.query('select pg_wal_replay_resume()');
    await becomes(true);
    await expect.poll(read, { timeout: 60_000 }).toEqual([1, 2]);
    await servers.stopReplica();
    expect(await read()).toEqual([1, 2]);
    expect(await isOnReplica()).toBe(false);
    await servers.startReplica();
    await becomes(true);
    // A write that went astray reaches the primary, as the standby refuses it.
    await database.stale.query('insert into sample values (3)');
    expect((await database.query('select 1 from sample')).length).toBe(3);
    await servers.promoteReplica();
    await becomes(false);
    await database.query('insert into sample values (4)');
    expect(await read()).toEqual([1, 2, 3, 4]);
  }, 300_000);
});
