import { type Connection, DatabaseError, type PoolClient, Query, type QueryConfig, type ResultBuilder } from 'pg';
import type { StatementNames } from './statement-names.ts';

/* What the driver's queries and connections have and its types leave out: classes of other packages that it runs, as its cursors, rely on it too. */
declare module 'pg' {
  interface Query {
    name?: string | undefined;
    text: string;
    prepare(connection: Connection): void;
    handleCommandComplete(message: object, connection: Connection): void;
    handleError(error: Error, connection: Connection): void;
  }
  interface Connection {
    /** Texts that are prepared, by their names. */
    readonly parsedStatements: Record<string, string>;
    /** Texts that were sent to be prepared and have not been answered, by their names. */
    readonly submittedNamedStatements: Record<string, string>;
  }
  interface QueryConfig {
    queryMode?: 'extended';
  }
}

/**
 * `begin` and a statement, sent together and ended by one Sync: where `begin` fails, the server skips the statement, so
 * that it can never run outside of its transaction.
 * @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
class FirstStatement extends Query {
  readonly #statement: QueryConfig;
  readonly #begin: QueryConfig;
  readonly #onBegun: () => void;
  #isBegun = false;

  constructor(
    begin: QueryConfig,
    statement: QueryConfig,
    onBegun: () => void,
    onAnswer: (error: Error | undefined, result: ResultBuilder) => void,
  ) {
    super({ ...statement, queryMode: 'extended' }, onAnswer);
    this.#begin = begin;
    this.#statement = statement;
    this.#onBegun = onBegun;
  }

  override prepare(connection: Connection): void {
    const { name = '', text } = this.#begin;
    if (connection.parsedStatements[name] === undefined) connection.parse({ name, text, types: [] }, true);
    connection.bind({ statement: name }, true);
    connection.execute(null, true);
    super.prepare(connection);
    this.#answers(this.#begin);
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    if (this.#isBegun) {
      super.handleCommandComplete(message, connection);
      return;
    }
    this.#isBegun = true;
    this.#answers(this.#statement);
    this.#onBegun();
  }

  override handleError(error: Error, connection: Connection): void {
    // Where `begin` failed the statement was not prepared: the next use of its name has to do it.
    if (this.#statement.name !== undefined) delete connection.submittedNamedStatements[this.#statement.name];
    super.handleError(error, connection);
  }

  /** The driver notes a prepared statement under the name and the text that its query has when the server answers. */
  #answers({ name, text }: QueryConfig): void {
    this.name = name;
    this.text = text;
  }
}

const BEGIN = 'begin isolation level read committed';

/**
 * Begins a transaction and runs its first statement, in one exchange with the server instead of two: the statement's rows.
 * Calls `onBegun` before it resolves or throws, unless the transaction could not begin.
 */
const beginWithStatement = <Row extends object>(
  on: PoolClient,
  begin: QueryConfig,
  statement: QueryConfig,
  onBegun: () => void,
): Promise<Row[]> =>
  new Promise((resolve, reject) => {
    on.query(
      new FirstStatement(begin, statement, onBegun, (error, result) => {
        if (error) reject(error);
        else resolve(result.rows);
      }),
    );
  });

/** What a `Connection` is given: SQL, its values, and the name under which it is prepared. */
type Statement = readonly [text: string, values?: readonly unknown[], name?: string];

const prepared = (names: StatementNames, ...[text, values = [], name]: Statement): QueryConfig<unknown[]> => {
  const full = name === undefined ? undefined : names.nameFor(name, text);
  return { text, values: [...values], ...(full === undefined ? {} : { name: full }) };
};

/** Runs a statement on a connection; prepared, where it has a name and names are kept here. */
export async function runStatement<Row extends object>(
  on: PoolClient,
  names: StatementNames,
  ...statement: Statement
): Promise<Row[]> {
  const result: { rows: Row[] } = await on.query(prepared(names, ...statement));
  return result.rows;
}

export interface OpenTransaction {
  query<Row extends object>(...statement: Statement): Promise<Row[]>;
  commit(): Promise<void>;
  /** Throws where the connection can't be used any more: closing it rolls back. */
  rollback(): Promise<void>;
}

/**
 * A read-committed transaction on a connection of its own, which begins with its first statement: without one the server is
 * not asked. That one is a single statement; a later one without values may be several. `limits` is what follows `begin` where it has to set its time limits itself, else empty.
 */
export function openTransaction(on: PoolClient, names: StatementNames, limits: string): OpenTransaction {
  let state: 'not begun' | 'beginning' | 'begun' = 'not begun';
  // What the driver takes for prepared may not be where a statement failed before the server had answered it.
  let unanswered: { readonly error: unknown } | undefined;
  const onBegun = (): void => void (state = 'begun');
  // A statement whose transaction did not begin would commit by itself.
  const requireBegun = (): void => {
    if (state === 'beginning') throw new Error('the transaction could not begin');
  };
  const begin = async <Row extends object>(...statement: Statement): Promise<Row[]> => {
    state = 'beginning';
    if (limits === '')
      return beginWithStatement(on, prepared(names, BEGIN, [], 'begin'), prepared(names, ...statement), onBegun);
    await on.query(`${BEGIN}${limits}`);
    onBegun();
    return runStatement(on, names, ...statement);
  };
  return {
    query: async <Row extends object>(...statement: Statement): Promise<Row[]> => {
      requireBegun();
      try {
        return await (state === 'begun' ? runStatement<Row>(on, names, ...statement) : begin<Row>(...statement));
      } catch (error) {
        if (!(error instanceof DatabaseError)) unanswered ??= { error };
        throw error;
      }
    },
    commit: async () => {
      requireBegun();
      if (state === 'not begun') return;
      // A commit after a swallowed error is answered with ROLLBACK: nothing was written, and the caller must not
      // believe that it was.
      if (unanswered !== undefined || (await on.query('commit')).command === 'ROLLBACK')
        throw new Error('the transaction was rolled back, because a failed statement in it was ignored');
    },
    rollback: async () => {
      if (unanswered !== undefined) throw unanswered.error;
      if (state !== 'not begun') await on.query('rollback');
    },
  };
}
