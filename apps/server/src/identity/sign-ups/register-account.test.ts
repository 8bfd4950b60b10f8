// A sign-up follows the form's rules, does not reveal which addresses have an account, and never touches a verified
// one.
import { createTestAccounts, ORIGIN, PASSWORD, type TestAccounts } from '@kobogate/testkit/identity/accounts.ts';
import { MOST_FROM_ADDRESS } from '../accounts/limits.ts';
import { TEXTS } from '@kobogate/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await createTestAccounts();
});
afterAll(() => accounts.close());

const login = (email: string, password: string) => accounts.call('POST', '/auth/login', { email, password });

const refused = async (fields: object) => {
  const { status, body } = await accounts.register('rules@example.test', fields);
  return [status, body.message];
};
const joinFrom = (index: number, address: string) =>
  accounts.call(
    'POST',
    '/auth/register',
    { first_name: 'A', last_name: 'B', email: `crowd${index}@example.test`, phone: '08030000000', password: PASSWORD },
    { address },
  );

describe('rules', () => {
  it('[E-2] [F-13] all five fields are required: empty is against a rule, missing is malformed', async () => {
    for (const field of ['first_name', 'last_name', 'email', 'phone', 'password']) {
      const empty = await accounts.register('rules@example.test', { [field]: '' });
      expect(empty).toMatchObject({ status: 422, body: { message: TEXTS.fillRequired } });
      const missing = await accounts.register('rules@example.test', { [field]: undefined });
      expect(missing).toMatchObject({ status: 400, body: { message: TEXTS.fillRequired } });
    }
  });

  it('refuses, with a message, an address or phone of the wrong form and a weak password', async () => {
    for (const email of ['rules', 'rules@example', 'a b@example.test', 'a,b@example.test', '<a@example.test>']) {
      expect(await refused({ email })).toEqual([422, TEXTS.invalidEmail]);
    }
    for (const phone of ['12345', 'call me maybe', '----------']) {
      expect(await refused({ phone })).toEqual([422, TEXTS.invalidPhone]);
    }
    expect(await refused({ password: 'short' })).toEqual([422, 'Please choose a password of at least 8 characters.']);
    expect((await refused({ password: 'password123' }))[1]).toContain('others would guess');
    expect((await refused({ password: 'rules@example.test' }))[1]).toContain('can’t be your password');
  });

  it('[C2] ignores fields that are not the form’s', async () => {
    await accounts.register('plain@example.test', {
      isAdmin: true,
      is_admin: true,
      verified_at: '2020-01-01',
      id: 'x',
    });
    const rows = await accounts.database.query(
      `select is_admin, verified_at from app_user where email = 'plain@example.test'`,
    );
    expect(rows).toEqual([{ is_admin: false, verified_at: null }]);
  });
});

describe('an address that has an account', () => {
  it('[A3] gets the same answer and the same hash work; its owner is notified, and nothing changes', async () => {
    await accounts.signUp('owner@example.test');
    const before = accounts.checks.count;
    const fresh = await accounts.register('fresh@example.test');
    const forFresh = accounts.checks.count - before;
    const again = await accounts.register('Owner@Example.test', {
      password: 'another password 7',
      first_name: 'Mallory',
    });
    expect([again.status, again.body]).toEqual([fresh.status, fresh.body]);
    expect(accounts.checks.count - before - forFresh).toBe(forFresh);
    await accounts.worker.drain();
    const mail = accounts.mails.findLast(({ to }) => to === 'owner@example.test');
    expect(mail?.text).toContain(`${ORIGIN}/login`);
    expect(mail?.text).not.toMatch(/\b\d{4}\b/);
    expect((await login('owner@example.test', PASSWORD)).status).toBe(200);
    expect((await login('owner@example.test', 'another password 7')).body.data).toEqual({
      isVerified: false,
      isAdmin: false,
    });
  });

  it('[A3] is not told from a free one by a login with the password of the sign-up, wherever that is from', async () => {
    await accounts.signUp('taken@example.test');
    const password = 'another password 7';
    const [here, elsewhere] = [{ device: 'one-browser-0123456789abc' }, { device: 'two-browser-0123456789abc' }];
    const askAbout = async (email: string) => {
      await accounts.register(email, { password }, here);
      const answers = [];
      for (const [typed, from] of [
        [password, here],
        [password, elsewhere],
        ['no password of it', here],
      ] as const) {
        const before = accounts.checks.count;
        const { status, body } = await accounts.call('POST', '/auth/login', { email, password: typed }, from);
        answers.push([status, body, accounts.checks.count - before]);
      }
      return answers;
    };
    expect(await askAbout('taken@example.test')).toEqual(await askAbout('free@example.test'));
    await accounts.worker.drain();
    const mails = accounts.mails.filter(({ to }) => to === 'taken@example.test').map(({ subject }) => subject);
    expect(mails.filter((subject) => subject.includes('You already have'))).toHaveLength(3);
    expect(mails.filter((subject) => subject.includes('code'))).toHaveLength(1);
    expect((await login('taken@example.test', PASSWORD)).body.data).toHaveProperty('token');
  });

  it('[A9] is still open while unverified: in one browser the newest sign-up counts, and the older code ends', async () => {
    const from = { device: 'one-browser-0123456789abc' };
    const verify = (otp: string) => accounts.call('POST', '/auth/verify', { email: 'twice@example.test', otp }, from);
    await accounts.register('twice@example.test', { password: 'the first phrase 1' }, from);
    const older = await accounts.codeFor('twice@example.test');
    await accounts.register('twice@example.test', { password: 'the second phrase 2' }, from);
    const otp = await accounts.codeFor('twice@example.test');
    expect([older === otp ? 422 : (await verify(older)).status]).toEqual([422]);
    expect((await verify(otp)).status).toBe(200);
    expect((await login('twice@example.test', 'the first phrase 1')).status).toBe(401);
    expect((await login('twice@example.test', 'the second phrase 2')).status).toBe(200);
  });

  it('exists once, however many sign up with it at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => accounts.register('race@example.test')));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    const rows = await accounts.database.query(`select 1 from app_user where email_key = 'race@example.test'`);
    expect(rows).toHaveLength(1);
  });
});

it('[A6] one address makes only so many accounts in ten minutes, then waits; another goes on', async () => {
  const most = MOST_FROM_ADDRESS.register;
  const joined = await Promise.all(Array.from({ length: most }, (_, index) => joinFrom(index, '192.0.2.1')));
  expect(joined.map(({ status }) => status)).toEqual(joined.map(() => 201));
  const late = await joinFrom(most, '192.0.2.1');
  expect(late).toMatchObject({ status: 429, body: { message: expect.stringContaining('Please try again in') } });
  expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
  expect((await joinFrom(most, '192.0.2.2')).status).toBe(201);
});
