import type { Configuration } from './configuration.ts';
import { openDatabase } from './database.ts';
import type { Database } from './database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import type { Log } from './log.ts';

/**
 * Opens the database that the configuration names, or the embedded one, which is started or adopted.
 * Closing it also ends the embedded one where this process answers for it.
 */
export async function openConfiguredDatabase(
  configuration: Pick<Configuration, 'databaseUrl' | 'dataDir'>,
  log: Log,
): Promise<Database> {
  if (configuration.databaseUrl !== undefined) return openDatabase({ url: configuration.databaseUrl, log });
  const embedded = await startEmbeddedPostgres({ dataDir: configuration.dataDir, log });
  const database = await openDatabase({ url: embedded.address, log });
  return {
    ...database,
    close: async () => {
      await database.close();
      await embedded.stop();
    },
  };
}
