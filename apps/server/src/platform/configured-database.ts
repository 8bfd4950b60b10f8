import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Database, type DatabaseAddress, openDatabase } from './database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { ConfigurationError } from './errors.ts';
import type { Log } from './log.ts';
import { createSecretBox } from './secret-box.ts';
import { refuseOtherKey } from './secrets-key.ts';
import { orSay } from './start-failure.ts';

const LONGEST_CLOSE_MS = 1_000;
/** The folder within DATA_DIR in which a restore fills a new database before that replaces the old one. */
export const RESTORING = 'restoring';

interface Settings {
  /** Undefined for the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly databaseReplicaUrl?: string | undefined;
  readonly dataDir: string;
}

/** A database that takes connections. */
export interface RunningDatabase {
  readonly address: DatabaseAddress;
  /** Stops the embedded database where this process owns it. */
  stop(): Promise<void>;
}

/**
 * The database that the configuration names, or the embedded one, which is started or adopted. Throws
 * `ConfigurationError` where that can't be.
 */
export async function startConfiguredDatabase({ databaseUrl, dataDir }: Settings, log: Log): Promise<RunningDatabase> {
  if (databaseUrl !== undefined) return { address: databaseUrl, stop: () => Promise.resolve() };
  await refuseHalfRestored(dataDir);
  return orSay("The database in DATA_DIR can't be used", () => startEmbeddedPostgres({ dataDir, log }));
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Whether there is a database to look at: an embedded one that is not there would be made by opening it. */
export const isDatabaseThere = async ({ databaseUrl, dataDir }: Settings): Promise<boolean> =>
  databaseUrl !== undefined || isThere(join(dataDir, 'postgres'));

/** Throws `ConfigurationError` where there is none: a command that made one would report on an empty database. */
export async function requireDatabase(settings: Settings): Promise<void> {
  if (await isDatabaseThere(settings)) return;
  await refuseHalfRestored(settings.dataDir);
  throw new ConfigurationError([
    `There is no database in ${settings.dataDir}. Set DATABASE_URL, or DATA_DIR, as the server has it.`,
  ]);
}

/**
 * A restore that broke off between its two renames leaves no database in place: an empty one must not be created
 * instead.
 */
async function refuseHalfRestored(dataDir: string): Promise<void> {
  if ((await isThere(join(dataDir, 'postgres'))) || !(await isThere(join(dataDir, RESTORING)))) return;
  throw new ConfigurationError([
    `A restore into ${dataDir} broke off before its database was in place. Run "npm run ops -- restore" once more; the database that was there before is beside it, under postgres-before-….`,
  ]);
}

/**
 * Opens the database that the configuration names, or the embedded one, which is started or adopted. Closing it also
 * stops the embedded one where this process owns it.
 */
export async function openConfiguredDatabase(configuration: Settings, log: Log): Promise<Database> {
  const running = await startConfiguredDatabase(configuration, log);
  const name = configuration.databaseUrl === undefined ? 'in DATA_DIR' : 'that DATABASE_URL names';
  const database = await orSay(`The database ${name} can't be used`, () =>
    openDatabase({ url: running.address, replicaUrl: configuration.databaseReplicaUrl, log }),
  );
  return {
    ...database,
    close: async () => {
      // The stop ends open sessions by itself: a session that hangs must not keep the database running without us.
      await Promise.race([database.close(), delay(LONGEST_CLOSE_MS, undefined, { ref: false })]);
      await running.stop();
    },
  };
}

/**
 * Opens the database for a command beside the server. Throws `ConfigurationError` where there is none, and where it was
 * started with another SECRETS_KEY, because the command would then report wrong results about the books; null: the
 * command needs no key.
 */
export async function openForCommand(
  configuration: Settings & { readonly secretsKey: Buffer | null; readonly otherSecretsKeys: readonly Buffer[] },
  log: Log,
): Promise<Database> {
  await requireDatabase(configuration);
  const database = await openConfiguredDatabase(configuration, log);
  try {
    const { secretsKey, otherSecretsKeys } = configuration;
    if (secretsKey !== null) await refuseOtherKey(database, createSecretBox(secretsKey, otherSecretsKeys));
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
