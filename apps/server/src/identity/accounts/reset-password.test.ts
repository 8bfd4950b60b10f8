// A forgotten password is replaced through a link that only the owner's mailbox gets, once; every session ends with it.
import { TEXTS } from '@kobogate/contract';
import { createTestAccounts, ORIGIN, PASSWORD, type TestAccounts } from '@kobogate/testkit/identity/accounts.ts';
import { listWaiting } from '@kobogate/testkit/platform/database.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockAccountByEmail } from './db.ts';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await createTestAccounts();
});
afterAll(() => accounts.close());

const NEW = 'a brand new phrase';
const forgot = (email: string, headers: Record<string, string> = {}) =>
  accounts.call('POST', '/auth/forgot-password', { email }, { headers });
const reset = (token: string, newPassword = NEW) =>
  accounts.call('POST', '/auth/reset-password', { token, newPassword });
const login = (email: string, password: string) => accounts.call('POST', '/auth/login', { email, password });

async function tokenFor(email: string): Promise<string> {
  await accounts.worker.drain();
  const mail = accounts.mails.findLast(({ to, text }) => to === email && text.includes('/reset-password?token='));
  return /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

it('[F-5] [G-3] [A-13] the mailed link sets a password, once, and only the new one signs in', async () => {
  await accounts.signUp('one@example.test');
  expect(await forgot('One@example.test')).toMatchObject({ status: 200, body: { message: TEXTS.resetLinkSent } });
  const token = await tokenFor('one@example.test');
  expect(await reset(token)).toMatchObject({ status: 200, body: { message: 'Password reset successfully.' } });
  expect((await login('one@example.test', PASSWORD)).status).toBe(401);
  expect((await login('one@example.test', NEW)).status).toBe(200);
  expect(await reset(token, 'yet another phrase')).toMatchObject({
    status: 422,
    body: { message: 'This reset link is not valid any more. Please ask for a new one.' },
  });
  await accounts.worker.drain();
  expect(accounts.mails.at(-1)).toMatchObject({
    to: 'one@example.test',
    subject: expect.stringContaining('changed'),
    text: expect.stringContaining('Your 2 API keys are paused'),
  });
});

it('[A7] ends every session of the account and every other open link', async () => {
  const token = await accounts.signUp('all@example.test');
  const other = String((await login('all@example.test', PASSWORD)).body.data?.['token']);
  await forgot('all@example.test');
  const older = await tokenFor('all@example.test');
  await forgot('all@example.test');
  expect((await reset(await tokenFor('all@example.test'))).status).toBe(200);
  for (const session of [token, other]) {
    expect((await accounts.call('GET', '/user', undefined, { token: session })).status).toBe(401);
  }
  expect((await reset(older)).status).toBe(422);
});

it('[A7] lets nobody in whose sign-in began with the old password and ends after it', async () => {
  const email = 'under-way@example.test';
  await accounts.signUp(email);
  await forgot(email);
  const token = await tokenFor(email);
  const { database } = accounts;
  const { answers } = await database.transaction(async (tx) => {
    await lockAccountByEmail(tx, email);
    const following = reset(token);
    await expect.poll(() => listWaiting(database)).toHaveLength(1);
    // Its password is right at this moment; its session waits behind the reset.
    const stranger = login(email, PASSWORD);
    await expect.poll(() => listWaiting(database)).toHaveLength(2);
    return { answers: [following, stranger] as const };
  });
  expect((await answers[0]).status).toBe(200);
  expect(await answers[1]).toMatchObject({ status: 401, body: { message: TEXTS.loginFailed } });
});

it('sets no password of an account that is disabled while the link is followed', async () => {
  const email = 'late@example.test';
  await accounts.signUp(email);
  await forgot(email);
  const token = await tokenFor(email);
  const { database } = accounts;
  const { answer } = await database.transaction(async (tx) => {
    await lockAccountByEmail(tx, email);
    const following = reset(token);
    await expect.poll(() => listWaiting(database)).toHaveLength(1);
    await tx.query(`update app_user set disabled_at = now() where email = $1`, [email]);
    return { answer: following };
  });
  expect((await answer).status).toBe(422);
  await database.query(`update app_user set disabled_at = null where email = $1`, [email]);
  expect((await login(email, PASSWORD)).status).toBe(200);
});

it('[A3] answers the same for an unknown address or phone, and sends no mail', async () => {
  await accounts.signUp('known@example.test');
  const before = accounts.mails.length;
  const answers = [];
  for (const who of ['known@example.test', 'unknown@example.test', '+234 701 999 8888'])
    answers.push(await forgot(who));
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  await accounts.worker.drain();
  expect(accounts.mails.slice(before).map(({ to }) => to)).toEqual(['known@example.test']);
});

it('[F-5] finds the account by phone number, in either way of writing it', async () => {
  await accounts.register('phone@example.test', { phone: '0803 555 0101' });
  await accounts.worker.drain();
  for (const phone of ['08035550101', '+234 (803) 555-0101', '00234 803 555 0101']) {
    const before = accounts.mails.length;
    expect((await forgot(phone)).status).toBe(200);
    await accounts.worker.drain();
    expect(accounts.mails.slice(before).map(({ to }) => to)).toEqual(['phone@example.test']);
  }
});

it('[A5] the link begins with the configured origin, whatever host the request names', async () => {
  await accounts.signUp('host@example.test');
  await forgot('host@example.test', {
    host: 'evil.test',
    'x-forwarded-host': 'evil.test',
    origin: 'https://evil.test',
  });
  await accounts.worker.drain();
  const mail = accounts.mails.at(-1);
  expect(mail?.text).toContain(`${ORIGIN}/reset-password?token=`);
  expect(`${mail?.text}${mail?.html}`).not.toContain('evil.test');
});

describe('a link', () => {
  it('works for an hour, and a password against the rules does not use it up', async () => {
    await accounts.signUp('hour@example.test');
    await forgot('hour@example.test');
    const token = await tokenFor('hour@example.test');
    expect((await reset(token, 'short')).body.message).toContain('at least 8');
    expect((await reset(token, '')).body.message).toBe(TEXTS.fillRequired);
    accounts.clock.advance(60 * 60_000);
    expect((await reset(token)).status).toBe(422);
    await forgot('hour@example.test');
    const fresh = await tokenFor('hour@example.test');
    accounts.clock.advance(60 * 60_000 - 1);
    expect((await reset(fresh)).status).toBe(200);
  });

  it('is used once by many at the same moment', async () => {
    await accounts.signUp('race@example.test');
    await forgot('race@example.test');
    const token = await tokenFor('race@example.test');
    const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => reset(token, `${NEW} ${index}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('[A6] can be requested five times an hour for one account, from all places together', async () => {
    const answers = [];
    for (let index = 0; index < 6; index += 1) answers.push(await forgot('flood@example.test'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
