// A taken port is reported with its number and its variable, on any address of the other program.
import { createServer } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { readPort, requireFreePort } from './ports.mjs';

afterEach(() => vi.unstubAllEnvs());

test.each(['127.0.0.1', '0.0.0.0'])('a port taken on %s is refused, and accepted once it is free', async (host) => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await expect(requireFreePort(port, 'SANDBOX_PORT', 'the sandbox')).rejects.toThrow(
    new RegExp(`Port ${port}, which the sandbox needs.*SANDBOX_PORT=`),
  );
  await new Promise((resolve) => server.close(resolve));
  await expect(requireFreePort(port, 'PORT', 'the product')).resolves.toBeUndefined();
});

test.each(['0', '70000', 'x', '-1', '3e3'])('PORT=%s is refused by name', (text) => {
  vi.stubEnv('PORT', text);
  expect(() => readPort('PORT', 3000)).toThrow(/PORT must be a port number/);
});

test('an empty variable is the usual port', () => {
  vi.stubEnv('PORT', '');
  expect(readPort('PORT', 3000)).toBe(3000);
});
