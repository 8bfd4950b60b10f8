import { access, constants, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { identityOf } from './process-identity.mjs';
import { Refusal, step } from './steps.mjs';

/** How long a process that was left behind may take to end on its own. */
const PATIENCE_MS = 30_000;

/** @typedef {{ name: string, pid: number, identity: string }} Known */

const fileIn = (/** @type {string} */ dataDir) => join(dataDir, 'run.json');

/**
 * @param {string} dataDir
 * @returns {Promise<Known[]>}
 */
async function readKnown(dataDir) {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => '[]');
  try {
    return JSON.parse(text);
  } catch {
    return [];
  }
}

const isRunning = async (/** @type {Known} */ { pid, identity }) => (await identityOf(pid)) === identity;

/**
 * Records a process that works for this data folder, so that a later start can find it if we are killed.
 * @param {string} dataDir
 * @param {string} name
 * @param {number} pid
 */
export function note(dataDir, name, pid) {
  // Two programs may die, and be restarted, at the same moment.
  noted = noted.then(() => write(dataDir, name, pid));
  return noted;
}

let noted = Promise.resolve();

/** @type {typeof note} */
async function write(dataDir, name, pid) {
  const identity = await identityOf(pid);
  if (identity === undefined) return;
  await mkdir(dataDir, { recursive: true });
  const others = (await readKnown(dataDir)).filter((known) => known.name !== name);
  const known = [...others, { name, pid, identity }];
  const fresh = `${fileIn(dataDir)}.${process.pid}`;
  await writeFile(fresh, JSON.stringify(known));
  await rename(fresh, fileIn(dataDir));
}

/**
 * Makes the data folder where it does not exist. Throws a `Refusal` that names DATA_DIR where it can't be
 * written to.
 * @param {string} dataDir
 */
export async function requireDataFolder(dataDir) {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Refusal(`Nothing can be written to the data folder (${reason}). Set DATA_DIR to another one.`);
  }
}

/**
 * Deletes all records: everything has ended.
 * @param {string} dataDir
 */
export const forget = (dataDir) => rm(fileIn(dataDir), { force: true });

/** @param {Known} process_ */
async function end(process_) {
  const deadline = Date.now() + PATIENCE_MS;
  process.kill(process_.pid, 'SIGTERM');
  while (await isRunning(process_)) {
    if (Date.now() > deadline) process.kill(process_.pid, 'SIGKILL');
    await pause(50);
  }
}

/**
 * Ends the processes that a killed launcher has left behind on this data folder, and no others. Throws a `Refusal`
 * where its launcher still runs.
 * @param {string} dataDir
 */
export async function endLeftovers(dataDir) {
  const known = await readKnown(dataDir);
  const alive = (await Promise.all(known.map(async (one) => ({ one, lives: await isRunning(one) })))).flatMap(
    ({ one, lives }) => (lives ? [one] : []),
  );
  const launcher = alive.find(({ name }) => name === 'launcher');
  if (launcher !== undefined) {
    throw new Refusal(
      `Kobogate already runs on ${dataDir} (process ${launcher.pid}). Use it, stop it, or set DATA_DIR to another folder.`,
    );
  }
  if (alive.length > 0) {
    await step('ending what an earlier start left behind', async () => {
      // The server first, so that it does not log errors about the missing sandbox.
      for (const one of alive.toReversed()) await end(one);
    });
  }
  await forget(dataDir);
}
