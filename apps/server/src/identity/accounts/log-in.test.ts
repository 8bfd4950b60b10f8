// Signing in reveals nothing to a stranger, is limited without locking an owner out, and its token ends when it should.
import {
  type CallOptions,
  createTestAccounts,
  PASSWORD,
  type TestAccounts,
} from '@kobogate/testkit/identity/accounts.ts';
import { MOST_FROM_ADDRESS } from './limits.ts';
import { TEXTS } from '@kobogate/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await createTestAccounts();
  await accounts.signUp('owner@example.test');
});
afterAll(() => accounts.close());

const login = (email: string, password = PASSWORD, options: CallOptions = {}) =>
  accounts.call('POST', '/auth/login', { email, password }, options);
const userOf = (token: unknown) => accounts.call('GET', '/user', undefined, { token: String(token) });

describe('answers', () => {
  it('[F-2] [G-3] a verified account gets a token, its role and the fixed message', async () => {
    const { status, body } = await login('Owner@Example.test');
    expect(status).toBe(200);
    expect(body).toEqual({
      message: 'Login successful',
      data: { token: expect.stringMatching(/^[\w-]{43}$/), isVerified: true, isAdmin: false },
    });
    const [row] = await accounts.database.query<{ hits: bigint }>(
      `select count(*) as hits from session where encode(token_hash, 'escape') like $1`,
      [`%${String(body.data?.['token'])}%`],
    );
    expect(row?.hits).toBe(0n);
  });

  it('[E-1] both fields, then the form of the address', async () => {
    expect((await login('', '')).body.message).toBe(TEXTS.fillRequired);
    expect((await login('owner@example.test', '')).body.message).toBe(TEXTS.fillRequired);
    expect(await login('owner')).toMatchObject({ status: 422, body: { message: TEXTS.invalidEmail } });
  });

  it('[A3] an unknown address and a wrong password, of a disabled account or one that waits for its code too: the same answer after the same work', async () => {
    await accounts.register('waiting@example.test');
    await accounts.signUp('disabled@example.test');
    await accounts.database.query(`update app_user set disabled_at = now() where email = 'disabled@example.test'`);
    const answers = [];
    for (const [email, password] of [
      ['owner@example.test', 'not the password'],
      ['unknown@example.test', PASSWORD],
      ['disabled@example.test', 'not the password'],
      ['waiting@example.test', 'not the password'],
    ] as const) {
      const before = accounts.checks.count;
      const { status, body } = await login(email, password);
      answers.push(JSON.stringify([status, body, accounts.checks.count - before]));
    }
    expect(new Set(answers)).toEqual(new Set([JSON.stringify([401, { message: TEXTS.loginFailed }, 2])]));
  });

  it('only a caller who knows the password of a disabled account learns so, and gets no token', async () => {
    await accounts.signUp('closed@example.test');
    await accounts.database.query(`update app_user set disabled_at = now() where email = 'closed@example.test'`);
    const before = await accounts.database.query(`select 1 from session`);
    expect(await login('closed@example.test')).toMatchObject({
      status: 403,
      body: { message: expect.stringMatching(/^This account is disabled, .* safe .* contact support\.$/) },
    });
    expect(await accounts.database.query(`select 1 from session`)).toHaveLength(before.length);
  });

  it('[B-6] an unverified account with the right password gets no token but a fresh code', async () => {
    await accounts.register('new@example.test');
    await accounts.worker.drain();
    const mailed = accounts.mails.length;
    const answer = await login('new@example.test');
    expect([answer.status, answer.body]).toEqual([
      200,
      { message: 'Please verify your email before logging in', data: { isVerified: false, isAdmin: false } },
    ]);
    const otp = await accounts.codeFor('new@example.test');
    expect(accounts.mails).toHaveLength(mailed + 1);
    expect((await accounts.call('POST', '/auth/verify', { email: 'new@example.test', otp })).status).toBe(200);
    expect((await login('new@example.test', 'wrong password')).status).toBe(401);
  });

  it('sends no more than the day’s codes however often an unverified account signs in', async () => {
    await accounts.register('often@example.test');
    for (let index = 0; index < 8; index += 1) expect((await login('often@example.test')).status).toBe(200);
    await accounts.worker.drain();
    const rows = await accounts.database.query(
      `select 1 from one_time_code c join app_user u on u.id = c.user_id where u.email = 'often@example.test'`,
    );
    expect(rows).toHaveLength(5);
  });
});

describe('limits', () => {
  it('[A6] one address guesses at one account twenty times, and the owner elsewhere signs in all the same', async () => {
    const thief = { address: '192.0.2.66' };
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => login('owner@example.test', `guess number ${index}`, thief)),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    expect((await login('owner@example.test', PASSWORD, thief)).status).toBe(429);
    expect((await login('owner@example.test')).status).toBe(200);
    accounts.clock.advance(600_000);
    expect((await login('owner@example.test', PASSWORD, thief)).status).toBe(200);
  });

  it('[A6] many addresses together guess a hundred times an hour, and the owner is not locked out', async () => {
    accounts.clock.advance(3_600_000);
    const answers = [];
    for (let index = 0; index < 110; index += 1) {
      answers.push(await login('owner@example.test', 'a wrong guess', { address: `198.51.100.${index}` }));
    }
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(100);
    expect(answers.at(-1)?.status).toBe(429);
    expect((await login('owner@example.test')).status).toBe(200);
  });

  it('[A6] one address tries only so many accounts in ten minutes, then waits, IPv6 counted by its network', async () => {
    const answers = await Promise.all(
      Array.from({ length: MOST_FROM_ADDRESS.login + 3 }, (_, index) =>
        login(`someone${index}@example.test`, PASSWORD, { address: `2001:db8:1:2::${index.toString(16)}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(MOST_FROM_ADDRESS.login);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
  });

  it('[A6] does not count successes: a busy owner is never slowed', async () => {
    accounts.clock.advance(600_000);
    for (let index = 0; index < 40; index += 1) expect((await login('owner@example.test')).status).toBe(200);
  });
});

describe('tokens', () => {
  it('[A7] [B-5] a logout ends this token at once and no other', async () => {
    const [one, other] = [await login('owner@example.test'), await login('owner@example.test')];
    const [dead, alive] = [one.body.data?.['token'], other.body.data?.['token']];
    expect((await accounts.call('POST', '/auth/logout', {}, { token: String(dead) })).status).toBe(200);
    expect((await userOf(dead)).status).toBe(401);
    expect((await userOf(alive)).status).toBe(200);
  });

  it('[A7] ends when the account is disabled, and a made-up one is none', async () => {
    const token = await accounts.signUp('bad@example.test');
    expect((await userOf(token)).status).toBe(200);
    await accounts.database.query(`update app_user set disabled_at = now() where email = 'bad@example.test'`);
    expect((await userOf(token)).status).toBe(401);
    expect((await userOf('made-up')).status).toBe(401);
  });

  it('[F-1] distinguishes many simultaneous callers', async () => {
    const emails = ['x1@example.test', 'x2@example.test', 'x3@example.test'];
    const tokens = [];
    for (const email of emails) tokens.push(await accounts.signUp(email));
    const answers = await Promise.all([...tokens, 'made-up'].map(userOf));
    expect(answers.map(({ body }) => body.data?.['email'])).toEqual([...emails, undefined]);
  });
});
