import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ConfigurationError } from '../platform/errors.ts';
import { KNOWN } from './variables.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A secret, or why there is none, as the end of a sentence that does not have it. */
type Found = { readonly secret: string } | { readonly trouble: string };

/**
 * Where secrets may be kept besides the environment, by the ending of the variables that name one there: the port for
 * files, key services and vaults.
 */
const PLACES: Readonly<Record<string, (named: string) => Found>> = { FILE: readFile, COMMAND: runCommand };

/** A key service that does not answer by then stops the start. */
const LONGEST_COMMAND_MS = 30_000;

const SECRET =
  /^(?:DATABASE_(?:REPLICA_)?URL|SMTP_URL|ADMIN_PASSWORD|SECRETS_KEY_OTHERS|OTEL_EXPORTER_OTLP_HEADERS|CARDANO_PROJECT_ID|SIGNER_CA|RPC_\w+|\w+_(?:KEY|HASH|CLIENT_SECRET))$/;

/**
 * The variables with a secret, or an address that may have one inside, and certificates. Each may be kept elsewhere:
 * `NAME_FILE` is the path of a file with the value, `NAME_COMMAND` a program with its arguments, spaces between, that prints it.
 */
export const SECRET_VARIABLES: readonly string[] = KNOWN.filter((name) => SECRET.test(name));

/**
 * The environment with the secret of each `NAME_FILE` or `NAME_COMMAND` as `NAME`, without the line break at its end.
 * Throws `ConfigurationError` where several of the three are set, or a secret can't be had or is empty; its sentences
 * have what the variables name, never a secret.
 */
export function readSecrets(environment: Environment): Record<string, string | undefined> {
  const merged: Record<string, string | undefined> = { ...environment };
  const wrong: string[] = [];
  for (const name of SECRET_VARIABLES) {
    const variables = Object.keys(PLACES).map((ending) => `${name}_${ending}`);
    for (const variable of variables) delete merged[variable];
    const set = [name, ...variables].filter((variable) => (environment[variable] ?? '') !== '');
    if (set.length > 1) {
      wrong.push(`${set.join(' and ')} are ${set.length === 2 ? 'both' : 'all'} set: choose one.`);
      continue;
    }
    for (const [ending, read] of Object.entries(PLACES)) {
      const named = environment[`${name}_${ending}`] ?? '';
      if (named === '') continue;
      const found = read(named);
      const secret = 'secret' in found ? found.secret.replace(/[\r\n]+$/, '') : null;
      if (secret !== null && secret !== '') merged[name] = secret;
      else wrong.push(`${name}_${ending} names ${named}, which ${'trouble' in found ? found.trouble : 'is empty'}.`);
    }
  }
  if (wrong.length > 0) throw new ConfigurationError(wrong);
  return merged;
}

function readFile(path: string): Found {
  try {
    return { secret: readFileSync(path, 'utf8') };
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return { trouble: `can't be read: ${reason}` };
  }
}

/** Without a shell. What the program says of an error goes where ours go: it knows best why it has no secret. */
function runCommand(command: string): Found {
  const [program = '', ...args] = command.trim().split(/\s+/);
  const { status, signal, stdout, error } = spawnSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: LONGEST_COMMAND_MS,
  });
  if (status === 0) return stdout.trim() === '' ? { trouble: 'printed nothing' } : { secret: stdout };
  if (error !== undefined && 'code' in error) {
    const isLate = error.code === 'ETIMEDOUT';
    return {
      trouble: isLate
        ? `did not end within ${LONGEST_COMMAND_MS / 1000} seconds`
        : `can't be run: ${String(error.code)}`,
    };
  }
  return { trouble: `ended with ${status ?? signal}` };
}
