// Whatever a receiver does, an attempt ends in time, says in a sentence how it went, and reaches only a checked
// address.
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createWebhookSender } from './http-webhook-sender.ts';

const open: { close(): unknown; closeAllConnections?(): void }[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections?.();
    server.close();
  }
});

async function listen(answer: RequestListener): Promise<string> {
  const server: Server = createServer(answer);
  open.push(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${portOf(server)}/hook`;
}
function portOf(server: { address(): AddressInfo | string | null }): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it does not listen');
  return address.port;
}

const sender = createWebhookSender({ allowPrivate: true, timeoutMs: 400 });
const post = (url: string, with_ = sender) => with_.send({ url, headers: { 'x-sample': '1' }, body: '{"a":"é"}' });

test('a body arrives as it is with its headers, and a 2xx is a success', async () => {
  let got: unknown[] = [];
  const url = await listen((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, headers } = request;
      got = [method, headers['x-sample'], headers['content-length'], Buffer.concat(chunks).toString()];
      response.writeHead(202).end('thank\0 you\n');
    });
  });
  expect(await post(url)).toMatchObject({ status: 202, problem: null, answer: 'thank you' });
  expect(got).toEqual(['POST', '1', '10', '{"a":"é"}']);
});

test('[W1] a redirect is not followed, wherever it leads', async () => {
  let reached = 0;
  const inside = await listen((_request, response) => {
    reached += 1;
    response.end();
  });
  for (const status of [301, 302, 307, 308]) {
    const url = await listen((_request, response) => void response.writeHead(status, { location: inside }).end());
    expect(await post(url)).toMatchObject({ status, problem: expect.stringMatching(/redirect .* not followed/) });
  }
  expect(reached).toBe(0);
});

test('[W2] a receiver that never answers, drips without end, sends without end or closes, each ends in time with a message', async () => {
  const hanging = await listen(() => {});
  expect(await post(hanging)).toMatchObject({ status: null, problem: expect.stringMatching(/within 0.4 seconds/) });
  const endless = await listen((_request, response) => {
    const more = (): void => {
      if (!response.destroyed) response.write('x'.repeat(4096), more);
    };
    response.writeHead(200);
    more();
  });
  const long = await post(endless);
  expect([long.status, long.problem, long.answer.length]).toEqual([200, null, 500]);
  const closing = await listen((request) => request.socket.destroy());
  expect(await post(closing)).toMatchObject({
    status: null,
    problem: expect.stringMatching(/closed before an answer/),
  });
  const failing = await listen((_request, response) => void response.writeHead(500).end('no'));
  expect(await post(failing)).toMatchObject({
    status: 500,
    problem: expect.stringMatching(/status 500/),
    answer: 'no',
  });
  const unused = createServer();
  await new Promise<void>((resolve) => void unused.listen(0, '127.0.0.1', resolve));
  const port = portOf(unused);
  await new Promise((resolve) => unused.close(resolve));
  expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ problem: expect.stringMatching(/refused/) });
});

test('[W2] a receiver that switches to another protocol ends at once with a message: Node reports that as no error', async () => {
  const socketServer = createSocketServer((socket) => {
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    );
  });
  open.push(socketServer);
  await new Promise<void>((resolve) => void socketServer.listen(0, '127.0.0.1', resolve));
  const patient = createWebhookSender({ allowPrivate: true, timeoutMs: 60_000 });
  expect(await post(`http://127.0.0.1:${portOf(socketServer)}/`, patient)).toMatchObject({
    status: null,
    problem: expect.stringMatching(/another protocol/),
  });
});

test('[W1] a name that resolves to a public address when it is checked and to ours a moment later is never connected to', async () => {
  let connections = 0;
  const inside = createSocketServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  open.push(inside);
  await new Promise<void>((resolve) => void inside.listen(0, '127.0.0.1', resolve));
  const url = `https://rebinding.example:${portOf(inside)}/`;
  const answers = [['93.184.216.34'], ['127.0.0.1'], ['127.0.0.1']];
  const resolve = async () => answers.shift() ?? [];
  const rebound = createWebhookSender({ allowPrivate: false, timeoutMs: 400, resolve });
  expect(await rebound.refuse(url)).toBeNull();
  expect(await post(url, rebound)).toMatchObject({ status: null, problem: expect.stringMatching(/private network/) });
  expect(connections).toBe(0);
  // The same with the check off: the server is there, and would have been reached.
  await post(url, createWebhookSender({ allowPrivate: true, timeoutMs: 400, resolve }));
  expect(connections).toBe(1);
});

test('[W1] the connection goes to the checked address: the name is not looked up a second time', async () => {
  const url = await listen((_request, response) => void response.end('reached'));
  let lookups = 0;
  const once = createWebhookSender({
    allowPrivate: true,
    resolve: async () => {
      lookups += 1;
      return ['127.0.0.1'];
    },
  });
  // A name that no name server has: only the pinned address can lead there.
  expect(await post(url.replace('127.0.0.1', 'nowhere.invalid'), once)).toMatchObject({ answer: 'reached' });
  expect(lookups).toBe(1);
});

test.each([
  ['https://10.0.0.1/', /private network/],
  ['https://[::1]/', /private network/],
  ['https://[::ffff:169.254.169.254]/', /private network/],
  ['https://0x7f000001/', /private network/],
  ['https://2130706433/', /private network/],
  ['https://mixed.example/', /private network/],
  ['https://mapped.example/', /private network/],
  ['https://unknown.example/', /could not be found/],
  ['https://failing.example/', /could not be found/],
  ['http://public.example/', /https:\/\//],
  ['http://localhost:3000/', /https:\/\//],
  ['https://localhost/', /could not be found/],
  ['ftp://public.example/', /https:\/\//],
  ['file:///etc/passwd', /https:\/\//],
  ['https://user:secret@public.example/', /user name/],
  ['https://public.example/#here', /#/],
  ['public.example', /whole address/],
  ['', /whole address/],
])('[W1] %s is refused with a message, and nothing is sent', async (url, words) => {
  const hosts: Record<string, string[]> = {
    'public.example': ['93.184.216.34', '2606:2800:220:1::1'],
    'mixed.example': ['93.184.216.34', '192.168.0.1'],
    'mapped.example': ['::ffff:10.0.0.1'],
  };
  const strict = createWebhookSender({
    allowPrivate: false,
    resolve: async (host) => {
      if (host === 'failing.example') throw new Error('SERVFAIL');
      return hosts[host] ?? [];
    },
  });
  expect(await strict.refuse('https://public.example/hook?shop=1')).toBeNull();
  expect(await strict.refuse(url)).toMatch(words);
  expect(await post(url, strict)).toMatchObject({ status: null, problem: expect.stringMatching(words) });
});

test('[W1] with the sandbox’s exception http reaches only this machine, and private networks stay closed', async () => {
  const lax = createWebhookSender({ allowPrivate: true, resolve: async () => ['93.184.216.34'] });
  expect(await lax.refuse('http://localhost:3000/')).toBeNull();
  expect(await lax.refuse('http://[::1]:3000/')).toBeNull();
  expect(await lax.refuse('http://192.168.0.1/')).toMatch(/private network/);
  expect(await lax.refuse('http://public.example/')).not.toBeNull();
  expect(await lax.refuse('https://public.example/')).toBeNull();
});
