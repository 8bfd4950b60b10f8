import { createServer } from 'node:net';

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(undefined));
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address();
      const found = typeof address === 'object' && address !== null ? address.port : undefined;
      probe.close(() => resolve(found));
    });
  });
}

/**
 * A free loopback port: the earlier one where it is still free, because other programs keep addresses with it across
 * our restarts, else any.
 */
export async function freePort(before?: number): Promise<number> {
  const port = (before === undefined ? undefined : await tryPort(before)) ?? (await tryPort(0));
  if (port === undefined) throw new Error('No port is free on 127.0.0.1.');
  return port;
}
