// A session that was just opened is handed over once: its first token is dead from then on, and only one of many
// callers with it gets the session; one that is older, ended or unknown is not handed over.
import { createTestAccounts, type TestAccounts } from '@kobogate/testkit/identity/accounts.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { handOverSession } from './hand-over-session.ts';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await createTestAccounts();
});
afterAll(() => accounts.close());

const statusOf = async (token: string) => (await accounts.call('GET', '/user', undefined, { token })).status;

it('gives one of many callers the session, and the first token no longer works', async () => {
  const first = await accounts.signUp('once@example.test');
  const answers = await Promise.all(Array.from({ length: 10 }, () => handOverSession(accounts, first)));
  const [token, ...others] = answers.filter((answer) => answer !== null);
  expect(others).toEqual([]);
  expect(await statusOf(token ?? '')).toBe(200);
  expect(await statusOf(first)).toBe(401);
  const { body } = await accounts.call('GET', '/user/sessions', undefined, { token });
  expect(body.data).toHaveLength(1);
});

it('does not hand over a session that is older than two minutes, ended or unknown', async () => {
  const old = await accounts.signUp('late@example.test');
  accounts.clock.advance(120_001);
  expect(await handOverSession(accounts, old)).toBeNull();
  expect(await statusOf(old)).toBe(200);
  const ended = await accounts.signUp('ended@example.test');
  await accounts.call('POST', '/auth/logout', undefined, { token: ended });
  expect(await handOverSession(accounts, ended)).toBeNull();
  expect(await handOverSession(accounts, 'no-such-token')).toBeNull();
});
