// Pages of the origins that the operator names can call the API with a token and read every answer; other pages can't.
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { expect, test } from 'vitest';
import { notFound } from './errors.ts';
import { createHttp } from './http.ts';
import { allowOrigins, readOrigins } from './other-origins.ts';

const SHOP = 'https://shop.example';

async function serve(origins: readonly string[]) {
  const http = await createHttp({ log: silentLog });
  allowOrigins(http, '/api', origins);
  http.get('/api/thing', (_request, reply) => reply.send({}));
  http.get('/page', (_request, reply) => reply.send('page'));
  http.all('/api/*', () => {
    throw notFound('There is no such call.');
  });
  return http;
}

test('a preflight of an origin that is named is answered for every method and the token’s header, never with cookies', async () => {
  const http = await serve([SHOP, 'https://other.example']);
  const answer = await http.inject({
    method: 'OPTIONS',
    url: '/api/thing',
    headers: {
      origin: SHOP,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization',
    },
  });
  expect(answer.statusCode).toBe(204);
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': SHOP,
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': 'accept, authorization, content-type, idempotency-key, kobogate-version',
    vary: expect.stringContaining('Origin'),
  });
  expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
});

test.each(['/api/thing', '/api/nothing'])('its pages read the answer of %s, including failures', async (url) => {
  const http = await serve([SHOP]);
  const answer = await http.inject({ url, headers: { origin: SHOP } });
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': SHOP,
    'access-control-expose-headers': expect.stringContaining('Retry-After'),
    'cross-origin-resource-policy': 'cross-origin',
    vary: 'Origin',
  });
});

test('pages of other origins read nothing, and without named origins no CORS header is sent', async () => {
  const http = await serve([SHOP]);
  for (const origin of ['https://evil.example', 'https://shop.example.evil.example', 'http://shop.example', 'null']) {
    const answer = await http.inject({ url: '/api/thing', headers: { origin } });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect(answer.headers.vary).toBe('Origin');
    const headers = { origin, 'access-control-request-method': 'GET' };
    expect((await http.inject({ method: 'OPTIONS', url: '/api/thing', headers })).statusCode).toBe(404);
  }
  expect((await http.inject({ url: '/page', headers: { origin: SHOP } })).headers).not.toHaveProperty('vary');
  const closed = await serve([]);
  const answer = await closed.inject({ url: '/api/thing', headers: { origin: SHOP } });
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  expect(answer.headers).not.toHaveProperty('vary');
});

test.each([
  '*',
  'null',
  'shop.example',
  'https://shop.example/',
  'https://shop.example/path',
  'https://Shop.Example',
  'https://user@shop.example',
  'https://shop.example:443',
  'http://shop.example',
  'ftp://localhost',
  'https://shop.example,',
  'https://shop.example https://other.example',
])('%s is no origin', (text) => {
  expect(readOrigins(text)).toBeNull();
});

test('origins are read with commas between, and http only for this machine', () => {
  expect(readOrigins(`${SHOP}, http://localhost:5173,http://127.0.0.1:8080`)).toEqual([
    SHOP,
    'http://localhost:5173',
    'http://127.0.0.1:8080',
  ]);
});
