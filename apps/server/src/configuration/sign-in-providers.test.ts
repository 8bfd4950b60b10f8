// A provider is connected whole or not at all: of half a configuration the operator reads what is missing, never a value.
import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { readProviders } from './sign-in-providers.ts';

const pemOf = (namedCurve: string): string =>
  String(generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }));

const GOOGLE = { GOOGLE_CLIENT_ID: 'client-value', GOOGLE_CLIENT_SECRET: 'secret-value' };
const APPLE = {
  APPLE_CLIENT_ID: 'services-value',
  APPLE_TEAM_ID: 'team-value',
  APPLE_KEY_ID: 'key-value',
  APPLE_PRIVATE_KEY: pemOf('P-256'),
};

test('[A-8] nothing set connects nobody, and each alone is connected at its own issuer', () => {
  expect(readProviders({})).toEqual({ providers: [], sentences: [] });
  expect(readProviders(GOOGLE).providers).toMatchObject([{ id: 'google', issuer: 'https://accounts.google.com' }]);
  expect(readProviders(APPLE).providers).toMatchObject([{ id: 'apple', issuer: 'https://appleid.apple.com' }]);
  const own = readProviders({ ...GOOGLE, ...APPLE, GOOGLE_ISSUER_URL: 'https://id.example/realm' });
  expect(own.providers.map(({ id, issuer }) => [id, issuer])).toEqual([
    ['google', 'https://id.example/realm'],
    ['apple', 'https://appleid.apple.com'],
  ]);
});

test('[A-8] a half is refused with the names of what is missing', () => {
  for (const [name, given] of [
    ['GOOGLE_CLIENT_SECRET', { GOOGLE_CLIENT_ID: 'client-value' }],
    ['GOOGLE_CLIENT_ID', { GOOGLE_CLIENT_SECRET: 'secret-value' }],
    ['GOOGLE_CLIENT_ID', { GOOGLE_ISSUER_URL: 'https://id.example' }],
    ['APPLE_TEAM_ID', { ...APPLE, APPLE_TEAM_ID: undefined }],
    ['APPLE_KEY_ID', { ...APPLE, APPLE_KEY_ID: undefined }],
    ['APPLE_PRIVATE_KEY', { ...APPLE, APPLE_PRIVATE_KEY: undefined }],
    ['APPLE_CLIENT_ID', { APPLE_ISSUER_URL: 'https://id.example' }],
  ] as const) {
    const { providers, sentences } = readProviders(given);
    expect([name, providers]).toEqual([name, []]);
    expect(sentences.join(' ')).toMatch(new RegExp(`${name} is missing`));
    expect(sentences.join(' ')).not.toMatch(/-value/);
  }
});

test('[A-8] Apple’s key is a private one on P-256, its lines as they are or joined by \\n', () => {
  const joined = readProviders({
    ...APPLE,
    APPLE_PRIVATE_KEY: APPLE.APPLE_PRIVATE_KEY.replaceAll('\n', String.raw`\n`),
  });
  expect(joined.providers).toMatchObject([{ privateKey: APPLE.APPLE_PRIVATE_KEY }]);
  for (const wrong of ['key-value', pemOf('P-384')]) {
    const { providers, sentences } = readProviders({ ...APPLE, APPLE_PRIVATE_KEY: wrong });
    expect(providers).toEqual([]);
    expect(sentences.join(' ')).toMatch(/APPLE_PRIVATE_KEY must be the key that Apple gave/);
    expect(sentences.join(' ')).not.toContain(wrong.slice(30, 60) || wrong);
  }
});

test('[A-8] an issuer is an address', () => {
  const { sentences } = readProviders({ ...GOOGLE, GOOGLE_ISSUER_URL: 'accounts.google.com' });
  expect(sentences).toEqual(['GOOGLE_ISSUER_URL must be an address that starts with https://.']);
});
