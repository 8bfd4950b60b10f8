// A conversion as its customer previews and places it and as an administrator lists and decides it, over HTTP.
import { endpoints, priceParts } from '@kobogate/contract';
import { parseRate, type Rate } from '@kobogate/money';
import { newCustomer, placeOrder } from '../support/customer.ts';
import { send } from '../support/http.ts';
import { adminToken } from '../support/people.ts';
import { expect, test } from '../support/fixtures.ts';

const rateOf = (text: string): Rate => {
  const parsed = parseRate(text);
  if (!parsed.ok) throw new Error(`not a rate: ${text}`);
  return parsed.value;
};
const PAIR = { currency: 'USDT', network: 'bsc', amount: '20' };

test('[F-9] [H-4] a conversion is the created order at the quoted rate; the same key gives the same order', async ({
  product,
}) => {
  const { call, apiBase } = product;
  const { token } = await newCustomer(product);
  await call(endpoints.wallets.create, { token, params: { currency: 'USDT' }, query: { network: 'bsc' } });
  const { data: quote } = await call(endpoints.orders.quote, { token, body: { currency: 'USDT', network: 'bsc' } });
  const request = {
    token,
    body: { fromCurrency: 'USDT', fromAmount: '20', network: 'bsc', quoteId: quote.id },
    headers: { 'idempotency-key': 'one-intent' },
  };
  const [first, second] = await Promise.all([
    call(endpoints.orders.convert, request),
    call(endpoints.orders.convert, request),
  ]);
  expect(first).toMatchObject({ status: 'pending', fromCurrency: 'USDT', fromAmount: '20', rate: quote.rate });
  expect(second.id).toBe(first.id);
  const { data } = await call(endpoints.orders.listConversions, { token });
  expect(data.map(({ id }) => id)).toEqual([first.id]);
  const other = await send('POST', `${apiBase}/conversion`, {
    ...request,
    body: { ...request.body, fromAmount: '21' },
  });
  expect([409, 422]).toContain(other.status);
});

test('[M2] [C2] the preview of a held rate is the order and its receipt to the kobo; a rate in the body counts for nothing', async ({
  product,
}) => {
  const { call, apiBase } = product;
  const { token } = await newCustomer(product);
  await call(endpoints.wallets.create, { token, params: { currency: 'USDT' }, query: { network: 'polygon' } });
  const { data: quote } = await call(endpoints.orders.quote, { token, body: { currency: 'USDT', network: 'polygon' } });
  const [rate, marketRate] = [rateOf(quote.rate), rateOf(quote.marketRate)];
  const preview = Object.entries(priceParts(20_123_457n, 6, { rate, marketRate }));
  const { status, json } = await send('POST', `${apiBase}/conversion`, {
    token,
    body: {
      fromCurrency: 'USDT',
      fromAmount: '20.123457',
      network: 'polygon',
      quoteId: quote.id,
      rate: '999999',
      marketRate: '999999',
      nairaKobo: '99999999',
      feeKobo: '0',
    },
  });
  expect(status).toBe(201);
  const params = { id: String(Object(json).id) };
  const { data: order } = await call(endpoints.orders.getConversion, { token, params });
  const { data: receipt } = await call(endpoints.receipts.read, { token, params });
  const { rate: shown, marketRate: market } = quote;
  const expected = { rate: shown, marketRate: market, ...Object.fromEntries(preview.map(([k, v]) => [k, String(v)])) };
  expect([order.price, receipt.price]).toEqual([expected, expected]);
});

test('[F-12] [D-3] the admin lists orders as an array and declines a pending one, once', async ({ product }) => {
  const { call, apiBase } = product;
  const customer = await newCustomer(product);
  const order = await placeOrder(product, customer.token, PAIR);
  const token = await adminToken(call);
  const list = await send('GET', `${apiBase}/order/admin`, { token });
  expect(Array.isArray(list.json)).toBe(true);
  const row = endpoints.adminOrders.list.answer.parse(list.json).find(({ id }) => id === order.id);
  expect(row).toMatchObject({
    customerName: 'Sample Person',
    customerEmail: customer.email,
    status: 'pending',
    itemCount: expect.any(Number),
    priority: expect.stringMatching(/^(?:low|medium|high)$/),
  });
  const decide = (status: string) => send('PUT', `${apiBase}/order/${order.id}`, { token, body: { status } });
  expect((await decide('paid')).status).toBe(400);
  expect((await decide('declined')).status).toBe(200);
  expect((await decide('approved')).status).toBe(409);
  const { data } = await call(endpoints.orders.getConversion, { token: customer.token, params: { id: order.id } });
  expect(data.status).toBe('declined');
});

test('[F-12] the list says how many there are, and its links lead to every order, down to the oldest', async ({
  product,
}) => {
  const { call, apiBase } = product;
  const customer = await newCustomer(product);
  const made = [await placeOrder(product, customer.token, PAIR), await placeOrder(product, customer.token, PAIR)];
  const token = await adminToken(call);
  const seen: string[] = [];
  let url: string | undefined = `${apiBase}/order/admin?status=pending&coins=awaited&order=oldest&limit=1`;
  let total = 0;
  for (; url !== undefined && seen.length < 1000;) {
    const page = await send('GET', url, { token });
    total = Number(page.headers.get('x-total-count'));
    seen.push(...endpoints.adminOrders.list.answer.parse(page.json).map(({ id }) => id));
    const link = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    url = link === undefined ? undefined : new URL(link, apiBase).href;
  }
  expect(seen).toHaveLength(total);
  expect(seen).toEqual([...new Set(seen)].toSorted());
  expect(seen).toEqual(expect.arrayContaining(made.map(({ id }) => id)));
});

test('[E-6] [M1] an invalid amount or coin is answered in words that say what to write', async ({ product }) => {
  const customer = await newCustomer(product);
  await placeOrder(product, customer.token, PAIR);
  const convert = (change: object) =>
    send('POST', `${product.apiBase}/conversion`, {
      token: customer.token,
      body: { fromCurrency: 'USDT', network: 'bsc', fromAmount: '20', ...change },
    });
  const cases: [object, RegExp][] = [
    [{ fromAmount: '.5' }, /write a 0 before the point: 0\.5/],
    [{ fromAmount: '5.' }, /leave out the point at the end: 5/],
    [{ fromAmount: '1,5' }, /decimals with a point/],
    [{ fromAmount: '1e3' }, /without an exponent/],
    [{ fromAmount: '' }, /enter an amount/],
    [{ fromCurrency: '' }, /select a coin/],
    [{ network: '' }, /select a network/],
  ];
  for (const [change, sentence] of cases) {
    const { status, json } = await convert(change);
    expect([change, status, Object(json).message]).toEqual([change, 422, expect.stringMatching(sentence)]);
  }
});
