// The first administrator exists after the start, once, with a password that only its operator knows or sets by mail.
import { alone, createTestAccounts, type TestAccounts } from '@kobogate/testkit/identity/accounts.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureAdmin } from './ensure-admin.ts';
import { createPasswordHasher } from './password-hash.ts';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await createTestAccounts(alone, createPasswordHasher());
});
afterAll(() => accounts.close());

const ensure = (email: string, password?: string) =>
  ensureAdmin({ ...accounts, hasher: createPasswordHasher() }, { email, password });
const login = (email: string, password: string) => accounts.call('POST', '/auth/login', { email, password });

it('[O13] mails one link to set the password where none is given, and no password is known before', async () => {
  const outcomes = await Promise.all([ensure('root@example.test'), ensure('root@example.test')]);
  expect(outcomes.toSorted((one, other) => one.kind.localeCompare(other.kind))).toEqual([
    { kind: 'created', isLinkMailed: true },
    { kind: 'exists' },
  ]);
  expect(await ensure('root@example.test', 'some other phrase')).toEqual({ kind: 'exists' });
  await accounts.worker.drain();
  const [mail, ...more] = accounts.mails.filter(({ to }) => to === 'root@example.test');
  expect(more).toEqual([]);
  expect(mail?.subject).toContain('Set your');
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  const choose = (newPassword: string) => accounts.call('POST', '/auth/reset-password', { newPassword, token });
  expect((await choose('password')).status).toBe(422);
  expect((await choose('operator phrase 7')).status).toBe(200);
  expect((await choose('operator phrase 8')).status).toBe(422);
  expect(await login('root@example.test', 'operator phrase 7')).toMatchObject({
    status: 200,
    body: { data: { isVerified: true, isAdmin: true } },
  });
});

it('takes the given password and does not repeat it', async () => {
  expect(await ensure('boss@example.test', 'operator phrase 9')).toEqual({ kind: 'created', isLinkMailed: false });
  expect((await login('boss@example.test', 'operator phrase 9')).status).toBe(200);
});

it('refuses a weak password with a sentence that names the variable', async () => {
  await expect(ensure('weak@example.test', 'password')).rejects.toThrow(
    /^ADMIN_PASSWORD can't be used\. This password/,
  );
});

it('does not make an earlier sign-up with the address an administrator', async () => {
  const token = await accounts.signUp('early@example.test');
  expect(await ensure('early@example.test', 'operator phrase 9')).toEqual({ kind: 'not-an-admin' });
  const user = await accounts.call('GET', '/user', undefined, { token });
  expect(user.body.data?.['isAdmin']).toBe(false);
});

it('takes the place of a sign-up that was never proven: no stranger stands in the operator’s way, and nothing of theirs works', async () => {
  const email = 'unproven@example.test';
  const password = 'a stranger’s own words';
  await accounts.register(email, { password });
  const otp = await accounts.codeFor(email);
  expect(await ensure(email, 'operator phrase 9')).toEqual({ kind: 'created', isLinkMailed: false });
  expect(await login(email, 'operator phrase 9')).toMatchObject({ status: 200, body: { data: { isAdmin: true } } });
  expect((await login(email, password)).status).toBe(401);
  expect((await accounts.call('POST', '/auth/verify', { email, otp })).status).toBe(422);
  const names = await accounts.database.query(`select first_name, phone from app_user where email = $1`, [email]);
  expect(names).toEqual([{ first_name: 'Super', phone: '' }]);
});
