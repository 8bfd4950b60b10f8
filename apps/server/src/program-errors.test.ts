// A program is told everything that is wrong with its call at once: every field that is not of its form or that the call
// does not have, and every rule that is broken, each by the field's name and with a code.
import { type Endpoint, endpoints, errorAnswer } from '@kobogate/contract';
import { startTestProduct, type TestProduct } from '@kobogate/testkit/server/product.ts';
import { fillPath, makeTenant, type TestTenant } from '@kobogate/testkit/server/tenant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';

const CALLS = Object.values(endpoints)
  .flatMap((group) => Object.values<Endpoint>(group))
  .filter(({ scope }) => scope !== null);
const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`;

let product: TestProduct;
let tenant: TestTenant;
beforeAll(async () => {
  product = await startTestProduct();
  tenant = await makeTenant(product, { hasPasskey: false });
  // So that the events of one have to be asked for by its name.
  await ask(
    { method: 'POST', path: '/webhooks/endpoints' },
    {},
    { url: 'https://b.example/x', events: ['link.created'] },
  );
});
afterAll(() => product.close());

async function ask(
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  query: Readonly<Record<string, string>>,
  body: object | string | null,
) {
  // Each key may make so many calls within some seconds.
  product.clock.advance(1000);
  const search = new URLSearchParams(query).toString();
  const isFile = typeof body === 'string';
  const answer = await product.send({
    method,
    path: `/api${fillPath(path, tenant.ids)}${search === '' ? '' : `?${search}`}`,
    headers: {
      authorization: `Bearer ${tenant.key}`,
      ...(body === null ? {} : { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body === null ? {} : { body: isFile ? body : JSON.stringify(body) }),
  });
  const error = answer.status >= 400 ? errorAnswer.parse(JSON.parse(answer.text)) : null;
  return { status: answer.status, code: error?.code, field: error?.field, faults: error?.faults ?? [] };
}

type Field = z.core.$ZodType;
const fieldsOf = (schema: Endpoint['body']): [string, Field][] =>
  schema instanceof z.ZodMiniObject ? Object.entries<Field>(schema.shape) : [];

/** What no text, no list, no number and no choice is; in an address, a text that turns what follows around. */
const WRONG = [[], {}, true, 'x', 7];
const wrongFor = (field: Field): unknown => WRONG.find((value) => !z.safeParse(field, value).success);

const withInput = CALLS.filter(({ query, body }) => fieldsOf(query).length + fieldsOf(body).length > 0);

test.each(withInput.map((call) => [nameOf(call), call] as const))(
  '%s names every wrong field at once',
  async (_, call) => {
    const inQuery = fieldsOf(call.query);
    const inBody = fieldsOf(call.body);
    const query = Object.fromEntries(inQuery.map(([name]) => [name, '\u202E']));
    const body = Object.fromEntries(inBody.map(([name, field]) => [name, wrongFor(field)]));
    const place = inBody.length > 0 ? body : query;
    const told = await ask(
      call,
      { ...query, ...(place === query ? { colour: 'red' } : {}) },
      inBody.length === 0 ? null : { ...body, colour: 'red' },
    );
    expect([told.status, told.code]).toEqual([400, 'fields']);
    const named = told.faults.map(({ field }) => field.split('.')[0]);
    expect(new Set(named)).toEqual(new Set([...inQuery, ...inBody].map(([name]) => name).concat('colour')));
    expect(told.field).toBe(told.faults[0]?.field);
  },
);

const open = Object.values(endpoints)
  .flatMap((group) => Object.values<Endpoint>(group))
  .filter(({ isOpen, method }) => isOpen && method !== 'GET');

test.each(open.map((call) => [nameOf(call), call] as const))(
  '%s, which payers make, refuses an unknown field by its name',
  async (_, call) => {
    const told = await ask(call, {}, { referense: 'cart-80' });
    expect([told.status, told.code]).toEqual([400, 'fields']);
    expect(told.faults.map(({ field }) => field)).toContain('referense');
  },
);

test.each(['/payments', '/payment-links', '/payments/references'])(
  'GET %s refuses what is no page of it, instead of answering another',
  async (path) => {
    const call = { method: 'GET', path } as const;
    for (const limit of ['0', '101', 'ten', '-1', '1.5', '']) {
      expect(await ask(call, { limit }, null)).toMatchObject({ status: 400, code: 'fields', field: 'limit' });
    }
    expect((await ask(call, { limit: '100' }, null)).status).toBe(200);
    if (path === '/payments/references') return;
    expect(await ask(call, { before: 'the first' }, null)).toMatchObject({ status: 400, field: 'before' });
  },
);

test('a link names each picture that is not there', async () => {
  const body = {
    ...LINK,
    amount: '25000',
    redirectUrl: null,
    customFields: [],
    bannerImageId: 'x',
    profileImageId: 'y',
  };
  const told = await ask({ method: 'POST', path: '/payment-links' }, {}, body);
  expect([told.status, told.code]).toEqual([422, 'fields']);
  expect(told.faults.map(({ field }) => field)).toEqual(['bannerImageId', 'profileImageId']);
});

interface Broken {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object | string;
  /** The fields at fault; none where it is the file that is sent. */
  readonly fields: readonly string[];
}

const NEVER = { query: { from: 'never', to: '2026-02-30' }, fields: ['from', 'to'] };
const LINK = {
  name: 'Sample shop',
  purpose: 'Bread',
  coins: ['USDT'],
  amount: '0',
  redirectUrl: 'http://shop.example',
  customFields: [{ key: 'size', label: 'Size', type: 'choice' }],
};
const OF_LINK = ['amount', 'customFields.0.choices', 'redirectUrl'];

/** For each call that may break a rule, one that breaks all that it can at once. */
const BROKEN: Readonly<Record<string, Broken>> = {
  'POST /images': { query: { kind: 'profile' }, body: 'no picture', fields: [] },
  'POST /payment-links': { body: LINK, fields: OF_LINK },
  'PUT /payment-links/{id}': { body: { ...LINK, version: 1 }, fields: OF_LINK },
  'GET /payments/overview': NEVER,
  'GET /payments/settled.csv': NEVER,
  'GET /payments/settled.xlsx': NEVER,
  'GET /payments/file.csv': NEVER,
  'GET /payments/file.xlsx': NEVER,
  'POST /payments': {
    body: { currency: 'USDT', network: 'mainnet', amount: '1', customValues: { size: 'L' } },
    fields: ['amount', 'customValues.size', 'network'],
  },
  'POST /webhooks/endpoints': { body: { url: 'http://shop.example', events: ['payment.paid'] }, fields: ['url'] },
  'PATCH /webhooks/endpoints/{id}': { body: { url: 'http://shop.example' }, fields: ['url'] },
  'GET /webhooks/events': { fields: ['endpoint'] },
};
/** Only a signed-in user can break a rule here: that of the proof. */
const BY_USERS: ReadonlySet<string> = new Set(['POST /webhooks/endpoints/{id}/rotate']);

test('every call that may break a rule is among these', () => {
  const may = CALLS.filter(({ errors }) => errors.includes(422)).map(nameOf);
  expect(may.filter((name) => !BY_USERS.has(name)).toSorted()).toEqual(Object.keys(BROKEN).toSorted());
});

test.each(CALLS.filter((call) => BROKEN[nameOf(call)] !== undefined).map((call) => [nameOf(call), call] as const))(
  '%s names every broken rule at once, with a code',
  async (name, call) => {
    const { query = {}, body, fields } = BROKEN[name] ?? { fields: [] };
    const inLink = name === 'POST /payments' ? { linkId: tenant.ids['/payment-links'] } : {};
    const sent = typeof body === 'object' ? { ...inLink, ...body } : (body ?? null);
    const told = await ask(call, query, sent);
    expect(told).toMatchObject({ status: 422, code: expect.stringMatching(/^[a-z-]+$/) });
    expect(told.faults.map(({ field }) => field).toSorted()).toEqual(fields.toSorted());
    expect(told.field).toBe(told.faults[0]?.field);
  },
);
