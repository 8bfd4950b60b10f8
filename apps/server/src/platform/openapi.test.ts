// The description of the API lists all of its endpoints, each with a name of its own.
import { type Endpoint, endpoints } from '@kobogate/contract';
import { expect, test } from 'vitest';
import { describeApi } from './openapi.ts';

const all = Object.values(endpoints).flatMap((group) => Object.values<Endpoint>(group));

test('[F-14] every endpoint is described with its access, input, answer and errors, in OpenAPI 3.1', () => {
  const description = describeApi(all, { title: 'x', version: '1' });
  expect(description['openapi']).toBe('3.1.0');
  const paths = description['paths'] as Record<string, Record<string, Record<string, unknown>>>;
  for (const endpoint of all) {
    const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()];
    expect(operation?.['x-access'], endpoint.path).toBe(endpoint.access);
    expect(Object.keys(operation?.['responses'] as object)).toEqual(
      expect.arrayContaining([String(endpoint.success), '400', ...endpoint.errors.map(String)]),
    );
  }
  expect(paths['/payment-links']?.['post']?.['security']).toEqual([{ bearer: [] }, { apiKey: ['links:write'] }]);
  expect(paths['/bank-account']?.['patch']?.['security']).toEqual([{ bearer: [] }]);
  const conversion = JSON.stringify(paths['/conversion']?.['post']);
  for (const field of ['fromCurrency', 'fromAmount', 'network']) expect(conversion).toContain(field);
});

test('[F-14] an operation has the errors of its access and of its body, which come whatever it does', () => {
  const of = (path: string, method: string): string[] => {
    const { paths } = describeApi(all, { title: 'x', version: '1' });
    return Object.keys(Object(paths)[path][method].responses);
  };
  expect(of('/live', 'get')).toEqual(['200', '400', '503']);
  expect(of('/wallet', 'get')).toEqual(['200', '400', '401', '403', '503']);
  expect(of('/wallet/{currency}', 'post')).toContain('404');
  expect(of('/quotes', 'post')).toEqual(expect.arrayContaining(['401', '403', '413', '415', '429']));
});

test('an operation id names one operation', () => {
  const paths = describeApi(all, { title: 'x', version: '1' })['paths'] as Record<
    string,
    Record<string, { operationId: string }>
  >;
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
  ]);
  const without = all.filter(
    ({ method, scope, isOpen, takesKey }) => method === 'POST' && (scope !== null || isOpen) && !takesKey,
  );
  expect(without.map(({ path }) => path).filter((path) => !harmless.has(path))).toEqual([]);
  const { paths } = describeApi(all, { title: 'x', version: '1' });
  expect(paths).toMatchObject({
    '/payments': { post: { parameters: [{ name: 'Idempotency-Key', in: 'header', required: false }] } },
    '/images': { post: { parameters: [{ name: 'kind' }, { name: 'Idempotency-Key' }] } },
  });
});
