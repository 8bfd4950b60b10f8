import { setTimeout as pause } from 'node:timers/promises';
import { endRunning } from './commands.mjs';
import { findStarters, starterIsGone } from './starter.mjs';
import { Refusal, say } from './steps.mjs';

/** @typedef {import('./children.mjs').Child} Child */

/**
 * The pause before a program that died is restarted: this long after a good run, doubled each time that it dies soon.
 */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
const GOOD_RUN_MS = 60_000;

/**
 * @typedef {object} Plan how a program is kept running
 * @property {() => Promise<Child>} start
 * @property {(child: Child) => Promise<unknown>} untilReady rejects where it ends before, or takes too long
 */

/**
 * @typedef {(plan: Plan) => Promise<void>} Keep starts a program, resolves when it is ready, and starts it again
 * whenever it dies
 */

/**
 * @param {readonly import('./starter.mjs').Starter[]} starters
 * @param {AbortSignal} over
 * @returns {Promise<void>} once this process is asked to end, or the process that started it is gone
 */
async function askedToStop(starters, over) {
  const signalled = new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, resolve);
  });
  await Promise.race([signalled, starterIsGone(starters, over)]);
}

/**
 * Runs programs until the end is asked for: one that dies is restarted, after pauses that grow while it keeps
 * dying. Then stops them, the last started first, and waits for them. Answers the exit code: 0 where the end was asked
 * for, 1 where a program that had run can't be restarted because of its configuration. Rejects as `begin` does, after
 * everything has stopped: a program that ends before it was ever ready is not restarted.
 * @param {(keep: Keep) => Promise<unknown>} begin
 * @returns {Promise<number>}
 */
export async function supervise(begin) {
  // The process that read our output may be gone: the programs are stopped anyway.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const starters = await findStarters();
  const stopping = new AbortController();
  /** @type {Child[]} */
  const running = [];
  /** @type {Promise<unknown>[]} */
  const keeping = [];
  /** @type {(code: number) => void} */
  let giveUp = () => {};
  /** @type {Promise<number>} */
  const givenUp = new Promise((resolve) => (giveUp = resolve));

  /** @param {Plan} plan @param {number} place in the order of the programs */
  const run = async ({ start, untilReady }, place) => {
    if (stopping.signal.aborted) throw new Refusal('The end was asked for.');
    const child = await start();
    running[place] = child;
    if (stopping.signal.aborted) {
      await child.stop();
      throw new Refusal(`The ${child.name} was not needed any more.`);
    }
    await untilReady(child);
    return child;
  };

  /** @param {Plan} plan @param {number} place @param {Child} first */
  const keepRunning = async (plan, place, first) => {
    let child = first;
    let pauseMs = FIRST_PAUSE_MS;
    while (!stopping.signal.aborted) {
      const since = Date.now();
      const code = await child.ended;
      if (stopping.signal.aborted) return;
      if (child.isRefused()) {
        say(`The ${child.name} can't run with what it was given; its output is above.`);
        return giveUp(1);
      }
      pauseMs = Date.now() - since > GOOD_RUN_MS ? FIRST_PAUSE_MS : pauseMs;
      say(`The ${child.name} ended unexpectedly (exit code ${code}). It is started again.`);
      await pause(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      if (stopping.signal.aborted) return;
      child = await run(plan, place).catch(async (/** @type {Error} */ error) => {
        if (!stopping.signal.aborted) say(error.message);
        // One that takes too long is ended, and started once more.
        await running[place]?.stop();
        return /** @type {Child} */ (running[place]);
      });
    }
  };

  const keep = async (/** @type {Plan} */ plan) => {
    const place = running.length;
    const child = await run(plan, place);
    keeping.push(keepRunning(plan, place, child));
  };

  const over = Promise.race([askedToStop(starters, stopping.signal).then(() => 0), givenUp]);
  const begun = begin(keep);
  try {
    return await Promise.race([over, begun.then(() => over)]);
  } finally {
    stopping.abort();
    say('Stopping.');
    endRunning();
    // In turn: the server saves its last work while the programs that it calls are still there.
    for (const child of running.toReversed()) await child?.stop();
    // What was being built or started is not: nothing begins any more once this has ended.
    await begun.catch(() => {});
    await Promise.all(keeping);
    // One that was being restarted at that moment.
    for (const child of running.toReversed()) await child?.stop();
    say('Everything has stopped.');
  }
}
