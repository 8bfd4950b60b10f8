// A stream's place is given back whenever its client leaves: also while it is being opened, and where its answer waited
// behind another on the same connection. No more streams open than there are places, however many are requested at
// once.
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { Failure } from './errors.ts';
import { type EventStream, openEventStream } from './event-stream.ts';
import { createChangeFeed } from './change-feed.ts';
import { mountLive } from './live.ts';
import { mountLiveThing } from './live-thing.ts';

let http: FastifyInstance;
let sockets: Socket[];
afterEach(async () => {
  vi.useRealTimers();
  http.server.closeAllConnections();
  await http.close();
});

/** A server that counts requests, and holds its answers back until the test releases them. */
async function serve(most: number) {
  http = Fastify();
  sockets = [];
  http.server.on('connection', (socket: Socket) => sockets.push(socket));
  http.setErrorHandler((error, _request, reply) => reply.code(error instanceof Failure ? error.status : 500).send());
  let goOn = (): void => {};
  let gate = Promise.resolve();
  const counts = { asked: 0 };
  const answerLater = async <T>(value: T): Promise<T> => {
    counts.asked += 1;
    await gate;
    return value;
  };
  const feed = createChangeFeed({
    database: { onAnnouncedAnywhere: () => () => undefined, hearsOthers: () => false },
    readOldestStart: async () => new Date(),
    readChanges: async () => ({ changes: [], at: new Date(), oldestOpen: 1n, next: 1n }),
    readNext: async () => 1n,
    log: silentLog,
  });
  http.addHook('onClose', async () => feed.close());
  mountLiveThing(http, '/things/:id', {
    feed,
    event: 'thing',
    unknown: 'payment-unknown',
    findVersion: (id) => answerLater(id === 'none' ? null : 1),
    limits: { most, mostOfHolder: most },
  });
  mountLive(http, '/live', {
    feed,
    database: { onAnnouncedAnywhere: () => () => undefined },
    signIn: ({ authorization = '' }) =>
      answerLater({ userId: idFor(authorization), role: null, tokenHash: Buffer.alloc(32), provedAt: null }),
    limits: { most: 2 * most, mostOfHolder: most },
  });
  await http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = http.server.address() as AddressInfo;
  return {
    counts,
    hold: () => void (gate = new Promise((resolve) => (goOn = resolve))),
    goOn: () => goOn(),
    /** The status of one more stream, which stays open where it is 200. */
    status: async (id = 'x') => (await fetch(`http://127.0.0.1:${port}/things/${id}`)).status,
    /** The status of one more stream of the same user. */
    follow: async (user: string) =>
      (await fetch(`http://127.0.0.1:${port}/live`, { headers: { authorization: user } })).status,
    answer: (id: string) => fetch(`http://127.0.0.1:${port}/things/${id}`),
    /** Asks for all of the paths at once on one connection. */
    ask: async (...paths: string[]): Promise<Socket> => {
      const client = connect(port, '127.0.0.1');
      const wanted = counts.asked + paths.length;
      client.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`).join(''));
      await expect.poll(() => counts.asked, { interval: 5 }).toBe(wanted);
      return client;
    },
  };
}

/** The client goes, and the server has noticed. */
async function leave(client: Socket): Promise<void> {
  const served = sockets.find(({ remotePort }) => remotePort === client.localPort);
  if (served === undefined) throw new Error('no such connection');
  // A client that leaves with unread data resets the connection: `once` sees an error, but the client is gone all the
  // same.
  const noticed = new Promise<unknown>((resolve) => served.once('close', resolve));
  client.destroy();
  await noticed;
}

test('a client that leaves while the stream is being opened leaves no place taken', async () => {
  const server = await serve(1);
  server.hold();
  await leave(await server.ask('/things/x'));
  server.goOn();
  expect(await server.status('none')).toBe(404);
  expect(await server.status()).toBe(200);
  expect(await server.status()).toBe(429);
});

test('streams that wait behind another on one connection give their places back with it', async () => {
  const server = await serve(3);
  const client = await server.ask('/things/a', '/things/b', '/things/c');
  expect(await server.status()).toBe(429);
  await leave(client);
  for (const status of [200, 200, 200, 429]) expect(await server.status()).toBe(status);
});

test('of a burst only as many are opened as there are places', async () => {
  const server = await serve(2);
  server.hold();
  const statuses = Promise.all(Array.from({ length: 6 }, () => server.status()));
  await expect.poll(() => server.counts.asked, { interval: 5 }).toBeGreaterThanOrEqual(2);
  server.goOn();
  expect((await statuses).filter((status) => status === 200)).toHaveLength(2);
});

test('a client that has left is not signed in again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const server = await serve(1);
  await leave(await server.ask('/live', '/live'));
  server.hold();
  const client = await server.ask('/live');
  await leave(client);
  server.goOn();
  expect(await server.status('none')).toBe(404);
  const before = server.counts.asked;
  vi.advanceTimersByTime(120_000);
  expect(server.counts.asked).toBe(before);
});

test('[I9] streams are limited per user and in all, and one user’s limit does not affect others', async () => {
  const server = await serve(3);
  const statuses: number[] = [];
  for (const user of 'aaaaabbc') statuses.push(await server.follow(user));
  expect(statuses).toEqual([200, 200, 200, 429, 429, 200, 200, 200]);
  expect(await server.follow('d')).toBe(503);
});

test('[I9] a stream whose client does not read ends and frees its place', async () => {
  http = Fastify();
  let stream: EventStream | null = null;
  let hasEnded = false;
  http.get('/', (request, reply) => {
    stream = openEventStream(request, reply, { onEnd: () => (hasEnded = true) });
  });
  await http.listen({ port: 0, host: '127.0.0.1' });
  const client = connect((http.server.address() as AddressInfo).port, '127.0.0.1').pause();
  client.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
  await expect.poll(() => stream).not.toBeNull();
  const write = (): boolean => {
    stream?.write(`: ${'x'.repeat(16_000)}\n\n`);
    return hasEnded;
  };
  await expect.poll(write, { interval: 1, timeout: 60_000 }).toBe(true);
  client.destroy();
});

test('also what refuses a stream can be read by pages of other origins', async () => {
  const server = await serve(1);
  const origins = [];
  for (const id of ['none', 'x', 'x']) {
    const { status, headers } = await server.answer(id);
    origins.push([status, headers.get('access-control-allow-origin'), headers.get('cross-origin-resource-policy')]);
  }
  expect(origins).toEqual([404, 200, 429].map((status) => [status, '*', 'cross-origin']));
});
