import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A program of the product under test, its output kept in a file. */
export interface Program {
  readonly pid: number;
  /** Its output so far. */
  output(): string;
  hasEnded(): boolean;
  /** Null while it runs, and where a signal ended it. */
  exitCode(): number | null;
  /** Sends the signal and waits for the end. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/**
 * Starts a script with Node; its output also goes to `logFile`, for looking into a failure. Without source maps, which take
 * a tenth of a second of each start: `NODE_OPTIONS=--enable-source-maps` turns them on.
 */
export function startProgram(script: string, environment: NodeJS.ProcessEnv, logFile: string): Program {
  const child = spawn(process.execPath, [script], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(logFile, { flags: 'a' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      log.write(text);
    });
  }
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      hasEnded = true;
      log.end();
      resolve();
    });
  });
  return {
    pid: child.pid ?? 0,
    output: () => output,
    hasEnded: () => hasEnded,
    exitCode: () => child.exitCode,
    end: async (signal) => {
      child.kill(signal);
      await ended;
    },
  };
}

/** A program below `apps`, as built. */
export const builtProgram = (path: string): string => fileURLToPath(new URL(`../../apps/${path}`, import.meta.url));

/** The output of an ended program, and how it ended. */
export interface Ended {
  readonly code: number;
  readonly output: string;
}

/** Runs a built program to its end. */
export function runProgram(
  script: string,
  args: readonly string[],
  { cwd, env, input = '' }: { cwd: string; env: NodeJS.ProcessEnv; input?: string },
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.stdin.end(input);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
