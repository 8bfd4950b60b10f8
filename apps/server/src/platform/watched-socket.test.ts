// A machine that falls silent is noticed by every connection that waits for it; one that is slow keeps its connections.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createWatchedSockets } from './watched-socket.ts';

const LIMITS = { silentMs: 50, reachMs: 200, lookMs: 10 };

const open: { destroy(): unknown }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.destroy();
});

async function connectTo(port: number, makeSocket: () => Socket): Promise<Socket> {
  const socket = makeSocket();
  open.push(socket);
  socket.connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

test('[O9] a machine that accepts connections keeps those on which it is slow, also where it refuses new ones by now', async () => {
  const far: Socket[] = [];
  const server = createServer((socket) => void far.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const makeSocket = createWatchedSockets(LIMITS);
  const socket = await connectTo(typeof address === 'object' && address !== null ? address.port : 0, makeSocket);
  socket.write('a statement that takes long');
  // The tries are connections too.
  await expect.poll(() => far.length).toBeGreaterThan(3);
  server.close();
  const answered = once(socket, 'data');
  far[0]?.write('its answer');
  expect(String(await answered)).toBe('its answer');
  expect(socket.destroyed).toBe(false);
  for (const each of far) each.destroy();
});

/** A program that listens, and is stopped as it is: what was connected stays silent, and soon its system takes no connection more. */
const PROGRAM = `
require('node:net').createServer((socket) => socket.resume()).listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () {
  process.stdout.write(String(this.address().port));
});`;

test.runIf(process.platform === 'linux')(
  '[O9] where nothing is heard of a machine and it takes no connection, all connections to it break off',
  async () => {
    const program: ChildProcess = spawn(process.execPath, ['-e', PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] });
    open.push({ destroy: () => program.kill('SIGKILL') });
    const [words]: unknown[] = await once(program.stdout ?? program, 'data');
    const port = Number(String(words));
    const makeSocket = createWatchedSockets(LIMITS);
    const sockets = [await connectTo(port, makeSocket), await connectTo(port, makeSocket)];
    const lost = sockets.map((socket) => once(socket, 'error').then(([error]: unknown[]) => error));
    program.kill('SIGSTOP');
    for (let fills = 0; fills < 8; fills += 1) open.push(connect(port, '127.0.0.1').on('error', () => undefined));
    for (const error of await Promise.all(lost)) {
      expect(error).toMatchObject({ code: 'ETIMEDOUT', message: expect.stringContaining('it takes no connection') });
    }
  },
);
