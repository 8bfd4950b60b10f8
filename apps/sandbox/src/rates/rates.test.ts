// Prices come in the source's own shape, and move exactly as told, hostile texts included.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChainlessSandbox } from '../testing-server.ts';
import { startChainless } from '../testing-server.ts';

let sandbox: ChainlessSandbox;
beforeAll(async () => {
  sandbox = await startChainless();
});
afterAll(() => sandbox.close());

const rates = async (currency: string) => {
  const response = await fetch(`${sandbox.server.base}/coinbase/v2/exchange-rates?currency=${currency}`);
  return { code: response.status, body: await response.json() };
};
const move = (body: string) =>
  fetch(`${sandbox.server.base}/control/rates`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });

test('every coin has a price in naira and dollars; an unknown one is an error', async () => {
  for (const currency of ['BTC', 'ETH', 'USDT', 'USDC', 'BNB', 'ADA', 'SOL', 'DOT']) {
    const decimal = expect.stringMatching(/^\d+(\.\d+)?$/);
    expect(await rates(currency)).toEqual({
      code: 200,
      body: { data: { currency, rates: { NGN: decimal, USD: decimal } } },
    });
  }
  expect((await rates('XRP')).code).toBe(400);
});

test('a price moves to the very text or number that was sent', async () => {
  for (const [body, ngn] of [
    ['{"asset":"BTC","ngn":"0"}', '0'],
    ['{"asset":"BTC","ngn":"abc","source":"coinbase"}', 'abc'],
    ['{"asset":"BTC","ngn":150000000.10}', '150000000.10'],
  ]) {
    expect((await move(body ?? '')).status).toBe(200);
    expect((await rates('BTC')).body).toMatchObject({ data: { rates: { NGN: ngn } } });
  }
});

test('an unknown asset or source is refused', async () => {
  expect((await move('{"asset":"XRP","ngn":"1"}')).status).toBe(400);
  expect((await move('{"asset":"BTC","ngn":"1","source":"nowhere"}')).status).toBe(400);
  expect((await move('{"asset":"BTC"}')).status).toBe(400);
});
