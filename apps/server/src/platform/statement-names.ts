import { createHash } from 'node:crypto';
import { errorCode } from './database-errors.ts';
import type { Log } from './log.ts';

/**
 * SQLSTATE of a statement whose name the server does not know, and of one whose name it knows already: what a pooler causes
 * that gives each transaction another connection to the server.
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const LOST = new Set(['26000', '42P05']);
/**
 * PostgreSQL refuses a prepared statement because its answer has a new column, under the code of everything that is not
 * supported and in the language of the database. Only the name of its routine tells this case.
 */
const OUTDATED = { code: '0A000', routine: 'RevalidateCachedQuery' };

/** The names under which statements are prepared, for all connections of one database. */
export interface StatementNames {
  /** The name for this text; undefined where statements are not prepared, as names get lost here. */
  nameFor(name: string, text: string): string | undefined;
  /**
   * Whether a statement failed because of its name: it did nothing, and can be run again. Where names get lost between this
   * process and the server, no statement is named from then on; where another node has added a column, all get new names.
   */
  wereLost(error: unknown): boolean;
}

/**
 * Names that end with a digest of their text. Behind a pooler such as PgBouncer before 1.21, in transaction mode, the
 * programs of all clients share the server's connections: the same name must never stand for two texts there, as of two
 * versions of this program side by side. That names get lost shows in an error, and never in a wrong answer.
 */
export function createStatementNames(log: Log): StatementNames {
  const known = new Map<string, { readonly text: string; readonly full: string }>();
  let areKept = true;
  let schemas = 0;
  return {
    nameFor: (name, text) => {
      if (!areKept) return undefined;
      const last = known.get(name);
      if (last?.text === text) return last.full;
      const full = `${name}-${createHash('sha256').update(`${schemas} ${text}`).digest('hex').slice(0, 12)}`;
      known.set(name, { text, full });
      return full;
    },
    wereLost: (error) => {
      if (isOutdated(error)) {
        schemas += 1;
        known.clear();
        return true;
      }
      if (!LOST.has(errorCode(error) ?? '')) return false;
      if (areKept)
        log.info('the database is behind a pooler that loses prepared statements: none is prepared any more');
      areKept = false;
      return true;
    },
  };
}

const isOutdated = (error: unknown): boolean =>
  errorCode(error) === OUTDATED.code &&
  error instanceof Error &&
  'routine' in error &&
  error.routine === OUTDATED.routine;
