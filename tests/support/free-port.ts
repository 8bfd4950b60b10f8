import { createServer } from 'node:net';

/** Below the ports that systems assign automatically, so that no connection or other program takes one in between. */
const FIRST = 20_000;
const COUNT = 10_000;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });

/**
 * Claims a port until this process ends, by a name that only one process has at a time: a server that is started later, or is
 * down for a moment, must not find its port given to another test. Systems other than Linux have no such names.
 */
function claim(port: number): Promise<boolean> {
  if (process.platform !== 'linux') return Promise.resolve(true);
  return new Promise((resolve) => {
    const holder = createServer();
    holder.once('error', () => resolve(false));
    holder.listen(`\0kobogate-test-port-${port}`, () => resolve(true));
    holder.unref();
  });
}

/** A port that nothing listens on now, and that no other test of this machine gets as long as this process runs. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if ((await claim(port)) && (await isFree(port))) return port;
  }
}
