// A browser that opens an unreadable address gets a page, and a program gets a refusal; any other address stays as it
// is.
import { describe, expect, it } from 'vitest';
import { readableAddress } from './readable-address.ts';

const UNREADABLE = ['/account/%', '/account/%zz', '/custom-payment/%C3%28', '/%ED%A0%80', `/about/${'x'.repeat(201)}`];
const READABLE = ['/', '/account/%00', `/about/${'x'.repeat(200)}`, '/%E2%82%A6', `/login?next=%zz${'x'.repeat(500)}`];
const headers = { accept: 'text/html,application/xhtml+xml' };

describe('an address', () => {
  it.each(UNREADABLE)('[A-17] %s, opened in a browser, leads to the not-found page', (url) => {
    expect(readableAddress({ method: 'GET', url, headers })).toBe('/no-such-page');
  });

  it.each(UNREADABLE)('%s stays what it is for a program, and for a form', (url) => {
    expect(readableAddress({ method: 'GET', url, headers: { accept: 'application/json' } })).toBe(url);
    expect(readableAddress({ method: 'GET', url, headers: {} })).toBe(url);
    expect(readableAddress({ method: 'POST', url, headers })).toBe(url);
  });

  it.each(READABLE)('%s stays what it is', (url) => {
    expect(readableAddress({ method: 'GET', url, headers })).toBe(url);
  });
});
