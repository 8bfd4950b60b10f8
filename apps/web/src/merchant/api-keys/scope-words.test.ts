// A key's scopes are described in one sentence, and a key has ended from its end's exact moment.
import { expect, test } from 'vitest';
import { describeScopes, hasEnded } from './scope-words.ts';

test('scopes read as one sentence', () => {
  expect(describeScopes(['links:read', 'payments:write'])).toBe('Read payment links, open payments');
});

test('a key has ended from its end’s moment on, and one without an end never', () => {
  const expiresAt = '2026-01-01T00:00:00.000Z';
  const at = (ms: number) => Date.parse(expiresAt) + ms;
  expect([hasEnded({ expiresAt }, at(-1)), hasEnded({ expiresAt }, at(0))]).toEqual([false, true]);
  expect(hasEnded({ expiresAt: null }, at(1e12))).toBe(false);
});
