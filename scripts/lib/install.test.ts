// Dependencies are installed only where they are missing, different, or incomplete; those of tests only where tests run.
import { expect, test } from 'vitest';
import { installation, isOutOfDate } from './install.mjs';

/** How npm records a workspace. */
const LINK = { 'node_modules/@kobogate/server': { link: true } };
const wanted = {
  '': {},
  'apps/server': { version: '0.1.0' },
  'node_modules/@kobogate/server': { link: true },
  'node_modules/a': { version: '1.0.0' },
  'node_modules/b': { version: '2.0.0', optional: true },
};

test('nothing installed, or an installation that was interrupted', () => {
  expect(isOutOfDate(wanted, undefined, 'product')).toBe(true);
  expect(isOutOfDate(wanted, {}, 'product')).toBe(true);
});

test('another version', () => {
  expect(isOutOfDate(wanted, { ...LINK, 'node_modules/a': { version: '1.0.1' } }, 'product')).toBe(true);
});

test('a workspace that was added since', () => {
  expect(isOutOfDate(wanted, { 'node_modules/a': { version: '1.0.0' } }, 'product')).toBe(true);
});

test('everything that this machine needs is there', () => {
  expect(
    isOutOfDate(
      wanted,
      { ...LINK, 'node_modules/a': { version: '1.0.0' }, 'node_modules/more': { version: '9.0.0' } },
      'all',
    ),
  ).toBe(false);
});

const withTools = {
  ...wanted,
  'node_modules/tool': { version: '3.0.0', dev: true },
  'node_modules/both': { version: '4.0.0', devOptional: true },
};
const product = { ...LINK, 'node_modules/a': { version: '1.0.0' } };
const tools = { 'node_modules/tool': { version: '3.0.0' }, 'node_modules/both': { version: '4.0.0' } };

test('a start installs nothing for tests, and a test adds that beside the product that may run', () => {
  expect(installation(withTools, undefined, 'product')).toEqual(['ci', '--omit=dev', '--include=optional']);
  expect(installation(withTools, product, 'product')).toBeNull();
  expect(installation(withTools, product, 'all')).toEqual([
    'install',
    '--no-save',
    '--include=dev',
    '--include=optional',
  ]);
  expect(installation(withTools, { ...product, ...tools }, 'all')).toBeNull();
  expect(installation(withTools, undefined, 'all')).toEqual(['ci', '--include=dev', '--include=optional']);
});

test('a start after a change of the lockfile keeps what was installed for tests', () => {
  const old = { ...product, ...tools, 'node_modules/a': { version: '0.9.0' } };
  expect(installation(withTools, old, 'product')).toEqual(['ci', '--include=dev', '--include=optional']);
});
