import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { eachLine } from './lines.mjs';
import { ROOT } from './paths.mjs';
import { Refusal } from './steps.mjs';

/** How long a program may take to stop before it is killed. */
const STOP_MS = 30_000;

/**
 * @typedef {object} Child
 * @property {string} name
 * @property {number} pid
 * @property {Promise<number>} ended its exit code, 1 where a signal ended it
 * @property {Promise<void>} ready resolves when it reports that it is
 * @property {() => boolean} isRefused whether it reported that its configuration can't work, so that a restart is useless
 * @property {() => Promise<number>} stop asks it to stop, waits, and finally kills it, with all that it has started in its
 * process group
 */

/**
 * Sends a signal to whatever is left of a program's process group, such as nodes of a sandbox that was killed. A database has a group of its
 * own, as it must outlive its server's last commit.
 * @param {number} pid of the program
 * @param {NodeJS.Signals} signal
 */
export function signalGroup(pid, signal) {
  try {
    if (pid > 0) process.kill(-pid, signal);
  } catch {
    // Nothing is left, as usual.
  }
}

/**
 * Whether a program has the number of one that has ended. It is a stranger, with a group of its own: the system gives no number again
 * while anything is left of the group that had it.
 * @param {number} pid
 */
function isTaken(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/**
 * Ends at once whatever a program that has ended has left in its process group, however long ago that was.
 * @param {number} pid of the program
 */
export function endRestOf(pid) {
  if (!isTaken(pid)) signalGroup(pid, 'SIGKILL');
}

/**
 * Starts a program of ours in a process group of its own, so that Ctrl-C reaches only the launcher, which stops its
 * children in order. Each line that it prints goes to `print`.
 * @param {string} name
 * @param {readonly string[]} args of Node
 * @param {{ env: NodeJS.ProcessEnv, print: (line: string) => void, cwd?: string }} options
 * @returns {Child}
 */
export function startChild(name, args, { env, print, cwd = ROOT }) {
  const child = spawn(process.execPath, args, {
    cwd,
    env,
    detached: true,
    // The channel tells the child when we are gone, also after a kill.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const pid = child.pid ?? 0;
  for (const stream of [child.stdout, child.stderr]) if (stream !== null) eachLine(stream, print);
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('close', (code) => resolve(code ?? 1));
  });
  let isRefused = false;
  /** @type {Promise<void>} */
  const ready = new Promise((resolve) => {
    child.on('message', (/** @type {{ ready?: boolean, refused?: boolean } | null} */ message) => {
      if (message?.ready === true) resolve();
      if (message?.refused === true) isRefused = true;
    });
  });
  const stop = async () => {
    child.kill('SIGTERM');
    // The whole group: what the program has started has its output open, and would keep us waiting for the end of that.
    const insist = setTimeout(() => signalGroup(pid, 'SIGKILL'), STOP_MS);
    const code = await ended;
    clearTimeout(insist);
    endRestOf(pid);
    return code;
  };
  return { name, pid, ended, ready, isRefused: () => isRefused, stop };
}

/** @param {Child} child */
const endedEarly = (child) => new Refusal(`The ${child.name} stopped while it started; its output is above.`);

/**
 * Waits until a program reports that it is ready, without a limit. Throws a `Refusal` where it ends before.
 * @param {Child} child
 */
export async function waitUntilSaid(child) {
  const isReady = await Promise.race([child.ready.then(() => true), child.ended.then(() => false)]);
  if (!isReady) throw endedEarly(child);
}

/** @param {Response | undefined} answer whether a program says that it lives, and is not ready yet */
const saysStarting = async (answer) =>
  answer?.status === 503 && (await answer.json().catch(() => null))?.code === 'starting';

/**
 * Waits until an address answers 200. Throws a `Refusal` where the program ends before, or takes too long; one that says
 * that it is starting, as after a restore, may take as long as it says so.
 * @param {Child} child
 * @param {string} url
 * @param {number} limitMs
 */
export async function waitUntilReady(child, url, limitMs) {
  let deadline = Date.now() + limitMs;
  let hasEnded = false;
  void child.ended.then(() => (hasEnded = true));
  while (Date.now() < deadline) {
    if (hasEnded) throw endedEarly(child);
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
    if (answer?.status === 200) return;
    if (await saysStarting(answer)) deadline = Date.now() + limitMs;
    await pause(50);
  }
  throw new Refusal(`The ${child.name} did not get ready within ${limitMs / 1000} seconds; its output is above.`);
}
