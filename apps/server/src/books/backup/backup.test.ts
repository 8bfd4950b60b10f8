// A backup holds one moment of a database in use, damage and changes to it are detected, and it is restored completely
// or not at all.
import { randomBytes } from 'node:crypto';
import { appendFile, cp, mkdir, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MIGRATIONS, type TestBackup, useTestBackup } from '@kobogate/testkit/books/backup.ts';
import { listWaiting, onServer } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { expect, test } from 'vitest';
import { custody, customer, post, verify } from '../../ledger/index.ts';
import { type Database, openDatabase } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { migrate, type Migration } from '../../platform/migrate.ts';
import { listTables, quote } from '../../platform/backup/catalog.ts';
import { checkBackup } from '../../platform/backup/check-backup.ts';
import { loadBackup } from '../../platform/backup/load-backup.ts';
import { isSealedWith, writeManifest } from '../../platform/backup/manifest.ts';
import { removeOldBackups, writeBackup } from '../../platform/backup/write-backup.ts';

const USDT = 'USDT@bsc';
const key = randomBytes(32);

let temporary: TestBackup['folder'];
let source: TestBackup['source'];
let target: TestBackup['target'];
let migrations: TestBackup['migrations'];
useTestBackup((made) => {
  ({ folder: temporary, source, target, migrations } = made);
});

const write = () => writeBackup({ address: source.url, to: temporary.path, secretsKey: key });
const nothingMore = (): Promise<void> => Promise.resolve();
const load = async (folder: string, known: readonly Migration[] = migrations) =>
  loadBackup(await checkBackup(folder), { address: target.url, migrations: known }, nothingMore);
const inTarget = <Result>(work: (database: Database) => Promise<Result>): Promise<Result> => onServer(target.url, work);

async function deposit(amount: bigint): Promise<void> {
  const transfers = [{ debit: custody(USDT), credit: customer(newId(), USDT), amount }];
  await source.database.transaction((tx) =>
    post(tx, [{ source: 'test', sourceId: newId(), description: 'a test', transfers }]),
  );
}

/** Texts that a careless copy breaks, in two tables that refer to each other. */
const AWKWARD = ['', '\\.', '\\N', 'a\tb\nc\rd\\', '₦ “naira” 💸', "'; drop table session; --"];

async function addPeople(): Promise<void> {
  for (const name of AWKWARD) {
    const email = `${newId()}@example.test`;
    await source.database.query(
      `insert into app_user (id, first_name, last_name, email, email_key, phone, phone_key, password_hash)
       values ($1, $2, 'Person', $3, $3, $3, $3, 'x')`,
      [newId(), name, email],
    );
  }
}

/** Each table's rows, as texts in one order, and each sequence. */
async function everything(database: Database): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const { name } of await listTables(database)) {
    const [row] = await database.query<{ rows: bigint; text: string }>(
      `select count(*) as rows, coalesce(md5(string_agg(t::text, e'\n' order by t::text)), '') as text from ${quote(name)} t`,
    );
    found[name] = row;
  }
  found['sequences'] = await database.query(
    `select sequencename, last_value from pg_sequences where schemaname = current_schema() order by sequencename`,
  );
  return found;
}

test('[I5] every row, sequence and rule is back, and the ledger refuses changes as before', async () => {
  await addPeople();
  for (let n = 1n; n <= 20n; n += 1n) await deposit(n);
  const before = await everything(source.database);
  const { folder, contents } = await write();
  expect(contents.tables.find(({ name }) => name === 'app_user')).toMatchObject({ rows: AWKWARD.length });
  const { manifest } = await checkBackup(folder);
  expect([isSealedWith(manifest, key), isSealedWith(manifest, randomBytes(32))]).toEqual([true, false]);
  expect(await load(folder)).toMatchObject({ leftOut: [] });
  expect(await inTarget(everything)).toEqual(before);
  expect(await inTarget(verify)).toMatchObject({ ok: true, transactions: 20 });
  const rules = `select conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = current_schema()::regnamespace order by 1, 2`;
  const triggers = `select tgname, tgenabled from pg_trigger where not tgisinternal order by 1`;
  for (const text of [rules, triggers]) {
    expect(await inTarget((database) => database.query(text))).toEqual(await source.database.query(text));
  }
  await expect(inTarget((database) => database.query(`delete from ledger_transfer`))).rejects.toThrow('written once');
});

test('[I5] what is written while the backup runs is in it as a whole or not at all', async () => {
  await deposit(1n);
  const state = { isOver: false };
  let posted = 1;
  const traffic = async (): Promise<void> => {
    while (!state.isOver) {
      await deposit(5n);
      posted += 1;
    }
  };
  const writers = [traffic(), traffic()];
  const { folder } = await write().finally(() => (state.isOver = true));
  await Promise.all(writers);
  await load(folder);
  const report = await inTarget(verify);
  expect(report).toMatchObject({ ok: true, differences: [] });
  expect(report?.transactions).toBeGreaterThanOrEqual(1);
  expect(report?.transactions).toBeLessThanOrEqual(posted);
});

test('[I5] only its owner can read a backup, it holds no key, and of many the newest are kept', async () => {
  await source.database.query(
    `insert into setting_change (subject, version, before, after, changed_at) values ('x', 1, '{}', '{}', now())`,
  );
  const written = [await write(), await write(), await write()].map(({ folder }) => folder);
  await mkdir(join(temporary.path, 'kobogate-backup-of-my-own'));
  for (const folder of written) {
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    for (const name of await readdir(folder)) {
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
      const content = await readFile(join(folder, name));
      expect([content.includes(key), content.includes(key.toString('base64'))]).toEqual([false, false]);
    }
  }
  const last = written.at(-1) ?? '';
  expect(await removeOldBackups(last, 2)).toBe(1);
  const left = async (): Promise<string[]> =>
    (await readdir(temporary.path)).toSorted().map((name) => join(temporary.path, name));
  expect(await left()).toEqual([...written.slice(1), join(temporary.path, 'kobogate-backup-of-my-own')].toSorted());

  // One that was taken while a clock was ahead is not the newest for ever, at the cost of the one just written.
  await mkdir(join(temporary.path, 'kobogate-backup-20990101T000000000Z'));
  expect(await removeOldBackups(last, 1)).toBe(2);
  expect(await left()).toEqual([last, join(temporary.path, 'kobogate-backup-of-my-own')].toSorted());
});

const HARM: Readonly<Record<string, (folder: string) => Promise<void>>> = {
  'an altered byte': async (folder) => {
    const file = join(folder, 'app_user.copy.gz');
    const content = await readFile(file);
    content[content.length - 12] = (content[content.length - 12] ?? 0) ^ 1;
    await writeFile(file, content);
  },
  'a torn file': (folder) => truncate(join(folder, 'ledger_transfer.copy.gz'), 20),
  'a longer file': (folder) => appendFile(join(folder, 'app_user.copy.gz'), Buffer.of(0)),
  'a file that is gone': (folder) => rm(join(folder, 'session.copy.gz')),
  'a torn manifest': (folder) => truncate(join(folder, 'manifest.json'), 500),
  'no manifest': (folder) => rm(join(folder, 'manifest.json')),
  'a manifest that was edited': async (folder) => {
    const file = join(folder, 'manifest.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace(/"takenAt": "2/, '"takenAt": "1'));
  },
};

test('[I5] any change to a file is detected before anything is touched', async () => {
  await addPeople();
  await deposit(5n);
  const { folder } = await write();
  for (const [what, harm] of Object.entries(HARM)) {
    const copy = join(temporary.path, what);
    await cp(folder, copy, { recursive: true });
    await checkBackup(copy);
    await harm(copy);
    await expect(checkBackup(copy), what).rejects.toThrow(/torn|altered|can’t be read|no backup/);
  }
});

test('[I5] a database that holds anything, or that a client is connected to, is left as it is', async () => {
  await addPeople();
  const { folder } = await write();
  await inTarget(async (database) => {
    await expect(load(folder)).rejects.toThrow('Others are connected to the database: kobogate');
    await database.query(`create table somebodys (n int)`);
  });
  await expect(load(folder)).rejects.toThrow('not empty');
  expect(await inTarget(listTables)).toEqual([{ name: 'somebodys', isInParts: false, columns: ['n'] }]);
});

test('[I5] a restore that breaks off at its end leaves the database empty', async () => {
  await addPeople();
  const { folder } = await write();
  const fail = () => Promise.reject(new Error('the power went'));
  const broken = loadBackup(await checkBackup(folder), { address: target.url, migrations }, fail);
  await expect(broken).rejects.toThrow('the power went');
  expect(await inTarget(listTables)).toEqual([]);
});

test('[I5] a server that starts in the middle of a restore waits for its end, and finds all of it', async () => {
  await addPeople();
  const { folder } = await write();
  const servers: Database[] = [];
  const starting: Promise<{ applied: string[] }>[] = [];
  await loadBackup(await checkBackup(folder), { address: target.url, migrations }, async () => {
    const server = await openDatabase({ url: target.url, log: silentLog });
    servers.push(server);
    starting.push(migrate(server, MIGRATIONS));
    await expect.poll(() => listWaiting(server)).toHaveLength(1);
  });
  // The schema was there when its turn came, so it had nothing to create.
  expect(await Promise.all(starting)).toEqual([{ applied: [] }]);
  await Promise.all(servers.map((server) => server.close()));
  expect(await inTarget((database) => database.query(`select 1 from app_user`))).toHaveLength(AWKWARD.length);
});

test('[I5] a table in parts is restored whole, also from a backup that has each part as a table', async () => {
  await addPeople();
  await source.database.query(
    `insert into notification (id, user_id, source, type, message, sender_name)
     select gen_random_uuid(), id, gen_random_uuid(), 'update', email, 'Kobogate' from app_user`,
  );
  const { folder } = await write();
  // As the version before took it, which knew no parts.
  const { manifest } = await checkBackup(folder);
  const { checksum, seal, ...contents } = manifest;
  expect([checksum, seal].map(({ length }) => length)).toEqual([64, 64]);
  const tables = contents.tables.map((copy) =>
    copy.name === 'notification' ? { ...copy, name: 'notification_2020_01' } : copy,
  );
  const before = join(temporary.path, 'before');
  await cp(folder, before, { recursive: true });
  await rename(join(before, 'notification.copy.gz'), join(before, 'notification_2020_01.copy.gz'));
  await writeFile(join(before, 'manifest.json'), writeManifest({ ...contents, tables }, key));
  expect(await load(before)).toMatchObject({ leftOut: [] });
  const rows = `select message from notification order by message`;
  expect(await inTarget((database) => database.query(rows))).toEqual(await source.database.query(rows));
});

test('[I5] a backup of an older version is brought forward; one of a newer or another version is refused', async () => {
  await addPeople();
  const { folder } = await write();
  await expect(load(folder, migrations.slice(0, -1))).rejects.toThrow('made by a newer version');
  expect(await inTarget(listTables)).toEqual([]);
  const [first, ...rest] = migrations;
  const other = first === undefined ? [] : [{ ...first, checksum: '0'.repeat(64) }, ...rest];
  await expect(load(folder, other)).rejects.toThrow('is not this version’s');
  const text = 'alter table app_user add column nickname text; update app_user set nickname = first_name;';
  const newer = { name: '9999_nicknames.sql', text, checksum: '1'.repeat(64) };
  await load(folder, [...migrations, newer]);
  const names = await inTarget((database) =>
    database.query(`select nickname from app_user where nickname is not null`),
  );
  expect(names).toHaveLength(AWKWARD.length);
});
