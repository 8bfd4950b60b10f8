// With two-factor on, a password alone opens nothing; a code, a recovery code or a passkey's signature does, each once.
import { PASSWORD, type TestAccounts } from '@kobogate/testkit/identity/accounts.ts';
import {
  appCode,
  createTestTwoFactor,
  openStep,
  signUpWithApp,
  stateOf,
  type WithApp,
} from '@kobogate/testkit/identity/two-factor.ts';
import { listWaiting } from '@kobogate/testkit/platform/database.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockAccountByEmail } from '../accounts/db.ts';
import { forgetOld } from '../accounts/forget-old.ts';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await createTestTwoFactor();
});
afterAll(() => accounts.close());

const login = (email: string, options = {}) =>
  accounts.call('POST', '/auth/login', { email, password: PASSWORD }, options);
const challengeFor = async (email: string, password = PASSWORD): Promise<string> =>
  (await openStep(accounts, email, password)).challenge;
const ascending = (one: number, other: number): number => one - other;
const finish = (challenge: string, method: string, code: string, options = {}) =>
  accounts.call('POST', '/auth/second-factor', { challenge, method, code }, options);
const codeNow = ({ secret }: WithApp) => appCode(secret, accounts.clock.now());
const wrongCode = (person: WithApp) => (codeNow(person) === '000000' ? '000001' : '000000');
const subjects = async (email: string): Promise<string[]> => {
  await accounts.worker.drain();
  return accounts.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
};

describe('a sign-in', () => {
  it('[A4] [C-10] with the right password answers a challenge and no token, and a right code brings the token', async () => {
    const person = await signUpWithApp(accounts, 'app@example.test');
    const { status, body } = await login('app@example.test');
    expect(status).toBe(200);
    expect(body.data).toEqual({
      isVerified: true,
      isAdmin: false,
      secondFactor: { challenge: expect.stringMatching(/^[\w-]{43}$/), methods: ['totp', 'recovery'] },
    });
    const challenge = await challengeFor('app@example.test');
    expect((await accounts.call('GET', '/user', undefined, { token: challenge })).status).toBe(401);
    const done = await finish(challenge, 'totp', codeNow(person));
    expect([done.status, done.body]).toEqual([
      200,
      {
        message: 'Login successful',
        data: { token: expect.stringMatching(/^[\w-]{43}$/), isVerified: true, isAdmin: false },
      },
    ]);
    const token = String(done.body.data?.['token']);
    expect((await accounts.call('GET', '/user', undefined, { token })).status).toBe(200);
  });

  it('[A4] an admin’s too', async () => {
    const person = await signUpWithApp(accounts, 'admin2@example.test');
    await accounts.database.query(`update app_user set is_admin = true where email = 'admin2@example.test'`);
    const { body } = await login('admin2@example.test');
    expect(body.data).toMatchObject({ isAdmin: true, secondFactor: { methods: ['totp', 'recovery'] } });
    expect(body.data).not.toHaveProperty('token');
    const done = await finish(await challengeFor('admin2@example.test'), 'totp', codeNow(person));
    expect(done.body.data).toMatchObject({ isAdmin: true });
  });

  it('[A2] a code that was used is refused in another sign-in, also ten times at once', async () => {
    const person = await signUpWithApp(accounts, 'replay@example.test');
    const challenges = [];
    for (let index = 0; index < 10; index += 1) challenges.push(await challengeFor('replay@example.test'));
    const answers = await Promise.all(challenges.map((challenge) => finish(challenge, 'totp', codeNow(person))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(9);
    accounts.clock.advance(30_000);
    expect((await finish(await challengeFor('replay@example.test'), 'totp', codeNow(person))).status).toBe(200);
  });

  it('a challenge is good for one success, five tries and five minutes', async () => {
    const person = await signUpWithApp(accounts, 'once@example.test');
    const used = await challengeFor('once@example.test');
    expect((await finish(used, 'totp', codeNow(person))).status).toBe(200);
    accounts.clock.advance(60_000);
    expect((await finish(used, 'totp', codeNow(person))).status).toBe(401);

    const tried = await challengeFor('once@example.test');
    const burst = await Promise.all(Array.from({ length: 12 }, () => finish(tried, 'recovery', 'not a code')));
    expect(burst.filter(({ status }) => status === 422)).toHaveLength(4);
    expect(burst.filter(({ status }) => status === 401)).toHaveLength(8);
    expect((await finish(tried, 'totp', codeNow(person))).status).toBe(401);

    const old = await challengeFor('once@example.test');
    accounts.clock.advance(299_999);
    expect((await finish(old, 'recovery', 'not a code')).status).toBe(422);
    accounts.clock.advance(1);
    expect((await finish(old, 'totp', codeNow(person))).status).toBe(401);
    expect((await finish('made-up', 'totp', codeNow(person))).status).toBe(401);
    await forgetOld({ ...accounts, clock: accounts.clock });
    expect(
      await accounts.database.query('select 1 from second_step where expires_at < $1', [accounts.clock.now()]),
    ).toEqual([]);
  });

  it('[A7] ends when the password is changed or the account disabled in between; a reset keeps two-factor on', async () => {
    const person = await signUpWithApp(accounts, 'changed@example.test');
    const before = await challengeFor('changed@example.test');
    await accounts.call('POST', '/auth/forgot-password', { email: 'changed@example.test' });
    await accounts.worker.drain();
    const token = /token=([\w-]+)/.exec(
      accounts.mails.findLast(({ to }) => to === 'changed@example.test')?.text ?? '',
    )?.[1];
    const newPassword = 'another horse 43';
    expect((await accounts.call('POST', '/auth/reset-password', { newPassword, token })).status).toBe(200);
    expect((await finish(before, 'totp', codeNow(person))).status).toBe(401);
    const challenge = await challengeFor('changed@example.test', newPassword);
    await accounts.database.query(`update app_user set disabled_at = now() where email = 'changed@example.test'`);
    expect((await finish(challenge, 'totp', codeNow(person))).status).toBe(401);
  });

  it('[A7] ends when the password is changed while its right code is on the way', async () => {
    const email = 'under-way@example.test';
    const person = await signUpWithApp(accounts, email);
    const challenge = await challengeFor(email);
    const { database } = accounts;
    const { answer } = await database.transaction(async (tx) => {
      await lockAccountByEmail(tx, email);
      const finishing = finish(challenge, 'totp', codeNow(person));
      await expect.poll(() => listWaiting(database)).toHaveLength(1);
      await tx.query(`update app_user set password_hash = 'another' where email = $1`, [email]);
      return { answer: finishing };
    });
    expect((await answer).status).toBe(401);
  });
});

describe('recovery codes', () => {
  it('each works once, also when it is typed ten times at once, and its owner is notified', async () => {
    const { recoveryCodes } = await signUpWithApp(accounts, 'recovery@example.test');
    expect(recoveryCodes).toHaveLength(10);
    const [code = '', second = ''] = recoveryCodes;
    const challenges = [];
    for (let index = 0; index < 10; index += 1) challenges.push(await challengeFor('recovery@example.test'));
    const answers = await Promise.all(challenges.map((challenge) => finish(challenge, 'recovery', code)));
    expect(answers.map(({ status }) => status).toSorted(ascending)).toEqual([200, ...Array<number>(9).fill(422)]);
    const other = await finish(await challengeFor('recovery@example.test'), 'recovery', second.toUpperCase());
    expect(other.status).toBe(200);
    const token = String(other.body.data?.['token']);
    expect((await stateOf(accounts, token)).recoveryCodesLeft).toBe(8);
    expect(
      (await subjects('recovery@example.test')).filter((text) => text.startsWith('A recovery code was used')),
    ).toHaveLength(2);
  });

  it('are stored as hashes, and another account’s do not work', async () => {
    const mine = await signUpWithApp(accounts, 'mine@example.test');
    await signUpWithApp(accounts, 'theirs@example.test');
    const refused = await finish(await challengeFor('theirs@example.test'), 'recovery', mine.recoveryCodes[0] ?? '');
    expect(refused.status).toBe(422);
    const [{ dump } = { dump: '' }] = await accounts.database.query<{ dump: string }>(
      `select string_agg(t::text, ' ') as dump from recovery_code t`,
    );
    for (const code of mine.recoveryCodes) expect(dump).not.toContain(code.slice(0, 9));
  });
});

describe('wrong codes of an app', () => {
  it('[A1] [A6] are counted per day over all sign-ins, and the owner still gets in from known places', async () => {
    const person = await signUpWithApp(accounts, 'guessed@example.test');
    const thief = (index: number) => ({ address: `198.51.100.${index}` });
    const answers = [];
    for (let index = 0; index < 24; index += 1) {
      answers.push(await finish(await challengeFor('guessed@example.test'), 'totp', wrongCode(person), thief(index)));
    }
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
    expect((await finish(await challengeFor('guessed@example.test'), 'totp', codeNow(person), thief(99))).status).toBe(
      429,
    );
    expect(
      (await finish(await challengeFor('guessed@example.test'), 'recovery', person.recoveryCodes[0] ?? '', thief(99)))
        .status,
    ).toBe(200);
    expect((await finish(await challengeFor('guessed@example.test'), 'totp', codeNow(person))).status).toBe(200);
  });
});
