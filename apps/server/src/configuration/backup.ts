import { BackupRefused } from '../platform/backup/refused.ts';
import { readOtherKeys, readSecretsKey } from './configuration.ts';

/** The variables that both commands read. */
export interface BackupSettings {
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  readonly secretsKey: Buffer;
  /** Former keys: a backup from before a change of keys is sealed with one of them. */
  readonly otherSecretsKeys: readonly Buffer[];
}

/** Reads the environment. Throws a message where `SECRETS_KEY` is missing or invalid. Pure. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): BackupSettings {
  const secretsKey = readSecretsKey(environment);
  if (secretsKey === null) {
    throw new BackupRefused(
      'SECRETS_KEY is not set. Backups are sealed with it, so that a restore can tell that they are its own.',
    );
  }
  return {
    databaseUrl: environment['DATABASE_URL'] || undefined,
    dataDir: environment['DATA_DIR'] || '.data',
    secretsKey,
    otherSecretsKeys: readOtherKeys(environment),
  };
}
