// Guarantee: after a login the user returns to the guarded page they asked for, and to no other address.
import { expect, it } from 'vitest';
import { loginAddress, returnPath, returnState } from './return-path.ts';

it('remembers a guarded path with its query', () => {
  const state = returnState({ pathname: '/account/convert-to-naira', search: '?coin=USDT' });
  expect(returnPath(state)).toBe('/account/convert-to-naira?coin=USDT');
});

it('remembers no public page and accepts no other state', () => {
  expect(returnState({ pathname: '/verify-otp', search: '' })).toBeNull();
  expect(returnState({ pathname: '/accounting', search: '' })).toBeNull();
  for (const state of [null, 'x', {}, { from: 7 }, { from: '//evil.test' }, { from: '/login' }]) {
    expect(returnPath(state)).toBeNull();
  }
});

it('is part of the login’s address, escaped, where it may be returned to', () => {
  expect(loginAddress({ from: '/account/wallets?a=b&c' })).toBe('/login?from=%2Faccount%2Fwallets%3Fa%3Db%26c');
  expect(loginAddress({ from: '//evil.test' })).toBe('/login');
  expect(loginAddress(null)).toBe('/login');
});
