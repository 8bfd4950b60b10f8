// A user changes four fields of their own account by the form's rules, and nothing else.
import { TEXTS } from '@kobogate/contract';
import { createTestAccounts, type TestAccounts } from '@kobogate/testkit/identity/accounts.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { phoneKey, refuseProfile } from './account.ts';

describe('on an account', () => {
  let accounts: TestAccounts;
  let token: string;
  beforeAll(async () => {
    accounts = await createTestAccounts();
    token = await accounts.signUp('me@example.test');
  });
  afterAll(() => accounts.close());

  const update = (body: object, as = token) => accounts.call('PATCH', '/user/update', body, { token: as });

  it('[F-1] [F-10] [G-3] saves the four fields and answers with the user', async () => {
    const changes = { first_name: 'Ngozi', last_name: 'Sample', phone: '+234 803 111 2222', gender: 'female' };
    const { status, body } = await update(changes);
    expect(status).toBe(200);
    expect(body.message).toBe('Profile updated successfully!');
    const user = await accounts.call('GET', '/user', undefined, { token });
    expect(user.body.data).toEqual({
      id: expect.any(String),
      ...changes,
      name: 'Ngozi Sample',
      email: 'me@example.test',
      isVerified: true,
      isAdmin: false,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(body.data).toEqual(user.body.data);
  });

  it('[C2] ignores e-mail, role and everything else; alone they are no change', async () => {
    const answer = await update({ email: 'other@example.test', isAdmin: true, is_admin: true, isVerified: false });
    expect(answer).toMatchObject({ status: 422, body: { message: 'No changes to save' } });
    await update({ last_name: 'Changed', email: 'other@example.test', isAdmin: true });
    const user = await accounts.call('GET', '/user', undefined, { token });
    expect(user.body.data).toMatchObject({ email: 'me@example.test', isAdmin: false, last_name: 'Changed' });
  });

  it('[F-13] answers 401 without a sign-in, 400 to an unknown gender and text that hides its direction', async () => {
    expect((await update({ first_name: 'X' }, 'made-up')).status).toBe(401);
    expect((await update({ gender: 'robot' })).status).toBe(400);
    expect((await update({ first_name: 'a\u202Eb' })).status).toBe(400);
  });

  it('a changed phone number is the one that finds the account', async () => {
    await update({ phone: '0803 999 7777' });
    const rows = await accounts.database.query(`select phone_key from app_user where email = 'me@example.test'`);
    expect(rows).toEqual([{ phone_key: '2348039997777' }]);
  });
});

describe('rules', () => {
  const before = { firstName: 'A', lastName: 'B', phone: '08030000000', gender: '' } as const;
  const message = (change: object) => refuseProfile(before, { ...before, ...change })?.message;

  it('[E-5] are checked in the order of the form', () => {
    expect(message({ firstName: '', phone: '' })).toBe(TEXTS.firstNameRequired);
    expect(message({ phone: '' })).toBe(TEXTS.phoneRequired);
    expect(message({ phone: '123' })).toBe(TEXTS.invalidPhone);
    expect(message({})).toBe(TEXTS.noChanges);
    for (const change of [{ firstName: 'C' }, { lastName: '' }, { phone: '0803-000-0001' }, { gender: 'male' }]) {
      expect(message(change)).toBeUndefined();
    }
  });

  it('a Nigerian number has one key in every way of writing it, a foreign one its own', () => {
    expect(new Set(['0803 000 0000', '+2348030000000', '00234 803 000 0000'].map(phoneKey)).size).toBe(1);
    expect(phoneKey('+44 20 7946 0000')).toBe('442079460000');
  });
});
