// A stream that has its connection for itself is as it was with HTTP: what it says arrives, it ends on either side, and it is
// logged, counted and waited for. Only its memory is less.
import { createLog } from './log.ts';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { createBoundedServer } from './bounded-server.ts';
import { type EventStream, openEventStream } from './event-stream.ts';
import { createHttp } from './http.ts';

const HEAD_END = '\r\n\r\n';
const PATIENCE = { head: 60_000, request: 60_000, silence: 60_000, keepAlive: 60_000, check: 60_000, quiet: 0 };

let http: FastifyInstance;
let clients: Socket[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await http.close();
});

interface Caller {
  readonly socket: Socket;
  readonly said: () => string;
  readonly isClosed: () => boolean;
}

/** Serves a stream at `/stream` and a short answer at `/short`. */
async function listen(server: FastifyInstance) {
  http = server;
  const streams: EventStream[] = [];
  const held: WeakRef<object>[] = [];
  const served: Socket[] = [];
  const counts = { ended: 0, short: 0 };
  http.get('/stream', async (request, reply) => {
    held.push(...[request, reply, request.raw, reply.raw].map((each) => new WeakRef(each)));
    served.push(request.socket);
    const stream = openEventStream(request, reply, { onEnd: () => void (counts.ended += 1) });
    if (stream !== null) streams.push(stream);
  });
  http.get('/short', () => {
    counts.short += 1;
    return 'in short';
  });
  await http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = http.server.address() as AddressInfo;
  /** Says something on a connection of its own. */
  const call = (text: string): Caller => {
    const socket = connect(port, '127.0.0.1');
    clients.push(socket);
    let said = '';
    let isClosed = false;
    socket.on('data', (bytes) => (said += String(bytes))).on('error', () => undefined);
    socket.once('close', () => (isClosed = true));
    socket.write(text);
    return { socket, said: () => said, isClosed: () => isClosed };
  };
  return {
    streams,
    held,
    counts,
    call,
    /** Opens a stream, and resolves once it has its connection for itself. */
    async follow(text = ask('/stream')): Promise<Caller> {
      const caller = call(text);
      await expect.poll(() => served.at(-1)?.listenerCount('end')).toBe(0);
      await expect.poll(caller.said).toContain('retry: 2000\n\n');
      return caller;
    },
  };
}

const ask = (path: string, { method = 'GET', version = '1.1' } = {}): string =>
  `${method} ${path} HTTP/${version}\r\nHost: here${HEAD_END}`;

/** What was said after the head of the answer. */
const bodyOf = ({ said }: Caller): string => said().slice(said().indexOf(HEAD_END) + HEAD_END.length);

const bounded = (options: Partial<Parameters<typeof createBoundedServer>[1]>): FastifyInstance =>
  Fastify({
    serverFactory: (handler) => createBoundedServer(handler, { isProxy: () => false, patience: PATIENCE, ...options }),
  });

async function logged() {
  const lines: { path: string; status: number; isCut?: boolean }[] = [];
  const counted: string[] = [];
  const keep = (text: string): void => {
    const line = JSON.parse(text);
    if (line.status !== undefined) lines.push(line);
  };
  const server = await createHttp({
    log: createLog('info', { write: keep }),
    metrics: {
      countAnswer: ({ route, status, seconds }) =>
        void counted.push(`${route} ${status}${seconds === null ? ' stream' : ''}`),
    },
  });
  return { ...(await listen(server)), lines, counted };
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

test('[O5] an open stream keeps nothing of its request, its answer and Node’s parser in memory', async () => {
  const { held, follow, streams } = await logged();
  const caller = await follow();
  await expect
    .poll(() => {
      collectGarbage();
      return held.filter((each) => each.deref() !== undefined).length;
    })
    .toBe(0);
  streams[0]?.write('data: 1\n\n');
  await expect.poll(() => bodyOf(caller)).toBe('retry: 2000\n\ndata: 1\n\n');
});

test.each(['1.0', '1.1'])(
  'a stream arrives as it was written, and ends with its connection: HTTP/%s',
  async (version) => {
    const { streams, follow } = await logged();
    const caller = await follow(ask('/stream', { version }));
    streams[0]?.write('data: ₦1\n\n');
    streams[0]?.end();
    await expect.poll(caller.isClosed).toBe(true);
    expect(bodyOf(caller)).toBe('retry: 2000\n\ndata: ₦1\n\n');
    expect(caller.said().toLowerCase()).toContain('\r\nconnection: close\r\n');
    expect(caller.said().toLowerCase()).not.toContain('transfer-encoding');
  },
);

test('nothing that comes after the request of a stream is answered within it', async () => {
  const { streams, counts, follow } = await logged();
  const caller = await follow();
  caller.socket.write(`${ask('/short')}no request at all${HEAD_END}`);
  await new Promise((resolve) => caller.socket.write(ask('/short'), resolve));
  for (const data of ['1', '2']) {
    streams[0]?.write(`data: ${data}\n\n`);
    await expect.poll(() => bodyOf(caller)).toContain(`data: ${data}`);
  }
  expect([bodyOf(caller), counts.short]).toEqual(['retry: 2000\n\ndata: 1\n\ndata: 2\n\n', 0]);
});

test('requests that were sent together with a stream are answered before it, and do not end it', async () => {
  const { streams, call } = await logged();
  const caller = call(ask('/short') + ask('/stream') + ask('/short'));
  await expect.poll(caller.said).toContain('retry: 2000');
  streams[0]?.write('data: 1\n\n');
  await expect.poll(caller.said).toMatch(/in short[^]*retry: 2000\n\ndata: 1\n\n$/);
  expect(caller.isClosed()).toBe(false);
});

test('a connection that was used before may become a stream', async () => {
  const { streams, call } = await logged();
  const caller = call(ask('/short'));
  await expect.poll(caller.said).toContain('in short');
  caller.socket.write(ask('/stream'));
  await expect.poll(caller.said).toContain('retry: 2000');
  streams[0]?.write('data: 1\n\n');
  await expect.poll(caller.said).toMatch(/data: 1\n\n$/);
});

test.each([
  ['resets its connection', (socket: Socket) => socket.resetAndDestroy()],
  ['closes its connection', (socket: Socket) => socket.destroy()],
  ['ends its side of the connection', (socket: Socket) => socket.end()],
  ['says more and ends its side', (socket: Socket) => socket.end(ask('/short'))],
])('[O8] a stream is over when its client %s, and is logged and counted once, as cut', async (_name, go) => {
  const { lines, counted, counts, streams, follow } = await logged();
  const { socket } = await follow();
  expect(http.countUnderWay?.()).toBe(1);
  go(socket);
  await expect
    .poll(() => lines.map(({ path, status, isCut }) => [path, status, isCut]))
    .toEqual([['/stream', 200, true]]);
  streams[0]?.write('data: too late\n\n');
  expect([counted, counts.ended, http.countUnderWay?.()]).toEqual([['/stream 200 stream'], 1, 0]);
});

test('[I7] a server that closes sends a stream back, ends it, and logs it as whole', async () => {
  const { lines, counted, counts, follow } = await logged();
  const caller = await follow();
  await http.close();
  await expect.poll(caller.isClosed).toBe(true);
  expect(bodyOf(caller)).toMatch(/^retry: 2000\n\nretry: \d+\n\n$/);
  expect([lines.map(({ status, isCut }) => [status, isCut]), counted, counts.ended, http.countUnderWay?.()]).toEqual([
    [[200, undefined]],
    ['/stream 200 stream'],
    1,
    0,
  ]);
});

test('[I9] a stream whose client does not read ends at 64 kB of backlog', async () => {
  const { counts, streams, follow } = await logged();
  const { socket } = await follow();
  socket.pause();
  const write = (): number => {
    streams[0]?.write(`: ${'x'.repeat(16_000)}\n\n`);
    return counts.ended;
  };
  await expect.poll(write, { interval: 1, timeout: 60_000 }).toBe(1);
});

test('[I9] a stream on which nothing is sent for too long is closed', async () => {
  const { counts, follow } = await listen(bounded({ patience: { ...PATIENCE, silence: 300 } }));
  const { isClosed } = await follow();
  await expect.poll(isClosed, { timeout: 5_000 }).toBe(true);
  expect(counts.ended).toBe(1);
});

test('[I9] a stream counts as a connection of its address until it is closed', async () => {
  const { follow, call } = await listen(bounded({ limits: { most: 10, mostOfAddress: 1 } }));
  const { socket } = await follow();
  const refused = call(ask('/short'));
  await expect.poll(refused.isClosed).toBe(true);
  expect(refused.said()).toBe('');
  const closed = once(socket, 'close');
  socket.destroy();
  await closed;
  await expect
    .poll(async () => {
      const { said, isClosed } = call(ask('/short'));
      await expect.poll(() => isClosed() || said() !== '').toBe(true);
      return said();
    })
    .toContain('in short');
});

test('a request for the head of a stream gets no more, and opens none', async () => {
  const { streams, call } = await logged();
  const caller = call(ask('/stream', { method: 'HEAD' }));
  await expect.poll(caller.isClosed).toBe(true);
  expect(caller.said()).toMatch(/^HTTP\/1.1 200 [^]*content-type: text\/event-stream[^]*\r\n\r\n$/);
  expect(streams).toEqual([]);
});
