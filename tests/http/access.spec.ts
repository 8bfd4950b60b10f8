// Over the built product: no caller reaches data of others. Every operation with every kind of caller:
// apps/server/src/access.test.ts.
import { endpoints, ROLE_MISSING } from '@kobogate/contract';
import { newCustomer, placeOrder } from '../support/customer.ts';
import { send } from '../support/http.ts';
import { readOperations } from '../support/openapi.ts';
import { adminToken, fromNewAddress, PASSWORD, signUp } from '../support/people.ts';
import { expect, test } from '../support/fixtures.ts';

test('[C1] every operation says who may call it', async ({ product }) => {
  const operations = await readOperations(product.apiBase);
  expect(operations.length).toBeGreaterThan(20);
  const unruled = operations.filter(({ access }) => !['public', 'user', 'staff'].includes(access));
  expect(unruled).toEqual([]);
  // The team's calls name roles, an administrator's first; other calls name none.
  expect(operations.filter(({ access, roles }) => (access === 'staff') !== (roles[0] === 'administrator'))).toEqual([]);
});

test('[C1] a role holds at once, by the built product: support reads orders and decides on none', async ({
  product,
}) => {
  const { call, apiBase } = product;
  const admin = await adminToken(call);
  const person = await signUp(product);
  const { data: user } = await call(endpoints.accounts.getUser, { token: person.token });
  const body = { role: 'support', reason: 'Joins the sample desk' } as const;
  await call(endpoints.adminUsers.setRole, { token: admin, params: { id: user.id }, body });
  expect((await send('GET', `${apiBase}/user`, { token: person.token })).status).toBe(401);
  const login = { body: { email: person.email, password: PASSWORD }, headers: fromNewAddress() };
  const { data } = await call(endpoints.accounts.login, login);
  expect(data).toMatchObject({ isAdmin: false, role: 'support' });
  const token = data.token ?? '';
  expect((await send('GET', `${apiBase}/order/admin`, { token })).status).toBe(200);
  const decided = await send('PUT', `${apiBase}/order/${user.id}`, { token, body: { status: 'approved' } });
  expect(decided).toMatchObject({ status: 403, json: { code: ROLE_MISSING } });
  expect(decided.json).toMatchObject({
    message: 'Reviewers and administrators can do this, and your role is support. Nothing was done.',
  });
  expect((await send('GET', `${apiBase}/admin/reports`, { token })).status).toBe(403);
});

test.describe('with another user’s order', () => {
  let orderId: string;
  test.beforeAll(async ({ product }) => {
    const customer = await newCustomer(product);
    orderId = (await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount: '20' })).id;
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
    const orders = await product.call(endpoints.adminOrders.list, { token });
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

test('[A-17] [B-2] a page of the app is there for every way to read it, and an address without a page is not', async ({
  product,
}) => {
  const ask = async (method: string, path: string, accept: string) => {
    const answer = await fetch(product.origin + path, { method, headers: { accept } });
    return [answer.status, (answer.headers.get('content-type') ?? '').split(';')[0]];
  };
  for (const path of ['/account/dashboard', '/account/wallets', '/admin/dashboard', '/login', '/']) {
    // A browser, a program that says nothing, and one that looks whether a link leads somewhere.
    for (const [method, accept] of [
      ['GET', 'text/html'],
      ['GET', '*/*'],
      ['HEAD', 'text/html'],
      ['HEAD', '*/*'],
    ] as const) {
      expect([method, path, accept, ...(await ask(method, path, accept))]).toEqual([
        method,
        path,
        accept,
        200,
        'text/html',
      ]);
    }
  }
  expect(await ask('GET', '/account/no-such-page', 'text/html')).toEqual([404, 'text/html']);
  expect(await ask('GET', '/account/no-such-page', '*/*')).toEqual([404, 'application/json']);
  expect(await ask('GET', '/account/dashboard', 'application/json')).toEqual([404, 'application/json']);
  expect(await ask('POST', '/account/dashboard', 'text/html')).toEqual([404, 'application/json']);
});
