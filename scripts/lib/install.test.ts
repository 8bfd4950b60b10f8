// Dependencies are installed only where they are missing, different, or incomplete.
import { expect, test } from 'vitest';
import { isOutOfDate } from './install.mjs';

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
  expect(isOutOfDate(wanted, undefined)).toBe(true);
  expect(isOutOfDate(wanted, {})).toBe(true);
});

test('another version', () => {
  expect(isOutOfDate(wanted, { ...LINK, 'node_modules/a': { version: '1.0.1' } })).toBe(true);
});

test('a workspace that was added since', () => {
  expect(isOutOfDate(wanted, { 'node_modules/a': { version: '1.0.0' } })).toBe(true);
});

test('everything that this machine needs is there', () => {
  expect(
    isOutOfDate(wanted, { ...LINK, 'node_modules/a': { version: '1.0.0' }, 'node_modules/more': { version: '9.0.0' } }),
  ).toBe(false);
});
