import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { DatabaseAddress, Transaction } from '../database.ts';
import { type Migration, migrateWithin } from '../migrate.ts';
import { isEmpty, listForeignKeys, listOtherSessions, listTables, quote, quoteAll, type Table } from './catalog.ts';
import { type CheckedBackup, migrationsOf } from './check-backup.ts';
import { fileOf, type SequenceValue, type TableCopy } from './manifest.ts';
import { BackupRefused } from './refused.ts';
import { inSession, type Session } from './session.ts';
import { createMeter } from './streams.ts';

export interface LoadedBackup<Result> {
  /** Tables of the backup that no migration creates; they were left out. */
  readonly leftOut: readonly string[];
  readonly result: Result;
}

/**
 * Creates the backup's schema in an empty database, loads every table, applies newer migrations, and runs `atTheEnd`,
 * in one transaction: a restore that breaks off leaves the database empty, and a server that starts before its end
 * waits. Needs no more rights than the server itself. Throws `BackupRefused` where the database is not empty or the
 * schema is newer.
 */
export async function loadBackup<Result>(
  backup: CheckedBackup,
  options: { address: DatabaseAddress; migrations: readonly Migration[] },
  atTheEnd: (tx: Transaction) => Promise<Result>,
): Promise<LoadedBackup<Result>> {
  const { address, migrations } = options;
  const { manifest } = backup;
  const first = migrationsOf(manifest, migrations);
  return inSession(address, 'begin isolation level read committed', async (session) => {
    const { tx } = session;
    await refuseUsed(tx);
    await migrateWithin(tx, first);
    const made = new Map((await listTables(tx)).map((table) => [table.name, table]));
    const copies = manifest.tables.flatMap((copy) => {
      const into = tableOf(copy.name, made);
      return into === null ? [] : [{ copy, into }];
    });
    const names = [...new Set(copies.map(({ into }) => into))];
    const lacking = [...made.keys()].filter((name) => !names.includes(name));
    if (lacking.length > 0) throw new BackupRefused(`The backup lacks ${lacking.join(', ')}. Take another one.`);
    await withoutRules(tx, names, async () => {
      await tx.query(`truncate ${quoteAll(names)}`);
      for (const each of copies) await loadTable(session, each, backup.folder);
    });
    await setSequences(tx, manifest.sequences);
    await migrateWithin(tx, migrations);
    await tx.query(`analyze ${quoteAll(names)}`);
    const leftOut = manifest.tables.map(({ name }) => name).filter((name) => tableOf(name, made) === null);
    return { leftOut, result: await atTheEnd(tx) };
  });
}

/**
 * The table that a copy's rows are put into; null where there is none. A version that knew the table as one wrote each part of
 * it, whose name begins with the table's, as a table. Pure.
 */
function tableOf(name: string, made: ReadonlyMap<string, Table>): string | null {
  if (made.has(name)) return name;
  const whole = [...made.values()].find((table) => table.isInParts && name.startsWith(`${table.name}_`));
  return whole?.name ?? null;
}

async function refuseUsed(tx: Transaction): Promise<void> {
  if (!(await isEmpty(tx))) {
    throw new BackupRefused(
      'The database that DATABASE_URL names is not empty, and nothing of it was touched. Make a new one (create database kobogate_restored), have DATABASE_URL name that, and keep the old one until all is well.',
    );
  }
  const others = await listOtherSessions(tx);
  if (others.length > 0) {
    throw new BackupRefused(
      `Others are connected to the database: ${others.join(', ')}. Stop them first; nothing was changed.`,
    );
  }
}

/**
 * Disables triggers and drops foreign keys while the work fills tables in any order, then creates the keys again, which
 * checks every row. Needs only the rights of the tables' owner.
 */
async function withoutRules(tx: Transaction, tables: readonly string[], work: () => Promise<void>): Promise<void> {
  const keys = await listForeignKeys(tx);
  for (const { drop } of keys) await tx.query(drop);
  for (const name of tables) await tx.query(`alter table ${quote(name)} disable trigger user`);
  await work();
  for (const name of tables) await tx.query(`alter table ${quote(name)} enable trigger user`);
  for (const { add } of keys) await tx.query(add);
}

async function loadTable(
  { copyIn }: Session,
  { copy, into }: { readonly copy: TableCopy; readonly into: string },
  folder: string,
): Promise<void> {
  const { name, columns, rows, sha256 } = copy;
  const compressed = createMeter();
  const target = copyIn(`copy ${quote(into)} (${quoteAll(columns)}) from stdin`);
  await pipeline(createReadStream(join(folder, fileOf(name))), compressed.stream, createGunzip(), target);
  if (target.rowCount !== rows || compressed.read().sha256 !== sha256) {
    throw new BackupRefused(`${fileOf(name)} was changed while it was loaded. Nothing was restored.`);
  }
}

async function setSequences(tx: Transaction, sequences: readonly SequenceValue[]): Promise<void> {
  for (const { name, value, isCalled } of sequences) {
    await tx.query(`select setval(to_regclass($1), $2::bigint, $3) where to_regclass($1) is not null`, [
      quote(name),
      value,
      isCalled,
    ]);
  }
}
