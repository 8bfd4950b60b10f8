// Only a user who knows the current password can change it; every other session and reset link ends with it.
import { TEXTS } from '@kobogate/contract';
import { createTestAccounts, PASSWORD, type TestAccounts } from '@kobogate/testkit/identity/accounts.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

const NEW = 'a brand new phrase';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await createTestAccounts();
});
afterAll(() => accounts.close());

const change = (token: string, newPassword = NEW, currentPassword = PASSWORD) =>
  accounts.call('PUT', '/user/password', { currentPassword, newPassword }, { token });
const login = (email: string, password: string) => accounts.call('POST', '/auth/login', { email, password });
const statusOf = async (token: string) => (await accounts.call('GET', '/user', undefined, { token })).status;

it('[C-10] [A7] only the new one signs in; every other session ends, this one stays, and the owner is notified', async () => {
  const token = await accounts.signUp('one@example.test');
  const other = String((await login('one@example.test', PASSWORD)).body.data?.['token']);
  expect(await change(token)).toMatchObject({
    status: 200,
    body: { message: expect.stringContaining('Your password is changed, and one other device was signed out.') },
  });
  expect(await Promise.all([token, other].map(statusOf))).toEqual([200, 401]);
  expect((await login('one@example.test', PASSWORD)).status).toBe(401);
  expect((await login('one@example.test', NEW)).status).toBe(200);
  await accounts.worker.drain();
  expect(accounts.mails.at(-1)).toMatchObject({
    to: 'one@example.test',
    subject: 'Your Kobogate password was changed',
    text: expect.stringContaining('one other device was signed out'),
  });
});

it('[C-10] [A7] a place that was used before is a new one afterwards, but for the one that it was changed at', async () => {
  const email = 'places@example.test';
  const token = await accounts.signUp(email);
  const from = async (device: string, password: string) => {
    await accounts.call('POST', '/auth/login', { email, password }, { device });
    await accounts.worker.drain();
  };
  const news = () =>
    accounts.mails.filter(({ to, subject }) => to === email && subject.startsWith('New sign-in')).length;
  for (const device of ['own'.repeat(12), 'strange'.repeat(6)]) await from(device, PASSWORD);
  const before = news();
  await accounts.call(
    'PUT',
    '/user/password',
    { currentPassword: PASSWORD, newPassword: NEW },
    { token, device: 'own'.repeat(12) },
  );
  await from('own'.repeat(12), NEW);
  expect(news()).toBe(before);
  await from('strange'.repeat(6), NEW);
  expect(news()).toBe(before + 1);
});

it('[C-10] [A8] a wrong current password is a 422 with a message that ends no session and changes nothing', async () => {
  const token = await accounts.signUp('wrong@example.test');
  expect(await change(token, NEW, 'not the password')).toMatchObject({
    status: 422,
    body: { message: 'The current password is not right. Please type it again.' },
  });
  expect(await statusOf(token)).toBe(200);
  expect((await login('wrong@example.test', PASSWORD)).status).toBe(200);
});

it('[C-10] keeps the rules of sign-up, and requires another one than the current', async () => {
  const token = await accounts.signUp('rules@example.test');
  for (const [current, next, words] of [
    ['', NEW, TEXTS.fillRequired],
    [PASSWORD, '', TEXTS.fillRequired],
    [PASSWORD, 'short', 'Please choose a password of at least 8 characters.'],
    [PASSWORD, 'password1', 'This password is one of the first that others would guess. Please choose another one.'],
    [PASSWORD, 'rules@example.test', 'Your name or e-mail address can’t be your password. Please choose another one.'],
    [PASSWORD, PASSWORD, 'This is your password already. Please choose another one.'],
  ] as const) {
    expect([next, await change(token, next, current)]).toMatchObject([next, { status: 422, body: { message: words } }]);
  }
});

it('[A6] [A8] of a burst of guesses on a stolen session ten are compared, then even the right one waits', async () => {
  const token = await accounts.signUp('burst@example.test');
  const before = accounts.checks.count;
  const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => change(token, NEW, `guess ${index}`)));
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
  expect(accounts.checks.count - before).toBe(10);
  expect(await change(token)).toMatchObject({ status: 429, headers: { 'retry-after': expect.anything() } });
  accounts.clock.advance(600_001);
  expect((await change(token)).status).toBe(200);
});

it('right passwords don’t use up the tries', async () => {
  const token = await accounts.signUp('often@example.test');
  let current = PASSWORD;
  for (let index = 0; index < 12; index += 1) {
    expect([index, (await change(token, `phrase number ${index}`, current)).status]).toEqual([index, 200]);
    current = `phrase number ${index}`;
  }
});

it('of changes at the same moment one is made, and the others leave no trace', async () => {
  const token = await accounts.signUp('race@example.test');
  const answers = await Promise.all([1, 2, 3, 4].map((index) => change(token, `${NEW} ${index}`)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422]);
  const winner = answers.findIndex(({ status }) => status === 200) + 1;
  expect((await login('race@example.test', `${NEW} ${winner}`)).status).toBe(200);
  await accounts.worker.drain();
  const told = accounts.mails.filter(({ to, subject }) => to === 'race@example.test' && subject.includes('changed'));
  expect(told).toHaveLength(1);
});

it('[A2] [A7] an earlier reset link no longer works', async () => {
  const token = await accounts.signUp('link@example.test');
  await accounts.call('POST', '/auth/forgot-password', { email: 'link@example.test' });
  await accounts.worker.drain();
  const link = /token=([\w-]+)/.exec(accounts.mails.at(-1)?.text ?? '')?.[1];
  expect((await change(token)).status).toBe(200);
  const reset = await accounts.call('POST', '/auth/reset-password', { token: link, newPassword: 'a stolen phrase' });
  expect(reset.status).toBe(422);
});
