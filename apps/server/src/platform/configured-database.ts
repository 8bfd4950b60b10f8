import { setTimeout as delay } from 'node:timers/promises';
import type { Configuration } from './configuration.ts';
import { type Database, type DatabaseAddress, openDatabase } from './database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import type { Log } from './log.ts';
import { orSay } from './start-failure.ts';

const LONGEST_CLOSE_MS = 1_000;

type Settings = Pick<Configuration, 'databaseUrl' | 'dataDir'>;

/** A database that takes connections. */
export interface RunningDatabase {
  readonly address: DatabaseAddress;
  /** Ends it where it is the embedded one and this process answers for it. */
  stop(): Promise<void>;
}

/**
 * The database that the configuration names, or the embedded one, which is started or adopted. Throws `ConfigurationError`
 * in a sentence where that can't be.
 */
export async function startConfiguredDatabase({ databaseUrl, dataDir }: Settings, log: Log): Promise<RunningDatabase> {
  if (databaseUrl !== undefined) return { address: databaseUrl, stop: () => Promise.resolve() };
  return orSay("The database in DATA_DIR can't be used", () => startEmbeddedPostgres({ dataDir, log }));
}

/**
 * Opens the database that the configuration names, or the embedded one, which is started or adopted.
 * Closing it also ends the embedded one where this process answers for it.
 */
export async function openConfiguredDatabase(configuration: Settings, log: Log): Promise<Database> {
  const running = await startConfiguredDatabase(configuration, log);
  const name = configuration.databaseUrl === undefined ? 'in DATA_DIR' : 'that DATABASE_URL names';
  const database = await orSay(`The database ${name} can't be used`, () => openDatabase({ url: running.address, log }));
  return {
    ...database,
    close: async () => {
      // It ends the sessions itself: one that hangs must not keep it running without us.
      await Promise.race([database.close(), delay(LONGEST_CLOSE_MS, undefined, { ref: false })]);
      await running.stop();
    },
  };
}
