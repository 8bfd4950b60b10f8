// Notices are in parts by month: the migration that makes them so refuses no write and keeps no one waiting, a notice is told once over all
// of them, the version before works on them, and a part that is missing or emptied costs nothing.
import type { UserId } from '@kobogate/contract';
import { MIGRATIONS } from '@kobogate/testkit/books/backup.ts';
import { idAt } from '@kobogate/testkit/contract/ids.ts';
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { createDatabaseBefore } from '@kobogate/testkit/platform/database-before.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Connection, type Database, openDatabase, type Transaction } from '../../platform/database.ts';
import { isLockTimeout } from '../../platform/database-errors.ts';
import { newId } from '../../platform/identifiers.ts';
import { migrate } from '../../platform/migrate.ts';
import { countStrayRows } from '../../platform/months.ts';
import { clearNotifications, forgetNotices, insertNotifications, listNotifications, readChanges } from './db.ts';
import { keepMonths } from './keep-months.ts';

const DAY_MS = 86_400_000;

async function addPerson(database: Connection): Promise<UserId> {
  const userId = newId<UserId>();
  await database.query(
    `insert into app_user (id, email, email_key, first_name, last_name, phone, phone_key, password_hash, verified_at)
     values ($1, $2, $2, 'Sample', 'Person', '0', '0', 'none', now())`,
    [userId, `${userId}@kobogate.test`],
  );
  return userId;
}

const tell = (database: Database, userId: UserId, sources: readonly string[]): Promise<ReadonlySet<string>> =>
  database.transaction((tx) =>
    insertNotifications(
      tx,
      sources.map((source) => ({
        userId,
        source,
        message: { type: 'update', subject: null, text: source },
        page: '/',
      })),
    ),
  );

const partsOf = async (database: Connection): Promise<Record<string, number>> => {
  const rows = await database.query<{ part: string; count: number }>(
    `select tableoid::regclass::text as part, count(*)::int as count from notification group by 1 order by 1`,
  );
  return Object.fromEntries(rows.map(({ part, count }) => [part, count]));
};

/** What the version before says to the table; the rest of its statements are those of this version. */
const BEFORE = {
  insert: `insert into notification (id, user_id, source, type, message, sender_name, page)
     select id, user_id, source, type, message, 'Kobogate', page
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[])
       as new (id, user_id, source, type, message, page)
     where not exists (select from app_user u where u.id = new.user_id and u.closed_at is not null) order by user_id, source
     on conflict (user_id, source) do nothing returning source`,
  forget: `delete from notification where id in (
     select id from notification where created_at < $1 order by created_at limit $2 for update skip locked) returning 1`,
  erase: `delete from notification t where t.user_id = $1`,
};
const tellAsBefore = (database: Connection, userId: UserId, source: string) =>
  database.query(BEFORE.insert, [[newId()], [userId], [source], ['update'], ['text'], ['/']], 'notifications-insert');

test('[O12] the migration of a table in use refuses no write, and what waits for a long reader is the migration alone', async () => {
  const { database, url, drop } = await createDatabaseBefore('0250');
  const starting = await openDatabase({ url, log: silentLog });
  try {
    const userId = await addPerson(database);
    const odd = 'f0000000-0000-4000-8000-000000000000';
    const told = [odd, ...Array.from({ length: 200 }, () => newId())];
    for (const source of told) await tellAsBefore(database, userId, source);
    const state = { isOver: false, writes: 0 };
    const writer = async (): Promise<string[]> => {
      const written: string[] = [];
      while (!state.isOver) {
        const source = newId();
        expect(await tellAsBefore(database, userId, source)).toEqual([{ source }]);
        // Told before: not again, whichever table it is in by now.
        expect(await tellAsBefore(database, userId, source)).toEqual([]);
        await listNotifications(database, [userId]);
        await readChanges(database, new Date(Date.now() - 1000));
        written.push(source);
        state.writes += 1;
      }
      return written;
    };
    const writers = [writer(), writer()];
    const { migrating } = await database.transaction(async (reader) => {
      await reader.query(`select count(*) from notification`);
      const begun = migrate(starting, MIGRATIONS);
      const tries = () =>
        database.query(
          `select 1 from pg_stat_activity where datname = current_database() and query like '-- Notices are kept%'
             and (wait_event_type = 'Lock' or wait_event = 'PgSleep')`,
        );
      await expect.poll(tries, { timeout: 60_000, interval: 20 }).toHaveLength(1);
      // The reader is still there, and nobody else waits for it to end.
      const before = state.writes;
      await expect.poll(() => state.writes, { timeout: 60_000 }).toBeGreaterThan(before + 20);
      return { migrating: begun };
    });
    expect((await migrating).applied).toEqual(expect.arrayContaining(['0252_notices_by_month.sql']));
    const since = state.writes;
    await expect.poll(() => state.writes, { timeout: 60_000 }).toBeGreaterThan(since + 20);
    state.isOver = true;
    const written = (await Promise.all(writers)).flat();
    const rows = await database.query<{ source: string }>(`select source from notification`);
    const sources = rows.map(({ source }) => source.replace(/^0-/, ''));
    expect(sources.toSorted()).toEqual([...told, ...written].toSorted());
    expect(await partsOf(database)).toEqual({ notification_first: told.length + written.length });
    // The key by which one is told once, and the reference, are those of the whole.
    await expect(tellAsBefore(database, newId<UserId>(), newId())).rejects.toThrow('notification_user_id_fkey');
    await expect(
      database.query(`insert into notification select * from notification where source = $1`, [told[1]]),
    ).rejects.toThrow('notification_first_pkey');
  } finally {
    await starting.close();
    await drop();
  }
});

let db: TestDatabase;
let database: Database;
let userId: UserId;
beforeEach(async () => {
  db = await createTestDatabase();
  ({ database } = db);
  userId = await addPerson(database);
});
afterEach(() => db.drop());

const endOfMonths = async (): Promise<Date> => {
  const [row] = await database.query<{ at: Date }>(`select max(time_of_id(ends)) as at from notification_part`);
  if (row === undefined) throw new Error('there is no part');
  return row.at;
};

test('[O12] there are months for three months to come, and two processes that make more make each once', async () => {
  const clock = createTestClock();
  clock.set(new Date());
  const first = await endOfMonths();
  expect(first.getTime()).toBeGreaterThan(Date.now() + 88 * DAY_MS);
  clock.set(new Date(first.getTime() + 200 * DAY_MS));
  // One that would wait for the other for long leaves it to it.
  const keep = () =>
    keepMonths({ database, clock }).catch((error: unknown) => {
      if (!isLockTimeout(error)) throw error;
    });
  await Promise.all([keep(), keep()]);
  await keepMonths({ database, clock });
  const last = await endOfMonths();
  expect(last.getTime()).toBeGreaterThanOrEqual(clock.now().getTime() + 92 * DAY_MS);
  expect([last.getUTCDate(), last.getUTCHours(), last.getUTCMinutes()]).toEqual([1, 0, 0]);
  // Each begins where the one before ends.
  const edges = [1, 2, 3].map((months) => Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - months, 1));
  await tell(
    database,
    userId,
    edges.flatMap((edge) => [idAt(new Date(edge - 1)), idAt(new Date(edge))]),
  );
  expect(Object.values(await partsOf(database))).toEqual([1, 2, 2, 1]);
});

test('[O12] a notice without a month is kept, seen, told once, and moves into its month once that is made', async () => {
  const end = await endOfMonths();
  const clock = createTestClock();
  clock.set(new Date());
  const source = idAt(new Date(end.getTime() + DAY_MS));
  expect([...(await tell(database, userId, [source]))]).toEqual([source]);
  expect([...(await tell(database, userId, [source]))]).toEqual([]);
  expect([await partsOf(database), await countStrayRows({ database, clock }, 'notification')]).toEqual([
    { notification_other: 1 },
    1,
  ]);
  // While someone reads there, it gives up within a second, and has changed nothing.
  clock.set(end);
  await database.transaction(async (reader) => {
    await reader.query(`select count(*) from notification`);
    expect(isLockTimeout(await keepMonths({ database, clock }).catch((error: unknown) => error))).toBe(true);
  });
  expect(await endOfMonths()).toEqual(end);
  await keepMonths({ database, clock });
  expect(Object.keys(await partsOf(database))).not.toContain('notification_other');
  expect([...(await tell(database, userId, [source]))]).toEqual([]);
  expect((await listNotifications(database, [userId]))[0]).toHaveLength(1);
});

test('[O12] a month goes once all of it was erased, never with a notice in it, and what still comes for it is kept', async () => {
  const end = await endOfMonths();
  const clock = createTestClock();
  const [one, other] = [new Date(end.getTime() - DAY_MS), new Date(end.getTime() - 40 * DAY_MS)];
  await tell(database, userId, [idAt(one), idAt(other)]);
  const parts = Object.keys(await partsOf(database));
  expect(parts).toHaveLength(2);
  const [stays = '', goes = ''] = parts.toReversed();
  await database.query(`delete from ${goes}`);
  clock.set(new Date(end.getTime() + 40 * DAY_MS));
  await keepMonths({ database, clock });
  const found = await database.query(`select to_regclass($1) is not null as stays, to_regclass($2) is null as gone`, [
    stays,
    goes,
  ]);
  expect(found).toEqual([{ stays: true, gone: true }]);
  await tell(database, userId, [idAt(other)]);
  expect(await partsOf(database)).toEqual({ [stays]: 1, notification_other: 1 });
});

test('[O12] writing a notice and erasing old ones touch the parts concerned alone', async () => {
  const end = await endOfMonths();
  const dates = [1, 32, 63].map((days) => new Date(end.getTime() - days * DAY_MS));
  /** The parts of these dates, the newest first: what their names are depends on the month in which this runs. */
  const parts: string[] = [];
  for (const at of dates) {
    await tell(
      database,
      userId,
      Array.from({ length: 300 }, () => idAt(at)),
    );
    parts.push(...Object.keys(await partsOf(database)).filter((part) => !parts.includes(part)));
  }
  const [newest = '', , oldest = ''] = parts;
  expect(parts).toHaveLength(3);
  await database.query(`update ${oldest} set created_at = '2020-01-01'`);
  await database.query(`analyze notification`);
  /** The parts in which the work looked for, read, added or removed rows more often than this. */
  const touched = (work: (tx: Transaction) => Promise<unknown>, most = 0): Promise<string[]> =>
    database.transaction(async (tx) => {
      const count = () =>
        tx.query<{ part: string; count: number }>(
          `select relname as part, (seq_scan + seq_tup_read + idx_scan + idx_tup_fetch + n_tup_ins + n_tup_del)::int as count
           from pg_stat_xact_user_tables where relname = any($1) order by 1`,
          [parts],
        );
      const before = await count();
      await work(tx);
      const rows = await count();
      return rows.flatMap((row, at) => (row.count - (before[at]?.count ?? 0) > most ? row.part : []));
    });
  const source = idAt(dates[0] ?? end);
  const notice = { userId, source, message: { type: 'update', subject: null, text: 'x' }, page: '/' } as const;
  expect(await touched((tx) => insertNotifications(tx, [notice]))).toEqual([newest]);
  expect(await touched((tx) => insertNotifications(tx, [{ ...notice, source: idAt(dates[2] ?? end) }]))).toEqual([
    oldest,
  ]);
  const forget = async (tx: Transaction): Promise<void> => {
    // With few rows a plan reads them all.
    for (const way of ['hashjoin', 'mergejoin', 'seqscan']) await tx.query(`set local enable_${way} = off`);
    expect(await forgetNotices(tx, new Date('2021-01-01'), 100)).toBe(100);
  };
  // To plan it the ends of the other parts' indexes are looked at.
  expect(await touched(forget, 10)).toEqual([oldest]);
});

test('[I7] the statements of the version before do on the parts what they did on the table', async () => {
  const end = await endOfMonths();
  const sources = [1, 32, 63].map((days) => idAt(new Date(end.getTime() - days * DAY_MS)));
  for (const source of sources) {
    expect(await tellAsBefore(database, userId, source)).toEqual([{ source }]);
    expect(await tellAsBefore(database, userId, source)).toEqual([]);
  }
  await database.query(`update notification set created_at = '2020-01-01' where source = $1`, [sources[1]]);
  const changes = await readChanges(database, new Date(Date.now() - 60_000));
  expect(changes.changes.filter(({ event }) => event === 'notification')).toHaveLength(2);
  expect((await listNotifications(database, [userId]))[0]).toHaveLength(3);
  expect(await database.query(BEFORE.forget, [new Date('2021-01-01'), 500])).toHaveLength(1);
  await database.transaction((tx) => clearNotifications(tx, userId));
  expect(await listNotifications(database, [userId])).toEqual([[]]);
  await database.query(BEFORE.erase, [userId]);
  expect(await partsOf(database)).toEqual({});
});
