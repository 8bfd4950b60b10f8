// A cookie of the sign-in pages is the browser's and this origin's alone.
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { type CookieName, readCookie, setCookie } from './cookies.ts';

async function cookieOf(name: CookieName, terms: Omit<Parameters<typeof setCookie>[3], 'seconds'>): Promise<string> {
  const http = Fastify();
  http.get('/', async (_request, reply) => {
    setCookie(reply, name, 'a; b', { ...terms, seconds: 60 });
    return reply.send('');
  });
  return String((await http.inject({ url: '/' })).headers['set-cookie']);
}

test('no script reads it, no other site makes the browser send it, and over TLS it goes no other way', async () => {
  const attributes = 'kobogate_hand_over=a%3B%20b; Path=/signed-in; Max-Age=60; HttpOnly; SameSite=Strict';
  expect(await cookieOf('session', { path: '/signed-in', isSecure: true })).toBe(`${attributes}; Secure`);
  expect(await cookieOf('session', { path: '/signed-in', isSecure: false })).toBe(attributes);
});

test('[A-8] that of a sign-in by a provider is this host’s alone over TLS: one that a neighbour has set is not read', async () => {
  const rest = 'Path=/; Max-Age=60; HttpOnly; SameSite';
  const here = { path: '/', isSecure: true };
  expect(await cookieOf('flow', { ...here, from: 'links' })).toBe(`__Host-kobogate_flow=a%3B%20b; ${rest}=Lax; Secure`);
  expect(await cookieOf('flow', { ...here, from: 'forms' })).toBe(
    `__Host-kobogate_flow=a%3B%20b; ${rest}=None; Secure`,
  );
  const both = { headers: { cookie: 'kobogate_flow=theirs; __Host-kobogate_flow=ours' } };
  expect(readCookie(both, 'flow', true)).toBe('ours');
  expect(readCookie({ headers: { cookie: 'kobogate_flow=theirs' } }, 'flow', true)).toBeNull();
  expect(await cookieOf('named', { ...here, from: 'links' })).toBe(
    `__Host-kobogate_named=a%3B%20b; ${rest}=Lax; Secure`,
  );
  expect(readCookie({ headers: { cookie: 'kobogate_named=theirs' } }, 'named', true)).toBeNull();
});
