import { errorCode } from './database-errors.ts';
import { ConfigurationError, DependencyDown } from './errors.ts';

/** Tells the process that started this program with a channel, if there is one; it may be gone by now. */
export function tellStarter(message: { ready: true } | { refused: true }, then = (): void => undefined): void {
  if (process.send === undefined) then();
  else process.send(message, undefined, undefined, then);
}

/**
 * Ends the process with 1 and says why it can't start: in a sentence for the person who started it where it is something in
 * what it was given, or something that it needs is not there; with the stack where it is a fault of the program's.
 */
export function failStart(error: unknown): void {
  const isForPeople = error instanceof ConfigurationError || error instanceof DependencyDown;
  const words = error instanceof Error ? (isForPeople ? error.message : error.stack) : String(error);
  process.stderr.write(`${words}\n`);
  // What only needs patience, such as a database that is starting, is worth another try.
  const isLasting = error instanceof ConfigurationError && error.cause === undefined;
  const leave = (): void => process.exit(1);
  if (isLasting) tellStarter({ refused: true }, leave);
  else leave();
}

/** Runs a step of the start; what can go wrong with it outside of the program is thrown as a `ConfigurationError` that says `what`. */
export async function orSay<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    throw new ConfigurationError([`${what}: ${reasonOf(error)}.`], { cause: error });
  }
}

/** An error's own words, and its code where it has no words, as one does of all addresses of a host together. */
function reasonOf(error: unknown): string {
  const cause = error instanceof DependencyDown ? error.cause : error;
  const code = errorCode(cause);
  const words = cause instanceof Error && cause.message !== '' ? cause.message : (code ?? String(cause));
  return words.trim().replace(/\.$/, '');
}
