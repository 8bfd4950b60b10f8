import { type Database, openDatabase } from '@kobogate/server/src/platform/database.ts';
import { newId } from '@kobogate/server/src/platform/identifiers.ts';
import { inject } from 'vitest';
import { silentLog } from './log.ts';
import { planOnce } from './plan-once.ts';

/** What the test run's setup leaves for the tests: see `setup.ts`. */
export interface TestServer {
  /** Of a database on the server that may create others; another's address is made by changing its name. */
  readonly url: string;
  /** The migrated database that new ones are copied from. */
  readonly template: string;
  /** Whether it was started for these tests. On another one statements are planned as the product has them planned. */
  readonly isOwn: boolean;
  /** Whether what it writes outlives a loss of power. */
  readonly syncsFiles: boolean;
}

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

export interface TestDatabase {
  readonly database: Database;
  /** For a separate program that a test starts. */
  readonly url: string;
  drop(): Promise<void>;
}

/** The address of another database on the same server. */
export function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** Runs `work` on a short connection to the server at `url`, and answers what it answers. */
export async function onServer<Result>(url: string, work: (server: Database) => Promise<Result>): Promise<Result> {
  const server = await openDatabase({ url, maxConnections: 1, log: silentLog });
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

/** The connections to this database that wait for a lock now. */
export const listWaiting = (database: Database): Promise<object[]> =>
  database.query(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);

/** A database without a schema or connections. */
export async function createBlankDatabase(origin = ''): Promise<Pick<TestDatabase, 'url' | 'drop'>> {
  const { url: serverUrl } = inject('testServer');
  const name = `kobogate_test_${newId().replaceAll('-', '')}`;
  await onServer(serverUrl, (server) => server.query(`create database ${name}${origin}`));
  return {
    url: withDatabase(serverUrl, name),
    drop: async () => {
      await onServer(serverUrl, (server) => server.query(`drop database ${name} with (force)`));
    },
  };
}

const PLANNED_AS_USUAL = `do $$ begin execute format('alter database %I set plan_cache_mode = auto', current_database()); end $$`;

/**
 * A database of its own for one test file, with the whole schema and no rows. Statements are planned once (`planOnce`), unless the file
 * is about their plans.
 */
export async function createTestDatabase({ maxConnections = 8, isAboutPlans = false } = {}): Promise<TestDatabase> {
  const { template, isOwn, syncsFiles } = inject('testServer');
  // To copy its files takes less than half of the time of the usual way, which writes each page to the log too; but not to sync them all.
  const { url, drop } = await createBlankDatabase(` template ${template}${syncsFiles ? '' : ' strategy file_copy'}`);
  if (isOwn && isAboutPlans) await onServer(url, (server) => server.query(PLANNED_AS_USUAL));
  const database = await openDatabase({ url, maxConnections, log: silentLog });
  return {
    database: isOwn && !isAboutPlans ? planOnce(database) : database,
    url,
    drop: async () => {
      await database.close();
      await drop();
    },
  };
}

/** At which of the next commits a process dies: that many pass before, and it is before or after the commit itself. */
export interface Death {
  readonly at: number;
  readonly afterCommit: boolean;
}

/** For tests: a database on which a process dies, once, around a commit that the test has armed. */
export function createDyingDatabase(database: Database) {
  let dies: (Death & { left: number }) | null = null;
  const dying: Database = {
    ...database,
    transaction: async (work) => {
      const isNow = dies?.left === 0;
      const afterCommit = dies?.afterCommit === true;
      if (dies !== null) dies.left -= 1;
      if (isNow && !afterCommit) throw new Error('died before the commit');
      const result = await database.transaction(work);
      if (isNow) throw new Error('died after the commit');
      return result;
    },
  };
  return {
    database: dying,
    arm: (next: Death | null) => {
      dies = next === null ? null : { ...next, left: next.at };
    },
  };
}
