import { stopEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { runProgram, say } from '../platform/program.ts';
import type { Command } from './command.ts';

interface Listed {
  /** One line. */
  readonly summary: string;
  /** Loaded on demand: a backup does not need the chains' libraries. */
  load(): Promise<{ readonly command: Command }>;
}

/** Every command of the operator, by its name. */
const COMMANDS: Readonly<Record<string, Listed>> = {
  doctor: {
    summary: 'tries everything that a server needs, and says what to do where something is wrong',
    load: () => import('./doctor.ts'),
  },
  migrate: {
    summary: 'brings the schema up to date, as a start does; with --check it only says what would be applied',
    load: () => import('./migrate.ts'),
  },
  treasury: {
    summary:
      'moves coins that your keys hold: plans of sweeps and refunds, what was signed, top-ups; compares with the chains',
    load: () => import('./treasury.ts'),
  },
  reconcile: {
    summary: "compares a day's chain, ledger and bank statement, to the kobo",
    load: () => import('./reconcile.ts'),
  },
  'verify-ledger': {
    summary: "recomputes the whole ledger and the chain of administrators' acts, and compares the signed quotes",
    load: () => import('./verify-ledger.ts'),
  },
  archive: {
    summary: 'closes the months of the ledger that have ended, writes each to a file, and checks such files',
    load: () => import('./archive.ts'),
  },
  retention: {
    summary: 'says what is past the time for which data is kept, and what is held back; with --now it erases that',
    load: () => import('./retention.ts'),
  },
  'rotate-secrets': {
    summary: 'after a change of SECRETS_KEY: seals everything in the database with the new one',
    load: () => import('./rotate-secrets.ts'),
  },
  backup: {
    summary: 'copies the database into a folder while the product runs',
    load: () => import('./backup.ts'),
  },
  restore: {
    summary: 'puts a backup into an empty database, with payouts stopped',
    load: () => import('./restore.ts'),
  },
  recovery: {
    summary: 'after a restore: says what still keeps payouts stopped, and lets them leave again',
    load: () => import('./recovery.ts'),
  },
};

const listOfAll = (): string => {
  const width = Math.max(...Object.keys(COMMANDS).map(({ length }) => length));
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(width)}   ${summary}`);
  return `What an operator does on the machine:

${lines.join('\n')}

  npm run ops -- COMMAND --help   says how one is called

The key tool is apart, and offline: npm run keys.`;
};

const HELP: ReadonlySet<string> = new Set(['--help', '-h', 'help']);

/**
 * `npm run ops`: runs the command that `args` begin with, with the rest as its arguments. Without one, all are listed.
 * Sets the exit code: the command's own, or 1 with a message for an unknown command or wrong arguments.
 */
export function runCommand([name = 'help', ...args]: readonly string[]): Promise<void> {
  const listed = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (listed === undefined) {
    return runProgram(async () => {
      const isAsked = HELP.has(name);
      say(isAsked ? listOfAll() : `There is no command “${name}”. ${listOfAll()}`);
      return isAsked ? 0 : 1;
    });
  }
  let isForPeople: Command['isForPeople'];
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void interrupt());
  return runProgram(
    async () => {
      const { command } = await listed.load();
      isForPeople = command.isForPeople;
      return HELP.has(args[0] ?? '') ? sayUsage(command, 0) : orUsage(command, args);
    },
    (error) => isForPeople?.(error) === true,
  );
}

/** Ends the command at once, and with it the embedded database where the command has started it. */
async function interrupt(): Promise<void> {
  await stopEmbeddedPostgres();
  process.exit(1);
}

async function orUsage(command: Command, args: readonly string[]): Promise<number> {
  try {
    return await command.run(args);
  } catch (error) {
    if (!isArguments(error)) throw error;
    say(error.message);
    return sayUsage(command, 1);
  }
}

function sayUsage({ usage }: Command, exitCode: number): number {
  say(usage);
  return exitCode;
}

const isArguments = (error: unknown): error is Error =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  error.code.startsWith('ERR_PARSE_ARGS');
