// Guarantee: an answer that was asked for before the app ran is given to the first call of the same session, once, and
// to no other session.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askEarly, takeEarly } from './early-answers.ts';

const asked = vi.fn<typeof fetch>();

beforeEach(() => vi.stubGlobal('fetch', asked));
afterEach(() => {
  asked.mockReset();
  vi.unstubAllGlobals();
  globalThis.kobogateEarly = undefined;
});

test('it is given once, to the session that asked', async () => {
  asked.mockImplementation(async () => new Response('mine'));
  askEarly('token', ['/api/user']);
  expect(asked).toHaveBeenCalledExactlyOnceWith('/api/user', {
    headers: expect.objectContaining({ Authorization: 'Bearer token' }),
  });
  expect(takeEarly('/api/user', 'other')).toBeUndefined();
  expect(takeEarly('/api/user', null)).toBeUndefined();
  expect(takeEarly('/api/dashboard', 'token')).toBeUndefined();
  const answer = await takeEarly('/api/user', 'token');
  expect(await answer?.text()).toBe('mine');
  expect(takeEarly('/api/user', 'token')).toBeUndefined();
});

test('a failure is the caller’s to see, and of no other', async () => {
  asked.mockRejectedValue(new TypeError('no network'));
  askEarly('token', ['/api/user']);
  await expect(takeEarly('/api/user', 'token')).rejects.toThrow('no network');
});

test('without an early question there is no answer', () => {
  expect(takeEarly('/api/user', 'token')).toBeUndefined();
});

test('an answer that has become old is not given', () => {
  asked.mockImplementation(async () => new Response('mine'));
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  askEarly('token', ['/api/user', '/api/dashboard']);
  now.mockReturnValue(11_000);
  expect(takeEarly('/api/user', 'token')).toBeDefined();
  now.mockReturnValue(11_001);
  expect(takeEarly('/api/dashboard', 'token')).toBeUndefined();
  now.mockRestore();
});
