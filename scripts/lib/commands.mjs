import { spawn } from 'node:child_process';
import { endRestOf, signalGroup } from './children.mjs';
import { ROOT } from './paths.mjs';
import { Refusal } from './steps.mjs';

/**
 * @typedef {object} Outcome
 * @property {number} code the exit code; 1 where a signal ended it
 * @property {string} output standard output and error, in the order in which they came
 */

/**
 * @typedef {object} Guard learns of each process group that is begun, to end it where this process can't
 * @property {(pid: number) => void} begun
 * @property {(pid: number) => void} ended
 */

/** How long the programs of a group may take to stop before they are killed. */
const STOP_MS = 10_000;

/** Those that run, each with whether it leads a process group. @type {Map<import('node:child_process').ChildProcess, boolean>} */
const running = new Map();
let isEnding = false;
let isBound = false;

/**
 * Ends the programs that end with us, and lets `execute` begin none any more: we are about to end.
 * @param {NodeJS.Signals} [signal]
 */
export function endRunning(signal = 'SIGTERM') {
  isEnding = true;
  for (const [child, isGroup] of running) {
    if (isGroup) endGroupOf(child, signal);
    else child.kill(signal);
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function endGroupOf(child, signal) {
  const pid = child.pid ?? 0;
  signalGroup(pid, signal);
  const insist = setTimeout(() => signalGroup(pid, 'SIGKILL'), STOP_MS);
  child.once('close', () => clearTimeout(insist));
}

/**
 * A signal to this process alone reaches no other: from here on it is passed on, and `execute` begins nothing any more. Where no other part
 * decides what follows, we end once they have.
 */
export function endOnSignals() {
  if (isBound) return;
  isBound = true;
  process.on('exit', () => {
    if (!isEnding) endRunning();
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      const ends = [...running.keys()].map((child) => new Promise((resolve) => child.once('close', resolve)));
      // A terminal has sent its Ctrl-C to all of our group, and a second one would interrupt what the first one began.
      if (signal === 'SIGINT' && process.stdin.isTTY) {
        isEnding = true;
        for (const [child, isGroup] of running) if (isGroup) endGroupOf(child, signal);
      } else endRunning(signal);
      if (process.listenerCount(signal) === 1) void Promise.all(ends).then(() => process.exit(1));
    });
  }
}

/**
 * Has a program end when this one does, unless this is killed.
 * @param {import('node:child_process').ChildProcess} child
 * @param {boolean} [isGroup] whether it leads a process group, which ends with it
 */
export function endWithUs(child, isGroup = false) {
  endOnSignals();
  running.set(child, isGroup);
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
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean, guard?: Guard | undefined }} [options] `show` prints as it comes; with a
 * `guard` it leads a process group, and all that it has started in it ends with it
 * @returns {Promise<Outcome>}
 */
export function execute(program, args, { cwd = ROOT, env = process.env, show = false, guard } = {}) {
  return new Promise((resolve, reject) => {
    if (isEnding) return reject(new Refusal('The end was asked for.'));
    const isGroup = guard !== undefined;
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: isGroup });
    const pid = child.pid ?? 0;
    endWithUs(child, isGroup);
    if (pid > 0) guard?.begun(pid);
    if (show) process.stdout.off('error', outliveReader).on('error', outliveReader);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        output += text;
        if (show) process.stdout.write(text);
      });
    }
    child.once('error', reject);
    // What it has started may have its output open.
    if (isGroup) child.once('exit', () => endRestOf(pid));
    child.once('close', (code) => {
      guard?.ended(pid);
      resolve({ code: code ?? 1, output });
    });
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
