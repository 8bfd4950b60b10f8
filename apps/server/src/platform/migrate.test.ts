// Every migration runs once, in order, however many processes start; a changed or unknown one stops the start.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, listWaiting, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Connection } from './database.ts';
import { compareSchema, migrate, migrateWithin, readMigrations } from './migrate.ts';

let db: TestDatabase;
let folder: string;
beforeEach(async () => {
  db = await createTestDatabase();
  // This test does not use the template's own migrations.
  await db.database.query(`drop table schema_migration`);
  folder = await mkdtemp(join(tmpdir(), 'kobogate-migrate-'));
  await writeFile(join(folder, '0001_first.sql'), 'create table first (n int); insert into first values (1);');
  await writeFile(join(folder, '0002_second.sql'), 'alter table first add column m int;');
});
afterEach(async () => {
  await db.drop();
  await rm(folder, { recursive: true });
});

test('six processes at once apply each file once, in order', async () => {
  const runs = await Promise.all(Array.from({ length: 6 }, () => migrate(db.database, folder)));
  expect(runs.flatMap(({ applied }) => applied).toSorted()).toEqual(['0001_first.sql', '0002_second.sql']);
  expect(await db.database.query(`select * from first`)).toEqual([{ n: 1, m: null }]);
});

test('a file that was changed after it had been applied stops the start by name, before a new one is applied', async () => {
  await migrate(db.database, folder);
  await writeFile(join(folder, '0002_second.sql'), 'alter table first add column m bigint;');
  await writeFile(join(folder, '0001_new.sql'), 'create table new (n int);');
  await expect(migrate(db.database, folder)).rejects.toThrow('0002_second.sql was changed');
  expect(await db.database.query(`select to_regclass('new') as new`)).toEqual([{ new: null }]);
});

test('a file that fails leaves nothing of itself behind and is named', async () => {
  await writeFile(join(folder, '0003_third.sql'), 'create table third (n int); select 1 / 0;');
  await expect(migrate(db.database, folder)).rejects.toThrow('0003_third.sql failed: division by zero');
  expect(await db.database.query(`select to_regclass('third') as third`)).toEqual([{ third: null }]);
  await writeFile(join(folder, '0003_third.sql'), 'create table third (n int);');
  expect(await migrate(db.database, folder)).toEqual({ applied: ['0003_third.sql'] });
});

test('[O11] a comparison names what is pending, changed and unknown, and changes nothing', async () => {
  const nothing = { pending: [], changed: [], newer: [], unknown: [] };
  expect(await compareSchema(db.database, folder)).toEqual({
    ...nothing,
    pending: ['0001_first.sql', '0002_second.sql'],
  });
  expect(await db.database.query(`select to_regclass('schema_migration') as there`)).toEqual([{ there: null }]);
  await migrate(db.database, folder);
  expect(await compareSchema(db.database, folder)).toEqual(nothing);
  await writeFile(join(folder, '0001_first.sql'), 'create table first (n bigint);');
  await rm(join(folder, '0002_second.sql'));
  await writeFile(join(folder, '0003_third.sql'), 'create table third (n int);');
  expect(await compareSchema(db.database, folder)).toEqual({
    pending: ['0003_third.sql'],
    changed: ['0001_first.sql'],
    newer: ['0002_second.sql'],
    unknown: [],
  });
});

test('[I7] an older version starts on what a newer one added, and not where that took something away', async () => {
  await writeFile(join(folder, '0003_third.sql'), 'create table third (n int);');
  await migrate(db.database, folder);
  await rm(join(folder, '0003_third.sql'));
  expect(await migrate(db.database, folder)).toEqual({ applied: [] });

  const contract = '-- contract, unused since 1.0.0: nothing asks for it\nalter table first drop column m;';
  await writeFile(join(folder, '0004_fourth.sql'), contract);
  await migrate(db.database, folder);
  await rm(join(folder, '0004_fourth.sql'));
  await expect(migrate(db.database, folder)).rejects.toThrow('0004_fourth.sql, which took away what this version uses');
  expect(await compareSchema(db.database, folder)).toMatchObject({
    newer: ['0003_third.sql'],
    unknown: ['0004_fourth.sql'],
  });
});

test('[I7] nor where a newer one took something away while others wrote', async () => {
  await migrate(db.database, folder);
  const contract = '-- live, for all\n-- contract, unused since 1.0.0: it differs\n';
  await writeFile(
    join(folder, '0003_third.sql'),
    `${contract}create unique index concurrently first_differs on first (n);`,
  );
  await migrate(db.database, folder);
  await rm(join(folder, '0003_third.sql'));
  await expect(migrate(db.database, folder)).rejects.toThrow('0003_third.sql, which took away what this version uses');
});

test('[I7] the table of a database from before is brought up to date once, and a start waits for no reader of it', async () => {
  await db.database.query(
    `create table schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  );
  expect(await compareSchema(db.database, folder)).toMatchObject({ newer: [], unknown: [] });
  await migrate(db.database, folder);
  await db.database.transaction(async (tx) => {
    await tx.query(`select count(*) from schema_migration`);
    // A lock that excludes readers would wait for this transaction, which waits for it.
    expect(await migrate(db.database, folder).catch(String)).toEqual({ applied: [] });
  });
});

const LIVE = '-- live, readers and writers go on\ncreate unique index concurrently first_n on first (n);\n';
const isValid = async (): Promise<boolean | undefined> => {
  const rows = await db.database.query<{ valid: boolean }>(
    `select indisvalid as valid from pg_index where indexrelid = to_regclass('first_n')`,
  );
  return rows[0]?.valid;
};

test('[I7] a live migration builds its index while others write to the table, and six processes do it once', async () => {
  await migrate(db.database, folder);
  await writeFile(join(folder, '0003_third.sql'), LIVE);
  let runs: Promise<{ applied: string[] }>[] = [];
  await db.database.transaction(async (tx) => {
    await tx.query(`insert into first (n) values (2)`);
    runs = Array.from({ length: 6 }, () => migrate(db.database, folder));
    await expect.poll(() => listWaiting(db.database)).not.toEqual([]);
    // It waits for this transaction. In a transaction of its own it would also hold up this one, which comes later.
    await db.database.query(`insert into first (n) values (3)`);
    expect(await isValid()).not.toBe(true);
  });
  expect((await Promise.all(runs)).flatMap(({ applied }) => applied)).toEqual(['0003_third.sql']);
  expect(await isValid()).toBe(true);
  await expect(db.database.query(`insert into first (n) values (3)`)).rejects.toThrow('first_n');
  await writeFile(join(folder, '0003_third.sql'), `${LIVE}-- changed`);
  await expect(migrate(db.database, folder)).rejects.toThrow('0003_third.sql was changed');
});

test('[I7] a process that was paused while it built an index goes on where another one has recorded it meanwhile', async () => {
  await migrate(db.database, folder);
  await writeFile(join(folder, '0003_live.sql'), LIVE);
  const checksum = (await readMigrations(folder)).at(-1)?.checksum;
  const patient: Connection = {
    query: async <Row extends object>(...asked: Parameters<Connection['query']>) => {
      const rows = await db.database.patient.query<Row>(...asked);
      const add = `insert into schema_migration (name, checksum, contracts) values ('0003_live.sql', $1, false)`;
      await db.database.query(add, [checksum]);
      return rows;
    },
  };
  expect(await migrate({ ...db.database, patient }, folder)).toEqual({ applied: [] });
});

test('[I7] what a crash has left of an index is dropped and built again, and one that is there is taken as it is', async () => {
  await migrate(db.database, folder);
  await db.database.query(`insert into first (n) values (1)`);
  await writeFile(join(folder, '0003_third.sql'), LIVE);
  await expect(migrate(db.database, folder)).rejects.toThrow('0003_third.sql failed: could not create unique index');
  expect(await isValid()).toBe(false);
  await db.database.query(`delete from first where ctid = (select max(ctid) from first)`);
  expect(await migrate(db.database, folder)).toEqual({ applied: ['0003_third.sql'] });
  expect(await isValid()).toBe(true);

  // As after a crash between the index and the record.
  await db.database.query(`delete from schema_migration where name = '0003_third.sql'`);
  const number = () => db.database.query(`select to_regclass('first_n')::oid as oid`);
  const before = await number();
  expect(await migrate(db.database, folder)).toEqual({ applied: ['0003_third.sql'] });
  expect(await number()).toEqual(before);
});

test('a live migration of a new schema runs in its transaction, and one that does more than indexes is refused', async () => {
  await writeFile(join(folder, '0003_third.sql'), LIVE);
  const migrations = await readMigrations(folder);
  await db.database.transaction((tx) => migrateWithin(tx, migrations));
  expect(await isValid()).toBe(true);
  await writeFile(join(folder, '0004_fourth.sql'), '-- live, no\nupdate first set n = 2;');
  await expect(migrate(db.database, folder)).rejects.toThrow('neither builds nor drops an index: update first');
});
