/** Writes one sentence about an event, with its time, to standard output. */
export type Log = (sentence: string) => void;

/** Writes each sentence as its own line, UTC time first. */
export const logToStdout: Log = (sentence) => {
  process.stdout.write(`${new Date().toISOString()} ${sentence}\n`);
};
