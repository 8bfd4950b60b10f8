// A restored embedded database replaces the old one once it is complete; the old one is kept, and is not touched while
// in use.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTemporaryFolder, type TemporaryFolder } from '@kobogate/testkit/platform/temporary-folder.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startConfiguredDatabase } from '../configured-database.ts';
import { type Database, type DatabaseAddress, openDatabase, type SocketAddress } from '../database.ts';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';
import { findPostmaster } from '../embedded/postmaster.ts';
import type { Log } from '../log.ts';
import { replaceEmbedded } from './replace-embedded.ts';

let temporary: TemporaryFolder;
let dataDir: string;
beforeEach(async () => {
  temporary = await createTemporaryFolder('replace');
  dataDir = temporary.path;
});
afterEach(() => temporary.remove());

async function inDatabase<Result>(address: DatabaseAddress, work: (database: Database) => Promise<Result>) {
  const database = await openDatabase({ url: address, log: silentLog });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
const fillWith = (word: string) => (address: DatabaseAddress) =>
  inDatabase(address, (database) => database.query(`create table kept as select '${word}' as word`));
const replace = (fill: (address: DatabaseAddress) => Promise<unknown>, mayReplace = true, log: Log = silentLog) =>
  replaceEmbedded({ dataDir, mayReplace, now: new Date('2026-01-02T03:04:05.678Z'), log }, fill);

const PROGRAM = `
  import { startEmbeddedPostgres } from '${new URL('../embedded-postgres.ts', import.meta.url).href}';
  const log = { info() {}, warn() {}, error() {} };
  const { address } = await startEmbeddedPostgres({ dataDir: process.argv[1], log });
  process.stdout.write(JSON.stringify(address));
  setInterval(() => {}, 60_000);
`;

/** A program of its own that has started the database of a folder; it dies without stopping it. */
async function startElsewhere(folder: string): Promise<{ address: SocketAddress; kill: () => Promise<void> }> {
  const program = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', PROGRAM, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(program, 'close');
  const [words]: unknown[] = await Promise.race([once(program.stdout, 'data'), ended]);
  return {
    address: JSON.parse(String(words)),
    kill: async () => {
      program.kill('SIGKILL');
      await ended;
    },
  };
}

/** Reads the marker row from the database of a data folder. */
async function wordIn(folder: string): Promise<unknown> {
  const embedded = await startEmbeddedPostgres({ dataDir: folder, log: silentLog });
  const rows = await inDatabase(embedded.address, (database) =>
    database.query<{ word: string }>(`select word from kept`),
  );
  await embedded.stop();
  return rows[0]?.word;
}

test('[I5] the new one takes the place, the old one is kept beside it, and what else is in the folder stays', async () => {
  expect(await replace(fillWith('old'), false)).toMatchObject({ movedTo: null });
  await writeFile(join(dataDir, 'epoch'), 'stays');
  await expect(replace(fillWith('new'), false)).rejects.toThrow('With --replace it is moved aside');
  const movedTo = join(dataDir, 'postgres-before-20260102T030405678Z');
  expect(await replace(fillWith('new'))).toMatchObject({ movedTo });
  expect((await readdir(dataDir)).toSorted()).toEqual(['epoch', 'postgres', 'postgres-before-20260102T030405678Z']);
  expect(await wordIn(dataDir)).toBe('new');
  expect(await readdir(movedTo)).toContain('cluster');
});

test('[I5] a restore that breaks off leaves the old one in its place, and the next one begins again', async () => {
  await replace(fillWith('old'));
  await expect(replace(() => Promise.reject(new Error('the power went')))).rejects.toThrow('the power went');
  expect(await readdir(dataDir)).toEqual(['postgres']);
  // As after kill -9 in the middle: a half-filled database is there, and runs.
  const aside = join(dataDir, 'restoring');
  await mkdir(aside);
  const left = await startElsewhere(aside);
  await fillWith('half')(left.address);
  await left.kill();
  await replace(fillWith('new'));
  expect((await readdir(dataDir)).toSorted()).toEqual(['postgres', 'postgres-before-20260102T030405678Z']);
  expect(await wordIn(dataDir)).toBe('new');
});

test('[I5] a database that a server uses is not replaced; one that outlived its server is', async () => {
  await replace(fillWith('old'));
  const running = await startElsewhere(dataDir);
  const warnings: unknown[] = [];
  const noted: Log = { ...silentLog, warn: (...words: unknown[]) => void warnings.push(words) };
  await inDatabase(running.address, async (database) => {
    await database.query(`select 1`);
    await expect(replace(fillWith('new'), true, noted)).rejects.toThrow('A server runs on the database');
  });
  await running.kill();
  await replace(fillWith('new'));
  expect(await wordIn(dataDir)).toBe('new');
  // The refused one has let go of it: it does not start it again while another moves it.
  expect(warnings).toEqual([]);
  expect(await findPostmaster(join(dataDir, 'postgres', 'cluster'))).toBeUndefined();
});

test('[I5] where a restore broke off between its two renames no server begins on an empty database', async () => {
  await replace(fillWith('old'), false);
  await mkdir(join(dataDir, 'restoring'));
  const start = () => startConfiguredDatabase({ databaseUrl: undefined, dataDir }, silentLog);
  const running = await start();
  await running.stop();
  await rename(join(dataDir, 'postgres'), join(dataDir, 'postgres-before-now'));
  await expect(start()).rejects.toThrow(
    /broke off before its database was in place\. Run "npm run ops -- restore" once more/,
  );
  expect((await readdir(dataDir)).toSorted()).toEqual(['postgres-before-now', 'restoring']);
});
