// Prices come in each source's own shape, and move exactly as told, hostile texts included.
import { type ChainlessSandbox, startChainless } from '@kobogate/testkit/sandbox/server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let sandbox: ChainlessSandbox;
beforeAll(async () => {
  sandbox = await startChainless();
});
afterAll(() => sandbox.close());

const read = async (path: string) => {
  const response = await fetch(sandbox.server.base + path);
  const text = await response.text();
  return { code: response.status, text, body: text.startsWith('{') ? JSON.parse(text) : null };
};
const rates = (currency: string) => read(`/coinbase/v2/exchange-rates?currency=${currency}`);
const tell = (path: string, body: string) =>
  fetch(`${sandbox.server.base}/control/rates${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });

test('every coin has a price in naira and dollars; an unknown one is an error', async () => {
  for (const currency of ['BTC', 'ETH', 'USDT', 'USDC', 'BNB', 'ADA', 'SOL', 'DOT']) {
    const decimal = expect.stringMatching(/^\d+(\.\d+)?$/);
    expect(await rates(currency)).toMatchObject({
      code: 200,
      body: { data: { currency, rates: { NGN: decimal, USD: decimal } } },
    });
  }
  expect((await rates('XRP')).code).toBe(400);
});

test('a price moves to exactly the text or number that was sent', async () => {
  for (const [body, ngn] of [
    ['{"asset":"BTC","ngn":"0"}', '0'],
    ['{"asset":"BTC","ngn":"abc","source":"coinbase"}', 'abc'],
    ['{"asset":"BTC","ngn":150000000.10}', '150000000.10'],
  ]) {
    expect((await tell('', body ?? '')).status).toBe(200);
    expect((await rates('BTC')).body).toMatchObject({ data: { rates: { NGN: ngn } } });
  }
});

test('each source has its own form', async () => {
  await tell('', '{"asset":"BTC","ngn":"147000000.5","usd":"95000.25"}');
  expect((await read('/luno/api/1/tickers')).body.tickers[0]).toMatchObject({
    pair: 'XBTNGN',
    bid: '147000000.5',
    ask: '147000000.59',
  });
  expect((await read('/quidax/api/v1/markets/tickers/btcngn')).body.data).toMatchObject({
    ticker: { buy: '147000000.5', sell: '147000000.59' },
    at: expect.any(Number),
  });
  expect((await read('/coingecko/api/v3/simple/price?ids=bitcoin,nothing&vs_currencies=ngn')).text).toMatch(
    /^{"bitcoin":{"ngn":147000000\.5,"ngn_24h_change":null,"last_updated_at":\d{10}}}$/,
  );
  expect((await read('/kraken/0/public/Ticker?pair=XBTUSD')).body).toMatchObject({
    error: [],
    result: { XXBTZUSD: { b: ['95000.25', '1', '1.000'], a: ['95000.259', '1', '1.000'] } },
  });
  expect((await read('/kraken/0/public/Ticker?pair=XBTUSD,NOPE')).body).toEqual({
    error: ['EQuery:Unknown asset pair'],
  });
});

test('a source misbehaves as told, alone, until told otherwise', async () => {
  const ticker = async () => (await read('/luno/api/1/tickers')).body?.tickers[0];
  await tell('/source', '{"source":"luno","mode":"down"}');
  expect((await read('/luno/api/1/tickers')).code).toBe(503);
  expect((await rates('BTC')).code).toBe(200);
  await tell('/source', '{"source":"luno","mode":"html"}');
  expect((await read('/luno/api/1/tickers')).text).toMatch(/^<html>/);
  await tell('/source', '{"source":"luno","mode":"crossed"}');
  expect(Number((await ticker()).bid)).toBeGreaterThan(Number((await ticker()).ask));
  await tell('/source', '{"source":"luno","mode":"stale"}');
  expect((await ticker()).timestamp).toBeLessThan(Date.now() - 3_000_000);
  await tell('/source', '{"source":"luno","mode":"live"}');
  expect((await ticker()).timestamp).toBeGreaterThan(Date.now() - 60_000);
});

test('an unknown asset, source or mode is refused', async () => {
  expect((await tell('', '{"asset":"XRP","ngn":"1"}')).status).toBe(400);
  expect((await tell('', '{"asset":"BTC","ngn":"1","source":"nowhere"}')).status).toBe(400);
  expect((await tell('', '{"asset":"BTC"}')).status).toBe(400);
  expect((await tell('/source', '{"source":"nowhere","mode":"down"}')).status).toBe(400);
  expect((await tell('/source', '{"source":"luno","mode":"asleep"}')).status).toBe(400);
});
