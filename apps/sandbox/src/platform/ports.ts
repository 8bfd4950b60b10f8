import { createServer } from 'node:net';

/** Below the ports that systems assign automatically, so that no connection takes one between this look and its use. */
const FIRST = 10_000;
const COUNT = 10_000;
const MOST_TRIES = 100;

/**
 * How long the nodes keep a connection open that rests, as nginx does, behind which most providers are. Node.js closes it after
 * five seconds, so that each look of a watcher at rest would open another.
 */
export const KEEP_ALIVE_MS = 75_000;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/**
 * A free loopback port: the earlier one where it is still free, because other programs keep addresses with it across
 * our restarts, else any.
 */
export async function freePort(before?: number): Promise<number> {
  if (before !== undefined && (await isFree(before))) return before;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (await isFree(port)) return port;
  }
  throw new Error('No port is free on 127.0.0.1.');
}
