import { ConfigurationError } from './configuration.ts';
import { errorCode } from './database-errors.ts';
import { DependencyDown } from './errors.ts';

/**
 * Why the program can't start, in a sentence for the person who started it: something in what it was given, or what it
 * needs is not there. Null for anything else, which is a fault of the program's. Pure.
 */
export function describeStartFailure(error: unknown): string | null {
  if (error instanceof ConfigurationError || error instanceof DependencyDown) return error.message;
  return null;
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
