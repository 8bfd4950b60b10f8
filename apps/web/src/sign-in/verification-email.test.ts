// Guarantee: a browser that stores nothing breaks no page, and where a value must be stored the user reads what to do.
import { TOKEN_STORAGE_KEY } from '@kobogate/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { storedToken, storeToken } from '../lib/token.ts';
import { rememberVerificationEmail, verificationEmail } from './verification-email.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

it('a browser that blocks site data has no session, and says why it can’t have one', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(storedToken()).toBeNull();
  expect(verificationEmail()).toBeNull();
  expect(() => storeToken(null)).not.toThrow();
  expect(() => storeToken('tok')).toThrow('Please allow cookies and site data for this address');
  expect(() => rememberVerificationEmail('a@b.ng')).toThrow('Please allow cookies and site data');
});

it('one that does not stores and deletes', () => {
  storeToken('tok');
  expect(localStorage.getItem(TOKEN_STORAGE_KEY)).toBe('tok');
  expect(storedToken()).toBe('tok');
  storeToken(null);
  expect(localStorage.getItem(TOKEN_STORAGE_KEY)).toBeNull();
});
