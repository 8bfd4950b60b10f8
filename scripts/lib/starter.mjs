import { setTimeout as pause } from 'node:timers/promises';
import { identityOf, parentOf } from './process-identity.mjs';

const LOOK_MS = 500;

/** Programs that run the scripts of a package.json, by how they name themselves. */
const RUNNER = /\b(?:npm|pnpm|yarn)\b/;

/** @typedef {{ pid: number, identity: string | undefined }} Starter */

/**
 * The processes through which npm started this one: npm itself, and the shell in between, which passes no signal on.
 * None where npm did not start it: then signals come to this process itself, and a terminal may be closed behind it.
 * @returns {Promise<Starter[]>}
 */
export async function findStarters() {
  if (process.env['npm_lifecycle_event'] === undefined) return [];
  const found = [];
  let pid = process.ppid;
  for (let generation = 0; generation < 2 && pid > 1; generation += 1) {
    const identity = await identityOf(pid);
    found.push({ pid, identity });
    if (identity !== undefined && RUNNER.test(identity)) return found;
    pid = await parentOf(pid);
  }
  return [];
}

/**
 * Resolves once the npm that started this process is gone: a signal to it ends npm and its shell, and reaches no other
 * process. Never resolves where npm did not start it, or `over` aborts before.
 * @param {readonly Starter[]} starters as they were found before anything was begun: afterwards they may be gone
 * @param {AbortSignal} over
 * @returns {Promise<void>}
 */
export async function starterIsGone(starters, over) {
  while (starters.length > 0 && !over.aborted) {
    for (const { pid, identity } of starters) if ((await identityOf(pid)) !== identity) return;
    await pause(LOOK_MS, undefined, { signal: over }).catch(() => {});
  }
  await new Promise(() => {});
}
