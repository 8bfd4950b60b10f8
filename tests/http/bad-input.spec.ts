// Over the built product: no malformed or hostile input makes the server fail or lose data: it is refused in words, or handled
// exactly. Every operation with drawn input: apps/server/src/fuzz.test.ts.
import { randomUUID } from 'node:crypto';
import { endpoints } from '@kobogate/contract';
import { newCustomer, placeOrder, type Customer } from '../support/customer.ts';
import { errorFields, type HttpAnswer, send } from '../support/http.ts';
import { fromNewAddress, newEmail, mailCode, signUp, signUpForm } from '../support/people.ts';
import { expect, test } from '../support/fixtures.ts';

const INSIDE = /\bat \S+ \(|node_modules|\.ts:\d|\.js:\d|syntax error|relation "|ZodError|SELECT /;

/** Refused or done, but never failed: no 5xx, errors are `{message}` in words, and nothing internal shows. */
function expectWithstood(answer: HttpAnswer, what: readonly unknown[]): void {
  const isRefusal = answer.status >= 400 && answer.status < 500;
  const isInWords = errorFields(answer.json).join() === 'message' && !INSIDE.test(answer.text);
  if (answer.status < 400 || (isRefusal && isInWords)) return;
  throw new Error(`${JSON.stringify(what).slice(0, 300)} → ${answer.status} ${answer.text.slice(0, 300)}`);
}

test('[F2] a body of 10 MB is refused before it is read', async ({ product }) => {
  const answer = await send('POST', `${product.apiBase}/auth/login`, {
    body: JSON.stringify({ email: 'x'.repeat(10_000_000), password: 'x' }),
    headers: fromNewAddress(),
  }).catch(() => 'the connection was closed' as const);
  if (answer === 'the connection was closed') return;
  expectWithstood(answer, ['10 MB']);
  expect(answer.status).toBe(413);
});

test('[F1] a body that is not JSON is refused in words', async ({ product }) => {
  for (const type of [
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/json; charset=x',
  ]) {
    const answer = await send('POST', `${product.apiBase}/auth/login`, {
      body: '<a/>',
      headers: { ...fromNewAddress(), 'content-type': type },
    });
    expectWithstood(answer, [type]);
    expect(answer.status).toBeGreaterThanOrEqual(400);
  }
});

test.describe('a conversion', () => {
  let customer: Customer;
  test.beforeAll(async ({ product }) => {
    customer = await newCustomer(product);
    await product.call(endpoints.wallets.create, {
      token: customer.token,
      params: { currency: 'USDT' },
      query: { network: 'bsc' },
    });
  });

  const REFUSED_AMOUNTS = [
    '"1e3"',
    '"0x10"',
    '"-0"',
    '-0',
    '"-1"',
    '-1',
    '"NaN"',
    '"Infinity"',
    '""',
    '" "',
    '"1,000"',
    '"１２３"',
    '"٣"',
    '"+5"',
    '" 5"',
    '"5."',
    '".5"',
    '"5e"',
    '"0"',
    '0',
    '0.0',
    '"0.0"',
    '"1.0000000000000000001"',
    'null',
    'true',
    '[]',
    '{}',
    '"100000000000000000000000000000000"',
    '100000000000000000000000000000000',
    `"0.${'0'.repeat(29)}1"`,
    `"${'9'.repeat(119)}"`,
    '9007199254740993',
    '1e30',
    '1e400',
    '1e-30',
  ];

  for (const amount of REFUSED_AMOUNTS) {
    test(`[M1] [E-6] refuses the amount ${amount.slice(0, 44)} in words, and makes no order`, async ({ product }) => {
      const { call, apiBase } = product;
      const before = await call(endpoints.orders.listConversions, { token: customer.token });
      const answer = await send('POST', `${apiBase}/conversion`, {
        token: customer.token,
        body: `{"fromCurrency":"USDT","network":"bsc","fromAmount":${amount}}`,
      });
      expect([400, 422], answer.text).toContain(answer.status);
      expect(answer.text).toMatch(/"message":"\S+ .+"/);
      const after = await call(endpoints.orders.listConversions, { token: customer.token });
      expect(after.data.length).toBe(before.data.length);
    });
  }

  for (const [written, exact] of [
    ['"20.10"', '20.1'],
    ['20.10', '20.1'],
    ['"20.123456789012345678"', '20.123456789012345678'],
    ['20.123456789012345678', '20.123456789012345678'],
    ['"020"', '20'],
  ] as const) {
    test(`[M1] the amount ${written} is ${exact} to the last digit, or refused`, async ({ product }) => {
      const answer = await send('POST', `${product.apiBase}/conversion`, {
        token: customer.token,
        body: `{"fromCurrency":"USDT","network":"bsc","fromAmount":${written}}`,
      });
      expect([
        [400, undefined],
        [201, exact],
      ]).toContainEqual([answer.status, Object(answer.json).fromAmount]);
    });
  }

  for (const [what, body] of [
    ['an unknown currency', { fromCurrency: 'XYZ', network: 'bsc', fromAmount: '20' }],
    ['an unknown network', { fromCurrency: 'USDT', network: 'moon', fromAmount: '20' }],
    ['an impossible pair', { fromCurrency: 'BNB', network: 'polygon', fromAmount: '20' }],
    ['an amount below the minimum', { fromCurrency: 'USDT', network: 'bsc', fromAmount: '0.000000000000000001' }],
    ['an amount above the limit', { fromCurrency: 'USDT', network: 'bsc', fromAmount: '100000000' }],
    ['an unknown quote', { fromCurrency: 'USDT', network: 'bsc', fromAmount: '20', quoteId: randomUUID() }],
  ] as const) {
    test(`[F-13] refuses ${what} with a sentence of its own`, async ({ product }) => {
      const answer = await send('POST', `${product.apiBase}/conversion`, { token: customer.token, body });
      expect([400, 404, 409, 422], answer.text).toContain(answer.status);
      expect(answer.text).toMatch(/"message":"\S+ .+"/);
    });
  }

  test('[F-13] without a bank account the sentence says so', async ({ product }) => {
    const { token } = await signUp(product);
    await product.call(endpoints.wallets.create, { token, params: { currency: 'USDT' }, query: { network: 'bsc' } });
    const body = { fromCurrency: 'USDT', network: 'bsc', fromAmount: '20' };
    const answer = await send('POST', `${product.apiBase}/conversion`, { token, body });
    expect([answer.status, answer.text]).toEqual([422, expect.stringMatching(/payout account/)]);
  });

  test('[C2] a rate, an owner, a status or a fee in the body changes nothing', async ({ product }) => {
    const plain = await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount: '30' });
    const answer = await send('POST', `${product.apiBase}/conversion`, {
      token: customer.token,
      body: {
        fromCurrency: 'USDT',
        network: 'bsc',
        fromAmount: '30',
        rate: '999999',
        naira: '1',
        nairaKobo: '99999999',
        userId: randomUUID(),
        status: 'approved',
        fee: '-5',
        payout: 'paid',
        funding: 'funded',
      },
    });
    if (answer.status >= 400) return;
    expect(answer.json).toMatchObject({
      rate: plain.rate,
      nairaKobo: plain.nairaKobo,
      status: 'pending',
      funding: 'awaiting',
      payout: 'none',
    });
  });
});

test('[C2] no user becomes an administrator or verified by signing up or editing the profile', async ({ product }) => {
  const { call, apiBase, sandbox } = product;
  const email = newEmail();
  const headers = fromNewAddress();
  const more = { isAdmin: true, isVerified: true, role: 'admin', id: randomUUID() };
  const answer = await send('POST', `${apiBase}/auth/register`, { body: { ...signUpForm(email), ...more }, headers });
  expect(answer.status).toBe(201);
  const otp = await mailCode(sandbox, email);
  const { data } = await call(endpoints.accounts.verify, { body: { email, otp }, headers });
  expect(data.isAdmin).toBe(false);
  const body = { first_name: 'Changed', email: newEmail(), ...more };
  await send('PATCH', `${apiBase}/user/update`, { token: data.token, body });
  const { data: user } = await call(endpoints.accounts.getUser, { token: data.token });
  expect(user).toMatchObject({ email, isAdmin: false });
});

test('[F-13] an unverified account signs in to no token', async ({ product }) => {
  const { apiBase } = product;
  const email = newEmail();
  const form = signUpForm(email);
  const headers = fromNewAddress();
  await send('POST', `${apiBase}/auth/register`, { body: form, headers });
  const answer = await send('POST', `${apiBase}/auth/login`, { body: { email, password: form.password }, headers });
  expect(answer.json).toEqual({
    message: 'Please verify your email before logging in',
    data: { isVerified: false, isAdmin: false },
  });
});
