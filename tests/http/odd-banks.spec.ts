// Odd names and messages of banks: names in any alphabet are kept and paid exactly, an unknown bank is
// refused in words, and a callback of any size or shape changes nothing and stops nothing.
import { randomInt } from 'node:crypto';
import { endpoints } from '@kobogate/contract';
import { newCustomer, orderWhere, payAndMine, placeOrder } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { send } from '../support/http.ts';
import { adminToken, PASSWORD, signUp } from '../support/people.ts';

const PAIR = { currency: 'USDT', network: 'bsc', amount: '25' };
const RAILS = ['budpay', 'paystack', 'flutterwave', 'flutterwave-v4', 'monnify', 'no-such-rail'];
const NAMES = [
  "Adaeze O'Brien-Obi",
  'Ọláyínká Adébáyọ̀',
  'Иван Петрович',
  '李小龙',
  'محمد علي',
  'A'.repeat(80),
  `${'Ọ'.repeat(60)} O’Brien 李`,
];

test('[F-6] [F1] names with an apostrophe, of 80 letters and in other alphabets are kept to the letter', async ({
  product,
}) => {
  const { token } = await signUp(product);
  const { data: banks } = await product.call(endpoints.bankAccounts.listBanks, { token });
  const accountNumber = String(randomInt(1_000_000_000, 9_999_999_999));
  for (const accountName of NAMES) {
    const body = { accountNumber, bankName: banks[0]?.bank_name ?? '', accountName, password: PASSWORD };
    const { data } = await product.call(endpoints.bankAccounts.save, { token, body });
    expect(data).toMatchObject({ accountName, nameResolution: 'unresolved' });
    const { data: kept } = await product.call(endpoints.bankAccounts.getMine, { token });
    expect(kept?.accountName).toBe(accountName);
  }
});

test('[F-6] [F-13] an unknown bank and an invalid number are refused in words', async ({ product }) => {
  const { token } = await signUp(product);
  const { data: banks } = await product.call(endpoints.bankAccounts.listBanks, { token });
  const body = { accountNumber: '0123456785', bankName: banks[0]?.bank_name ?? '', accountName: 'Sample Person' };
  for (const [wrong, words] of [
    [{ bankName: '999999' }, /do not know a bank/],
    [{ bankName: "Access' or '1'='1" }, /do not know a bank/],
    [{ bankName: `${body.bankName} 2` }, /do not know a bank/],
    [{ accountNumber: '12345' }, /account number/i],
    [{ accountNumber: '０１２３４５６７８５' }, /account number/i],
  ] as const) {
    const answer = await send('PATCH', `${product.apiBase}/bank-account`, { token, body: { ...body, ...wrong } });
    expect([answer.status, Object(answer.json).message]).toEqual([422, expect.stringMatching(words)]);
  }
  const { data } = await product.call(endpoints.bankAccounts.getMine, { token });
  expect(data).toBeNull();
});

test('[H-6] [P8] an odd name is paid like any other, to the kobo', async ({ product }) => {
  const { call, sandbox } = product;
  const customer = await newCustomer(product);
  const { data: mine } = await call(endpoints.bankAccounts.getMine, { token: customer.token });
  const accountName = `Ọláyínká ${'O’Brien '.repeat(8)}Иван`;
  await sandbox.tellOfAccount({ ...customer, accountName });
  const account = {
    accountNumber: customer.accountNumber,
    bankName: mine?.bankName ?? '',
    accountName,
    password: PASSWORD,
  };
  const { data: saved } = await call(endpoints.bankAccounts.save, { token: customer.token, body: account });
  expect(saved).toMatchObject({ accountName, nameResolution: 'resolved' });
  const order = await placeOrder(product, customer.token, PAIR);
  await payAndMine(product, order);
  await orderWhere(product, customer.token, order.id, 'funded', ({ funding }) => funding === 'funded');
  const token = await adminToken(call);
  await call(endpoints.adminOrders.decide, { token, params: { id: order.id }, body: { status: 'approved' } });
  await orderWhere(product, customer.token, order.id, 'paid', ({ payout }) => payout === 'paid');
  const transfers = (await sandbox.transfers()).filter(({ accountNumber }) => accountNumber === customer.accountNumber);
  expect(transfers.map(({ amountKobo, status }) => [String(amountKobo), status])).toEqual([
    [order.nairaKobo, 'success'],
  ]);
});

test('[F2] [W3] a callback of 10 MB, or of content that no bank sends, changes nothing and stops nothing', async ({
  product,
}) => {
  const big = `{"data":{"reference":"${'x'.repeat(10_000_000)}"}}`;
  for (const rail of RAILS) {
    const url = `${product.apiBase}/callbacks/${rail}`;
    const tooBig = await send('POST', url, { body: big }).catch(() => ({ status: 413 }));
    expect([rail, [404, 413].includes(tooBig.status)]).toEqual([rail, true]);
    for (const body of ['{', '[]', 'null', '"x"', '{"data":[]}', '{"data":{"reference":{"$gt":""}}}', '']) {
      const { status } = await send('POST', url, { body });
      expect([rail, body, status < 500]).toEqual([rail, body, true]);
    }
  }
  expect((await send('GET', `${product.apiBase}/health`)).status).toBe(200);
});

test('[F-13] 0.001 naira is not an amount of a link, and below the minimum of a conversion', async ({ product }) => {
  const { call, apiBase } = product;
  const token = await adminToken(call);
  const link = { name: 'Sample', purpose: 'Sample', coins: ['USDT'], amount: '0.001' };
  const refused = await send('POST', `${apiBase}/payment-links`, { token, body: link });
  expect([refused.status, Object(refused.json).message]).toEqual([422, expect.stringMatching(/\S+ \S+/)]);

  const customer = await newCustomer(product);
  await call(endpoints.wallets.create, {
    token: customer.token,
    params: { currency: 'USDT' },
    query: { network: 'bsc' },
  });
  const body = { fromCurrency: 'USDT', network: 'bsc', fromAmount: '0.0000006' };
  const tiny = await send('POST', `${apiBase}/conversion`, { token: customer.token, body });
  expect([tiny.status, Object(tiny.json).message]).toEqual([422, expect.stringMatching(/smallest conversion/)]);
});
