// Every migration runs once, in order, however many processes start; a changed or unknown one stops the start.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compareSchema, migrate } from './migrate.ts';

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

test('a file that was changed after it had been applied stops the start by name', async () => {
  await migrate(db.database, folder);
  await writeFile(join(folder, '0001_first.sql'), 'create table first (n bigint);');
  await expect(migrate(db.database, folder)).rejects.toThrow('0001_first.sql was changed');
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
