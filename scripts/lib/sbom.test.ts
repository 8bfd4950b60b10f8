// What is shipped is listed whole, and a part under a licence that forbids it stops the list.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { inRoot } from './paths.mjs';
import { cycloneDx, licenceProblems, shippedPackages } from './sbom.mjs';

test('[O11] packages for tests and our own are not shipped, each other once', () => {
  const packages = {
    'packages/money': { version: '0.1.0' },
    'node_modules/@kobogate/money': { link: true },
    'node_modules/a': { version: '1.0.0', license: 'MIT' },
    'node_modules/b/node_modules/a': { version: '1.0.0', license: 'MIT' },
    'node_modules/c/node_modules/a': { version: '2.0.0' },
    'node_modules/png-js': { version: '1.0.0' },
    'node_modules/tester': { version: '1.0.0', dev: true, license: 'MIT' },
  };
  const shipped = shippedPackages(packages).map(({ name, version, licence }) => `${name} ${version} ${licence}`);
  expect(shipped).toEqual(['a 1.0.0 MIT', 'a 2.0.0 null', 'png-js 1.0.0 MIT']);
});

test('[O11] of alternatives one is enough, of several all are needed', () => {
  const named = (licence: string | null) => licenceProblems([{ name: 'a', version: '1.0.0', licence }]);
  for (const fine of ['MIT', '(GPL-3.0 OR MIT)', 'Apache-2.0 AND LGPL-3.0-or-later']) expect(named(fine)).toEqual([]);
  for (const wrong of ['AGPL-3.0', 'MIT AND GPL-3.0', 'SEE LICENSE IN x', null]) expect(named(wrong)).toHaveLength(1);
});

test('[O11] everything that is shipped now may be', async () => {
  const { packages } = JSON.parse(await readFile(inRoot('package-lock.json'), 'utf8'));
  expect(licenceProblems(shippedPackages(packages))).toEqual([]);
});

test('[O11] a part is named by its package URL, with the hash that the lockfile pins', () => {
  const integrity = `sha512-${Buffer.alloc(64, 1).toString('base64')}`;
  const packages = { 'node_modules/@noble/hashes': { version: '2.4.0', license: 'MIT', integrity } };
  expect(cycloneDx('1.2.3', shippedPackages(packages)).components).toEqual([
    {
      type: 'library',
      'bom-ref': 'pkg:npm/%40noble/hashes@2.4.0',
      name: '@noble/hashes',
      version: '2.4.0',
      purl: 'pkg:npm/%40noble/hashes@2.4.0',
      scope: 'required',
      hashes: [{ alg: 'SHA-512', content: '01'.repeat(64) }],
      licenses: [{ expression: 'MIT' }],
    },
  ]);
});
