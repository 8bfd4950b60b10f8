import { EventEmitter, once } from 'node:events';
import { Refusal, say } from './steps.mjs';

/** @typedef {import('./children.mjs').Child} Child */

/** @returns {Promise<'asked'>} once somebody asks this process to end */
function askedToStop() {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve('asked'));
  });
}

/**
 * Runs programs until somebody asks for the end or one of them ends by itself; then stops the others, the youngest
 * first, and waits for them. `begin` reports each program as soon as it is started. Answers the exit code: 0 where the
 * end was asked for. Rejects as `begin` does, after everything has stopped.
 * @param {(started: (child: Child) => Child) => Promise<unknown>} begin
 * @returns {Promise<number>}
 */
export async function supervise(begin) {
  /** @type {Child[]} */
  const children = [];
  let isStopping = false;
  const deaths = new EventEmitter();
  /** @type {Promise<Child>} */
  const dead = once(deaths, 'death').then(([child]) => child);
  const started = (/** @type {Child} */ child) => {
    children.push(child);
    void child.ended.then(() => deaths.emit('death', child));
    if (isStopping) void child.stop();
    if (isStopping) throw new Refusal(`The ${child.name} was not needed any more.`);
    return child;
  };
  const over = Promise.race([askedToStop(), dead]);
  try {
    const first = await Promise.race([over, begin(started).then(() => over)]);
    if (first === 'asked') return 0;
    const code = await first.ended;
    say(
      `\nThe ${first.name} ended by itself (exit code ${code}). Stopping the rest; what was recorded stays recorded.`,
    );
    return code === 0 ? 1 : code;
  } finally {
    isStopping = true;
    say('Stopping.');
    // In turn: the server writes down its last work while the world it talks to is still there.
    for (const child of children.toReversed()) await child.stop();
    say('Everything has stopped.');
  }
}
