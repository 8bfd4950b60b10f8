// No caller reaches data of others: the matrix of operations and callers is made from the API's own description, so
// a new operation is tested automatically.
import { endpoints, SCOPES } from '@kobogate/contract';
import { newCustomer, placeOrder } from '../support/customer.ts';
import { errorFields, send } from '../support/http.ts';
import { type Operation, readOperations } from '../support/openapi.ts';
import { adminToken, makeApiKey, type Person, signUp } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { expect, test } from '../support/fixtures.ts';

const NOBODYS_ID = '01890000-0000-7000-8000-000000000000';

/** The operation's address with an id in each of its path parameters. */
const addressOf = ({ apiBase }: Product, { path }: Operation, id = NOBODYS_ID): string =>
  apiBase + path.replaceAll(/\{\w+\}/g, id);

/** The input for operations on a user's own record, where an empty body is refused before the record is looked up. */
const BODIES: Readonly<Record<string, unknown>> = {
  'PUT /payment-links/{id}': { name: 'Sample', purpose: 'Sample', amount: '5000', coins: ['USDT'], version: 1 },
  'POST /conversion/{id}/rate': { answer: 'accepted', nairaKobo: '1' },
  'POST /payments/{id}/refund-offers': { asset: 'USDT@bsc' },
  'POST /payments/{id}/refund-offers/{offer}/confirm': { password: 'a sample password' },
};

const request = (product: Product, operation: Operation, token?: string, id?: string) =>
  send(operation.method, addressOf(product, operation, id), {
    token,
    ...(operation.takesBody ? { body: BODIES[`${operation.method} ${operation.path}`] ?? {} } : {}),
  });

test('[C1] every operation says who may call it', async ({ product }) => {
  const operations = await readOperations(product.apiBase);
  expect(operations.length).toBeGreaterThan(20);
  const unruled = operations.filter(({ access }) => !['public', 'user', 'admin'].includes(access));
  expect(unruled).toEqual([]);
});

test('[C1] [B-10] without a token, or with a wrong one, every operation that is not public answers 401 and no data', async ({
  product,
}) => {
  const guarded = (await readOperations(product.apiBase)).filter(({ access }) => access !== 'public');
  for (const operation of guarded) {
    for (const token of [undefined, 'x', 'A'.repeat(43), 'a b', "' or 1=1 --"]) {
      const answer = await request(product, operation, token);
      expect([operation.path, token, answer.status]).toEqual([operation.path, token, 401]);
      expect(errorFields(answer.json)).toEqual(['message']);
    }
  }
});

test('[C1] [B-10] with an ordinary user’s token every admin operation answers 403 and no data', async ({ product }) => {
  const { token } = await signUp(product);
  const operations = await readOperations(product.apiBase);
  const forAdmins = operations.filter(({ access }) => access === 'admin');
  expect(forAdmins.length).toBeGreaterThan(5);
  for (const operation of forAdmins) {
    const answer = await request(product, operation, token);
    expect([operation.method, operation.path, answer.status]).toEqual([operation.method, operation.path, 403]);
    expect(errorFields(answer.json)).toEqual(['message']);
  }
});

test('[A4] [C1] an API key makes the calls of its scopes, and is refused all others', async ({ product }) => {
  const { token } = await signUp(product);
  const all = await makeApiKey(product.call, token, [...SCOPES]);
  const none = await makeApiKey(product.call, token, ['links:read']);
  const operations = await readOperations(product.apiBase);
  for (const operation of operations.filter(({ access }) => access !== 'public')) {
    const { method, path, scope } = operation;
    const withAll = await request(product, operation, all);
    // 403 where no key may; else the answer that the signed-in owner would get.
    expect([method, path, withAll.status === 403]).toEqual([method, path, scope === undefined]);
    expect([method, path, withAll.status]).not.toEqual([method, path, 401]);
    if (scope === 'links:read') continue;
    const withoutScope = await request(product, operation, none);
    expect([method, path, withoutScope.status]).toEqual([method, path, 403]);
    expect(errorFields(withoutScope.json)).toEqual(['message']);
  }
  expect((await send('GET', `${product.apiBase}/events`, { token: all })).status).toBe(403);
  const scoped = operations.flatMap(({ scope }) => scope ?? []);
  expect(scoped.filter((scope) => !SCOPES.some((known) => known === scope))).toEqual([]);
});

test('[C1] public operations ask no caller for a token', async ({ product }) => {
  const operations = await readOperations(product.apiBase);
  for (const operation of operations.filter(({ access }) => access === 'public')) {
    const answer = await request(product, operation);
    expect([operation.path, [401, 403].includes(answer.status)]).toEqual([operation.path, false]);
  }
});

test.describe('with another user’s ids', () => {
  let owner: Person;
  let orderId: string;
  test.beforeAll(async ({ product }) => {
    const customer = await newCustomer(product);
    owner = customer;
    orderId = (await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount: '20' })).id;
  });

  test('[C1] every operation that takes an id answers 403 or 404 and nothing of the owner', async ({ product }) => {
    const stranger = await signUp(product);
    const operations = await readOperations(product.apiBase);
    const withIds = operations.filter(({ access, path }) => access !== 'public' && path.includes('{id}'));
    expect(withIds.length).toBeGreaterThan(2);
    for (const operation of withIds) {
      const answer = await request(product, operation, stranger.token, orderId);
      expect([operation.path, [403, 404].includes(answer.status)]).toEqual([operation.path, true]);
      expect(answer.text).not.toContain(owner.email);
      expect(errorFields(answer.json)).toEqual(['message']);
    }
  });

  test('[C1] lists hold nothing of other users', async ({ product }) => {
    const stranger = await signUp(product);
    const { call } = product;
    expect((await call(endpoints.orders.listConversions, { token: stranger.token })).data).toEqual([]);
    expect((await call(endpoints.wallets.list, { token: stranger.token })).data).toEqual([]);
    expect((await call(endpoints.bankAccounts.getMine, { token: stranger.token })).data).toBeNull();
    expect((await call(endpoints.notifications.list, { token: stranger.token })).data).toEqual([]);
    expect((await call(endpoints.accounts.getUser, { token: stranger.token })).data.email).toBe(stranger.email);
  });

  test('[B-10] the list of all orders is the admin’s', async ({ product }) => {
    const token = await adminToken(product.call);
    const orders = await product.call(endpoints.orders.listForAdmin, { token });
    expect(orders.map(({ id }) => id)).toContain(orderId);
  });
});

test('[A7] [B-5] a token is dead after logout', async ({ product }) => {
  const { token } = await signUp(product);
  const { call, apiBase } = product;
  await call(endpoints.accounts.logout, { token });
  expect((await send('GET', `${apiBase}/user`, { token })).status).toBe(401);
});

test('[C1] the live stream asks for a token, and unknown addresses get one and the same answer', async ({
  product,
}) => {
  expect((await send('GET', `${product.apiBase}/events`)).status).toBe(401);
  expect((await send('GET', `${product.apiBase}/no-such-call`)).status).toBe(404);
});
