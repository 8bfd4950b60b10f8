// The whole contract is served, on a real database: each operation with its payload, its answer’s shape, its status.
// Orders: `orders.spec.ts`.
import { endpoints, NETWORK_IDS, TEXTS } from '@kobogate/contract';
import { newCustomer } from '../support/customer.ts';
import { errorFields, pathOf, send } from '../support/http.ts';
import { readOperations } from '../support/openapi.ts';
import { adminToken, fromNewAddress, mailCode, newEmail, PASSWORD, signUp, signUpForm } from '../support/people.ts';
import { expect, test } from '../support/fixtures.ts';
import { eventually } from '../support/wait.ts';

test('[F-1] GET /user is the signed-in user', async ({ product }) => {
  const { email, token } = await signUp(product);
  const answer = await send('GET', `${product.apiBase}/user`, { token });
  expect(answer.status).toBe(200);
  expect(answer.json).toMatchObject({
    data: { email, first_name: 'Sample', last_name: 'Person', name: 'Sample Person', isVerified: true, isAdmin: false },
  });
});

test('[F-2] POST /auth/login gives message, token, isVerified and isAdmin', async ({ product }) => {
  const { email } = await signUp(product);
  const answer = await send('POST', `${product.apiBase}/auth/login`, {
    body: { email, password: PASSWORD },
    headers: fromNewAddress(),
  });
  expect([answer.status, answer.json]).toEqual([
    200,
    {
      message: TEXTS.loginSuccess,
      data: { token: expect.stringMatching(/^[\w-]{40,}$/), isVerified: true, isAdmin: false },
    },
  ]);
  const admin = await product.call(endpoints.accounts.getUser, { token: await adminToken(product.call) });
  expect(admin.data).toMatchObject({ isAdmin: true, isVerified: true });
});

test('[F-2] [F-13] a wrong password and an unknown address are refused alike', async ({ product }) => {
  const { email } = await signUp(product);
  for (const address of [email, newEmail()]) {
    const answer = await send('POST', `${product.apiBase}/auth/login`, {
      body: { email: address, password: 'not the password' },
      headers: fromNewAddress(),
    });
    expect([answer.status, answer.json]).toEqual([401, { message: TEXTS.loginFailed }]);
  }
});

test('[F-3] [F-4] register answers a message; the mailed code verifies, once; a resent code replaces it', async ({
  product,
}) => {
  const { apiBase, sandbox, call } = product;
  const email = newEmail();
  const headers = fromNewAddress();
  const registered = await call(endpoints.accounts.register, { body: signUpForm(email), headers });
  expect(registered.message).toMatch(/\S/);
  const first = await mailCode(sandbox, email);
  expect(await call(endpoints.accounts.resendOtp, { body: { email }, headers })).toEqual({ message: TEXTS.codeSent });
  await eventually('a second mail', async () => (await sandbox.mail(email)).length >= 2);
  const second = await mailCode(sandbox, email);
  const wrong = await send('POST', `${apiBase}/auth/verify`, {
    body: { email, otp: first === second ? 'x' : first },
    headers,
  });
  expect([400, 422]).toContain(wrong.status);
  const { data } = await call(endpoints.accounts.verify, { body: { email, otp: second }, headers });
  expect(data).toMatchObject({ isVerified: true, isAdmin: false });
  const again = await send('POST', `${apiBase}/auth/verify`, { body: { email, otp: second }, headers });
  expect(again.status).toBe(422);
});

test('[F-5] [A-13] a reset link by mail sets a new password and ends every session', async ({ product }) => {
  const { apiBase, sandbox, call } = product;
  const { email, token } = await signUp(product);
  const headers = fromNewAddress();
  expect(await call(endpoints.accounts.forgotPassword, { body: { email }, headers })).toEqual({
    message: TEXTS.resetLinkSent,
  });
  const resetToken = await eventually('the reset mail', async () => {
    const [mail] = await sandbox.mail(email);
    return /reset-password\?token=(?<token>[\w%-]+)/.exec(mail?.text ?? '')?.groups?.['token'];
  });
  const newPassword = 'another quite long password';
  const reset = { newPassword, token: decodeURIComponent(resetToken) };
  expect(await call(endpoints.accounts.resetPassword, { body: reset, headers })).toEqual({
    message: TEXTS.passwordReset,
  });
  expect((await send('GET', `${apiBase}/user`, { token })).status).toBe(401);
  const old = await send('POST', `${apiBase}/auth/login`, { body: { email, password: PASSWORD }, headers });
  expect(old.status).toBe(401);
  const { data } = await call(endpoints.accounts.login, { body: { email, password: newPassword }, headers });
  expect(data.token).toBeDefined();
  const twice = await send('POST', `${apiBase}/auth/reset-password`, { body: reset, headers });
  expect(twice.status).toBe(422);
});

test('[F-6] the bank account is saved and read back', async ({ product }) => {
  const customer = await newCustomer(product);
  const answer = await send('GET', `${product.apiBase}/bank-account/me`, { token: customer.token });
  expect(answer.json).toMatchObject({
    data: {
      accountNumber: customer.accountNumber,
      bankName: expect.stringMatching(/\S/),
      accountName: expect.stringMatching(/\S/),
      nameResolution: 'resolved',
    },
  });
});

test('[F-6] [E-4] missing bank details are refused with the specified sentence', async ({ product }) => {
  const { token } = await signUp(product);
  for (const body of [{}, { accountNumber: '0123456789' }, { accountNumber: '', bankName: '', accountName: '' }]) {
    const answer = await send('PATCH', `${product.apiBase}/bank-account`, { token, body });
    expect([400, 422]).toContain(answer.status);
    expect(answer.json).toEqual({ message: TEXTS.bankDetailsMissing });
  }
});

test('[F-7] the bank list is sorted, names every bank, and holds no key of the provider', async ({ product }) => {
  const { token } = await signUp(product);
  const answer = await send('GET', `${product.apiBase}/bank-account/banks?currency=NGN`, { token });
  const { data } = endpoints.bankAccounts.listBanks.answer.parse(answer.json);
  const names = data.map(({ bank_name: name }) => name.toLowerCase());
  expect(names.length).toBeGreaterThan(20);
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')));
  expect(answer.text).not.toMatch(/sk_|secret/i);
});

test('[F-8] supported coins, a new wallet, the same wallet when asked twice, and the list', async ({ product }) => {
  const { call } = product;
  const { token } = await signUp(product);
  const { data: coins } = await call(endpoints.wallets.supportedCoins, { token });
  const networks = new Set(coins.flatMap((coin) => coin.networks.map(({ id }) => id)));
  expect([...networks].toSorted()).toEqual(NETWORK_IDS.toSorted());
  const create = () =>
    call(endpoints.wallets.create, { token, params: { currency: 'USDC' }, query: { network: 'polygon' } });
  const together = await Promise.all([create(), create(), create()]);
  const addresses = new Set(together.map(({ data }) => data.depositAddress));
  expect(addresses.size).toBe(1);
  const { data: wallets } = await call(endpoints.wallets.list, { token });
  expect(wallets).toMatchObject([
    { currency: 'USDC', network: 'polygon', depositAddress: [...addresses][0], balance: '0' },
  ]);
  expect(wallets[0]?.rate).toMatch(/^\d+(?:\.\d+)?$/);
});

test('[F-8] [E-6] no network, an unknown one and an impossible pair each have their sentence', async ({ product }) => {
  const { token } = await signUp(product);
  const ask = (path: string) => send('POST', `${product.apiBase}/wallet/${path}`, { token });
  const missing = await ask('USDT');
  expect([400, 422]).toContain(missing.status);
  expect(missing.json).toEqual({ message: TEXTS.walletPairMissing });
  const sentences = new Set<unknown>();
  for (const path of ['USDT?network=moon', 'DOGE?network=bsc', 'BNB?network=polygon']) {
    const answer = await ask(path);
    expect([path, answer.status]).toEqual([path, 422]);
    sentences.add(Object(answer.json).message);
  }
  expect(sentences.size).toBe(3);
});

test('[F-10] [E-5] the profile changes, and each wrong field has its sentence', async ({ product }) => {
  const { token, email } = await signUp(product);
  const update = (body: object) => send('PATCH', `${product.apiBase}/user/update`, { token, body });
  const changed = await update({
    first_name: 'Changed',
    last_name: 'Name',
    phone: '+234 801 234 5678',
    gender: 'other',
  });
  expect([changed.status, changed.json]).toMatchObject([
    200,
    { message: TEXTS.profileUpdated, data: { first_name: 'Changed', gender: 'other', email } },
  ]);
  for (const [body, message] of [
    [{ first_name: '' }, TEXTS.firstNameRequired],
    [{ phone: '' }, TEXTS.phoneRequired],
    [{ phone: '123' }, TEXTS.invalidPhone],
    [{ first_name: 'Changed' }, TEXTS.noChanges],
  ] as const) {
    const answer = await update(body);
    expect([400, 422]).toContain(answer.status);
    expect(answer.json).toEqual({ message });
  }
});

test('[F-11] an unknown payment link answers 404 in words', async ({ product }) => {
  const answer = await send('GET', product.apiBase + pathOf(endpoints.paymentLinks.getPublic, { id: 'no-such-link' }));
  expect([answer.status, answer.json]).toEqual([404, { message: expect.stringMatching(/\S/), code: 'link-unknown' }]);
});

test('[F-13] each kind of error has its status and answers a message', async ({ product }) => {
  const { apiBase } = product;
  const { token } = await signUp(product);
  for (const [status, method, path, body] of [
    [400, 'POST', '/auth/login', '{'],
    [401, 'GET', '/wallet', undefined],
    [403, 'GET', '/order/admin', undefined],
    [404, 'GET', '/conversion/01890000-0000-7000-8000-000000000000', undefined],
    [422, 'POST', '/wallet/DOGE?network=bsc', undefined],
  ] as const) {
    const answer = await send(method, apiBase + path, {
      token: status === 401 ? undefined : token,
      body,
      headers: fromNewAddress(),
    });
    expect([path, answer.status]).toEqual([path, status]);
    expect(answer.json).toMatchObject({ message: expect.stringMatching(/\S+ \S+/) });
    expect(errorFields(answer.json)).toEqual(['message']);
    expect(answer.headers.get('content-type')).toContain('application/json');
  }
});

test('[F-13] [A6] too many attempts answer 429 with the time to wait, and do not affect callers at another address', async ({
  product,
}) => {
  const { email } = await signUp(product);
  const headers = fromNewAddress();
  const attempt = (from: Record<string, string>, password = 'not the password') =>
    send('POST', `${product.apiBase}/auth/login`, { body: { email, password }, headers: from });
  const refused = await eventually('a 429', async () => {
    const answer = await attempt(headers);
    return answer.status === 429 && answer;
  });
  expect(refused.json).toEqual({ message: expect.stringMatching(/\S+ \S+/) });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await attempt(fromNewAddress(), PASSWORD)).status).toBe(200);
});

test('[F-14] the API describes every operation of the contract, with its input, in OpenAPI 3.1', async ({
  product,
}) => {
  const answer = await send('GET', `${product.apiBase}/openapi.json`);
  expect(answer.json).toMatchObject({ openapi: expect.stringMatching(/^3\.1\.\d$/), info: { title: 'Kobogate API' } });
  const operations = await readOperations(product.apiBase);
  const described = operations.map(({ method, path }) => `${method} ${path}`);
  const declared = Object.values(endpoints).flatMap((group) =>
    Object.values(group).map(({ method, path }) => `${method} ${path}`),
  );
  expect(described.toSorted()).toEqual(declared.toSorted());
  const register = operations.find(({ path }) => path === '/auth/register');
  expect(register?.fields.toSorted()).toEqual(['email', 'first_name', 'last_name', 'password', 'phone']);
});
