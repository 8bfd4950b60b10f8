// Guarantee: the collection has every call that a program may make once, each with what the contract takes, and no key.
import { API_KEY_PREFIX, endpoints } from '@kobogate/contract';
import { expect, it } from 'vitest';
import { OPERATIONS } from './operations.ts';
import { postmanCollection } from './postman.ts';

const collection = postmanCollection();
const items = collection.item.flatMap(({ item }) => item);

it('has every call once, and each variable that a call uses', () => {
  expect(items.map(({ name }) => name).toSorted()).toEqual(
    OPERATIONS.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`).toSorted(),
  );
  const used = new Set([...JSON.stringify(items).matchAll(/\{\{([A-Z_]+)\}\}/g)].map(([, name]) => name));
  expect([...used].filter((name) => !collection.variable.some(({ key }) => key === name))).toEqual([]);
});

it('sends what the contract takes, with the key as a variable and none to calls that take none', () => {
  const create = items.find(({ name }) => name === 'POST /payment-links')?.request;
  const { raw = '' }: { readonly raw?: string } = Object(create?.body);
  expect(endpoints.paymentLinks.create.body.safeParse(JSON.parse(raw)).success).toBe(true);
  expect(create?.header.map(({ key }) => key)).toEqual(['Kobogate-Version', 'Idempotency-Key', 'Content-Type']);
  expect(items.find(({ name }) => name.endsWith('/public'))?.request.auth).toEqual({ type: 'noauth' });
  expect(JSON.stringify(collection)).not.toContain(API_KEY_PREFIX);
  expect(JSON.stringify(collection)).not.toContain('{}');
});
