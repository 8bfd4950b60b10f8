// Every caller gets a message, the right status and no internals, and no secret is logged.
import { API_VERSION, endpoints, type ErrorAnswer, type UserId } from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { describe, expect, test } from 'vitest';
import { conflict, dependencyDown, ruleBroken, tooMany } from './errors.ts';
import { createHttp, mountRoutes } from './http.ts';
import { createLog } from './log.ts';
import { route } from './route.ts';

const USER = { userId: idFor<UserId>('u'), role: null, tokenHash: Buffer.alloc(32), provedAt: null };

async function serve(handle: () => never | Promise<never>) {
  let logged = '';
  const log = createLog(
    'debug',
    new Writable({ write: (chunk, _encoding, done) => ((logged += String(chunk)), done()) }),
  );
  const options = {
    log,
    admit: async () => undefined,
    authenticate: async (token: string) =>
      token === 'user' ? USER : token === 'admin' ? { ...USER, role: 'administrator' as const } : null,
  };
  const http = await createHttp(options);
  mountRoutes(
    http,
    '/api',
    [
      route(endpoints.accounts.login, handle),
      route(endpoints.adminOrders.list, handle),
      route(endpoints.payments.open, handle),
      route(endpoints.paymentLinks.create, handle),
      route(endpoints.paymentLinks.list, handle),
      route(endpoints.refundOffers.offer, handle),
    ],
    options,
  );
  const loginBytes = (payload: Buffer) =>
    http.inject({ method: 'POST', url: '/api/auth/login', payload, headers: { 'content-type': 'application/json' } });
  const login = (payload: string, headers: Record<string, string> = {}) =>
    http.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    });
  const orders = (authorization: string) => http.inject({ url: '/api/order/admin', headers: { authorization } });
  const openPayment = (payload: string) =>
    http.inject({ method: 'POST', url: OPEN_PATH, payload, headers: { 'content-type': 'application/json' } });
  const open = (url: string) => http.inject({ url });
  const authorization = 'Bearer user';
  const makeLink = (payload: object) =>
    http.inject({ method: 'POST', url: '/api/payment-links', payload, headers: { authorization } });
  const listLinks = (query: string) => http.inject({ url: `/api/payment-links?${query}`, headers: { authorization } });
  const offer = (url: string, payload: object) =>
    http.inject({ method: 'POST', url, payload, headers: { authorization } });
  return { makeLink, listLinks, offer, login, loginBytes, orders, openPayment, open, logged: () => logged };
}

const OPEN_PATH = `/api${endpoints.payments.open.path.replace(/\{\w+\}/, '01890000-0000-7000-8000-000000000000')}`;
const LOGIN = JSON.stringify({ email: 'a@b.c', password: 'a secret word' });

describe('the HTTP server', () => {
  test('a caller who leaves before the end of an answer is not waited for when the server stops', async () => {
    const http = await createHttp({ log: silentLog });
    let isBegun = false;
    http.get('/endless', (_request, reply) => {
      reply.hijack();
      reply.raw.write('a piece');
      isBegun = true;
    });
    http.get('/short', () => 'all');
    await http.listen({ port: 0, host: '127.0.0.1' });
    const address = http.server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const caller = connect(port, '127.0.0.1', () => caller.write('GET /endless HTTP/1.1\r\nhost: a\r\n\r\n'));
    await expect.poll(() => isBegun).toBe(true);
    expect(http.countUnderWay?.()).toBe(1);
    caller.destroy();
    await expect.poll(() => http.countUnderWay?.()).toBe(0);
    await http.inject({ url: '/short' });
    expect(http.countUnderWay?.()).toBe(0);
    await http.close();
  });

  test('[O8] each request has one line of the log and one count; a caller who leaves early 499 before the answer, its status within it', async () => {
    const lines: { method: string; path: string; status: number; isCut?: boolean }[] = [];
    const counted: string[] = [];
    const keep = (text: string): void => {
      const line = JSON.parse(text);
      if (line.status !== undefined) lines.push(line);
    };
    const http = await createHttp({
      log: createLog('info', { write: keep }),
      metrics: { countAnswer: ({ route: path, status }) => void counted.push(`${path} ${status}`) },
    });
    let answerLate = (_text: string): void => undefined;
    http.get('/slow', () => new Promise<string>((resolve) => (answerLate = resolve)));
    http.get('/stream', (_request, reply) => {
      reply.hijack();
      reply.raw.writeHead(200).write('a piece');
    });
    const { port } = new URL(await http.listen({ port: 0, host: '127.0.0.1' }));
    const leave = async (path: string, when: () => boolean): Promise<void> => {
      const caller = connect(Number(port), '127.0.0.1', () =>
        caller.write(`GET ${path}?token=x HTTP/1.1\r\nhost: a\r\n\r\n`),
      );
      let said = '';
      caller.on('data', (bytes) => (said += String(bytes)));
      await expect.poll(() => when() || said.includes('a piece')).toBe(true);
      caller.destroy();
      await expect.poll(() => lines.at(-1)?.path).toBe(path);
    };
    await leave('/slow', () => http.countUnderWay?.() === 1);
    await leave('/stream', () => false);
    // The answer that comes too late for its caller is no second line.
    answerLate('too late');
    for (const url of ['/unknown', '/%zz?token=x']) await http.inject({ url });
    expect(lines.map(({ method, path, status, isCut }) => [method, path, status, isCut])).toEqual([
      ['GET', '/slow', 499, undefined],
      ['GET', '/stream', 200, true],
      ['GET', '/unknown', 404, undefined],
      ['GET', '/%zz', 400, undefined],
    ]);
    expect(counted).toEqual(['/slow 499', '/stream 200', 'none 404', 'none 400']);
    await http.close();
  });

  test.each(['/api/%E0%A4%A', '/api/payments/%ZZ', '/%'])(
    '[F-13] answers an address that can’t be decoded with its own message: %s',
    async (url) => {
      const { open } = await serve(() => Promise.reject(new Error('not reached')));
      const answer = await open(url);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual({ message: 'The request is not of the right form.' });
    },
  );

  test('[F-13] answers each failure with its status and sentence, and an unexpected one with neither stack nor detail', async () => {
    const throwing = (error: Error) =>
      serve(() => {
        throw error;
      }).then(({ login }) => login(LOGIN));
    expect((await throwing(conflict('Already done.'))).json()).toEqual({ message: 'Already done.' });
    const told = ruleBroken('Too little.', 'amount-low', '₦5.00');
    expect((await throwing(told)).json()).toEqual({ message: 'Too little.', code: 'amount-low', bound: '₦5.00' });
    const limited = await throwing(tooMany('Wait a little.', 30));
    expect([limited.statusCode, limited.headers['retry-after']]).toEqual([429, '30']);
    expect((await throwing(dependencyDown('bank', 'The bank does not answer.'))).statusCode).toBe(503);
    const bug = await throwing(new Error('select * from secret_table'));
    expect(bug.statusCode).toBe(500);
    expect(bug.body).not.toContain('secret_table');
    expect(bug.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('[F-13] no answer that refuses is kept by a browser or proxy, and none may be framed, by both headers', async () => {
    const { login, orders, open } = await serve(() => {
      throw new Error('fails');
    });
    const answers = [
      await login(LOGIN),
      await login('{'),
      await orders(''),
      await orders('Bearer user'),
      await open('/%'),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([500, 400, 401, 403, 400]);
    for (const { headers } of answers) {
      expect(headers['cache-control']).toBe('no-store');
      // A path that can't be decoded is answered before any hook, without echoing it.
      if (headers['content-security-policy'] === undefined) continue;
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['x-frame-options']).toBe('DENY');
    }
  });

  test('[F-13] every answer tells browsers to guess no type, tell no address and share no window, and nothing tells what runs here', async () => {
    const { open } = await serve(() => Promise.reject(new Error('not reached')));
    const { headers } = await open('/api/order/admin');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect([headers['server'], headers['x-powered-by'], headers['strict-transport-security']]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test.each([
    ['https://pay.example', 'max-age=63072000'],
    ['http://localhost:3000', undefined],
  ])('of %s tells browsers to stay with TLS: %s', async (publicOrigin, expected) => {
    const http = await createHttp({ log: silentLog, publicOrigin });
    const answer = await http.inject({ url: '/' });
    expect(answer.headers['strict-transport-security']).toBe(expected);
  });

  test.each([
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 3'],
    ['a length and chunks', 'Content-Length: 2\r\nTransfer-Encoding: chunked'],
  ])('[F2] a request with %s has no certain end, and is refused', async (_what, lines) => {
    const http = await createHttp({ log: silentLog });
    const origin = await http.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.write(`POST /api/auth/login HTTP/1.1\r\nHost: x\r\n${lines}\r\n\r\n{}`);
    const answer = await readText(socket);
    await http.close();
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });

  test.each([
    ['not JSON', '{', 400],
    ['a list instead of fields', '[]', 400],
    ['a missing field', '{"email":"a@b.c"}', 400],
    ['a number where text belongs', '{"email":1,"password":"x"}', 400],
    ['NUL in a text', '{"email":"a\\u0000@b.c","password":"x"}', 400],
    ['a bidirectional override', '{"email":"a\\u202e@b.c","password":"x"}', 400],
    ['ten megabytes', `{"email":"${'a'.repeat(10_000_000)}"}`, 413],
  ])('[F1] [F2] %s is refused with a message', async (_name, payload, status) => {
    const { login } = await serve(() => Promise.reject(new Error('reached the use case')));
    const answer = await login(payload);
    expect(answer.statusCode).toBe(status);
    expect(answer.json().message).toMatch(/\w+/);
  });

  test('a program gets every fault of its fields at once, and an unknown field is refused by its name', async () => {
    const { makeLink, listLinks } = await serve(() => Promise.reject(new Error('reached the use case')));
    const answer = await makeLink({
      name: 'A link',
      porpose: 'Misspelt',
      coins: ['USDT'],
      accepted: [{ currency: 'USDT', network: 'bsc', chain: 56 }],
    });
    expect(answer.statusCode).toBe(400);
    const { message, code, field, faults } = answer.json<ErrorAnswer>();
    expect(faults?.map((fault) => fault.field).toSorted()).toEqual(['accepted.0.chain', 'porpose', 'purpose']);
    expect(faults?.find((fault) => fault.field === 'porpose')?.message).toContain('no field porpose');
    expect({ code, field, message }).toEqual({ code: 'fields', ...faults?.[0] });
    const asked = await listLinks('state=active&page=2');
    expect([asked.statusCode, asked.json<ErrorAnswer>().field]).toEqual([400, 'page']);
  });

  test('faults of the address and of the body come together, and no part hides another’s', async () => {
    const { offer } = await serve(() => Promise.reject(new Error('not reached')));
    const answer = await offer('/api/payments/x/refund-offers?wrong=1', { aset: 'USDT@bsc' });
    const fields = answer.json<ErrorAnswer>().faults?.map((fault) => fault.field);
    expect([answer.statusCode, fields?.toSorted()]).toEqual([400, ['aset', 'asset', 'wrong']]);
  });

  test('a request may name the version of the API that it was written for, and an unknown one is refused in words', async () => {
    const { login } = await serve(() => Promise.reject(conflict('Reached.')));
    expect((await login(LOGIN, { 'kobogate-version': API_VERSION })).statusCode).toBe(409);
    const refused = await login(LOGIN, { 'kobogate-version': '2020-01-01' });
    expect([refused.statusCode, refused.json<ErrorAnswer>().code]).toEqual([400, 'version-unknown']);
    expect(refused.json<ErrorAnswer>().message).toContain(API_VERSION);
  });

  test('the calls of people’s own screens pass over a field that they do not have', async () => {
    const { login } = await serve(() => Promise.reject(conflict('Reached.')));
    expect((await login(JSON.stringify({ email: 'a@b.c', password: 'x', remember: true }))).json()).toEqual({
      message: 'Reached.',
    });
  });

  test('[F2] bytes that are no UTF-8 are refused with a message, and never become replacement characters', async () => {
    const { loginBytes } = await serve(() => Promise.reject(new Error('reached the use case')));
    for (const bytes of [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xc0, 0x80]]) {
      const payload = Buffer.concat([
        Buffer.from('{"email":"a@b.c","password":"'),
        Buffer.from(bytes),
        Buffer.from('"}'),
      ]);
      const answer = await loginBytes(payload);
      expect([answer.statusCode, answer.json().message]).toEqual([
        400,
        'The request is not valid UTF-8 text. Please check it and try again.',
      ]);
    }
  });

  test('what refuses an open call can be read by pages of other origins, that of any other call can not', async () => {
    const { login, openPayment } = await serve(() => Promise.reject(conflict('This link is used up.')));
    const payment = JSON.stringify({ currency: 'USDT', network: 'ethereum' });
    for (const [payload, status] of [
      ['{', 400],
      ['[]', 400],
      [payment, 409],
    ] as const) {
      const answer = await openPayment(payload);
      expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([status, '*']);
      expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin');
    }
    expect((await login(LOGIN)).headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('[B-10] an admin call answers 401 without a sign-in and 403 to a user', async () => {
    const { orders } = await serve(() => Promise.reject(conflict('reached')));
    expect((await orders('')).statusCode).toBe(401);
    expect((await orders('Bearer wrong')).statusCode).toBe(401);
    expect((await orders('Bearer user')).statusCode).toBe(403);
    expect((await orders('Bearer admin')).statusCode).toBe(409);
  });

  test('no password or token reaches the log', async () => {
    const { login, logged } = await serve(() => Promise.reject(new Error('boom')));
    await login(LOGIN, { authorization: 'Bearer a-secret-token' });
    expect(logged()).toContain('boom');
    expect(logged()).not.toMatch(/a secret word|a-secret-token/);
  });
});
