import { errorCode } from './database-errors.ts';
import { ConfigurationError, DependencyDown } from './errors.ts';

/** Notifies the process that started this program with a channel, if there is one; it may be gone by now. */
export function tellStarter(message: { ready: true } | { refused: true }, then = (): void => undefined): void {
  if (process.send === undefined) then();
  else process.send(message, undefined, undefined, then);
}

/**
 * Ends the process with 1 and says why it can't start: with a message for the operator where the configuration is wrong
 * or a dependency is missing; with the stack where the program has a bug.
 */
export function failStart(error: unknown): void {
  const isForPeople = error instanceof ConfigurationError || error instanceof DependencyDown;
  const words = error instanceof Error ? (isForPeople ? error.message : error.stack) : String(error);
  process.stderr.write(`${words}\n`);
  // Where waiting may help, such as for a database that is starting, the launcher may retry.
  const isLasting = error instanceof ConfigurationError && error.cause === undefined;
  const leave = (): void => process.exit(1);
  if (isLasting) tellStarter({ refused: true }, leave);
  else leave();
}

/**
 * Runs a step of the start; an error from outside the program is thrown as a `ConfigurationError` that begins with
 * `what`.
 */
export async function orSay<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    throw new ConfigurationError([`${what}: ${reasonOf(error)}.`], { cause: error });
  }
}

/** An error's message, or its code where the message is empty, as in an error about all addresses of a host. */
function reasonOf(error: unknown): string {
  const cause = error instanceof DependencyDown ? error.cause : error;
  const code = errorCode(cause);
  const words = cause instanceof Error && cause.message !== '' ? cause.message : (code ?? String(cause));
  return words.trim().replace(/\.$/, '');
}
