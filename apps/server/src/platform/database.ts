import { setTimeout as delay } from 'node:timers/promises';
import { type Client, type ClientConfig, type CustomTypesConfig, type PoolConfig, types as driverTypes } from 'pg';
import type { Clock } from './clock.ts';
import { createDatabaseClock, type DatabaseClock } from './database-clock.ts';
import { asDependencyDown, errorCode, isRepeatable, READ_ONLY } from './database-errors.ts';
import {
  connectToWritable,
  createHosts,
  createWritablePool,
  type Hosts,
  readAddresses,
  type WritablePool,
} from './database-hosts.ts';
import { ConfigurationError } from './errors.ts';
import { createSequence } from './in-sequence.ts';
import { createListeners } from './listeners.ts';
import type { Log } from './log.ts';
import { createNotices } from './notices.ts';
import { openTransaction, runStatement } from './open-transaction.ts';
import { followReplica } from './replica.ts';
import { createStatementNames, type StatementNames } from './statement-names.ts';
import { createWatchedSockets } from './watched-socket.ts';

/** Anything that runs SQL. `name` prepares the statement once per connection: for hot paths, at most 50 characters. */
export interface Connection {
  query<Row extends object>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]>;
}

/**
 * A connection inside an open transaction; functions that need a transaction take this type. Statements that are issued
 * together run one after the other; one that comes after the end throws, as it would become part of another
 * transaction.
 */
export interface Transaction extends Connection {
  readonly inTransaction: true;
  /** The same object for all transactions of one database: a key for what is remembered about it. */
  readonly database: object;
  /** The database's, by which ledger entries are dated. */
  readonly clock: Clock;
  /** Tells this process's listeners of `topic` once the transaction has committed, and never if it has not. */
  announce(topic: string): void;
}

/** Makes the transaction give up on a lock after so long, for callers that should not wait for its holder. */
export async function limitLockWaits(tx: Transaction, milliseconds: number): Promise<void> {
  await tx.query(`select set_config('lock_timeout', $1, true)`, [`${milliseconds}ms`], 'limit-lock-waits');
}

/** What also reads in pages. */
export interface PagedConnection extends Connection {
  /**
   * A statement's rows, all of one snapshot, a page at a time: no more than a page is read before it is asked for. The database
   * holds a connection for it until the last page, or until its reader leaves; one that takes a minute for a page loses it.
   */
  readPages<Row extends object>(text: string, values: readonly unknown[], rows: number): AsyncGenerator<Row[]>;
}

export interface Database extends PagedConnection {
  /**
   * Runs `work` in one read-committed transaction; resolves with its result after the commit, and rolls back on an
   * error. `work` runs again, at most four times, where the database asks for a retry: it must have no outside effect.
   * Throws `DependencyDown` where the database does not answer; after a lost commit the outcome is unknown. A `patient` one
   * may take as long as a `patient` read.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, pace?: 'patient'): Promise<T>;
  /**
   * For statements that read whole tables, which grow with the books: each may take half an hour, and they run one at a
   * time.
   */
  readonly patient: Connection;
  /** For reads that decide nothing and may be some seconds old: a standby where one is named and near, else the same database. */
  readonly stale: PagedConnection;
  /** Its time, by which all servers go. */
  readonly clock: DatabaseClock;
  /**
   * Calls `listener` after a commit of this process that announced `topic`: a hint, never the truth. Returns a function
   * that removes the listener.
   */
  onAnnounced(topic: string, listener: () => void): () => void;
  /** As `onAnnounced`, and after commits of other processes: where the database passes its notifications on. */
  onAnnouncedAnywhere(topic: string, listener: () => void): () => void;
  /** Whether the database passes them on at present: where it does not, changes by others have to be looked for often. */
  hearsOthers(): boolean;
  close(): Promise<void>;
}

/** The Unix socket that a PostgreSQL listens on. */
export interface SocketAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

/** Where a database is: an address that starts with postgres:// and may name several hosts, or a socket. */
export type DatabaseAddress = string | SocketAddress;

export interface DatabaseOptions {
  url: DatabaseAddress;
  /** A standby of it that takes reads. */
  replicaUrl?: string | undefined;
  maxConnections?: number;
  log: Log;
}

const CONNECT_MS = 5_000;
const STATEMENT_MS = 30_000;
const PATIENCE_MS = 30 * 60_000;
/** A transaction whose program is paused or gone holds its locks for no longer. */
const IDLE_MS = 60_000;
const OLDEST_VERSION = 150_000;
const MOST_RUNS = 5;

// Elements of numeric arrays contain neither quotes nor commas.
const elements = (value: string): string[] => (value === '{}' ? [] : value.slice(1, -1).split(','));
const parsers: Record<number, (value: string) => unknown> = {
  20: BigInt, // int8
  1016: (value) => elements(value).map(BigInt), // int8[]
  1231: elements, // numeric[]: the driver's own parser goes through floats
  1082: (value) => value, // date: the driver's own parser shifts it by the local time zone
};
// Set on the pool only: other users of the driver keep its global parsers.
const types: CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    (format === 'binary' ? undefined : parsers[oid]) ?? driverTypes.getTypeParser(oid, format),
};

/** The settings that every connection of this program shares. One that rests is asked after five seconds whether it is still there, ten times. */
const SHARED: ClientConfig = {
  types,
  stream: createWatchedSockets(),
  keepAlive: true,
  keepAliveInitialDelayMillis: 5_000,
  application_name: 'kobogate',
};

function hostsOf(url: DatabaseAddress): Hosts {
  if (typeof url !== 'string') return createHosts([url]);
  const addresses = readAddresses(url);
  if (addresses === null)
    throw new ConfigurationError([
      'DATABASE_URL is no address of a PostgreSQL that takes writes, or has an sslmode that there is not.',
    ]);
  return createHosts(addresses.map((connectionString) => ({ connectionString })));
}

/** A connection of its own, for what a pool is not made for. The caller ends it. */
export const connectTo = (url: DatabaseAddress): Promise<Client> =>
  connectToWritable(hostsOf(url), { ...SHARED, connectionTimeoutMillis: CONNECT_MS });

const poolOptions = ({ maxConnections = 10 }: DatabaseOptions): PoolConfig => ({
  ...SHARED,
  max: maxConnections,
  connectionTimeoutMillis: CONNECT_MS,
  query_timeout: 35_000,
  statement_timeout: STATEMENT_MS,
  idle_in_transaction_session_timeout: IDLE_MS,
});

/** A pool, the names that its connections may give to statements, and what a transaction says of its time limits. */
interface Source {
  readonly pool: WritablePool;
  readonly names: StatementNames;
  readonly limits: () => string;
}

/** What sets a transaction's time limits, where a pooler keeps them from its connection; else nothing. */
const limitsWith =
  (areKept: () => boolean, statementMs: number): Source['limits'] =>
  () =>
    areKept()
      ? ''
      : `; set local statement_timeout = ${statementMs}; set local idle_in_transaction_session_timeout = ${IDLE_MS}`;

/** Runs one statement on a connection of the pool; the one on which it failed is not used again. */
async function runOnce<Row extends object>(
  { pool, names }: Pick<Source, 'pool' | 'names'>,
  ...statement: Parameters<Connection['query']>
): Promise<Row[]> {
  const client = await pool.connect();
  try {
    const rows = await runStatement<Row>(client, names, ...statement);
    client.release();
    return rows;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

const connectionFrom = (source: Source): Connection => ({
  query: (...statement) =>
    runOnce<never>(source, ...statement)
      .catch((error: unknown) => {
        if (!source.names.wereLost(error)) throw error;
        return runOnce<never>(source, ...statement);
      })
      .catch((error: unknown) => {
        throw asDependencyDown(error);
      }),
});

async function* pagesOf<Row extends object>(
  { pool, limits }: Source,
  text: string,
  values: readonly unknown[],
  rows: number,
): AsyncGenerator<Row[]> {
  const client = await pool.connect();
  let isWhole = false;
  try {
    await client.query(`begin isolation level repeatable read read only${limits()}`);
    // All of it is read: by default the plan is for a reader who leaves after the first rows.
    await client.query('set local cursor_tuple_fraction = 1');
    await client.query(`declare pages no scroll cursor for ${text}`, [...values]);
    for (let isLast = false; !isLast;) {
      const page: { rows: Row[] } = await client.query(`fetch ${rows} from pages`);
      isLast = page.rows.length < rows;
      if (page.rows.length > 0) yield page.rows;
    }
    await client.query('commit');
    isWhole = true;
  } catch (error) {
    throw asDependencyDown(error);
  } finally {
    // Where its reader left, the connection ends with its transaction.
    client.release(!isWhole);
  }
}

const pagedFrom = (source: Source): PagedConnection => ({
  ...connectionFrom(source),
  readPages: (text, values, rows) => pagesOf(source, text, values, rows),
});

/**
 * Opens a pool of connections and checks that the database answers and is recent enough.
 * int8 arrives as bigint, numeric and date as text, timestamptz as Date.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const hosts = hostsOf(options.url);
  const onLost = (error: Error): void => options.log.warn({ err: error }, 'a database connection was lost');
  const pool = createWritablePool(hosts, poolOptions(options), onLost);
  // Connects when it is first used.
  const patientOptions: PoolConfig = {
    ...poolOptions({ ...options, maxConnections: 1 }),
    // A caller that waits for its single connection waits for the statement that runs on it.
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
    statement_timeout: PATIENCE_MS,
  };
  const patient = createWritablePool(hosts, patientOptions, onLost);
  const names = createStatementNames(options.log);
  let areLimitsKept = true;
  const source: Source = { pool, names, limits: limitsWith(() => areLimitsKept, STATEMENT_MS) };
  const patientSource: Source = { pool: patient, names, limits: limitsWith(() => areLimitsKept, PATIENCE_MS) };
  const listeners = createListeners(options.log);
  const elsewhere = createListeners(options.log);
  const notices = createNotices({
    connect: () => connectToWritable(hosts, { ...SHARED, connectionTimeoutMillis: CONNECT_MS }),
    query: (text, values) => runOnce(source, text, values),
    onListening: () => elsewhere.tellAll(),
    onTold: (topics) => elsewhere.tell(topics),
    log: options.log,
  });
  async function once<T>(work: (tx: Transaction) => Promise<T>, pace?: 'patient'): Promise<T> {
    const from = pace === 'patient' ? patientSource : source;
    const client = await from.pool.connect();
    const topics = new Set<string>();
    const open = openTransaction(client, names, from.limits());
    const statements = createSequence(() => new Error('a statement came after its transaction had ended'));
    let broken: Error | undefined;
    try {
      const result = await work({
        inTransaction: true,
        database: pool,
        clock,
        query: (...statement) => statements.run(() => open.query(...statement)),
        announce: (topic) => void topics.add(topic),
      });
      await statements.close();
      await open.commit();
      listeners.tell(topics);
      notices.tell(topics);
      return result;
    } catch (error) {
      await statements.close();
      await open.rollback().catch((failure: unknown) => {
        broken = failure instanceof Error ? failure : new Error(String(failure));
      });
      if (errorCode(error) === READ_ONLY) broken = new Error('the host takes no writes any more', { cause: error });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async function transaction<T>(work: (tx: Transaction) => Promise<T>, pace?: 'patient'): Promise<T> {
    for (let runs = 1; ; runs += 1) {
      try {
        return await once(work, pace);
      } catch (error) {
        const isNamesFault = names.wereLost(error);
        if (!(isNamesFault || isRepeatable(error)) || runs >= MOST_RUNS) throw asDependencyDown(error);
        if (!isNamesFault) await delay(2 ** runs * (1 + Math.random()));
      }
    }
  }

  const primary = pagedFrom(source);
  const replica =
    options.replicaUrl === undefined
      ? null
      : createWritablePool(createHosts([{ connectionString: options.replicaUrl }]), poolOptions(options), onLost);
  const close = async (): Promise<void> => {
    await notices.close();
    await Promise.all([pool.end(), patient.end(), replica?.end()]);
  };
  const clock = await createDatabaseClock(async () => {
    const found = await lookAt(primary);
    areLimitsKept = found.areLimitsKept;
    return found.now;
  }).catch(async (error: unknown) => {
    await close();
    throw asRefusedSettings(error) ?? error;
  });
  return {
    ...primary,
    clock,
    patient: connectionFrom(patientSource),
    stale:
      replica === null
        ? primary
        : followReplica({
            replica: pagedFrom({ ...source, pool: replica, names: createStatementNames(options.log) }),
            primary,
            log: options.log,
          }),
    transaction,
    onAnnounced: listeners.add,
    onAnnouncedAnywhere: (topic, listener) => {
      notices.listen();
      const forget = [listeners, elsewhere].map((each) => each.add(topic, listener));
      return () => {
        for (const each of forget) each();
      };
    },
    hearsOthers: notices.isHeard,
    close,
  };
}

/** What the operator has to set where a PgBouncer refuses the time limits with which each connection starts. */
function asRefusedSettings(error: unknown): ConfigurationError | undefined {
  const { cause } = error instanceof Error ? error : {};
  if (!(cause instanceof Error) || !cause.message.startsWith('unsupported startup parameter')) return undefined;
  return new ConfigurationError([
    'PgBouncer refuses to connect: put statement_timeout,idle_in_transaction_session_timeout,extra_float_digits into its ignore_startup_parameters.',
  ]);
}

/**
 * The database's time, and whether it has both time limits that a connection asked for at its start, which a PgBouncer drops: then
 * those of the database or the role hold, if any.
 * Throws where it is of a version that is too old.
 */
async function lookAt(connection: Connection): Promise<{ now: Date; areLimitsKept: boolean }> {
  const [row] = await connection.query<{ version: number; now: Date; areLimitsKept: boolean }>(
    `select current_setting('server_version_num')::int as version, clock_timestamp() as now,
            (select bool_and(setting = wanted) from pg_settings join unnest($1::text[], $2::text[]) as asked (name, wanted) using (name))
              as "areLimitsKept"`,
    [
      ['statement_timeout', 'idle_in_transaction_session_timeout'],
      [String(STATEMENT_MS), String(IDLE_MS)],
    ],
  );
  if (row === undefined || row.version < OLDEST_VERSION) {
    throw new Error(`the database is PostgreSQL version number ${row?.version}, and Kobogate needs 15 or newer`);
  }
  return row;
}

/** What a PostgreSQL says of itself. */
export interface DatabaseDescription {
  readonly version: string;
  readonly clock: Date;
  /** Whether a commit that was answered is on the disk. */
  readonly isDurable: boolean;
  /** Whether this connection is encrypted; null where it does not say. */
  readonly isTls: boolean | null;
  /** A standby takes no writes. */
  readonly isStandby: boolean;
}

/** Asks a PostgreSQL about itself. */
export async function describeDatabase(connection: Connection): Promise<DatabaseDescription> {
  const [row] = await connection.query<DatabaseDescription>(
    `select current_setting('server_version') as version, clock_timestamp() as clock,
            current_setting('synchronous_commit') <> 'off' and current_setting('fsync') = 'on'
              and current_setting('full_page_writes') = 'on' as "isDurable",
            (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as "isTls",
            pg_is_in_recovery() as "isStandby"`,
  );
  if (row === undefined) throw new Error('the database gave no answer');
  return row;
}
