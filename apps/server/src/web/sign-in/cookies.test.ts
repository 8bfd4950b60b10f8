// A cookie of the sign-in pages is the browser's and this origin's alone.
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { setCookie } from './cookies.ts';

async function cookieOf(isSecure: boolean): Promise<string> {
  const http = Fastify();
  http.get('/', async (_request, reply) => {
    setCookie(reply, 'session', 'a; b', { path: '/signed-in', seconds: 60, isSecure });
    return reply.send('');
  });
  return String((await http.inject({ url: '/' })).headers['set-cookie']);
}

test('no script reads it, no other site makes the browser send it, and over TLS it goes no other way', async () => {
  const attributes = 'kobogate_hand_over=a%3B%20b; Path=/signed-in; Max-Age=60; HttpOnly; SameSite=Strict';
  expect(await cookieOf(true)).toBe(`${attributes}; Secure`);
  expect(await cookieOf(false)).toBe(attributes);
});
