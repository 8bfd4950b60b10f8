import { createInterface } from 'node:readline';

/**
 * Calls back with each line of a stream.
 * @param {NodeJS.ReadableStream} input
 * @param {(line: string) => void} print
 */
export function eachLine(input, print) {
  createInterface({ input, crlfDelay: Infinity }).on('line', print);
}

const WARNING = 40;
const ERROR = 50;

/**
 * A line of the server's log in short, for the terminal: warnings and errors only, in words. Undefined where there is
 * nothing to show. A line that is no log entry is shown unchanged. Pure.
 * @param {string} line
 * @returns {string | undefined}
 */
export function shorten(line) {
  let entry;
  try {
    entry = JSON.parse(line);
  } catch {
    return line.trim() === '' ? undefined : line;
  }
  if (typeof entry !== 'object' || entry === null || !(entry.level >= WARNING)) return undefined;
  const why = typeof entry.err?.message === 'string' ? `: ${entry.err.message}` : '';
  return `${entry.level >= ERROR ? 'error' : 'warning'}: ${entry.msg ?? ''}${why}`;
}
