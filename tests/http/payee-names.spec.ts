// Guarantee: through the API no payout to a name that the bank denies or does not confirm is approved without a written
// reason; and no decision is about anything but what was read.
import { endpoints } from '@kobogate/contract';
import { newCustomer, orderWhere, payAndMine, placeOrder, transfersTo } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { send } from '../support/http.ts';
import { adminToken, PASSWORD } from '../support/people.ts';
import type { Product } from '../support/product.ts';

const PAIR = { currency: 'USDT', network: 'bsc', amount: '20' };

/** A funded order to an account for which the bank answers `accountName`; null: it has no answer for it. */
async function fundedOrder(product: Product, accountName: string | null) {
  const { call, sandbox } = product;
  const customer = await newCustomer(product);
  const { data: mine } = await call(endpoints.bankAccounts.getMine, { token: customer.token });
  const accountNumber = String(Number(customer.accountNumber) - 1).padStart(10, '1');
  const payee = { accountNumber, bankCode: customer.bankCode };
  if (accountName !== null) await sandbox.tellOfAccount({ ...payee, accountName });
  const body = { accountNumber, bankName: mine?.bankName ?? '', accountName: 'Sample Person', password: PASSWORD };
  await call(endpoints.bankAccounts.save, { token: customer.token, body });
  const { id } = await placeOrder(product, customer.token, PAIR).then(async (order) => {
    await payAndMine(product, order);
    return order;
  });
  await orderWhere(product, customer.token, id, 'funded', ({ funding }) => funding === 'funded');
  return { id, payee, customer };
}

test('[P10] [C4] a name that the bank denies is paid only with a reason and the version that was read', async ({
  product,
}) => {
  const { id, payee, customer } = await fundedOrder(product, 'JOHN DOE ENTERPRISES');
  const token = await adminToken(product.call);
  const path = `${product.apiBase}/order/${id}`;
  const decide = (body: object) => send('PUT', path, { token, body });
  const list = await product.call(endpoints.adminOrders.list, { token });
  const seen = list.find((order) => order.id === id);
  const verdict = { nameResolution: 'mismatch', resolvedName: 'JOHN DOE ENTERPRISES', nameScore: 0 };
  expect(seen?.bankAccount).toMatchObject(verdict);
  const { data: one } = await product.call(endpoints.adminOrders.get, { token, params: { id } });
  expect(one).toMatchObject({ version: seen?.version, bankAccount: verdict });

  const silent = await decide({ status: 'approved' });
  expect([silent.status, Object(silent.json).message]).toEqual([422, expect.stringContaining('JOHN DOE ENTERPRISES')]);
  expect((await decide({ status: 'approved', reason: '  ' })).status).toBe(422);
  const why = { status: 'approved', reason: 'The firm is theirs.' };
  for (const stale of [0, 1, String((seen?.version ?? 0) + 1)]) {
    expect((await decide({ ...why, version: stale })).status).toBe(409);
    expect((await decide({ status: 'declined', version: stale })).status).toBe(409);
  }
  expect((await decide({ ...why, version: 'newest' })).status).toBe(400);
  expect(await transfersTo(product, payee)).toEqual([]);
  expect((await decide({ ...why, version: seen?.version })).status).toBe(200);
  await orderWhere(product, customer.token, id, 'paid', ({ payout }) => payout === 'paid');
  expect(await transfersTo(product, payee)).toHaveLength(1);
});

test('[P8] [P10] a bank that confirms the name by the time of the decision needs no reason', async ({ product }) => {
  const { id, payee, customer } = await fundedOrder(product, null);
  const token = await adminToken(product.call);
  const decide = () => send('PUT', `${product.apiBase}/order/${id}`, { token, body: { status: 'approved' } });
  expect((await decide()).status).toBe(422);
  await product.sandbox.tellOfAccount({ ...payee, accountName: 'PERSON SAMPLE' });
  expect(await decide()).toMatchObject({
    status: 200,
    json: { data: { status: 'approved', bankAccount: { nameResolution: 'resolved' } } },
  });
  const { data: account } = await product.call(endpoints.bankAccounts.getMine, { token: customer.token });
  expect(account?.nameResolution).toBe('resolved');
  await orderWhere(product, customer.token, id, 'paid', ({ payout }) => payout === 'paid');
});
