// The description of the API lists all of its endpoints, each with a name of its own, and strangers' tools read it.
import { type Endpoint, endpoints, WEBHOOK_DATA, WEBHOOK_SAMPLES } from '@kobogate/contract';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { DESCRIBED } from './api-webhooks.ts';
import { describeApi } from './platform/openapi.ts';

const all = Object.values(endpoints).flatMap((group) => Object.values<Endpoint>(group));
const described = describeApi({ ...DESCRIBED, title: 'x' });

test('[F-14] every endpoint is described with its access, input, answer and errors, in OpenAPI 3.1', () => {
  expect(described['openapi']).toBe('3.1.0');
  const paths = described['paths'] as Record<string, Record<string, Record<string, unknown>>>;
  for (const endpoint of all) {
    const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()];
    expect(operation?.['x-access'], endpoint.path).toBe(endpoint.access);
    expect(Object.keys(operation?.['responses'] as object)).toEqual(
      expect.arrayContaining([String(endpoint.success), '400', ...endpoint.errors.map(String)]),
    );
  }
  expect(paths['/payment-links']?.['post']?.['security']).toEqual([{ bearer: [] }, { apiKey: ['links:write'] }]);
  expect(paths['/bank-account']?.['patch']?.['security']).toEqual([{ bearer: [] }]);
  expect(paths['/health']?.['get']?.['security']).toEqual([]);
  const conversion = JSON.stringify(paths['/conversion']?.['post']);
  for (const field of ['fromCurrency', 'fromAmount', 'network']) expect(conversion).toContain(field);
});

test('[F-14] an operation has the errors of its access and of its body, which come whatever it does', () => {
  const of = (path: string, method: string): string[] => {
    return Object.keys(Object(described['paths'])[path][method].responses);
  };
  expect(of('/live', 'get')).toEqual(['200', '400', '503']);
  expect(of('/wallet', 'get')).toEqual(['200', '400', '401', '403', '503']);
  expect(of('/wallet/{currency}', 'post')).toContain('404');
  expect(of('/quotes', 'post')).toEqual(expect.arrayContaining(['401', '403', '413', '415', '429']));
});

test('an operation id names one operation', () => {
  const paths = described['paths'] as Record<string, Record<string, { operationId: string }>>;
  const ids = Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId));
  expect(new Set(ids).size).toBe(ids.length);
});

test('every POST that a program may make takes an Idempotency-Key, or is idempotent by itself', () => {
  const harmless = new Set([
    '/payment-links/{id}/activate',
    '/payment-links/{id}/deactivate',
    '/payments/{id}/rate',
    '/payments/{id}/receipt',
    // An offer takes one address; a repeat is told that the offer has it.
    '/payments/{id}/refund-offers/{offer}/address',
    '/payments/{id}/refund-offers/{offer}/withdraw',
    '/payments/{id}/solana-transaction',
    '/payments/{id}/tron-transaction',
    // A repeat is told that there is one secret only, and a key has one listener.
    '/webhooks/endpoints/{id}/retire',
    '/webhooks/listeners',
  ]);
  const without = all.filter(
    ({ method, scope, isOpen, takesKey }) => method === 'POST' && (scope !== null || isOpen) && !takesKey,
  );
  expect(without.map(({ path }) => path).filter((path) => !harmless.has(path))).toEqual([]);
  expect(described['paths']).toMatchObject({
    '/payments': {
      post: { parameters: [{ name: 'Idempotency-Key', in: 'header', required: false }, { name: 'Kobogate-Version' }] },
    },
    '/images': { post: { parameters: [{ name: 'kind' }, { name: 'Idempotency-Key' }, { name: 'Kobogate-Version' }] } },
  });
});

/** A path of the specification, in which `user` stands where others have an id; no id is called `user`. */
const AMBIGUOUS = /`\/payment-links\/user\/\{id\}`/;

test('the recommended rules of Redocly find nothing but a path that the specification has', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const source = JSON.stringify(described);
  const found = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  const told = found.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
  expect(told.filter((line) => !AMBIGUOUS.test(line))).toEqual([]);
  // A rule is at work: what it finds in a description without operations.
  const empty = JSON.stringify({ openapi: '3.1.0', info: { title: 'x', version: '1' }, paths: {} });
  expect(await lintFromString({ source: empty, absoluteRef: '/openapi.json', config })).not.toEqual([]);
});

test('what a program reads has a name, so that generated types are called Payment and not by their call', () => {
  const nameless = all.filter(({ scope, media, method, path }) => {
    const { responses } = Object(described['paths'])[path][method.toLowerCase()];
    const success = Object(Object.entries(Object(responses)).find(([status]) => status < '300')?.[1]);
    const data = success.content?.['application/json']?.schema.properties?.data;
    const schema = data?.items ?? data;
    return (
      scope !== null && media === 'application/json' && schema?.properties !== undefined && schema.$ref === undefined
    );
  });
  expect(nameless.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /webhooks/endpoints/{id}/test']);
  expect(Object.keys(Object(Object(described['components']).schemas))).toEqual(
    expect.arrayContaining(['Error', 'NewPayment', 'NewPaymentLink', 'Payment', 'PaymentLink', 'WebhookEvent']),
  );
});

test('every event that is sent to programs is described under its type, with its own data and a sample of it', () => {
  const webhooks: Record<string, unknown> = Object(described['webhooks']);
  expect(Object.keys(webhooks)).toEqual([...WEBHOOK_SAMPLES]);
  const schemas = Object(Object(described['components']).schemas);
  for (const type of WEBHOOK_SAMPLES) {
    const { post } = Object(webhooks[type]);
    const { schema, examples } = Object(post.requestBody.content['application/json']);
    const name = String(schema.$ref).replace('#/components/schemas/', '');
    expect(name).toMatch(/^[A-Z][A-Za-z]+Webhook$/);
    expect(schemas[name].properties.type).toMatchObject({ const: type });
    expect(examples.sample.value).toMatchObject({ type, isSample: true });
    const { [type]: data } = WEBHOOK_DATA;
    expect(data.parse(examples.sample.value.data)).toEqual(examples.sample.value.data);
  }
  expect(schemas['PaymentPaidWebhook'].properties.data).toEqual({ $ref: '#/components/schemas/Payment' });
  expect(schemas['PayoutPaidWebhook'].properties.data).toEqual({ $ref: '#/components/schemas/WebhookPayout' });
  expect(schemas['RefundSentWebhook'].properties.data).toEqual({ $ref: '#/components/schemas/WebhookRefund' });
  expect(schemas['LinkCreatedWebhook'].properties.data).toEqual({ $ref: '#/components/schemas/PaymentLink' });
});
