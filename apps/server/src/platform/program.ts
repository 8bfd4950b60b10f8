import { ConfigurationError, Failure } from './errors.ts';

/** Prints a line for the person who started the program. */
export const say = (text: string): void => void process.stdout.write(`${text}\n`);

/**
 * Runs a command; its number is the exit code. What the operator can mend is said in a sentence and ends it with 1: settings,
 * expected failures, and what `isForPeople` names besides.
 */
export async function runProgram(
  work: () => Promise<number>,
  isForPeople = (_error: Error): boolean => false,
): Promise<void> {
  process.exitCode = 1;
  try {
    process.exitCode = await work();
  } catch (error) {
    const isExpected =
      error instanceof ConfigurationError || error instanceof Failure || (error instanceof Error && isForPeople(error));
    if (!isExpected) throw error;
    say(error.message);
  }
}
