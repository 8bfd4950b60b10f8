import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Connection, Database, Transaction } from './database.ts';
import { newId } from './identifiers.ts';
import { createLease } from './lease.ts';

/** A migration file, and the SHA-256 of its text. */
export interface Migration {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

/** How a migration begins that takes something away, which no version before it may then use; a live one says so in its second line. */
const CONTRACT = /^(?:-- live, .*\n)?-- contract, /;
/** How a migration begins whose statements run each on its own, while the table is written to. */
const LIVE = '-- live, ';
const BUILDS = /^create\s+(?:unique\s+)?index\s+concurrently\s+(?<index>\w+)\s+on\s+(?<table>\w+)\b/i;
const DROPS = /^drop\s+index\s+concurrently\s+if\s+exists\s+\w+$/i;
/** How often a process looks whether another one has built an index, and how long one that died is waited for. */
const LOOK_MS = 200;
const LEASE_MS = 15_000;
const FILE_NAME = /^\d{4}_[a-z0-9_-]+\.sql$/;

/**
 * Brings the schema up to date: every `NNNN_name.sql` of the folder once, in order, each in its own transaction, which also
 * records it. Files that begin with `-- live, ` build or drop indexes, each statement outside of a transaction, and are
 * recorded at the end: after a crash they continue. Any number of processes may do this at once. Throws, and changes nothing
 * more, where a file that was applied has been changed, or where a newer version has taken away what this one may use. What a
 * newer version only added does not stop it: nodes are upgraded one after the other, and one can go back.
 */
export async function migrate(database: Database, directory: string): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(directory);
  await database.transaction(prepare);
  const applied: string[] = [];
  for (const migration of await listPending(database, migrations)) {
    // It may read a big table, and another process waits for that.
    const isNew = migration.text.startsWith(LIVE)
      ? await applyLive(database, migration)
      : await database.transaction((tx) => apply(tx, migration), 'patient');
    if (isNew) applied.push(migration.name);
  }
  await refuseUnknown(database, migrations);
  return { applied };
}

/**
 * Applies these migrations in the caller's transaction, except those that were applied before: for a schema that is
 * created completely or not at all. A program that starts before the transaction's end waits for it.
 */
export async function migrateWithin(tx: Transaction, migrations: readonly Migration[]): Promise<void> {
  await prepare(tx);
  for (const migration of migrations) await apply(tx, migration);
}

async function prepare(tx: Transaction): Promise<void> {
  // "if not exists" alone fails where two processes create it at the same moment; the transaction's end releases this
  // lock.
  await tx.query(`select pg_advisory_xact_lock(4711, 1)`);
  await tx.query(
    `create table if not exists schema_migration (
       name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  );
  // Asked first: to alter the table would wait for every reader of it, such as a backup.
  const [found] = await tx.query<{ isThere: boolean }>(
    `select exists (select from pg_attribute where attrelid = 'schema_migration'::regclass and attname = 'contracts') as "isThere"`,
  );
  if (found?.isThere === true) return;
  await tx.query(`alter table schema_migration add column contracts boolean not null default false`);
}

/**
 * Returns a function that asks whether the database has every migration of the folder at this moment: one that was
 * restored from a copy may not.
 */
export async function createSchemaCheck(database: Database, directory: string): Promise<() => Promise<boolean>> {
  const names = (await readMigrations(directory)).map(({ name }) => name);
  return async () => {
    const [row] = await database.query<{ known: number }>(
      `select count(*)::int as known from schema_migration where name = any($1)`,
      [names],
      'schema-check',
    );
    return row?.known === names.length;
  };
}

/** How a database's schema differs from a folder of migrations: the names of those files. */
export interface SchemaDifference {
  /** In the folder, and not applied: the next start applies them. */
  readonly pending: readonly string[];
  /** Applied with another text: no program of this version starts. */
  readonly changed: readonly string[];
  /** Applied by a newer version, and only added something: this version runs on it. */
  readonly newer: readonly string[];
  /** Applied by a newer version, and took something away: this version does not start. */
  readonly unknown: readonly string[];
}

/** Compares the database's schema with the folder, and changes nothing. A database without any schema has all pending. */
export async function compareSchema(connection: Connection, directory: string): Promise<SchemaDifference> {
  const migrations = await readMigrations(directory);
  const [found] = await connection.query<{ isThere: boolean }>(
    `select to_regclass('schema_migration') is not null as "isThere"`,
  );
  const rows =
    found?.isThere === true
      ? await connection.query<{ name: string; checksum: string; contracts: boolean }>(
          // As JSON: an older database has no such column.
          `select name, checksum, coalesce((to_jsonb(m) ->> 'contracts')::boolean, false) as contracts
           from schema_migration m order by name`,
        )
      : [];
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const known = new Set(migrations.map(({ name }) => name));
  return {
    pending: migrations.filter(({ name }) => !applied.has(name)).map(({ name }) => name),
    changed: migrations
      .filter(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum)
      .map(({ name }) => name),
    newer: rows.filter(({ name, contracts }) => !known.has(name) && !contracts).map(({ name }) => name),
    unknown: rows.filter(({ name, contracts }) => !known.has(name) && contracts).map(({ name }) => name),
  };
}

/** Every `NNNN_name.sql` of the folder, in order. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => FILE_NAME.test(name)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(directory, name), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** One index that a live migration builds, or one that it drops. */
interface LiveStatement {
  readonly sql: string;
  readonly builds: { readonly index: string; readonly table: string } | null;
}

/** The statements of a live migration. Throws where one is neither a build nor a drop that may be repeated. Pure. */
function liveStatements({ name, text }: Migration): LiveStatement[] {
  const statements = text.replaceAll(/--.*$/gm, '').split(';');
  return statements.flatMap((each): LiveStatement[] => {
    const sql = each.trim();
    if (sql === '') return [];
    const { index, table } = BUILDS.exec(sql)?.groups ?? {};
    if (index !== undefined && table !== undefined) return [{ sql, builds: { index, table } }];
    if (DROPS.test(sql)) return [{ sql, builds: null }];
    throw new Error(
      `the migration ${name} is live, and has a statement that neither builds nor drops an index: ${sql}`,
    );
  });
}

/** Applies a live migration in one process at a time; false where another one has. */
async function applyLive(database: Database, migration: Migration): Promise<boolean> {
  const statements = liveStatements(migration);
  // No lock is waited for: building an index would wait for the statement that waits.
  const lease = createLease(database, `migration:${migration.name}`, `${process.pid}-${newId()}`, LEASE_MS);
  for (;;) {
    if (await isApplied(database, migration)) return false;
    if (await lease.acquire()) break;
    await delay(LOOK_MS);
  }
  const renewing = setInterval(() => void lease.renew().catch(() => false), LEASE_MS / 3);
  try {
    for (const { sql, builds } of statements)
      await (builds === null ? database.patient.query(sql) : build(database, sql, builds)).catch(failed(migration));
    return await database.transaction((tx) => record(tx, migration));
  } finally {
    clearInterval(renewing);
    await lease.release();
  }
}

/** Builds an index, unless it is there. One that a crash or a failure has left unfinished is dropped and built again. */
async function build(
  database: Database,
  sql: string,
  { index, table }: NonNullable<LiveStatement['builds']>,
): Promise<void> {
  for (;;) {
    // The database goes on building for a process that has died.
    const [found] = await database.query<{ isValid: boolean | null; isBuilding: boolean }>(
      `select (select indisvalid from pg_index where indexrelid = to_regclass($1)) as "isValid",
              exists (select from pg_stat_progress_create_index
                      where datname = current_database() and relid = to_regclass($2)) as "isBuilding"`,
      [index, table],
    );
    if (found?.isBuilding === true) await delay(LOOK_MS);
    else if (found?.isValid === true) return;
    else await database.patient.query(found?.isValid === false ? `drop index concurrently if exists ${index}` : sql);
  }
}

const failed =
  ({ name }: Migration) =>
  (error: unknown): never => {
    throw new Error(`the migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  };

/**
 * Those that were not applied yet, in order: asked for all together, as most starts have none. Throws where one was applied with
 * another text.
 */
async function listPending(connection: Connection, migrations: readonly Migration[]): Promise<Migration[]> {
  const rows = await connection.query<{ name: string; checksum: string }>(
    `select name, checksum from schema_migration where name = any($1)`,
    [migrations.map(({ name }) => name)],
  );
  const known = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  return migrations.filter(({ name, checksum }) => {
    const applied = known.get(name);
    if (applied !== undefined && applied !== checksum) {
      throw new Error(
        `the migration ${name} was changed after it had been applied: restore it, and put the change into a new file`,
      );
    }
    return applied === undefined;
  });
}

/** Whether it was applied. Throws where that was with another text. */
const isApplied = async (connection: Connection, migration: Migration): Promise<boolean> =>
  (await listPending(connection, [migration])).length === 0;

async function apply(tx: Transaction, migration: Migration): Promise<boolean> {
  const { text } = migration;
  // One process at a time; the others then find the row and go on.
  await tx.query(`lock table schema_migration in share row exclusive mode`);
  if (await isApplied(tx, migration)) return false;
  // In the caller's transaction no one writes to the tables yet.
  const sql = text.startsWith(LIVE) ? text.replaceAll(/\bconcurrently\b/gi, '') : text;
  await tx.query(sql).catch(failed(migration));
  return record(tx, migration);
}

/** Answers false where another process has: this one was paused for longer than its lease. */
async function record(tx: Transaction, { name, text, checksum }: Migration): Promise<boolean> {
  const rows = await tx.query(
    `insert into schema_migration (name, checksum, contracts) values ($1, $2, $3) on conflict (name) do nothing returning name`,
    [name, checksum, CONTRACT.test(text)],
  );
  return rows.length === 1;
}

async function refuseUnknown(database: Database, migrations: Migration[]): Promise<void> {
  const rows = await database.query<{ name: string }>(
    `select name from schema_migration where name <> all($1) and contracts limit 1`,
    [migrations.map(({ name }) => name)],
  );
  if (rows[0] !== undefined) {
    throw new Error(
      `the database has the migration ${rows[0].name}, which took away what this version uses: run the newer version`,
    );
  }
}
