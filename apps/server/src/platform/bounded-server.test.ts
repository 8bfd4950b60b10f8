// One caller can't exhaust the server for others: requests whose head or body never ends, and excess connections, are
// closed in favour of complete requests, also from the same address.
import type { RequestListener, Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createBoundedServer, refuseConnection, refuseSlow } from './bounded-server.ts';

const QUICK = { head: 150, request: 400, silence: 60_000, keepAlive: 60_000, check: 50, quiet: 0 };
const PATIENT = { ...QUICK, head: 60_000, request: 60_000 };
const WHOLE = 'GET / HTTP/1.1\r\nHost: here\r\n\r\n';
const WITHOUT_END = 'POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\n{';

let server: Server;
let clients: Client[] = [];
afterEach(async () => {
  for (const { socket } of clients) socket.destroy();
  clients = [];
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
});

interface Client {
  readonly socket: Socket;
  said: () => string;
  isClosed: () => boolean;
}

async function serve(more: Partial<Parameters<typeof createBoundedServer>[1]>, handler: RequestListener = answer) {
  server = createBoundedServer(handler, { isProxy: () => false, patience: PATIENT, ...more });
  server.on('clientError', refuseConnection);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
}

const answer: RequestListener = (request, response) => {
  request.resume().once('end', () => response.end('served'));
};

/** A connection from `from` that has sent `text`, once the server has accepted it. */
async function open(text: string, from = '127.0.0.1'): Promise<Client> {
  const noticed = new Promise((resolve) => server.once('connection', resolve));
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  let said = '';
  let isClosed = false;
  socket.on('data', (bytes) => (said += String(bytes)));
  socket.on('error', () => {}).once('close', () => (isClosed = true));
  await noticed;
  if (text !== '') socket.write(text);
  const client = { socket, said: () => said, isClosed: () => isClosed };
  clients.push(client);
  return client;
}

test('[I9] a head that never ends is refused with a message and closed; so is a body', async () => {
  await serve({ patience: QUICK });
  for (const text of ['GET / HTTP/1.1\r\nHost: he', WITHOUT_END]) {
    const slow = await open(text);
    await expect.poll(slow.isClosed).toBe(true);
    expect(slow.said()).toMatch(
      /^HTTP\/1\.1 408 .*\{"message":"The request took too long to arrive\. Please try again\.","code":"too-slow"\}$/s,
    );
  }
});

test.each([
  ['without a host', 'GET / HTTP/1.1\r\n\r\n', 400, /names no host/],
  ['that expects what we do not do', 'GET / HTTP/1.1\r\nHost: here\r\nExpect: more\r\n\r\n', 417, /Expect header/],
])('[F-13] a request %s is refused with a message', async (_what, text, status, words) => {
  await serve({});
  const refused = await open(text);
  await expect.poll(refused.isClosed).toBe(true);
  const [head, body = ''] = refused.said().split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(body).toMatch(/\{"message":".*","code":"malformed"\}/);
  expect(body).toMatch(words);
});

test('a request of the first version is served without a host', async () => {
  await serve({});
  const served = await open('GET / HTTP/1.0\r\n\r\n');
  await expect.poll(served.said).toContain('served');
});

test('[I9] a body that must be whole sooner than a file is refused then', async () => {
  await serve({}, (request, response) => refuseSlow(request.resume(), response, 50));
  const slow = await open(WITHOUT_END);
  await expect.poll(slow.isClosed).toBe(true);
  expect(slow.said()).toContain('HTTP/1.1 408 ');
});

test('[I9] 1,500 slow connections of one address leave room for whole requests of that address and of others', async () => {
  await serve({ limits: { most: 100, mostOfAddress: 20 } });
  const slow: Client[] = [];
  for (let count = 0; count < 1500; count += 1) slow.push(await open(count % 2 === 0 ? 'GET / HT' : WITHOUT_END));
  for (const from of ['127.0.0.1', '127.0.0.2']) {
    const whole = await open(WHOLE, from);
    await expect.poll(whole.said).toContain('served');
  }
  await expect.poll(() => slow.filter(({ isClosed }) => !isClosed()).length).toBeLessThanOrEqual(20);
  const counted = await new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  expect(counted).toBeLessThanOrEqual(21);
});

test('[I9] what is being answered is not closed for a new connection; the newest is, where all are', async () => {
  const held: (() => void)[] = [];
  await serve({ limits: { most: 100, mostOfAddress: 3 } }, (_request, response) => {
    held.push(() => response.end('served'));
  });
  const whole = [await open(WHOLE), await open(WHOLE), await open(WHOLE)];
  await expect.poll(() => held.length).toBe(3);
  const refused = await open(WHOLE);
  await expect.poll(refused.isClosed).toBe(true);
  expect(whole.map(({ isClosed }) => isClosed())).toEqual([false, false, false]);
  for (const end of held) end();
  for (const client of whole) await expect.poll(client.said).toContain('served');
  // Kept alive now, and so the first to be closed.
  const next = await open(WHOLE);
  await expect.poll(() => whole.filter(({ isClosed }) => isClosed()).length).toBe(1);
  expect(next.isClosed()).toBe(false);
});

test('[I9] through a proxy’s address as many come as the server takes in all', async () => {
  await serve({ isProxy: (address) => address === '127.0.0.9', limits: { most: 8, mostOfAddress: 2 } });
  const behind: Client[] = [];
  for (let count = 0; count < 8; count += 1) behind.push(await open(WHOLE, '127.0.0.9'));
  for (const client of behind) await expect.poll(client.said).toContain('served');
  expect(behind.map(({ isClosed }) => isClosed())).toEqual(behind.map(() => false));
  await open(WHOLE, '127.0.0.9');
  await expect.poll(() => behind.filter(({ isClosed }) => isClosed()).length).toBe(1);
});

test('[I7] a server that closes answers what has arrived and was not read yet, and what has begun, and closes what is idle', async () => {
  await serve({});
  const [busy, idle] = [await open(WHOLE), await open(WHOLE)];
  for (const client of [busy, idle]) await expect.poll(client.said).toContain('served');
  const begun = await open(WHOLE.slice(0, 9));
  const before = busy.said().length;
  // In the same turn of the event loop: the bytes are with the server's system, and its program has not read them.
  busy.socket.write(WHOLE);
  server.close();
  await expect.poll(() => busy.said().slice(before)).toContain('served');
  await expect.poll(() => [busy.isClosed(), idle.isClosed()]).toEqual([true, true]);
  begun.socket.write(WHOLE.slice(9));
  await expect.poll(begun.said).toContain('served');
});

test('[I7] a connection whose request was answered before its body had come is closed like any other that is idle', async () => {
  await serve({}, (_request, response) => response.end('refused'));
  const refused = await open('POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\n');
  await expect.poll(refused.said).toContain('refused');
  const isRead = new Promise((resolve) => server.once('request', resolve));
  refused.socket.write(`123456789${WHOLE}`);
  await isRead;
  await expect.poll(() => refused.said().split('HTTP/1.1 200').length).toBe(3);
  server.close();
  await expect.poll(refused.isClosed).toBe(true);
});

test('[I7] a server that closes keeps a connection that was used just now, on which a request may be on its way', async () => {
  await serve({ patience: { ...PATIENT, quiet: 60_000 } });
  const used = await open(WHOLE);
  const silent = await open('');
  await expect.poll(used.said).toContain('served');
  server.close();
  for (const client of [silent, used]) {
    const before = client.said().length;
    client.socket.write(WHOLE);
    await expect.poll(() => client.said().slice(before)).toContain('served');
  }
});
