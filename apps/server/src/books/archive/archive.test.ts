// Closed months of the books: each entry is in exactly one, by the numbers of batches; files and database vouch for each other; a run that
// broke off is repeated; what was changed in one of them is found, and nothing is replaced.
import type { UserId } from '@kobogate/contract';
import { postAt, testMonthSealer, transfer } from '@kobogate/testkit/ledger/postings.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { createTemporaryFolder, type TemporaryFolder } from '@kobogate/testkit/platform/temporary-folder.ts';
import { readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createMonthSealer,
  custody,
  customer,
  held,
  insertClosedMonth,
  listClosedMonths,
  post,
  readClosedMonths,
  proveSince,
  verify,
  verifyDaily,
} from '../../ledger/index.ts';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { createSignal } from '../../platform/signal.ts';
import { checkMonthFiles, compareWithRows } from './check-archive.ts';
import { fileOf, listMonthFiles, writeMonthFile } from './month-file.ts';
import { archiveMonths, type ArchivedMonth } from './write-archive.ts';

const NOW = new Date('2027-02-03T12:00:00Z');
const user = newId<UserId>();
const [COINS, FREE, HELD] = [custody('BTC'), customer(user, 'BTC'), held(user, 'BTC')];

let db: TestDatabase;
let folder: TemporaryFolder;
beforeEach(async () => {
  db = await createTestDatabase();
  folder = await createTemporaryFolder('archive');
});
afterEach(async () => {
  await db.drop();
  await folder.remove();
});

async function archive(until = '2027-01', to = folder.path, sealer = testMonthSealer): Promise<ArchivedMonth[]> {
  const made: ArchivedMonth[] = [];
  for await (const each of archiveMonths({ database: db.database, now: NOW, sealer }, { folder: to, until }))
    made.push(each);
  return made;
}

const outcomes = (made: readonly ArchivedMonth[]): string[] =>
  made.map(({ closed, outcome }) => `${closed.month} ${outcome} ${closed.transfers}`);

const deposit = (amount: bigint) => transfer(COINS, FREE, amount);

/** Entries of October, none of November, of December around its end in Lagos, and of January and February. */
async function postMonths(): Promise<void> {
  await postAt(db.database, '2026-10-02T08:00:00Z', [deposit(70n), deposit(20n)]);
  await postAt(db.database, '2026-10-31T22:59:59.999Z', [transfer(FREE, HELD, 30n)]);
  await postAt(db.database, '2026-12-31T22:59:59.999Z', [deposit(5n)]);
  await postAt(db.database, '2026-12-31T23:00:00.000Z', [deposit(7n)]);
  await postAt(db.database, '2027-02-01T10:00:00Z', [deposit(9n)]);
}

/** Changes rows with the triggers off, as a superuser could. */
const tamper = (database: Database, ...statements: string[]): Promise<void> =>
  database.transaction(async (tx) => {
    await tx.query(`set local session_replication_role = replica`);
    for (const statement of statements) await tx.query(statement);
  });

const rulesOf = (sentences: readonly string[]): string[] => sentences.map((each) => each.split(':', 1)[0] ?? '');

test('[F-12] every ended month is closed once, an empty one too, by the clock of Lagos, and files and rows agree', async () => {
  await postMonths();
  expect(outcomes(await archive('2026-12'))).toEqual(['2026-10 closed 3', '2026-11 closed 0', '2026-12 closed 1']);
  expect(outcomes(await archive())).toEqual([
    '2026-10 there 3',
    '2026-11 there 0',
    '2026-12 there 1',
    '2027-01 closed 1',
  ]);
  const rows = await listClosedMonths(db.database);
  const files = await checkMonthFiles(await listMonthFiles(folder.path), testMonthSealer);
  expect(files.flatMap(({ differences }) => differences)).toEqual([]);
  expect(rows).toMatchObject(files.map(({ closed }) => closed));
  expect(compareWithRows(files, rows)).toEqual([]);
  expect(await readClosedMonths(db.database, testMonthSealer)).toEqual([]);
  expect(await verify(db.database, testMonthSealer)).toMatchObject({ ok: true, transactions: 6 });
  expect(await proveSince(db.database, testMonthSealer)).toMatchObject({
    month: { month: '2027-01' },
    transfers: 1,
    unread: 5,
    accounts: 3,
    differences: [],
  });
});

test('a ledger without an entry, and one whose first month has not ended, close nothing and write nothing', async () => {
  expect(await archive()).toEqual([]);
  await postAt(db.database, '2027-02-01T10:00:00Z', [deposit(9n)]);
  expect(await archive('2027-02')).toEqual([]);
  expect(await readdir(folder.path)).toEqual([]);
  expect(await proveSince(db.database, testMonthSealer)).toBeNull();
});

test('a closed month is not closed before all that was posted in it has ended, and no posting waits for that', async () => {
  await postAt(db.database, '2026-12-02T08:00:00Z', [deposit(70n)]);
  const [posted, mayEnd] = [createSignal(), createSignal()];
  const [seenPosted, seenEnd] = [posted.count(), mayEnd.count()];
  // Its number is given, and it is not committed.
  const late = db.database.transaction(async (tx) => {
    await post({ ...tx, clock: { now: () => new Date('2026-12-03T08:00:00Z') } }, [
      transfer(custody('ETH'), customer(user, 'ETH'), 4n),
    ]);
    posted.give();
    await mayEnd.next(seenEnd, 60_000);
  });
  await posted.next(seenPosted, 60_000);
  await postAt(db.database, '2026-12-04T08:00:00Z', [deposit(20n)]);
  const archiving = archive('2026-12');
  // Others go on posting.
  await postAt(db.database, '2027-01-04T08:00:00Z', [deposit(1n)]);
  mayEnd.give();
  await late;
  expect(outcomes(await archiving)).toEqual(['2026-12 closed 3']);
  expect(await readClosedMonths(db.database, testMonthSealer)).toEqual([]);
});

test('a run that broke off between the file and its row, or within the file, is repeated to the same end', async () => {
  await postMonths();
  const dying = { ...db.database, query: refusing('insert into ledger_month') };
  const broken = async () => {
    for await (const each of archiveMonths(
      { database: dying, now: NOW, sealer: testMonthSealer },
      { folder: folder.path, until: '2026-10' },
    ))
      outcomes([each]);
  };
  await expect(broken()).rejects.toThrow('died');
  expect(await listClosedMonths(db.database)).toEqual([]);
  const before = await readFile(fileOf(folder.path, '2026-10'));
  const abandoned = `${fileOf(folder.path, '2026-11')}.0.unfinished`;
  await writeFile(abandoned, 'half');
  await utimes(abandoned, NOW, new Date(NOW.getTime() - 3_600_001));
  // Another batch has come since, which changes nothing of the month.
  await postAt(db.database, '2027-02-02T10:00:00Z', [deposit(1n)]);
  expect(outcomes(await archive('2026-11'))).toEqual(['2026-10 taken-from-file 3', '2026-11 closed 0']);
  expect(await readFile(fileOf(folder.path, '2026-10'))).toEqual(before);
  expect((await readdir(folder.path)).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
  expect(await readClosedMonths(db.database, testMonthSealer)).toEqual([]);
});

/** A database on which a statement that begins so dies. */
const refusing =
  (start: string): Database['query'] =>
  async (text, ...rest) => {
    if (text.startsWith(start)) throw new Error('died');
    return db.database.query(text, ...rest);
  };

test('a write that fails leaves nothing, and a file that is there is never replaced', async () => {
  const path = fileOf(folder.path, '2026-10');
  await expect(writeMonthFile(path, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await readdir(folder.path)).toEqual([]);
  await writeFile(path, 'mine');
  await expect(writeMonthFile(path, (takeLine) => takeLine('other\n'))).rejects.toThrow('left as it is');
  expect(await readFile(path, 'utf8')).toBe('mine');
  expect(await readdir(folder.path)).toHaveLength(1);
});

test('of two that write one file at once one is refused, and replaces nothing', async () => {
  for (let round = 0; round < 5; round += 1) {
    const path = `${folder.path}/${round}`;
    const ends = await Promise.allSettled(
      ['one\n', 'two\n'].map((line) => writeMonthFile(path, async (takeLine) => (await takeLine(line), line))),
    );
    const kept = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
    expect(kept).toEqual([gunzipSync(await readFile(path)).toString()]);
    expect(ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []))).toEqual([
      expect.stringContaining('was written by another run just now'),
    ]);
  }
  expect(await readdir(folder.path)).toHaveLength(5);
});

test('a run leaves what another one is writing, and removes what was abandoned', async () => {
  await postMonths();
  const path = fileOf(folder.path, '2026-10');
  const [fresh, abandoned] = [`${path}.0.unfinished`, `${path}.1.unfinished`];
  for (const name of [fresh, abandoned]) await writeFile(name, 'half');
  await utimes(fresh, NOW, new Date(NOW.getTime() - 3_500_000));
  await utimes(abandoned, NOW, new Date(NOW.getTime() - 3_600_001));
  await archive('2026-10');
  expect(await readdir(folder.path)).toEqual([path, fresh].map((each) => basename(each)));
});

test('a disk that refuses the file is an error of the write, whatever the work was doing', async () => {
  // A name that no file system takes, once the ending of an unfinished one is added.
  const path = `${folder.path}/${'x'.repeat(240)}`;
  await expect(writeMonthFile(path, (takeLine) => takeLine('short\n'))).rejects.toThrow('ENAMETOOLONG');
  await expect(
    writeMonthFile(path, async (takeLine) => {
      await db.database.query('select 1');
      await takeLine('after it broke\n');
    }),
  ).rejects.toThrow('ENAMETOOLONG');
  const line = `${'y'.repeat(1_000_000)}\n`;
  await expect(
    writeMonthFile(path, async (takeLine) => {
      for (let left = 20; left > 0; left -= 1) await takeLine(line);
    }),
  ).rejects.toThrow('ENAMETOOLONG');
  expect(await readdir(folder.path)).toEqual([]);
});

test('a lost file is written again, byte for byte, and one with a changed byte or entry is found and kept', async () => {
  await postMonths();
  await archive();
  const path = fileOf(folder.path, '2026-10');
  const whole = await readFile(path);
  await rm(path);
  expect(outcomes(await archive())[0]).toBe('2026-10 written-again 3');
  expect(await readFile(path)).toEqual(whole);

  const oneByte = Buffer.from(whole);
  oneByte.writeUInt8((oneByte[100] ?? 0) ^ 1, 100);
  const oneEntry = gzipSync(gunzipSync(whole).toString('utf8').replace('"70"', '"71"'));
  for (const altered of [oneByte, oneEntry, whole.subarray(0, whole.length - 20)]) {
    await writeFile(path, altered);
    const [found] = await checkMonthFiles([path], testMonthSealer);
    expect(found?.differences.length).toBeGreaterThan(0);
    await expect(archive()).rejects.toThrow('torn or was altered');
    expect(await readFile(path)).toEqual(altered);
  }
});

test('a file with another seal is not the one that was written', async () => {
  await postMonths();
  await archive('2026-10');
  const path = fileOf(folder.path, '2026-10');
  const text = gunzipSync(await readFile(path)).toString('utf8');
  await writeFile(path, gzipSync(text.replace(/"seal":"[0-9a-f]{8}/, '"seal":"00000000')));
  await expect(archive('2026-10')).rejects.toThrow('does not have what was closed in this database');
});

test('a month of another chain between files, and a seal of another key, are found without a database', async () => {
  await postMonths();
  await archive();
  const other = createMonthSealer(Buffer.alloc(32, 1));
  const paths = await listMonthFiles(folder.path);
  const bySeal = await checkMonthFiles(paths, other);
  expect(rulesOf(bySeal.flatMap(({ differences }) => differences))).toEqual(Array(4).fill('closed-month'));
  expect((await checkMonthFiles(paths, null)).flatMap(({ differences }) => differences)).toEqual([]);
  expect(
    (await checkMonthFiles(paths, createMonthSealer(Buffer.alloc(32, 1), [Buffer.alloc(32, 9)]))).flatMap(
      ({ differences }) => differences,
    ),
  ).toEqual([]);
  await rm(fileOf(folder.path, '2026-12'));
  const gap = await checkMonthFiles(await listMonthFiles(folder.path), testMonthSealer);
  expect(gap.at(-1)?.differences).toEqual(expect.arrayContaining([expect.stringContaining('a month is missing')]));
  expect(gap.slice(0, -1).flatMap(({ differences }) => differences)).toEqual([]);
});

test.each([
  [
    'an amount of a closed month',
    `update ledger_transfer set amount = amount + 1 where amount = 70`,
    'running-balance',
  ],
  ['a description of one', `update ledger_transfer set description = 'x' where amount = 70`, 'hash'],
  ['a balance of one', `update ledger_transfer set credit_balance = 29 where amount = 30`, 'closed-month'],
  ['a row of a closed month', `update ledger_month set transfers = 4 where month = '2026-10'`, 'closed-month'],
  [
    'a digest',
    `update ledger_month set digest = decode(repeat('ab', 32), 'hex') where month = '2026-12'`,
    'closed-month',
  ],
  ['a closed month that is gone', `delete from ledger_month where month = '2026-11'`, 'closed-month'],
])('[L3] %s: the whole proof finds it, and so does each file beside the database', async (_, statement, rule) => {
  await postMonths();
  await archive();
  await tamper(db.database, statement);
  expect(rulesOf((await verify(db.database, testMonthSealer)).differences)).toContain(rule);
  await rm(fileOf(folder.path, '2026-10'));
  await archive().then(
    () => expect.fail('it was taken for sound'),
    (error: unknown) => expect(String(error)).toMatch(/DIFFERENCE|torn/),
  );
});

test('[L3] a past that was written anew with all its hashes is not what was closed', async () => {
  await postMonths();
  await archive();
  const other = await createTestDatabase();
  try {
    // The same moments, and another amount in the first month: a ledger that is sound in itself.
    await postAt(other.database, '2026-10-02T08:00:00Z', [deposit(71n), deposit(20n)]);
    await postAt(other.database, '2026-10-31T22:59:59.999Z', [transfer(FREE, HELD, 30n)]);
    await postAt(other.database, '2026-12-31T22:59:59.999Z', [deposit(5n)]);
    await postAt(other.database, '2026-12-31T23:00:00.000Z', [deposit(7n)]);
    expect((await verify(other.database, testMonthSealer)).differences).toEqual([]);
    for (const closed of await listClosedMonths(db.database)) await insertClosedMonth(other.database, closed);
    const changed = ['2026-10', '2026-11', '2026-12', '2027-01'].map((month) =>
      expect.stringContaining(`closed-month: ${month} is not what was closed`),
    );
    expect((await verify(other.database, testMonthSealer)).differences).toEqual(changed);
    expect(await readClosedMonths(other.database, testMonthSealer)).toEqual(changed);
    expect((await proveSince(other.database, testMonthSealer))?.differences).toEqual([
      expect.stringContaining('2027-01 was closed with other balances'),
    ]);
  } finally {
    await other.drop();
  }
});

test.each([
  ['an amount since', `update ledger_transfer set amount = amount + 1 where amount = 9`, 'running-balance'],
  [
    'a time since',
    `update ledger_batch set posted_at = posted_at + interval '1 hour' where id = (select max(id) from ledger_batch)`,
    'hash',
  ],
  ['a batch since that is gone', `delete from ledger_batch where id = (select max(id) from ledger_batch)`, 'head'],
  ['a transfer since that is gone', `delete from ledger_transfer where amount = 9`, 'sequence'],
  ['an account’s balance', `update ledger_account set balance = balance + 5 where kind = 'held'`, 'balance'],
  ['an account’s head', `update ledger_account set head = decode(repeat('ab', 32), 'hex') where kind = 'held'`, 'head'],
  ['an account’s nature', `update ledger_account set may_go_negative = true where kind = 'held'`, 'closed-month'],
  ['a balance at the close', `update ledger_transfer set credit_balance = 29 where amount = 30`, 'closed-month'],
  ['a row of a closed month', `update ledger_month set accounts = 9 where month = '2026-10'`, 'closed-month'],
])('[L3] %s: the proof since the closed months finds it', async (_, statement, rule) => {
  await postMonths();
  await archive();
  await tamper(db.database, statement);
  const found = await proveSince(db.database, testMonthSealer);
  expect(rulesOf(found?.differences ?? [])).toContain(rule);
});

test('books that are not sound are not closed', async () => {
  await postMonths();
  await archive('2026-10');
  await tamper(db.database, `update ledger_transfer set amount = amount + 1 where amount = 5`);
  await expect(archive()).rejects.toThrow('the books of 2026-12 are not sound');
  expect((await listClosedMonths(db.database)).map(({ month }) => month)).toEqual(['2026-10', '2026-11']);
});

test('[I5] a database that was put back to before a closed month says so, closes nothing, and leaves the file', async () => {
  await postMonths();
  await archive('2026-12');
  const file = fileOf(folder.path, '2026-12');
  const written = await readFile(file);
  // As a backup of before the close has it, and then of before the entries too.
  await tamper(db.database, `delete from ledger_month where month = '2026-12'`);
  expect(outcomes(await archive('2026-12')).at(-1)).toBe('2026-12 taken-from-file 1');

  await tamper(
    db.database,
    `delete from ledger_month where month = '2026-12'`,
    `update ledger_batch set posted_at = posted_at - interval '1 second', hash = sha256('other') where posted_at = '2026-12-31 22:59:59.999Z'`,
  );
  await expect(archive('2026-12')).rejects.toThrow('has other entries than this database');
  await tamper(
    db.database,
    `delete from ledger_transfer where amount in (5, 7, 9)`,
    `delete from ledger_batch where posted_at > '2026-12-01Z'`,
  );
  await expect(archive('2026-12')).rejects.toThrow(/ends with batch \d+, and the newest batch of this database is/);
  expect(await readFile(file)).toEqual(written);
  expect((await listClosedMonths(db.database)).map(({ month }) => month)).toEqual(['2026-10', '2026-11']);
  const found = compareWithRows(await checkMonthFiles([file], testMonthSealer), await listClosedMonths(db.database));
  expect(found).toEqual([expect.stringContaining('is of a month that this database has not closed')]);
});

test('a file of another month under a month’s name is not taken for it', async () => {
  await postMonths();
  await archive('2026-11');
  await rename(fileOf(folder.path, '2026-10'), fileOf(folder.path, '2026-12'));
  await expect(archive('2026-12')).rejects.toThrow('does not go on where the closed months of this database end');
});

test('two runs at once close each month once', async () => {
  await postMonths();
  const other = await createTemporaryFolder('archive');
  const made = await Promise.all([archive('2027-01', folder.path), archive('2027-01', other.path)]);
  await other.remove();
  expect(made.map((each) => each.map(({ closed }) => closed.digest))).toEqual([
    (await listClosedMonths(db.database)).map(({ digest }) => digest),
    (await listClosedMonths(db.database)).map(({ digest }) => digest),
  ]);
});

test('a closed month is written once, and stays', async () => {
  await postMonths();
  const [first] = await archive('2026-10');
  if (first === undefined) throw new Error('nothing was closed');
  await insertClosedMonth(db.database, { ...first.closed, transfers: 9 });
  expect(await listClosedMonths(db.database)).toEqual([first.closed]);
  for (const statement of [
    'update ledger_month set transfers = 1',
    'delete from ledger_month',
    'truncate ledger_month',
  ]) {
    await expect(db.database.query(statement)).rejects.toThrow('the ledger is written once');
  }
});

test('the daily proof reads everything, and once the closed months are large what came after them', async () => {
  await postMonths();
  await archive();
  expect(await verifyDaily(db.database, testMonthSealer)).toMatchObject({ whole: { ok: true, entries: 12 } });
  expect(await verifyDaily(db.database, testMonthSealer, 4)).toMatchObject({ since: { transfers: 1, unread: 5 } });
});
