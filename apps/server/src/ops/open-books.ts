import { openForCommand } from '../platform/configured-database.ts';
import type { Database } from '../platform/database.ts';
import { ConfigurationError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { compareSchema, type SchemaDifference } from '../platform/migrate.ts';

/** This version's schema: at the same place relative to the bundle and to the sources. */
export const MIGRATIONS = `${import.meta.dirname}/../../migrations`;

/**
 * As `openForCommand`, for a command that reads the books. Throws `ConfigurationError` also where the database does not
 * have this version's schema: it is another one, or its servers are of another version.
 */
export async function openBooks(configuration: Parameters<typeof openForCommand>[0], log: Log): Promise<Database> {
  const database = await openForCommand(configuration, log);
  try {
    const refusal = refuseSchema(await compareSchema(database, MIGRATIONS));
    if (refusal !== null) throw new ConfigurationError([refusal]);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Why this version can't read a database with such a schema; null where it can. Pure. */
function refuseSchema({ pending, changed, unknown }: SchemaDifference): string | null {
  if (changed.length + unknown.length > 0) {
    return `The database was changed by another version (${[...changed, ...unknown].join(', ')}): run the command of that version.`;
  }
  return pending.length === 0
    ? null
    : `The database lacks ${pending.length} migrations of this version. If it is the one that the servers have, run the command of their version, or the command “migrate” first; else correct DATABASE_URL.`;
}
