import type { Readable, Writable } from 'node:stream';
import { from, to } from 'pg-copy-streams';
import { systemClock } from '../clock.ts';
import { connectTo, type DatabaseAddress, type Transaction } from '../database.ts';
import { asDependencyDown } from '../database-errors.ts';
import { createSequence } from '../in-sequence.ts';

/** One transaction on its own connection, which may take hours and can stream whole tables. */
export interface Session {
  readonly tx: Transaction;
  /** `copy … to stdout`. No other statement may run before it has ended. */
  copyOut(text: string): Readable;
  /** `copy … from stdin`; `rowCount` is known once it has finished. */
  copyIn(text: string): Writable & { readonly rowCount: number };
}

// Texts that every version of PostgreSQL reads back as the same values.
const SETTINGS = [
  `set local statement_timeout = 0`,
  `set local idle_in_transaction_session_timeout = 0`,
  `set local datestyle = 'ISO, YMD'`,
  `set local intervalstyle = 'postgres'`,
  `set local timezone = 'UTC'`,
  `set local bytea_output = 'hex'`,
  `set local extra_float_digits = 1`,
];

/**
 * Runs `work` in one transaction (`begin` is the statement that opens it) without a time limit, and commits it. Any
 * error rolls all of it back. Throws `DependencyDown` where the database does not answer.
 */
export async function inSession<Result>(
  url: DatabaseAddress,
  begin: string,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const client = await connectTo(url).catch((error: unknown) => {
    throw asDependencyDown(error);
  });
  const statements = createSequence(() => new Error('a statement came after its transaction had ended'));
  try {
    await client.query(begin);
    for (const setting of SETTINGS) await client.query(setting);
    const result = await work({
      tx: {
        inTransaction: true,
        database: client,
        // No entry is dated here: rows are copied.
        clock: systemClock,
        query: (text, values = []) => statements.run(async () => (await client.query<never>(text, [...values])).rows),
        announce: () => undefined,
      },
      copyOut: (text) => client.query(to(text)),
      copyIn: (text) => client.query(from(text)),
    });
    await statements.close();
    const { command } = await client.query('commit');
    if (command === 'ROLLBACK')
      throw new Error('the transaction was rolled back, because a failed statement in it was ignored');
    return result;
  } catch (error) {
    throw asDependencyDown(error);
  } finally {
    // In the middle of a copy a rollback would wait for ever: closing the connection makes the database undo what was
    // not committed.
    await client.end().catch(() => undefined);
  }
}
