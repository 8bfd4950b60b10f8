// Whatever a call of a merchant's program is refused for, it is told by a code that the contract has for that status:
// for each such call every error that comes whatever it does, and each conflict that it can be in. A code that the
// contract does not have compiles nowhere, and no call for programs drops one.
import { type Endpoint, endpoints, ERROR_CODES, isForPrograms, SCOPES } from '@kobogate/contract';
import { PASSWORD } from '@kobogate/testkit/identity/accounts.ts';
import { startTestProduct, type TestProduct, type WireRequest } from '@kobogate/testkit/server/product.ts';
import { fillPath, makeTenant, samplePicture, type TestTenant } from '@kobogate/testkit/server/tenant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const CALLS = Object.values(endpoints)
  .flatMap((group) => Object.values<Endpoint>(group))
  .filter(isForPrograms);
const named = (calls: readonly Endpoint[]) => calls.map((call) => [`${call.method} ${call.path}`, call] as const);
const WITH_KEY = CALLS.filter(({ scope }) => scope !== null);
const NOBODYS = '00000000-0000-7000-8000-00000000dead';

const STATUSES = new Map<unknown, readonly number[]>(
  Object.entries(ERROR_CODES).map(([code, { statuses }]) => [code, statuses]),
);

let product: TestProduct;
let tenant: TestTenant;
let lacking: ReadonlyMap<string, string>;
beforeAll(async () => {
  product = await startTestProduct();
  tenant = await makeTenant(product, { hasPasskey: false });
  const other = { read: 'links:read', alsoRead: 'payments:read' } as const;
  lacking = new Map([
    [other.read, await product.makeKey(tenant.token, [other.read])],
    [other.alsoRead, await product.makeKey(tenant.token, [other.alsoRead])],
  ]);
});
afterAll(() => product.close());

/** The status and the code of a refusal, which the contract has for that status. */
async function refusal({ headers = {}, ...request }: WireRequest): Promise<[number, string]> {
  product.clock.advance(1000);
  const answer = await product.send({ ...request, headers });
  const { message, code } = JSON.parse(answer.text);
  expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
  expect(message).toMatch(/\S+ \S+/);
  expect(STATUSES.get(code), answer.text).toContain(answer.status);
  return [answer.status, String(code)];
}

const pathOf = ({ path }: Endpoint, ids = tenant.ids): string => `/api${fillPath(path, ids)}`;
const bearing = (key: string) => ({ authorization: `Bearer ${key}` });
const asJson = (key = tenant.key) => ({ ...bearing(key), 'content-type': 'application/json' });

test.each(named(WITH_KEY))('%s says by a code which key it lacks', async (_name, call) => {
  const { method, scope } = call;
  const path = pathOf(call);
  const key = [...lacking].find(([held]) => held !== scope)?.[1] ?? '';
  expect(await refusal({ method, path })).toEqual([401, 'unauthorized']);
  expect(await refusal({ method, path, headers: bearing(`kobo_live_${'x'.repeat(43)}`) })).toEqual([
    401,
    'unauthorized',
  ]);
  expect(await refusal({ method, path, headers: bearing(key) })).toEqual([403, 'scope-missing']);
});

test.each(named(CALLS))('%s says by a code what it can’t read', async (_name, call) => {
  const { method, fileLimit } = call;
  const path = pathOf(call);
  const headers = asJson();
  expect(await refusal({ method, path, headers: { ...headers, 'kobogate-version': '1999-01-01' } })).toEqual([
    400,
    'version-unknown',
  ]);
  if (method === 'GET') return;
  const large = 'x'.repeat((fileLimit ?? 64 * 1024) + 1);
  expect(await refusal({ method, path, headers, body: large })).toEqual([413, 'too-large']);
  if (fileLimit !== null) return;
  expect(await refusal({ method, path, headers, body: '{' })).toEqual([400, 'malformed']);
  expect(await refusal({ method, path, headers: { ...headers, 'content-type': 'text/csv' }, body: 'a' })).toEqual([
    415,
    'not-json',
  ]);
});

test.each(named(CALLS.filter(({ path }) => path.includes('{'))))(
  '%s says by a code that there is no such thing',
  async (_name, call) => {
    const unknown = Object.fromEntries(Object.keys(tenant.ids).map((place) => [place, NOBODYS]));
    const { method } = call;
    const [status, code] = await refusal({
      method,
      path: `${pathOf(call, unknown)}${QUERIES[`${method} ${call.path}`] ?? ''}`,
      headers: asJson(),
      ...(method === 'GET' ? {} : { body: JSON.stringify(BODIES[`${method} ${call.path}`] ?? {}) }),
    });
    expect([status, code]).toEqual([404, expect.stringMatching(/^[a-z]+-unknown$/)]);
  },
);

test('an address that no call has, one that can’t be decoded, and a call that is not for keys have codes too', async () => {
  for (const method of ['GET', 'POST', 'DELETE']) {
    expect(await refusal({ method, path: '/api/paymentz' })).toEqual([404, 'call-unknown']);
  }
  expect(await refusal({ method: 'DELETE', path: '/api/payments', headers: bearing(tenant.key) })).toEqual([
    404,
    'call-unknown',
  ]);
  expect(await refusal({ method: 'GET', path: '/api/payments/%ZZ', headers: bearing(tenant.key) })).toEqual([
    400,
    'malformed',
  ]);
  expect(await refusal({ method: 'GET', path: '/api/api-keys', headers: bearing(tenant.key) })).toEqual([
    403,
    'not-for-keys',
  ]);
  expect(await refusal({ method: 'GET', path: `/api/payments/${NOBODYS}/events` })).toEqual([404, 'payment-unknown']);
  const stream = `/api/webhooks/listeners/${NOBODYS}/stream`;
  expect(await refusal({ method: 'GET', path: stream })).toEqual([401, 'unauthorized']);
  expect(await refusal({ method: 'GET', path: stream, headers: bearing(tenant.key) })).toEqual([
    404,
    'listener-unknown',
  ]);
  expect(await refusal({ method: 'GET', path: `${stream}?after=x`, headers: bearing(tenant.key) })).toEqual([
    400,
    'position-malformed',
  ]);
});

test('a key that has made its calls is told by a code', async () => {
  const key = await product.makeKey(tenant.token, SCOPES);
  const ask = { method: 'GET', path: '/api/payment-links', headers: bearing(key) };
  const answers = await Promise.all(Array.from({ length: 101 }, () => product.send(ask)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.map(({ text }) => JSON.parse(text).code)).toEqual(['key-busy']);
});

const LINK = { name: 'Sample shop', purpose: 'Bread', amount: '25000', coins: ['USDT'] };
const PAYERS = '0x52908400098527886E0F7030069857D2E4169EE7';
const PAIR = { currency: 'USDT', network: 'ethereum' };
/** Bodies that calls with an address of something read before they look for it. */
const BODIES: Readonly<Record<string, object>> = {
  'PUT /payment-links/{id}': { ...LINK, version: 1 },
  'PATCH /webhooks/endpoints/{id}': { isActive: true },
  'POST /payments/{id}/refund-offers': { asset: 'USDT@ethereum' },
  'POST /payments/{id}/refund-offers/{offer}/address': { address: PAYERS },
  'POST /payments/{id}/receipt': { email: 'payer@kobogate.test' },
  'POST /payment-links/{id}/payments': PAIR,
  'POST /payments/{id}/solana-transaction': { transaction: 'AA==' },
  'POST /payments/{id}/tron-transaction': { rawData: 'aa', signature: 'aa' },
};

const QUERIES: Readonly<Record<string, string>> = {
  'GET /payments/{id}/solana-transfer': '?payer=11111111111111111111111111111111',
  'GET /payments/{id}/tron-transfer': '?payer=T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
};

interface InConflict {
  readonly code: string;
  /** Answers what is then refused. */
  readonly make: (ask: Ask) => Promise<WireRequest>;
}
type Ask = (method: string, path: string, body?: object, key?: string) => Promise<Record<string, never>>;

const sent = (
  method: string,
  path: string,
  body: object,
  more: Readonly<Record<string, string>> = {},
): WireRequest => ({
  method,
  path: `/api${path}`,
  headers: { ...asJson(), ...more },
  body: JSON.stringify(body),
});
/** A second request with the key of a first. */
const twice =
  (path: string, first: object, second: object): InConflict['make'] =>
  async (ask) => {
    await ask('POST', path, first, `twice-${path.replaceAll(/\W/g, '.')}`);
    return sent('POST', path, second, { 'idempotency-key': `twice-${path.replaceAll(/\W/g, '.')}` });
  };
const ENDPOINT = { url: 'https://shop.example/hook', events: ['payment.paid'] };
const own = (place: string): string => tenant.ids[place] ?? '';

/** For each call that may be in a conflict, each code of one that its caller can bring about. */
const CONFLICTS: Readonly<Record<string, readonly InConflict[]>> = {
  'POST /payment-links': [
    { code: 'idempotency-key-used', make: twice('/payment-links', LINK, { ...LINK, amount: '26000' }) },
  ],
  'PUT /payment-links/{id}': [
    {
      code: 'link-changed',
      make: async () => sent('PUT', `/payment-links/${own('/payment-links')}`, { ...LINK, version: 77 }),
    },
  ],
  'POST /payments': [
    {
      code: 'idempotency-key-used',
      make: async (ask) => {
        const linkId = own('/payment-links');
        // The rates of a while ago count no more.
        await product.work();
        return twice('/payments', { linkId, ...PAIR }, { linkId, ...PAIR, reference: 'other' })(ask);
      },
    },
  ],
  'POST /payments/{id}/refund-offers': [
    {
      code: 'offered-already',
      make: async () => sent('POST', `/payments/${own('/payments')}/refund-offers`, { asset: 'USDC@ethereum' }),
    },
    {
      code: 'nothing-refundable',
      make: async () => sent('POST', `/payments/${own('/payments')}/refund-offers`, { asset: 'USDT@ethereum' }),
    },
  ],
  'POST /payments/{id}/refund-offers/{offer}/withdraw': [
    {
      code: 'refund-confirmed',
      make: async (ask) => {
        const path = `/payments/${own('/payments')}/refund-offers/${own('/payments/{id}/refund-offers')}`;
        await ask('POST', `${path}/address`, { address: PAYERS });
        await product.call('POST', `${path}/confirm`, { token: tenant.token, body: { password: PASSWORD } });
        return sent('POST', `${path}/withdraw`, {});
      },
    },
  ],
  'POST /webhooks/endpoints': [
    {
      code: 'endpoints-most',
      make: async (ask) => {
        for (let count = 0; count < 10; count += 1) {
          await ask('POST', '/webhooks/endpoints', ENDPOINT).catch(() => undefined);
        }
        return sent('POST', '/webhooks/endpoints', ENDPOINT);
      },
    },
  ],
  'POST /webhooks/endpoints/{id}/rotate': [
    {
      code: 'secrets-most',
      make: async (ask) => {
        const path = `/webhooks/endpoints/${own('/webhooks/endpoints')}/rotate`;
        await ask('POST', path, {});
        return sent('POST', path, {});
      },
    },
  ],
  'POST /webhooks/endpoints/{id}/retire': [
    {
      code: 'secret-only',
      make: async (ask) => {
        const path = `/webhooks/endpoints/${own('/webhooks/endpoints')}/retire`;
        await ask('POST', path, {}).catch(() => undefined);
        return sent('POST', path, {});
      },
    },
  ],
  'POST /webhooks/endpoints/{id}/test': [
    {
      code: 'endpoint-off',
      make: async (ask) => {
        const path = `/webhooks/endpoints/${own('/webhooks/endpoints')}`;
        await ask('PATCH', path, { isActive: false });
        return sent('POST', `${path}/test`, {});
      },
    },
  ],
  'POST /webhooks/deliveries/{id}/replay': [
    {
      code: 'endpoint-off',
      make: async () => sent('POST', `/webhooks/deliveries/${own('/webhooks/deliveries')}/replay`, {}),
    },
  ],
  'POST /images': [
    {
      code: 'idempotency-key-used',
      make: async () => {
        const upload = (kind: string): WireRequest => ({
          method: 'POST',
          path: `/api/images?kind=${kind}`,
          headers: { ...bearing(tenant.key), 'content-type': 'image/png', 'idempotency-key': 'one-picture' },
          body: samplePicture(),
        });
        expect((await product.send(upload('banner'))).status).toBe(201);
        return upload('profile');
      },
    },
  ],
};

test('every call that may be in a conflict is among these', () => {
  const may = WITH_KEY.filter(({ errors }) => errors.includes(409)).map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(CONFLICTS).toSorted()).toEqual(may.toSorted());
});

const cases = Object.entries(CONFLICTS).flatMap(([name, all]) => all.map((each) => [name, each.code, each] as const));
test.each(cases)('%s in conflict says %s', async (_name, code, { make }) => {
  const ask: Ask = async (method, path, body = {}, key) => {
    product.clock.advance(1000);
    const more = key === undefined ? {} : { 'idempotency-key': key };
    const { status, text } = await product.send(sent(method, path, body, more));
    if (status >= 400) throw new Error(text);
    return JSON.parse(text);
  };
  expect(await refusal(await make(ask))).toEqual([409, code]);
});
