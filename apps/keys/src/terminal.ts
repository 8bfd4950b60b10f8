import type { Readable } from 'node:stream';
import { Refusal } from './refusal.ts';

const MOST_BYTES = 4096;
const ENTER = new Set(['\r', '\n']);
const DELETE = new Set(['\u007f', '\b']);
const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

/** Writes a line to standard output. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Overwrites one line with the progress; writes nothing where the output is not a terminal. */
export function progressOf(what: string): (done: number, all: number) => void {
  return (done, all) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${what}: ${done} of ${all} `);
  };
}

/** Ends the line that `progressOf` wrote. */
export function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
}

/** Waits for Enter, then wipes the screen and what can be scrolled back to. */
export async function wipeAfterEnter(question: string): Promise<void> {
  process.stderr.write(question);
  await readLine(process.stdin);
  process.stderr.write('\u001b[2J\u001b[3J\u001b[H');
}

/**
 * The seed's words from standard input: at a terminal they are not shown, from a pipe they are read to its end. They
 * are never taken from arguments or the environment, which other programs of the machine can read.
 */
export async function askWords(): Promise<string> {
  if (!process.stdin.isTTY) return readPipe();
  process.stderr.write('The words of the seed, with spaces between (they do not appear): ');
  const words = await readLine(process.stdin);
  process.stderr.write('\n');
  return words;
}

/** Whether a question was answered with exactly yes, at the terminal. */
export async function askYes(question: string): Promise<boolean> {
  process.stderr.write(question);
  const answer = await readLine(process.stdin);
  process.stderr.write(`${answer}\n`);
  return answer.trim().toLowerCase() === 'yes';
}

async function readPipe(): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MOST_BYTES) throw new Refusal('That is far more than the words of a seed.');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A terminal that can be told to show nothing of what is typed. */
type Terminal = Readable & { setRawMode(isRaw: boolean): unknown };

/** One line from a terminal that does not show it. Ctrl-C ends the program. */
export function readLine(terminal: Terminal): Promise<string> {
  return new Promise((resolve) => {
    let line = '';
    const end = (): void => {
      terminal.off('data', read).pause();
      terminal.setRawMode(false);
    };
    const read = (text: string): void => {
      for (const letter of text) {
        if (letter === CTRL_C) {
          end();
          process.exit(130);
        }
        if (ENTER.has(letter) || letter === CTRL_D) {
          end();
          resolve(line);
          return;
        }
        line = DELETE.has(letter) ? line.slice(0, -1) : line + letter;
      }
    };
    terminal.setRawMode(true);
    terminal.setEncoding('utf8').on('data', read).resume();
  });
}
