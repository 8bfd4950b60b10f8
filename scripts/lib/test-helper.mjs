import { spawn } from 'node:child_process';
import { endRestOf } from './children.mjs';
import { inRoot } from './paths.mjs';

/** @typedef {{ firstLine: Promise<string | undefined>, stop: () => Promise<void> }} TestHelper */

/**
 * Starts a helper program of the tests, which ends when its standard input closes, also when we are
 * killed. `firstLine` is undefined where it ends without one; `stop` waits for its end.
 * @param {string} script
 * @param {{ args?: readonly string[], env?: NodeJS.ProcessEnv, guard?: import('./commands.mjs').Guard | undefined }} [options]
 * @returns {TestHelper}
 */
export function startTestHelper(script, { args = [], env = process.env, guard } = {}) {
  const child = spawn(process.execPath, [inRoot('node_modules/tsx/dist/cli.mjs'), script, ...args], {
    cwd: inRoot(),
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
    // A terminal's Ctrl-C must not end it before those that use it.
    detached: true,
  });
  const pid = child.pid ?? 0;
  if (pid > 0) guard?.begun(pid);
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) =>
    child.once('exit', () => {
      endRestOf(pid);
      guard?.ended(pid);
      resolve();
    }),
  );
  /** @type {Promise<string | undefined>} */
  const firstLine = new Promise((resolve) => {
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ part) => {
      text += part;
      if (text.includes('\n')) resolve(text.split('\n')[0]);
    });
    void ended.then(() => resolve(undefined));
  });
  return {
    firstLine,
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
