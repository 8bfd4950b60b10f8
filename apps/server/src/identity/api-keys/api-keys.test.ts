// A key can only do what it was made for, is shown once, and ends when its owner says so or is disabled.
import { API_KEY_CALLS, endpoints, SCOPES, type UserId, type ApiKeyId } from '@kobogate/contract';
import { callerOf, createTestProof, SESSION_ENDS, signIn } from '@kobogate/testkit/identity/sessions.ts';
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createHttp, mountRoutes } from '../../platform/http.ts';
import { type Caller, route } from '../../platform/route.ts';
import { countKeyCall, createKeyAuthenticator, isApiKey } from './authenticate-key.ts';
import { listKeys, pauseKeys } from './db.ts';
import { apiKeyRoutes } from './routes.ts';

const clock = createTestClock();
let sample: TestDatabase;
let http: Awaited<ReturnType<typeof createHttp>>;
let userId: UserId;
/** Runs between the proof and the write. */
let afterProof = async (): Promise<void> => undefined;

const NO_LINKS = { byState: { active: 0, inactive: 0, expired: 0, used: 0 }, payments: 0, paid: 0, nairaKobo: '0' };

beforeAll(async () => {
  sample = await createTestDatabase();
  const { database } = sample;
  const authenticateKey = createKeyAuthenticator({ database, clock });
  const options = {
    log: silentLog,
    admit: async () => undefined,
    countKeyCall: (caller: Caller) => countKeyCall({ database, clock }, caller),
    authenticate: async (token: string) => (isApiKey(token) ? authenticateKey(token) : callerOf(idFor(token), true)),
  };
  http = await createHttp(options);
  const routes = [
    ...apiKeyRoutes({
      database,
      clock,
      publicOrigin: 'https://kobogate.test',
      proveOwner: createTestProof('right', () => afterProof()),
    }),
    route(endpoints.paymentLinks.list, async () => ({ data: [], next: null, total: 0, totals: NO_LINKS })),
    route(endpoints.accounts.getUser, async () => {
      throw new Error('reached');
    }),
    route(endpoints.adminOrders.list, async () => []),
  ];
  mountRoutes(http, '/api', routes, options);
});
afterAll(async () => {
  await http.close();
  await sample.drop();
});
beforeEach(async () => {
  ({ userId } = await insertCustomer(sample.database, { isAdmin: true }));
  afterProof = async () => undefined;
  await signIn(sample.database, userId, userId);
});

async function call(method: 'GET' | 'POST', url: string, payload?: object, token: string = userId) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await http.inject({
    method,
    url: `/api${url}`,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, body: answer.json() };
}
const ask = (fields: object = {}) =>
  call('POST', '/api-keys', { name: 'Shop', scopes: ['links:read'], password: 'right', ...fields });
async function make(fields: object = {}): Promise<{ id: ApiKeyId; secret: string }> {
  const { body } = await ask(fields);
  return endpoints.apiKeys.create.answer.parse(body).data;
}
const useFor = async (secret: string, path = '/payment-links') => (await call('GET', path, undefined, secret)).status;
const mails = () =>
  sample.database.query<{ subject: string }>(
    `select payload->>'subject' as subject from event where type = 'mail.send' and payload->>'to' = $1 order by id`,
    [`${userId}@kobogate.test`],
  );

test('[A4] a key reaches the calls of its scopes alone: no account, no administrator’s call, no further key', async () => {
  const { secret } = await make();
  expect(secret).toMatch(/^kobo_live_[\w-]{43}$/);
  expect(await useFor(secret)).toBe(200);
  expect(await useFor((await make({ scopes: ['payments:read'] })).secret)).toBe(403);
  const all = (await make({ scopes: [...SCOPES] })).secret;
  for (const path of ['/user', '/order/admin', '/api-keys'])
    expect([path, await useFor(all, path)]).toEqual([path, 403]);
  expect((await call('POST', '/api-keys', { name: 'x', scopes: ['links:read'], password: 'right' }, all)).status).toBe(
    403,
  );
});

test('[A4] the name of the scheme before a key may be in small letters, as HTTP says', async () => {
  const { secret } = await make();
  const asked = (authorization: string) => http.inject({ url: '/api/payment-links', headers: { authorization } });
  expect((await asked(`bearer ${secret}`)).statusCode).toBe(200);
  expect((await asked(`BEARER ${secret}`)).statusCode).toBe(200);
  expect((await asked(`Basic ${secret}`)).statusCode).toBe(401);
});

test('[A4] [A8] making and revoking one asks for the proof, and its owner gets a mail of each', async () => {
  expect((await ask({ password: '' })).status).toBe(422);
  const { id, secret } = await make();
  expect((await call('POST', `/api-keys/${id}/revoke`, {})).status).toBe(422);
  expect(await useFor(secret)).toBe(200);
  expect((await call('POST', `/api-keys/${id}/revoke`, { password: 'right' })).status).toBe(200);
  expect(await useFor(secret)).toBe(401);
  expect((await call('POST', `/api-keys/${id}/revoke`, { password: 'right' })).status).toBe(404);
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    'An API key was made at Kobogate',
    'An API key was revoked at Kobogate',
  ]);
});

test('[A7] paused, a key is refused and says so, until its owner lets it work with the proof and by mail', async () => {
  const [{ id, secret }, other] = [await make(), await make()];
  await call('POST', `/api-keys/${other.id}/revoke`, { password: 'right' });
  await make({ expiresInDays: 1 });
  clock.advance(86_400_000);
  const pause = () => sample.database.transaction((tx) => pauseKeys(tx, userId, clock.now()));
  // Neither the revoked one nor the one that has ended.
  expect([await pause(), await pause()]).toEqual([1, 0]);
  expect(await call('GET', '/payment-links', undefined, secret)).toEqual({
    status: 401,
    body: { message: expect.stringMatching(/paused.*Settings/), code: 'key-paused' },
  });
  const { data } = (await call('GET', '/api-keys')).body;
  expect(data).toContainEqual(expect.objectContaining({ id, pausedAt: clock.now().toISOString() }));
  const stranger = (await insertCustomer(sample.database)).userId;
  const resume = (password: string, as = userId) => call('POST', `/api-keys/${id}/resume`, { password }, as);
  expect([(await resume('wrong')).status, (await resume('right', stranger)).status]).toEqual([422, 404]);
  expect(await useFor(secret)).toBe(401);
  expect([(await resume('right')).status, (await resume('right')).status]).toEqual([200, 409]);
  expect(await useFor(secret)).toBe(200);
  expect((await call('POST', `/api-keys/${other.id}/resume`, { password: 'right' })).status).toBe(404);
  expect((await mails()).at(-1)).toEqual({ subject: 'An API key works again at Kobogate' });
});

test.each(SESSION_ENDS)(
  '[A7] no key is made, works again or is revoked where %s after the proof',
  async (_what, end) => {
    const { id, secret } = await make();
    const pause = () => sample.database.transaction((tx) => pauseKeys(tx, userId, clock.now()));
    await pause();
    afterProof = async () => {
      await sample.database.transaction((tx) => end(tx, userId));
      await pause();
    };
    expect((await call('POST', `/api-keys/${id}/resume`, { password: 'right' })).status).toBe(401);
    expect((await call('POST', `/api-keys/${id}/revoke`, { password: 'right' })).status).toBe(401);
    expect(await ask()).toEqual({
      status: 401,
      body: { message: expect.stringMatching(/signed out in the meantime/) },
    });
    expect(await listKeys(sample.database, userId)).toHaveLength(1);
    expect(await useFor(secret)).toBe(401);
  },
);

test('[C1] a stranger neither sees nor revokes it; the list shows its end and never the key', async () => {
  const { id, secret } = await make();
  const stranger = (await insertCustomer(sample.database)).userId;
  expect((await call('POST', `/api-keys/${id}/revoke`, { password: 'right' }, stranger)).status).toBe(404);
  expect((await call('GET', '/api-keys', undefined, stranger)).body).toEqual({ data: [] });
  const own = await call('GET', '/api-keys');
  expect(own.body.data).toMatchObject([{ id, name: 'Shop', ending: secret.slice(-4), scopes: ['links:read'] }]);
  expect(JSON.stringify(own.body)).not.toContain(secret.slice(0, 20));
  const stored = await sample.database.query('select * from api_key where id = $1', [id]);
  expect(JSON.stringify(stored)).not.toContain(secret);
});

test('a key ends with its time and with its owner, and says when it was last used', async () => {
  const { secret } = await make({ expiresInDays: 30 });
  expect(await useFor(secret)).toBe(200);
  await expect
    .poll(async () => (await call('GET', '/api-keys')).body.data[0].lastUsedAt)
    .toBe(clock.now().toISOString());
  await sample.database.query('update app_user set disabled_at = now() where id = $1', [userId]);
  expect(await useFor(secret)).toBe(401);
  await sample.database.query('update app_user set disabled_at = null where id = $1', [userId]);
  expect(await useFor(secret)).toBe(200);
  clock.advance(30 * 86_400_000);
  expect(await useFor(secret)).toBe(401);
});

test('[A6] each answer to a key says what is left of its calls, and one beyond them waits as long as it is told', async () => {
  const { most, windowSeconds } = API_KEY_CALLS;
  const [{ secret }, other] = [await make(), await make()];
  const as = (token: string, path: string) =>
    http.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${token}` } });
  const standing = async () => {
    const { statusCode, headers } = await as(secret, '/payment-links?wrong=1');
    return [statusCode, headers['ratelimit-remaining'], headers['ratelimit-reset'], headers['retry-after']];
  };
  expect(await standing()).toEqual([400, String(most - 1), String(windowSeconds), undefined]);
  clock.advance(4000);
  for (let left = most - 2; left >= 0; left -= 1)
    expect(await standing()).toEqual([400, String(left), String(windowSeconds - 4), undefined]);
  expect(await standing()).toEqual([429, '0', '6', '6']);
  const refused = await as(secret, '/user');
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'key-busy']);
  expect(refused.headers).toMatchObject({ 'ratelimit-limit': '100', 'ratelimit-policy': '100;w=10' });
  // Neither another key of the same owner nor the owner waits for it.
  expect(await useFor(other.secret)).toBe(200);
  expect((await as(userId, '/payment-links')).headers).not.toHaveProperty('ratelimit-limit');
  clock.advance(6000);
  expect((await standing()).slice(0, 2)).toEqual([400, '0']);
  clock.advance(windowSeconds * 1000);
  expect((await standing()).slice(0, 2)).toEqual([400, String(most - 1)]);
});

test('twenty keys are the most, also when they are made together', async () => {
  const answers = await Promise.all(Array.from({ length: 24 }, () => ask()));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  expect(answers.find(({ status }) => status !== 201)).toMatchObject({ status: 409 });
});

test.each([
  [{ name: ' ' }, /name the key/],
  [{ name: '<b>\u202E' }, /invisible/],
  [{ scopes: [] }, /what the key is for/],
  [{ scopes: ['admin'] }, /do not know this scope/],
  [{ expiresInDays: 0 }, /1 to 365/],
  [{ expiresInDays: 366 }, /1 to 365/],
  [{ expiresInDays: 1.5 }, /1 to 365/],
])('[F-13] %j is refused with a message', async (fields, words) => {
  expect(await ask(fields)).toEqual({ status: 400, body: { message: expect.stringMatching(words) } });
});
