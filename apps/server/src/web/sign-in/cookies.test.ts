// A cookie of the sign-in pages is the browser's and this host's alone.
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { COOKIE_NAMES, type CookieName, readCookie, setCookie } from './cookies.ts';

async function cookieOf(name: CookieName, terms: Omit<Parameters<typeof setCookie>[3], 'seconds'>): Promise<string> {
  const http = Fastify();
  http.get('/', async (_request, reply) => {
    setCookie(reply, name, 'a; b', { ...terms, seconds: 60 });
    return reply.send('');
  });
  return String((await http.inject({ url: '/' })).headers['set-cookie']);
}
const sent = (cookie: string) => ({ headers: { cookie } });
const names = Object.keys(COOKIE_NAMES) as CookieName[];

test('no script reads it, no other site makes the browser send it, and over TLS it goes no other way', async () => {
  const rest = '=a%3B%20b; Path=/; Max-Age=60; HttpOnly; SameSite';
  expect(await cookieOf('session', { isSecure: true })).toBe(`__Host-kobogate_hand_over${rest}=Strict; Secure`);
  expect(await cookieOf('session', { isSecure: false })).toBe(`kobogate_hand_over${rest}=Strict`);
  expect(await cookieOf('flow', { isSecure: true, from: 'links' })).toBe(`__Host-kobogate_flow${rest}=Lax; Secure`);
  expect(await cookieOf('flow', { isSecure: true, from: 'forms' })).toBe(`__Host-kobogate_flow${rest}=None; Secure`);
});

test.each(names)('[A-8] over TLS one that a neighbouring host has set is not read: %s', async (name) => {
  const tossed = `${COOKIE_NAMES[name]}=theirs`;
  expect(readCookie(sent(tossed), name, true)).toBeNull();
  expect(readCookie(sent(`${tossed}; __Host-${COOKIE_NAMES[name]}=ours; ${tossed}`), name, true)).toBe('ours');
  expect(await cookieOf(name, { isSecure: true })).toMatch(/^__Host-/);
  // For these names browsers have no rule; they only look like one that has.
  for (const odd of ['\u00A0', '\uFEFF', '\u0085', '$']) {
    expect(readCookie(sent(`${odd}__Host-${COOKIE_NAMES[name]}=theirs`), name, true)).toBeNull();
  }
  expect(readCookie(sent(`__HOST-${COOKIE_NAMES[name]}=theirs`), name, true)).toBeNull();
});
