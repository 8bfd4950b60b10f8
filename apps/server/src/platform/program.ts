import { errorCode } from './database-errors.ts';
import { ConfigurationError, Failure } from './errors.ts';

/** Prints a line for the operator. */
export const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** A reader that leaves early, as `head` does, ends neither the command nor its work. */
function outliveReader(error: Error): void {
  if (errorCode(error) !== 'EPIPE') throw error;
}

/**
 * Runs a command; its number is the exit code. Errors that the operator can mend end it with a message and 1:
 * configuration, expected failures, and those that `isForPeople` recognises.
 */
export async function runProgram(
  work: () => Promise<number>,
  isForPeople = (_error: Error): boolean => false,
): Promise<void> {
  process.exitCode = 1;
  process.stdout.off('error', outliveReader).on('error', outliveReader);
  try {
    process.exitCode = await work();
  } catch (error) {
    const isExpected =
      error instanceof ConfigurationError || error instanceof Failure || (error instanceof Error && isForPeople(error));
    if (!isExpected) throw error;
    say(error.message);
  }
}
