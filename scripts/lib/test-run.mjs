import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { endOnSignals } from './commands.mjs';
import { inRoot } from './paths.mjs';
import { findStarters, starterIsGone } from './starter.mjs';
import { makeTestFolder } from './test-folder.mjs';
import { endRemains } from './test-remains.mjs';

/** @typedef {import('./commands.mjs').Guard} Guard */

/**
 * Starts the program that ends what is left of a run whose own process was killed.
 * @param {string} folder
 * @returns {Guard}
 */
function startGuard(folder) {
  const child = spawn(process.execPath, [inRoot('scripts/lib/guard-tests.mjs'), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const { stdin } = child;
  // Neither keeps this program from ending.
  child.unref();
  if (stdin instanceof Socket) stdin.unref();
  // A run without its guard is a run as well.
  child.on('error', () => {});
  stdin.on('error', () => {});
  return { begun: (pid) => void stdin.write(`+${pid}\n`), ended: (pid) => void stdin.write(`-${pid}\n`) };
}

/**
 * Does the work of a test run with a folder for its temporary files, and leaves nothing behind: no program that was begun with the guard, no
 * database in the folder, and not the folder, whether the work ends, a signal comes, the npm that started it is gone, or this process is
 * killed. After a signal, or where npm is gone, which passes none on, the programs that run are ended and `execute` begins no other one, so
 * that the work fails and stops in turn what it has started.
 * @template Result
 * @param {(run: { folder: string, guard: Guard }) => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function inTestRun(work) {
  // Found before anything is begun: afterwards they may be gone.
  const starters = await findStarters();
  const folder = makeTestFolder();
  const guard = startGuard(folder);
  const over = new AbortController();
  endOnSignals();
  // With a listener of ours the end is left to the work.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
  // What reads our output may be gone too.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  void starterIsGone(starters, over.signal).then(() => process.kill(process.pid, 'SIGTERM'));
  try {
    return await work({ folder, guard });
  } finally {
    over.abort();
    await endRemains([], folder);
  }
}
