// An exported function or class without a docstring fails `npm run check`; types, constants, what stays in its file, and tests do not.
import { expect, test } from 'vitest';
import { docstringProblems } from './docstrings.mjs';

const read = (source: string, path = 'apps/server/src/sales/order.ts') => docstringProblems([{ path, source }]);

test.each([
  ['a function', 'export function cover() {}'],
  ['an arrow function', 'export const cover = () => 1;'],
  ['an asynchronous one', 'export async function cover() {}'],
  ['a class', 'export class cover {}'],
  ['a function with a line comment', '// Covers it.\nexport function cover() {}'],
  [
    'the second of two that share a docstring',
    '/** Both. */\nexport const one = () => 1;\nexport const cover = () => 2;',
  ],
])('%s without a docstring is named', (_what, source) => {
  expect(read(source)).toEqual(['apps/server/src/sales/order.ts exports cover without saying what it guarantees']);
});

test('described ones, further forms of one, types, constants, inner functions, tests and scripts pass', () => {
  const described =
    '/** Covers it. */\nexport function cover(a: 1): void;\nexport function cover(a: 2): void;\nexport function cover() {}';
  expect(read(described)).toEqual([]);
  expect(read('export const LIMIT = 3; export interface Order { readonly id: string } function inner() {}')).toEqual(
    [],
  );
  expect(read('export const cover = () => 1;', 'apps/server/src/sales/order.test.ts')).toEqual([]);
  expect(read('export const cover = () => 1;', 'scripts/lib/steps.ts')).toEqual([]);
});
