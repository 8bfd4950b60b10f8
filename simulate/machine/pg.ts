import process from 'node:process';
import pg from 'pg';
import type { CustomTypesConfig, PoolConfig, QueryConfig, QueryResult } from 'pg';
import { running, takeTurn } from './machine.ts';

/** Stands for the package `pg`: a pool whose statements wait for their turn, over few real connections that outlive processes. */

type RealClient = InstanceType<typeof pg.Client>;

interface Connection {
  readonly client: RealClient;
  readonly pid: number;
}

/** How the database says that it ended a wait for a lock. */
export interface WaitEnd {
  readonly code: string;
  readonly message: string;
}

/** A statement that runs on a connection. */
export interface Statement {
  readonly connection: Connection;
  /** How long it may wait for one lock, and take as a whole, in simulated time. */
  readonly lockWaitMs: number;
  readonly wholeMs: number;
  /** Why the schedule cancelled it. */
  endedBy: WaitEnd | null;
}

const idle: Connection[] = [];
const opened = new Set<Connection>();
/** The statement of the present turn, for the look at who waits for a lock. */
export const underWay = { statement: null as Statement | null };

async function takeConnection(options: PoolConfig): Promise<Connection> {
  // The last that was used: it has the most statements planned since the tables were emptied.
  const free = idle.pop();
  if (free !== undefined) return free;
  const { host, port, user, database, types } = options;
  const client = new pg.Client({
    host,
    port,
    user,
    database,
    ...(types === undefined ? {} : { types }),
  });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const connection = { client, pid: rows[0]?.pid ?? 0 };
  opened.add(connection);
  return connection;
}

const halted = new Set<number>();

/**
 * Halts the database's process of a connection that waits for a lock. What frees one lock wakes all that wait for it, and which
 * of them comes first would be the machine's to say: so they go on one after the other.
 */
export function halt({ pid }: Connection): void {
  process.kill(pid, 'SIGSTOP');
  halted.add(pid);
}

/** Lets a halted process of the database go on. */
export function goOn({ pid }: Connection): void {
  if (halted.delete(pid)) process.kill(pid, 'SIGCONT');
}

function goOnAll(): void {
  for (const pid of halted) process.kill(pid, 'SIGCONT');
  halted.clear();
}

/** Leaves no process of the database halted where this program is ended: the database could not stop. */
export function goOnAtExit(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  process.once('exit', goOnAll);
}

/** Closes all real connections. */
export async function closeConnections(): Promise<void> {
  goOnAll();
  await Promise.all([...opened].map(({ client }) => client.end()));
}

class BrokenConnection extends Error {
  readonly code = 'ECONNRESET';
}

const LABEL = 48;
const labelOf = ({ name, text }: QueryConfig): string => name ?? text.replaceAll(/\s+/g, ' ').slice(0, LABEL);
const names = new Map<string, string>();

/** The same statement, kept prepared by the connection: planned once, which costs more than to run it. */
function prepared(config: QueryConfig): QueryConfig {
  if (config.name !== undefined || config.values === undefined) return config;
  const name = names.get(config.text) ?? `s${names.size}`;
  names.set(config.text, name);
  return { ...config, name };
}

const asConfig = (query: string | QueryConfig, values?: unknown[]): QueryConfig =>
  typeof query === 'string' ? { text: query, ...(values === undefined ? {} : { values }) } : query;

/** What the schedule may do to a statement: lose its answer, once it has run or before. */
export const faults: { draw: (label: string) => 'none' | 'lost-before' | 'lost-after' } = {
  draw: () => 'none',
};

async function runOn(statement: Statement, config: QueryConfig): Promise<QueryResult> {
  underWay.statement = statement;
  try {
    return await statement.connection.client.query(prepared(config));
  } catch (error) {
    if (statement.endedBy !== null && error instanceof Error) Object.assign(error, statement.endedBy);
    throw error;
  } finally {
    if (underWay.statement === statement) underWay.statement = null;
  }
}

/** The milliseconds to which a statement limits the transaction's waits for locks; undefined where it does not. */
function limitIn({ text, values }: QueryConfig): number | undefined {
  if (!text.includes('lock_timeout')) return undefined;
  const milliseconds = /^(\d+)ms$/.exec(String(values?.[0]))?.[1];
  if (milliseconds === undefined) throw new Error(`a limit of waits that no schedule can keep: ${text}`);
  return Number(milliseconds);
}

const NO_ROWS = { command: '', rows: [] };

type Answer = (error: Error | undefined, result: { rows: unknown[] }) => void;

/** Stands for the driver's own class of statements, of which the product makes one that begins a transaction. */
export class Query {
  readonly config: QueryConfig;
  readonly answer: Answer;
  name: string | undefined;
  text: string;

  constructor(config: QueryConfig, answer: Answer) {
    this.config = config;
    this.answer = answer;
    this.name = config.name;
    this.text = config.text;
  }

  /** The statement that is sent ahead of this one. */
  readBegin(): string {
    let begin = '';
    const parse = ({ text }: QueryConfig): void => void (begin = text);
    this.prepare({ parsedStatements: {}, parse, bind: () => undefined, execute: () => undefined });
    return begin;
  }

  prepare(_connection: object): void {}
  handleCommandComplete(): void {}
}

/** A connection of a simulated pool. */
class SimulatedClient {
  readonly #options: PoolConfig;
  #connection: Promise<Connection> | null = null;
  #owed: string | null = null;
  /** Zero: no limit, as in the database. */
  #lockWaitMs = 0;
  #isBroken = false;
  readonly #forget: () => void;

  constructor(options: PoolConfig) {
    this.#options = options;
    const owner = running.getStore();
    const die = (): Promise<void> => this.#end();
    owner?.onDeath.add(die);
    this.#forget = () => void owner?.onDeath.delete(die);
  }

  query(
    query: string | QueryConfig | Query,
    values?: unknown[],
  ): Promise<QueryResult | { command: string; rows: never[] }> | void {
    if (query instanceof Query) {
      this.#begin(query);
      return;
    }
    return this.#send(query, values);
  }

  /** Begins a transaction with its first statement, and answers as the driver does. */
  #begin(first: Query): void {
    void this.#send(first.readBegin());
    void this.#send(first.config)
      .finally(() => first.handleCommandComplete())
      .then(
        (result) => first.answer(undefined, result),
        (error: Error) => first.answer(error, NO_ROWS),
      );
  }

  #send(query: string | QueryConfig, values?: unknown[]): Promise<QueryResult | { command: string; rows: never[] }> {
    const config = asConfig(query, values);
    if (config.text.startsWith('begin ')) {
      this.#owed = config.text;
      this.#lockWaitMs = 0;
      return Promise.resolve({ command: 'BEGIN', rows: [] });
    }
    const isEnd = config.text === 'commit' || config.text === 'rollback';
    if (isEnd && this.#owed !== null) {
      this.#owed = null;
      return Promise.resolve({ command: config.text.toUpperCase(), rows: [] });
    }
    if (this.#isBroken) return Promise.reject(new BrokenConnection('the connection is broken'));
    return takeTurn(`sql ${labelOf(config)}`, () => this.#run(config));
  }

  async #run(config: QueryConfig): Promise<QueryResult> {
    this.#connection ??= takeConnection(this.#options);
    const connection = await this.#connection;
    const fault = config.text === 'rollback' ? 'none' : faults.draw(labelOf(config));
    if (fault === 'lost-before') return this.#lose();
    if (this.#owed !== null) {
      connection.client.query(this.#owed).catch(() => undefined);
      this.#owed = null;
    }
    const limit = limitIn(config);
    if (limit !== undefined) this.#lockWaitMs = limit;
    const statement: Statement = {
      connection,
      lockWaitMs: this.#lockWaitMs || Infinity,
      wholeMs: this.#options.statement_timeout || Infinity,
      endedBy: null,
    };
    // The gate keeps the limit, by simulated time: by the database's own a slow machine would take other turns than a quick one.
    const result = await runOn(statement, limit === undefined ? config : { ...config, values: ['0'] });
    return fault === 'lost-after' ? this.#lose() : result;
  }

  async #lose(): Promise<never> {
    this.#isBroken = true;
    await this.#end();
    throw new BrokenConnection('the connection to the database was lost');
  }

  /** As the database sees a connection end: what was open is rolled back. */
  async #end(): Promise<void> {
    const taken = this.#connection;
    this.#connection = null;
    this.#forget();
    if (taken === null) return;
    const connection = await taken;
    if (underWay.statement?.connection !== connection) await connection.client.query('rollback');
    idle.push(connection);
  }

  release(): void {
    this.#forget();
    void this.#connection?.then((connection) => idle.push(connection));
    this.#connection = null;
  }
}

/** A connection of its own. Listening is a hint that may be missing: here it always is. */
export class Client {
  /** Where it leads. */
  readonly config: PoolConfig;

  constructor(config: PoolConfig = {}) {
    this.config = config;
  }

  on(): this {
    return this;
  }
  async connect(): Promise<void> {}
  async query(): Promise<{ rows: never[] }> {
    return { rows: [] };
  }
  async end(): Promise<void> {}
}

/** A pool: of `max` transactions at a time, where another waits for the first that ends. */
export class Pool {
  readonly #options: PoolConfig;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(options: PoolConfig) {
    this.#options = options;
  }

  on(): this {
    return this;
  }

  /** A client of the class that the pool was given, which says where it leads. */
  async connect(): Promise<Client & Pick<SimulatedClient, 'query' | 'release'>> {
    if (this.#taken >= (this.#options.max ?? 10))
      await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    this.#taken += 1;
    const Made = (this.#options.Client ?? Client) as typeof Client;
    const made = new Made(this.#options);
    const client = new SimulatedClient(made.config);
    return Object.assign(made, {
      query: (query: string | QueryConfig | Query, values?: unknown[]) => client.query(query, values),
      release: () => {
        client.release();
        this.#taken -= 1;
        this.#waiting.shift()?.();
      },
    });
  }

  async end(): Promise<void> {}
}

export const types: CustomTypesConfig = pg.types;

export const { DatabaseError } = pg;
