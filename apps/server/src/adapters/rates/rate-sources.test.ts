// Whatever a rate source answers, over a real socket, each adapter reads prices exactly or leaves them out.
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { formatRate } from '@kobogate/money';
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RateSource } from '../../pricing/index.ts';
import { createCoinbaseRates } from './coinbase.ts';
import { createCoingeckoRates, keyHeaderOf } from './coingecko.ts';
import { createKrakenRates } from './kraken.ts';
import { createLunoRates } from './luno.ts';
import { createQuidaxRates } from './quidax.ts';

const NOW = new Date('2026-01-02T03:04:05Z');
const SECONDS = String(NOW.getTime() / 1000);
const clock = createTestClock(NOW);
let server: Server;
let url = '';
let answer: { status: number; body: string; location?: string };
let asked: string[] = [];
let keys: (string | string[] | undefined)[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    keys.push(request.headers['x-cg-demo-api-key']);
    response
      .writeHead(answer.status, answer.location === undefined ? {} : { location: answer.location })
      .end(answer.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
});
afterAll(() => {
  server.close();
});
beforeEach(() => {
  asked = [];
  keys = [];
});

/** Each source's answer with one price, given as the JSON of the price and of the time. */
const FORMS: Readonly<Record<string, { make: () => RateSource; path: string; body: (price: string) => string }>> = {
  coinbase: {
    make: () => createCoinbaseRates({ url, clock }),
    path: '/v2/exchange-rates?currency=BTC',
    body: (price) => `{"data":{"currency":"BTC","rates":{"NGN":${price}}}}`,
  },
  luno: {
    make: () => createLunoRates({ url }),
    path: '/api/1/tickers',
    body: (price) =>
      `{"tickers":[{"pair":"XBTZAR","bid":"1","ask":"2","timestamp":1},{"pair":"XBTNGN","timestamp":${SECONDS}000,"bid":${price},"ask":"999999999999","last_trade":"1"}]}`,
  },
  quidax: {
    make: () => createQuidaxRates({ url }),
    path: '/api/v1/markets/tickers/btcngn',
    body: (price) => `{"data":{"at":${SECONDS},"ticker":{"buy":${price},"sell":"999999999999","last":"1"}}}`,
  },
  coingecko: {
    make: () => createCoingeckoRates({ url }),
    path: '/api/v3/simple/price?ids=bitcoin&vs_currencies=ngn&include_last_updated_at=true&precision=full',
    body: (price) => `{"bitcoin":{"ngn":${price},"ngn_24h_change":null,"last_updated_at":${SECONDS}}}`,
  },
  kraken: {
    make: () => createKrakenRates({ url, clock }),
    path: '/0/public/Ticker?pair=XBTUSD',
    body: (price) => `{"error":[],"result":{"XXBTZUSD":{"a":["999999999999","1"],"b":[${price},"1"]}}}`,
  },
};

async function ask(source: RateSource, body: string, status = 200): Promise<string> {
  answer = { status, body };
  try {
    const ticks = await source.fetchRates(['BTC']);
    return ticks
      .map(({ rate, quote, observedAt }) => `${formatRate(rate)} ${quote} ${observedAt.toISOString()}`)
      .join();
  } catch {
    return 'down';
  }
}
const isNothing = (text: string): boolean => text === '' || text === 'down';

describe.each(Object.entries(FORMS))('%s', (name, { make, path, body }) => {
  const quote = name === 'kraken' ? 'USD' : 'NGN';

  test('its price is read to the last digit, with its time', async () => {
    for (const digits of ['147250000.123456789012345', '0.000000000000000001', '1']) {
      expect(await ask(make(), body(`"${digits}"`))).toBe(`${digits} ${quote} ${NOW.toISOString()}`);
    }
    expect(asked[0]).toBe(path);
  });

  test.each([
    '"0"',
    '"-1"',
    '"1e308"',
    '"NaN"',
    '"Infinity"',
    '"abc"',
    '""',
    '" 1"',
    'null',
    '{}',
    '[]',
    '1e308',
    '-5',
  ])('[R3] the price %s is no price', async (price) => {
    expect(await ask(make(), body(price))).toSatisfy(isNothing);
  });

  test.each([
    ['HTML', '<html>busy</html>', 200],
    ['half an answer', body('"1"').slice(0, -5), 200],
    ['an empty answer', '', 200],
    ['null', 'null', 200],
    ['a list', '[]', 200],
    ['too many requests', body('"1"'), 429],
    ['its own failure', body('"1"'), 503],
  ])('[R3] %s is no rate', async (_what, text, status) => {
    expect(await ask(make(), text, status)).toSatisfy(isNothing);
  });

  test('[R3] it follows no redirect', async () => {
    answer = { status: 302, body: '', location: `${url}/elsewhere` };
    await expect(make().fetchRates(['BTC'])).rejects.toMatchObject({ status: 503 });
    expect(asked).toEqual([path]);
  });

  test('[R3] an endless answer is not read to its end', async () => {
    expect(await ask(make(), `${' '.repeat(4_000_001)}${body('"1"')}`)).toBe('down');
  });
});

test.each(['luno', 'quidax', 'kraken'])(
  '[R3] the book of %s is left out where its bid is above its ask',
  async (name) => {
    const form = FORMS[name];
    if (form === undefined) throw new Error(name);
    expect(await ask(form.make(), form.body('"1000000000000"'))).toSatisfy(isNothing);
  },
);

test('an exponent is refused and long digits are cut, never rounded up', async () => {
  const form = FORMS['coingecko'];
  if (form === undefined) throw new Error('coingecko');
  expect(await ask(form.make(), form.body('1549.12345678901234567899'))).toContain('1549.123456789012345678 ');
  expect(await ask(form.make(), form.body('1.5e3'))).toBe('');
});

test('[R3] CoinGecko’s key goes into the header of its plan, never into the address, and none is sent without one', async () => {
  const body = `{"bitcoin":{"ngn":1,"last_updated_at":${SECONDS}}}`;
  await ask(createCoingeckoRates({ url, key: 'CG-sample' }), body);
  await ask(createCoingeckoRates({ url }), body);
  expect(keys).toEqual(['CG-sample', undefined]);
  expect(asked.join()).not.toContain('CG-sample');
  expect(keyHeaderOf('https://api.coingecko.com')).toBe('x-cg-demo-api-key');
  expect(keyHeaderOf('https://pro-api.coingecko.com')).toBe('x-cg-pro-api-key');
});
