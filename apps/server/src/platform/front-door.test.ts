// A server listens before it is ready. Until then it says that it lives and why it is not ready, and every other caller is told
// to come again, before anything of the program is asked; a stop at that time closes it at once.
import { Agent, request } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FrontDoor, listenAtDoor } from './front-door.ts';
import { createHttp } from './http.ts';
import { createStartStage, type StartStage } from './start-stage.ts';

let door: FrontDoor;
let port = 0;
let stage: StartStage;
let counted: string[];
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

beforeEach(async () => {
  stage = createStartStage();
  counted = [];
  door = await listenAtDoor(
    { port: 0, host: '127.0.0.1' },
    {
      log: silentLog,
      prefix: '/api',
      corsOrigins: ['https://shop.example'],
      stage,
      graceMs: 0,
      metrics: { countAnswer: ({ method, route, status }) => void counted.push(`${method} ${route} ${status}`) },
    },
  );
  port = door.port;
});
afterEach(() => door.stop());

interface Answered {
  readonly status: number | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

const ask = (method: string, path: string, headers = {}, body?: string): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', method, path, headers, agent }, (answer) => {
      readText(answer).then((text) => resolve({ status: answer.statusCode, headers: answer.headers, text }), reject);
    });
    asked.on('error', reject).end(body);
  });

/** What the program itself answers, once it is inside. */
async function program() {
  const http = await createHttp({ log: silentLog });
  http.get('/api/ready', () => ({ message: 'Ready to serve' }));
  http.get('/', () => 'the start page');
  return http;
}

test('[I7] it says that it lives, and why it is not ready, until it is opened; then the program answers, on the same connection', async () => {
  expect(await ask('GET', '/api/live')).toMatchObject({ status: 200, text: expect.stringContaining('not ready') });
  stage.tell('setting aside addresses after a restore, 120,000 of 400,000');
  for (const path of ['/api/ready', '/api/health']) {
    const { status, text, headers } = await ask('GET', path);
    expect([path, status, headers['retry-after'], JSON.parse(text)]).toEqual([
      path,
      503,
      '5',
      {
        code: 'starting',
        message: 'The service is starting: setting aside addresses after a restore, 120,000 of 400,000.',
      },
    ]);
  }
  await door.open(await program());
  expect(await ask('GET', '/api/ready')).toMatchObject({ status: 200, text: '{"message":"Ready to serve"}' });
  expect(await ask('GET', '/')).toMatchObject({ status: 200, text: 'the start page' });
  expect(counted).toEqual(['GET /api/live 200', 'GET /api/ready 503', 'GET /api/health 503']);
});

test('[F-13] every call is refused in the form of the API before its body is read, readable by pages that may call it', async () => {
  const readable: unknown[] = [];
  const json = { 'content-type': 'application/json', origin: 'https://shop.example' };
  for (const [method, path, headers, body] of [
    ['POST', '/api/auth/login', json, '{"email":'],
    ['POST', '/api/callbacks/paystack', { 'content-type': 'text/strange' }, 'anything'],
    ['GET', '/api/events', json, undefined],
    ['DELETE', '/api/no/such/call', json, undefined],
  ] as const) {
    const answer = await ask(method, path, headers, body);
    expect(answer.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
    const { code, message } = JSON.parse(answer.text);
    expect([path, answer.status, code]).toEqual([path, 503, 'starting']);
    expect(message).toContain('Your money is safe');
    readable.push(answer.headers['access-control-allow-origin']);
  }
  const shop = 'https://shop.example';
  expect(readable).toEqual([shop, undefined, shop, shop]);
});

test('[F-13] a page says that the money is safe and loads again by itself, also within a shop’s frame; one after a form does not', async () => {
  const page = await ask('GET', '/pay/abc?embedded=1');
  expect(page.status).toBe(503);
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'retry-after': '5',
    'cache-control': 'no-store',
    'content-security-policy': expect.stringContaining('frame-ancestors *'),
  });
  expect(page.headers).not.toHaveProperty('x-frame-options');
  expect(page.text).toContain('Your money is safe');
  expect(page.text).toContain('http-equiv="refresh"');
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const afterForm = await ask('POST', '/sign-in', form, 'password=a+secret');
  expect([afterForm.status, afterForm.text.includes('refresh')]).toEqual([503, false]);
  expect(afterForm.text).toContain('go back');
});

test('[I7] a stop before it is open ends it, with its open connections', async () => {
  await ask('GET', '/api/live');
  await door.stop();
  await expect(ask('GET', '/api/live')).rejects.toThrow(/ECONNREFUSED|socket hang up|ECONNRESET/);
});
