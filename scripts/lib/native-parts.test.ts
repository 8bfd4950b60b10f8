// On a machine for which a part has no package, the start says which one and what to do, and nothing where all is there.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { missingParts } from './native-parts.mjs';

const { packages } = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'));
const isLocked = (name: string): boolean => `node_modules/${name}` in packages;
const glibc = { platform: 'linux', arch: 'x64', isMusl: false };

test('the machine of the lockfile lacks nothing', () => {
  expect(missingParts(glibc, {}, isLocked)).toEqual([]);
});

test('Alpine needs a PostgreSQL and an anvil of its own, and is told by which variables', () => {
  const alpine = { ...glibc, isMusl: true };
  const [database, node, ...others] = missingParts(alpine, {}, isLocked);
  expect(database).toMatch(/PostgreSQL for linux on x64 with musl: .*DATABASE_URL/);
  expect(node).toMatch(/anvil for linux .*ANVIL/);
  expect(others).toEqual([]);
  const given = { DATABASE_URL: 'postgres://one/books', ANVIL: '/usr/local/bin/anvil' };
  expect(missingParts(alpine, given, isLocked)).toEqual([]);
});

test.each([
  { platform: 'linux', arch: 'arm64', isMusl: false },
  { platform: 'darwin', arch: 'arm64', isMusl: false },
])('the lockfile has all parts for $platform on $arch', (machine) => {
  expect(missingParts(machine, {}, isLocked)).toEqual([]);
});

test('a system that no package is made for is named with each part', () => {
  const missing = missingParts({ platform: 'freebsd', arch: 'riscv64', isMusl: false }, {}, () => false);
  expect(missing).toHaveLength(4);
  expect(missing.every((sentence) => sentence.includes('freebsd on riscv64'))).toBe(true);
});
