// Amounts leave digit for digit, whatever their size, and a transfer is sent once, also where a login has expired.
import { toKobo } from '@kobogate/money';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { ampleDeadline, INSTRUCTION } from '@kobogate/testkit/banks/banks.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFlutterwaveRail } from './flutterwave/flutterwave.ts';
import { createFlutterwaveV4Rail } from './flutterwave-v4/flutterwave-v4.ts';
import { createMonnifyRail } from './monnify/monnify.ts';
import { createPaystackRail } from './paystack/paystack.ts';

/** 2^53 + 1 kobo, which no float holds. */
const LARGE = { ...INSTRUCTION, amountKobo: toKobo(9_007_199_254_740_993n) };

let server: Server;
let url: string;
let seen: { path: string; body: string; authorization: string; key: unknown }[];
let answer: (path: string) => { status: number; body: unknown };

beforeEach(async () => {
  seen = [];
  server = createServer((request, response) => {
    void text(request).then((body) => {
      const path = request.url ?? '';
      const { authorization = '', 'x-idempotency-key': key } = request.headers;
      seen.push({ path, body, authorization, key });
      const { status, body: given } = answer(path);
      return response.writeHead(status).end(JSON.stringify(given));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const bodies = (path: string): string[] => seen.filter((call) => call.path === path).map(({ body }) => body);

test('[M1] Paystack gets whole kobo, to a recipient that was made for the account', async () => {
  answer = () => ({ status: 200, body: { status: true, data: { recipient_code: 'RCP_1' } } });
  await createPaystackRail({ url, secretKey: 'sk', log: silentLog }).send(LARGE, ampleDeadline);
  expect(bodies('/transfer')).toEqual([expect.stringContaining('"amount":9007199254740993,')]);
  expect(JSON.parse(bodies('/transfer')[0] ?? '')).toMatchObject({ recipient: 'RCP_1', currency: 'NGN' });
  expect(JSON.parse(bodies('/transferrecipient')[0] ?? '')).toMatchObject({ name: 'ADA OBI', bank_code: '058' });
});

test('[M1] Flutterwave gets naira as a number, with its kobo', async () => {
  answer = () => ({ status: 200, body: {} });
  await createFlutterwaveRail({ url, secretKey: 'sk', log: silentLog }).send(LARGE, ampleDeadline);
  expect(bodies('/transfers')).toEqual([expect.stringContaining('"amount":90071992547409.93,')]);
});

test('[M1] [P12] Flutterwave v4 gets naira as a number, with its kobo, under the key of our reference, after a login by a form', async () => {
  answer = (path) => ({ status: 200, body: path === '/token' ? { access_token: 'token', expires_in: 600 } : {} });
  const settings = { url, tokenUrl: `${url}/token`, clientId: 'a client', clientSecret: 'a&b', log: silentLog };
  await createFlutterwaveV4Rail(settings).send(LARGE, ampleDeadline);
  expect(bodies('/token')).toEqual(['grant_type=client_credentials&client_id=a+client&client_secret=a%26b']);
  expect(bodies('/direct-transfers')).toEqual([
    expect.stringContaining('"amount":{"value":90071992547409.93,"applies_to":"destination_currency"}'),
  ]);
  expect(seen.at(-1)).toMatchObject({ authorization: 'Bearer token', key: LARGE.reference });
});

const SINGLE = '/api/v2/disbursements/single';
const monnify = () =>
  createMonnifyRail({ url, apiKey: 'key', secretKey: 'secret', sourceAccount: '8016472829', log: silentLog });
let logins = 0;
const logIn = (expiresIn: number) => {
  logins += 1;
  return {
    status: 200,
    body: { requestSuccessful: true, responseBody: { accessToken: `token-${logins}`, expiresIn } },
  };
};

test('[M1] Monnify gets naira as a number, after one login that all calls share', async () => {
  logins = 0;
  answer = (path) => (path.endsWith('/login') ? logIn(3600) : { status: 200, body: {} });
  const rail = monnify();
  await Promise.all([rail.isUp(), rail.isUp(), rail.find('x'), rail.send(LARGE, ampleDeadline)]);
  expect(bodies(SINGLE)).toEqual([expect.stringContaining('"amount":90071992547409.93,')]);
  expect(logins).toBe(1);
  expect(seen[0]?.authorization).toBe(`Basic ${Buffer.from('key:secret').toString('base64')}`);
  expect(new Set(seen.slice(1).map(({ authorization }) => authorization))).toEqual(new Set(['Bearer token-1']));
});

test('[P3] with an expired token a query is repeated with a new one, a transfer is not sent again', async () => {
  logins = 0;
  answer = (path) => {
    if (path.endsWith('/login')) return logIn(3600);
    return { status: 401, body: { requestSuccessful: false, responseMessage: 'expired' } };
  };
  const rail = monnify();
  expect(await rail.find('x')).toMatchObject({ kind: 'unanswered' });
  expect(logins).toBe(2);
  expect(await rail.send(LARGE, ampleDeadline)).toMatchObject({ kind: 'unknown' });
  expect(bodies(SINGLE)).toHaveLength(1);
});

test('a token that expires at once is not used twice, and without a login it is certain that nothing was sent', async () => {
  logins = 0;
  answer = (path) => (path.endsWith('/login') ? logIn(0) : { status: 200, body: {} });
  const rail = monnify();
  await rail.isUp();
  await rail.isUp();
  expect(logins).toBe(2);
  answer = () => ({ status: 503, body: {} });
  expect(await rail.send(LARGE, ampleDeadline)).toMatchObject({
    kind: 'not-sent',
    reason: expect.stringContaining('nothing was sent'),
  });
  expect(bodies(SINGLE)).toEqual([]);
});

test('[P1] after a bank that switches to another protocol in place of an answer it is not known what became of the transfer', async () => {
  server.removeAllListeners('request').on('request', (request) => {
    request.socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  });
  const rail = createFlutterwaveRail({ url, secretKey: 'sk', log: silentLog });
  expect(await rail.send(LARGE, ampleDeadline)).toMatchObject({ kind: 'unknown' });
});
