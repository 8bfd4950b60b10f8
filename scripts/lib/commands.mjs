import { spawn } from 'node:child_process';
import { ROOT } from './paths.mjs';
import { Refusal } from './steps.mjs';

/**
 * @typedef {object} Outcome
 * @property {number} code the exit code; 1 where a signal ended it
 * @property {string} output standard output and error, in the order in which they came
 */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
let isEnding = false;
let isBound = false;

/**
 * Ends the programs that end with us, and lets `execute` begin none any more: we are about to end.
 * @param {NodeJS.Signals} [signal]
 */
export function endRunning(signal = 'SIGTERM') {
  isEnding = true;
  for (const child of running) child.kill(signal);
}

/** A signal to this process alone reaches no other: it is passed on. Where no other part decides what follows, we end once they have. */
function passSignalsOn() {
  isBound = true;
  process.on('exit', () => {
    if (!isEnding) endRunning();
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      const ends = [...running].map((child) => new Promise((resolve) => child.once('close', resolve)));
      // A terminal has sent its Ctrl-C to all of us, and a second one would interrupt what the first one began.
      if (signal === 'SIGINT' && process.stdin.isTTY) isEnding = true;
      else endRunning(signal);
      if (process.listenerCount(signal) === 1) void Promise.all(ends).then(() => process.exit(1));
    });
  }
}

/**
 * Has a program end when this one does, unless this is killed.
 * @param {import('node:child_process').ChildProcess} child
 */
export function endWithUs(child) {
  if (!isBound) passSignalsOn();
  running.add(child);
  child.once('close', () => running.delete(child));
}

/**
 * A reader that leaves early, as `head` does, ends neither us nor the program that we show: a restore goes on.
 * @param {Error & { code?: string }} error
 */
function outliveReader(error) {
  if (error.code !== 'EPIPE') throw error;
}

/**
 * Runs a program to its end and collects what it prints. It ends when this process does, unless this is killed.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean }} [options] `show` prints as it comes
 * @returns {Promise<Outcome>}
 */
export function execute(program, args, { cwd = ROOT, env = process.env, show = false } = {}) {
  return new Promise((resolve, reject) => {
    if (isEnding) return reject(new Refusal('The end was asked for.'));
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    endWithUs(child);
    if (show) process.stdout.off('error', outliveReader).on('error', outliveReader);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        output += text;
        if (show) process.stdout.write(text);
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * Runs a program that must succeed. Throws a `Refusal` with its whole output where it does not.
 * @param {string} what is being done, for the sentence
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 */
export async function mustExecute(what, program, args, options) {
  const { code, output } = await execute(program, args, options);
  if (code !== 0) throw new Refusal(`${output.trim()}\n\n${what} failed; its output is above.`);
}

/**
 * The program of a development dependency, run by this very Node.
 * @param {string} path of its script below node_modules
 * @param {readonly string[]} args
 * @returns {[string, string[]]}
 */
export const tool = (path, args) => [process.execPath, [`${ROOT}/node_modules/${path}`, ...args]];
