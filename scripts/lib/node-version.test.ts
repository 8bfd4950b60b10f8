// The versions that package.json names are accepted; for older ones the message says what is needed and what was found.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot } from './paths.mjs';
import { whyNodeIsTooOld } from './node-version.mjs';

test.each(['20.19.0', '20.20.2', '22.12.0', '22.99.1', '24.0.0', '24.1.0', '25.0.0', '31.2.3'])(
  '%s is welcome',
  (version) => {
    expect(whyNodeIsTooOld(version)).toBeNull();
  },
);

test.each(['0.10.48', '18.20.8', '20.18.9', '21.7.3', '22.11.9', '23.11.0'])('%s is refused in words', (version) => {
  expect(whyNodeIsTooOld(version)).toMatch(new RegExp(`20\\.19.*22\\.12.*24.*${version.replaceAll('.', '\\.')}`));
});

test('package.json has the same versions', () => {
  const { engines } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  expect(engines.node).toBe('^20.19.0 || ^22.12.0 || >=24.0.0');
});
