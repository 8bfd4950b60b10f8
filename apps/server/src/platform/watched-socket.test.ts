// A machine that falls silent is noticed by every connection that waits for it; one that is slow keeps its connections.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Server, Socket } from 'node:net';
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

async function listen(onConnection: (far: Socket) => void): Promise<{ server: Server; port: number }> {
  const server = createServer(onConnection).listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({ destroy: () => server.close() });
  const address = server.address();
  return { server, port: typeof address === 'object' && address !== null ? address.port : 0 };
}

test('[O9] a machine that accepts connections keeps those on which it is slow, also where it refuses new ones by now', async () => {
  const far: Socket[] = [];
  const { server, port } = await listen((socket) => void far.push(socket));
  const socket = await connectTo(port, createWatchedSockets(LIMITS));
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

/** The tries of a watch, each of which `end` ends in place of the network. */
function scriptTries(end: (probe: Socket) => void) {
  const tries: Socket[] = [];
  const tryToConnect = (): Socket => {
    const probe = new Socket();
    tries.push(probe);
    process.nextTick(end, probe);
    return probe;
  };
  return { tries, tryToConnect };
}

test('[O9] a machine that takes no connection any more keeps those over which it still speaks', async () => {
  const { port } = await listen((far) => {
    open.push(far);
    // Seldom enough to be tried each time, and within each try.
    setInterval(() => far.write('a row'), 100).unref();
  });
  const { tries, tryToConnect } = scriptTries(() => undefined);
  const socket = await connectTo(port, createWatchedSockets({ ...LIMITS, reachMs: 400 }, tryToConnect));
  socket.resume();
  await expect.poll(() => tries.length, { timeout: 10_000 }).toBeGreaterThan(2);
  expect(socket.destroyed).toBe(false);
});

test.each(['EMFILE', 'EADDRNOTAVAIL'])(
  '[O9] where a try fails with %s, for lack of something here, no connection breaks off',
  async (code) => {
    const { port } = await listen((far) => void open.push(far));
    const { tries, tryToConnect } = scriptTries(
      (probe) => void probe.destroy(Object.assign(new Error(code), { code })),
    );
    const socket = await connectTo(port, createWatchedSockets(LIMITS, tryToConnect));
    await expect.poll(() => tries.length).toBeGreaterThan(2);
    expect(socket.destroyed).toBe(false);
  },
);

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
