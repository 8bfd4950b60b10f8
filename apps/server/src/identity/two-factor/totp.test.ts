// A code of the app is valid for its own half minute and the ones before and after it, and only once.
import { appCode } from '@kobogate/testkit/identity/two-factor.ts';
import { describe, expect, it } from 'vitest';
import { makeTotpSecret, matchTotp, showTotp } from './totp.ts';

// The secret and times of RFC 6238 appendix B (SHA-1), whose eight-digit codes end in these six digits.
const SECRET = Buffer.from('12345678901234567890');
const at = (seconds: number): Date => new Date(seconds * 1000);

describe('codes', () => {
  it.each([
    [59, '287082', 1n],
    [1_111_111_109, '081804', 37_037_036n],
    [20_000_000_000, '353130', 666_666_666n],
  ])('at second %i the code is %s', (seconds, code, step) => {
    expect(matchTotp(SECRET, code, null, at(seconds))).toBe(step);
  });

  it('the step before and the step after count, no other', () => {
    for (const [seconds, step] of [
      [30, 1n],
      [89, 1n],
      [29, 1n],
      [0, 1n],
      [90, null],
      [-31, null],
    ] as const) {
      expect([seconds, matchTotp(SECRET, '287082', null, at(seconds))]).toEqual([seconds, step]);
    }
  });

  it('[A2] a code that was used, and any older one, is refused', () => {
    expect(matchTotp(SECRET, '287082', 0n, at(59))).toBe(1n);
    expect(matchTotp(SECRET, '287082', 1n, at(59))).toBeNull();
    expect(matchTotp(SECRET, '287082', 2n, at(59))).toBeNull();
  });

  it('spaces are left out; anything else than six digits is not a code', () => {
    expect(matchTotp(SECRET, ' 287 082 ', null, at(59))).toBe(1n);
    for (const typed of ['', '28708', '2870822', '-87082', '28708a', '２８７０８２']) {
      expect(matchTotp(SECRET, typed, null, at(59))).toBeNull();
    }
  });
});

it('a new secret has 160 random bits, and its address names the product and the account', () => {
  const [one, other] = [makeTotpSecret(), makeTotpSecret()];
  expect(one).toHaveLength(20);
  expect(one).not.toEqual(other);
  const { secret, uri } = showTotp(one, 'ada@example.test');
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const address = new URL(uri);
  expect(decodeURIComponent(address.pathname)).toContain('Kobogate:ada@example.test');
  expect(address.searchParams.get('secret')).toBe(secret);
  expect(matchTotp(one, appCode(secret, at(1000)), null, at(1000))).toBe(33n);
});
