import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { identityOf } from './process-identity.mjs';

const LOOK_MS = 50;
/** How long each may take to stop before it is killed. */
const STOP_MS = 10_000;

/** @type {(pid: number, signal: NodeJS.Signals | 0) => boolean} whether there is such a process, or group where it is negative */
function send(pid, signal) {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** @type {(pid: number, signal: NodeJS.Signals, runs: () => Promise<boolean>) => Promise<void>} */
async function end(pid, signal, runs) {
  const deadline = Date.now() + STOP_MS;
  send(pid, signal);
  while ((await runs()) && Date.now() < deadline) await pause(LOOK_MS);
  send(pid, 'SIGKILL');
}

/** @type {(pid: number) => Promise<void>} */
const endGroup = (pid) => end(-pid, 'SIGTERM', async () => send(-pid, 0));

// PostgreSQL's fast shutdown.
/** @type {(pid: number) => Promise<void>} */
const endDatabase = (pid) => end(pid, 'SIGINT', async () => (await identityOf(pid)) !== undefined);

/** @type {(folder: string) => Promise<number[]>} the PostgreSQL servers whose files are below it */
async function databasesIn(folder) {
  const names = await readdir(folder, { recursive: true }).catch(() => /** @type {string[]} */ ([]));
  const files = names.filter((name) => name.endsWith('postmaster.pid'));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8').catch(() => '')));
  return texts.map((text) => Number(text.split('\n')[0])).filter((pid) => pid > 1);
}

/**
 * Ends what a test run has left: process groups, then each PostgreSQL whose files are in the run's folder, as one has a group of its own
 * and outlives its server; then removes that folder. What does not stop in ten seconds is killed. Nothing left is no error.
 * @param {Iterable<number>} groups by the programs that lead them
 * @param {string} folder
 */
export async function endRemains(groups, folder) {
  await Promise.all([...groups].map(endGroup));
  await Promise.all((await databasesIn(folder)).map(endDatabase));
  await rm(folder, { recursive: true, force: true });
}
