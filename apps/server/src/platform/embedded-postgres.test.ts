// The packaged database starts on any folder, is shared by two starts, keeps what was committed, and is stopped by its owner.
import { lstat, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTemporaryFolder, type TemporaryFolder } from '@kobogate/testkit/platform/temporary-folder.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from './database.ts';
import type { Database } from './database.ts';
import { startEmbeddedPostgres, stopEmbeddedPostgres } from './embedded-postgres.ts';
import type { EmbeddedPostgres } from './embedded-postgres.ts';
import { chooseIdentity } from './embedded/identity.ts';
import { findPostmaster, parsePostmaster } from './embedded/postmaster.ts';

let temporary: TemporaryFolder;
let folder: string;
beforeEach(async () => {
  temporary = await createTemporaryFolder('embedded');
  folder = temporary.path;
});
afterEach(() => temporary.remove());

const start = (dataDir: string): Promise<EmbeddedPostgres> => startEmbeddedPostgres({ dataDir, log: silentLog });
const connect = ({ address }: EmbeddedPostgres): Promise<Database> => openDatabase({ url: address, log: silentLog });

test('two starts at once share one database; what was committed is there after a restart', async () => {
  const [one, two] = await Promise.all([start(folder), start(folder)]);
  const [first, second] = await Promise.all([connect(one), connect(two)]);
  await first.query(`create table kept as select 42 as n`);
  expect(await second.query(`select n from kept`)).toEqual([{ n: 42 }]);
  // Inside the folder that was asked for, so that removing the folder removes the database.
  expect((await lstat(join(folder, 'postgres'))).isSymbolicLink()).toBe(false);
  await Promise.all([first.close(), second.close()]);
  await one.stop();
  await two.stop();
  expect(await findPostmaster(join(folder, 'postgres', 'cluster'))).toBeUndefined();
  const again = await start(folder);
  const database = await connect(again);
  expect(await database.query(`select n from kept`)).toEqual([{ n: 42 }]);
  await database.close();
  await again.stop();
});

test('[I1] after the database was killed in its tracks it comes back with what was committed', async () => {
  const embedded = await start(folder);
  const database = await connect(embedded);
  await database.query(`create table kept as select 42 as n`);
  const postmaster = await findPostmaster(join(folder, 'postgres', 'cluster'));
  expect(postmaster).toBeDefined();
  process.kill(postmaster?.pid ?? 0, 'SIGKILL');
  await database.close();
  const again = await start(folder);
  const reopened = await connect(again);
  expect(await reopened.query(`select n from kept`)).toEqual([{ n: 42 }]);
  await reopened.close();
  // The first process owns it too, and would start it again while its folder is removed.
  await embedded.stop();
  await again.stop();
});

test('a folder too deep for a socket works', async () => {
  const deep = join(folder, 'a'.repeat(60), 'b'.repeat(60));
  const embedded = await start(deep);
  const database = await connect(embedded);
  expect(await database.query(`select 1 as one`)).toEqual([{ one: 1 }]);
  await database.close();
  await embedded.stop();
  await rm(embedded.address.host, { recursive: true });
});

test('the database runs as postgres, else as the user `nobody`, and never as root', () => {
  const root = 'root:x:0:0:root:/root:/bin/bash';
  const nobody = 'nobody:x:65534:65534:nobody:/:/bin/false';
  expect(chooseIdentity([root, nobody, 'postgres:x:101:104::/:/bin/sh', ''].join('\n'))).toEqual({
    uid: 101,
    gid: 104,
  });
  expect(chooseIdentity([root, nobody].join('\n'))).toEqual({ uid: 65_534, gid: 65_534 });
  expect(chooseIdentity('postgres:x:0:0::/:/bin/sh')).toBeUndefined();
});

test('a half-written postmaster.pid counts as no server', () => {
  expect(parsePostmaster('')).toBeUndefined();
  expect(parsePostmaster('12x')).toBeUndefined();
  expect(parsePostmaster('77\n')).toEqual({ pid: 77, isReady: false });
  expect(parsePostmaster('77\n/d\n1\n5432\n/s\n\n1 2\nready   \n')).toEqual({ pid: 77, isReady: true });
});

test('[I6] a database that was killed is started again by the program that owns it, with what was committed', async () => {
  const embedded = await start(folder);
  const database = await connect(embedded);
  await database.query(`create table kept as select 42 as n`);
  const cluster = join(folder, 'postgres', 'cluster');
  const before = await findPostmaster(cluster);
  process.kill(before?.pid ?? 0, 'SIGKILL');
  // The killed server's session process may outlive it for a moment, and answer.
  const newPid = async () => (await findPostmaster(cluster))?.pid ?? before?.pid;
  await expect.poll(newPid, { timeout: 60_000 }).not.toBe(before?.pid);
  await expect
    .poll(() => database.query(`select n from kept`).catch(() => 'not yet'), { timeout: 60_000 })
    .toEqual([{ n: 42 }]);
  await database.close();
  await embedded.stop();
  expect(await findPostmaster(cluster)).toBeUndefined();
});

/** The processes whose command names the folder: those of a database there. */
async function processesOf(place: string): Promise<string[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(all.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return commands.filter((command) => command.includes(place));
}

const makesCluster = async (): Promise<boolean> =>
  (await readdir(join(folder, 'postgres'))).some((name) => name.startsWith('cluster.'));
const begins = async (): Promise<boolean> =>
  (await processesOf(folder)).some((command) => command.includes('unix_socket_permissions'));

test.runIf(process.platform === 'linux').each([
  ['makes its cluster', makesCluster],
  ['begins', begins],
] as const)(
  '[I1] a program that is told to end while the database %s leaves nothing of it running',
  async (_when, isThen) => {
    const starting = start(folder).catch((error: unknown) => error);
    while (!(await isThen().catch(() => false))) await new Promise(setImmediate);
    await stopEmbeddedPostgres();
    expect(await starting).toMatchObject({ message: 'the database is not needed any more' });
    expect(await processesOf(folder)).toEqual([]);
    expect(await makesCluster()).toBe(false);
    await (await start(folder)).stop();
  },
);
