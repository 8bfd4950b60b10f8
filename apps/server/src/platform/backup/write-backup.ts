import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { DatabaseAddress, Transaction } from '../database.ts';
import { listTables, quote, quoteAll, readSequences, type Table } from './catalog.ts';
import {
  beyondNewest,
  type Contents,
  describeContents,
  fileOf,
  folderName,
  MANIFEST_FILE,
  type TableCopy,
  writeManifest,
} from './manifest.ts';
import { BackupRefused } from './refused.ts';
import { inSession, type Session } from './session.ts';
import { createMeter, syncFolder } from './streams.ts';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** The fastest level: the product needs the processors. */
const GZIP_LEVEL = 1;
const UNFINISHED = '.unfinished';
/** A partial backup older than this belongs to no backup that still runs. */
const UNFINISHED_KEPT_MS = 24 * 60 * 60_000;

export interface WrittenBackup {
  readonly folder: string;
  readonly contents: Contents;
}

/**
 * Copies every table as of one moment into a new folder below `to`, while the product goes on: only a schema change
 * waits for it. Memory is bounded, only the owner can read the files, and the folder gets its name once all of it is on
 * the disk. On failure it throws and leaves nothing; `BackupRefused` where there is nothing to copy.
 */
export async function writeBackup(options: {
  address: DatabaseAddress;
  to: string;
  secretsKey: Uint8Array;
}): Promise<WrittenBackup> {
  const { address, to, secretsKey } = options;
  await mkdir(to, { recursive: true, mode: FOLDER_MODE });
  const unfinished = join(to, `${randomUUID()}${UNFINISHED}`);
  await mkdir(unfinished, { mode: FOLDER_MODE });
  try {
    const contents = await copyAll(address, unfinished);
    const manifest = join(unfinished, MANIFEST_FILE);
    await writeFile(manifest, writeManifest(contents, secretsKey), { flag: 'wx', mode: FILE_MODE });
    await syncFolder(unfinished, await readdir(unfinished));
    const folder = join(to, folderName(contents.takenAt));
    await rename(unfinished, folder);
    await syncFolder(to);
    return { folder, contents };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function copyAll(address: DatabaseAddress, folder: string): Promise<Contents> {
  const known = await inSession(address, 'begin read only', ({ tx }) => listTables(tx));
  if (!known.some(({ name }) => name === 'schema_migration')) {
    throw new BackupRefused('This database holds nothing of Kobogate’s, so there is nothing to copy.');
  }
  return inSession(address, 'begin isolation level repeatable read read only', async (session) => {
    const { tx } = session;
    // Before the first query, which fixes the snapshot: no table's schema may change after it.
    await tx.query(`lock table ${quoteAll(known.map(({ name }) => name))} in access share mode`);
    const tables = await listTables(tx);
    if (JSON.stringify(tables) !== JSON.stringify(known)) {
      throw new BackupRefused('The schema was being changed just now. Please run this again.');
    }
    const head = await describe(tx);
    const copies: TableCopy[] = [];
    for (const table of tables) copies.push(await copyTable(session, table, folder));
    return describeContents({ ...head, tables: copies, sequences: await readSequences(tx) });
  });
}

async function describe(tx: Transaction): Promise<Pick<Contents, 'takenAt' | 'serverVersion' | 'migrations'>> {
  const [row] = await tx.query<{ takenAt: Date; serverVersion: string }>(
    `select clock_timestamp() as "takenAt", current_setting('server_version') as "serverVersion"`,
  );
  if (row === undefined) throw new Error('the database gave no time');
  const migrations = await tx.query<Contents['migrations'][number]>(
    `select name, checksum from schema_migration order by name`,
  );
  return { takenAt: row.takenAt.toISOString(), serverVersion: row.serverVersion, migrations };
}

async function copyTable({ copyOut }: Session, { name, columns }: Table, folder: string): Promise<TableCopy> {
  const text = createMeter();
  const compressed = createMeter();
  await pipeline(
    // A table in parts is copied by a query only.
    copyOut(`copy (select ${quoteAll(columns)} from ${quote(name)}) to stdout`),
    text.stream,
    createGzip({ level: GZIP_LEVEL }),
    compressed.stream,
    createWriteStream(join(folder, fileOf(name)), { flags: 'wx', mode: FILE_MODE }),
  );
  // One line is one row: `COPY` escapes line ends within values.
  const { bytes, sha256 } = compressed.read();
  return { name, columns: [...columns], rows: text.read().lines, bytes, sha256 };
}

/**
 * Removes all backups but the `keep` newest from the folder of the one that was just written, which is the newest, and
 * partial ones that are more than a day old. Answers how many backups were removed. Nothing else there is touched.
 */
export async function removeOldBackups(written: string, keep: number): Promise<number> {
  const folder = dirname(written);
  const names = await readdir(folder);
  const old = beyondNewest(names, keep, basename(written));
  for (const name of old) await rm(join(folder, name), { recursive: true });
  for (const name of names.filter((each) => each.endsWith(UNFINISHED))) {
    const path = join(folder, name);
    if (Date.now() - (await stat(path)).mtimeMs > UNFINISHED_KEPT_MS) await rm(path, { recursive: true, force: true });
  }
  return old.length;
}
