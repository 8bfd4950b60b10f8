// The first admin exists after the start, once, with a password that only its operator knows.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureAdmin } from './ensure-admin.ts';
import { createPasswordHasher } from './password-hash.ts';
import { createTestAccounts, type TestAccounts } from './test-accounts.ts';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await createTestAccounts();
});
afterAll(() => accounts.close());

const ensure = (email: string, password?: string) =>
  ensureAdmin({ ...accounts, hasher: createPasswordHasher() }, { email, password });
const login = (email: string, password: string) => accounts.call('POST', '/auth/login', { email, password });

it('makes up a password where none is given, tells it once, and it signs an admin in', async () => {
  const outcomes = await Promise.all([ensure('root@example.test'), ensure('root@example.test')]);
  const made = outcomes.flatMap((outcome) => (outcome.kind === 'created' ? [outcome.madeUpPassword] : []));
  expect(made).toEqual([expect.stringMatching(/^[\w-]{16}$/)]);
  expect(await ensure('root@example.test', 'some other phrase')).toEqual({ kind: 'exists' });
  expect(await login('root@example.test', String(made[0]))).toMatchObject({
    status: 200,
    body: { data: { isVerified: true, isAdmin: true } },
  });
});

it('takes the given password and does not repeat it', async () => {
  expect(await ensure('boss@example.test', 'operator phrase 9')).toEqual({ kind: 'created', madeUpPassword: null });
  expect((await login('boss@example.test', 'operator phrase 9')).status).toBe(200);
});

it('refuses a weak password with a sentence that names the variable', async () => {
  await expect(ensure('weak@example.test', 'password')).rejects.toThrow(
    /^ADMIN_PASSWORD can't be used\. This password/,
  );
});

it('makes nobody an admin who signed up with the address before', async () => {
  const token = await accounts.signUp('early@example.test');
  expect(await ensure('early@example.test', 'operator phrase 9')).toEqual({ kind: 'not-an-admin' });
  const user = await accounts.call('GET', '/user', undefined, { token });
  expect(user.body.data?.['isAdmin']).toBe(false);
});
