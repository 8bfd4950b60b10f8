import { type Connection, type PoolClient, Query, type QueryConfig, type ResultBuilder } from 'pg';

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

/**
 * Begins a read-committed transaction and runs its first statement, in one exchange with the server instead of two. Calls
 * `onBegun` before it resolves or throws, unless the transaction could not begin.
 */
export const beginWithStatement = (
  on: PoolClient,
  begin: QueryConfig,
  statement: QueryConfig,
  onBegun: () => void,
): Promise<ResultBuilder> =>
  new Promise((resolve, reject) => {
    on.query(
      new FirstStatement(begin, statement, onBegun, (error, result) => {
        if (error) reject(error);
        else resolve(result);
      }),
    );
  });
