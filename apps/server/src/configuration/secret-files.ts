import { readFileSync } from 'node:fs';
import { ConfigurationError } from '../platform/errors.ts';
import { KNOWN } from './variables.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const SECRET =
  /^(?:DATABASE_(?:REPLICA_)?URL|SMTP_URL|ADMIN_PASSWORD|SECRETS_KEY_OTHERS|OTEL_EXPORTER_OTLP_HEADERS|CARDANO_PROJECT_ID|SIGNER_CA|RPC_\w+|\w+_(?:KEY|HASH|CLIENT_SECRET))$/;

/**
 * The variables with a secret, or an address that may have one inside, and certificates. Each may be given as a file: `NAME_FILE` is the
 * path of a file with the value.
 */
export const SECRET_VARIABLES: readonly string[] = KNOWN.filter((name) => SECRET.test(name));

/**
 * The environment with the content of each `NAME_FILE` as `NAME`, without the line break at its end. Throws
 * `ConfigurationError` where both are set, or a file can't be read or is empty; its sentences have paths, never values.
 */
export function readSecretFiles(environment: Environment, read = (path: string) => readFileSync(path, 'utf8')) {
  const merged: Record<string, string | undefined> = { ...environment };
  const wrong: string[] = [];
  for (const name of SECRET_VARIABLES) {
    const variable = `${name}_FILE`;
    const path = environment[variable] ?? '';
    delete merged[variable];
    if (path === '') continue;
    if ((environment[name] ?? '') !== '') {
      wrong.push(`${name} and ${variable} are both set: choose one.`);
      continue;
    }
    try {
      merged[name] = read(path).replace(/[\r\n]+$/, '');
      if (merged[name] === '') wrong.push(`${variable} names ${path}, which is empty.`);
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      wrong.push(`${variable} names ${path}, which can't be read: ${reason}.`);
    }
  }
  if (wrong.length > 0) throw new ConfigurationError(wrong);
  return merged;
}
