// Whatever strangers do from elsewhere with a user's address, the owner can still get in, and guessing stays limited.
import {
  type CallOptions,
  createTestAccounts,
  otherCode,
  PASSWORD,
  type TestAccounts,
} from '@kobogate/testkit/identity/accounts.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RETENTION_BOUNDS } from '@kobogate/contract';
import { forgetPlaces } from '../sessions/db.ts';
import { MAILS_A_DAY } from './limits.ts';
import { TRIES_A_DAY } from '../sign-ups/one-time-code.ts';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await createTestAccounts();
});
beforeEach(() => accounts.clock.advance(86_400_001));
afterAll(() => accounts.close());

const BROWSER = 'the-owners-own-browser-01';
const HOME: CallOptions = { address: '203.0.113.1' };
const post = (path: string, body: object, from: CallOptions = HOME) => accounts.call('POST', path, body, from);
const elsewhere = (index: number): CallOptions => ({ address: `192.0.${Math.floor(index / 250)}.${index % 250}` });
const verify = (email: string, otp: string, from: CallOptions = HOME) => post('/auth/verify', { email, otp }, from);
const resend = (email: string, from: CallOptions = HOME) => post('/auth/resend-otp', { email }, from);
const forgot = (email: string, from: CallOptions = HOME) => post('/auth/forgot-password', { email }, from);
const login = (email: string, password: string, from: CallOptions = HOME) =>
  post('/auth/login', { email, password }, from);
const mailsTo = (email: string) => accounts.mails.filter(({ to }) => to === email);
const linkFor = async (email: string): Promise<string | undefined> => {
  await accounts.worker.drain();
  return /token=([\w-]+)/.exec(mailsTo(email).findLast(({ text }) => text.includes('token='))?.text ?? '')?.[1];
};

describe('[A10] at a sign-up', () => {
  it('resends from elsewhere leave the owner’s own five codes', async () => {
    const email = 'resent@example.test';
    await accounts.register(email, {}, HOME);
    for (let index = 0; index < 20; index += 1) await resend(email, elsewhere(index % 3));
    await accounts.worker.drain();
    for (let index = 0; index < 4; index += 1) expect((await resend(email)).status).toBe(200);
    const fresh = await accounts.codeFor(email);
    expect((await verify(email, fresh)).status).toBe(200);
  });

  it('five resends of a stranger end no code of the owner’s', async () => {
    const email = 'resent-less@example.test';
    await accounts.register(email, {}, HOME);
    const otp = await accounts.codeFor(email);
    for (let index = 0; index < 5; index += 1) await resend(email, elsewhere(0));
    await accounts.worker.drain();
    expect((await verify(email, otp)).status).toBe(200);
  });

  it('wrong codes from a thousand addresses leave the owner’s tries', async () => {
    const email = 'tried@example.test';
    await accounts.register(email, {}, HOME);
    const otp = await accounts.codeFor(email);
    const wrong = Array.from({ length: 1000 }, (_, index) => verify(email, otherCode(otp), elsewhere(index)));
    expect((await Promise.all(wrong)).some(({ status }) => status === 200)).toBe(false);
    expect((await verify(email, otp)).status).toBe(200);
  });

  it('sign-ups from elsewhere leave the owner’s code and password', async () => {
    const email = 'joined@example.test';
    await accounts.register(email, {}, HOME);
    const otp = await accounts.codeFor(email);
    for (let index = 0; index < 8; index += 1) {
      await accounts.register(email, { password: 'the thief likes turnips' }, elsewhere(index));
    }
    await accounts.worker.drain();
    expect((await verify(email, otp)).status).toBe(200);
    expect((await login(email, PASSWORD)).status).toBe(200);
  });

  it('a stranger who uses up everything before the owner comes leaves a mailed link, which proves the address', async () => {
    const email = 'flooded@example.test';
    for (let index = 0; index < 60; index += 1) await accounts.register(email, {}, elsewhere(index));
    await accounts.worker.drain();
    expect(mailsTo(email)).toHaveLength(MAILS_A_DAY.inAll);
    expect((await accounts.register(email, { first_name: 'Owner' }, { ...HOME, device: BROWSER })).status).toBe(201);
    accounts.clock.advance(10 * 60_000);
    const token = await linkFor(email);
    // One mail for all requests until then.
    expect(mailsTo(email)).toHaveLength(MAILS_A_DAY.inAll + 1);
    const body = { token, newPassword: 'a phrase by the link' };
    expect((await post('/auth/reset-password', body, { ...HOME, device: BROWSER })).status).toBe(200);
    const { body: entered } = await login(email, 'a phrase by the link');
    const user = await accounts.call('GET', '/user', undefined, { token: String(entered.data?.['token']) });
    expect(user.body.data).toMatchObject({ first_name: 'Owner', isVerified: true });
  });

  it('a stranger’s sign-up with a sign that becomes a letter of the owner’s address keeps no mail from the owner', async () => {
    const email = 'mike@example.test';
    // The Kelvin sign, a k in small letters.
    expect((await accounts.register('mi\u212Ae@example.test', {}, elsewhere(0))).status).toBe(422);
    await accounts.register(email, {}, HOME);
    expect((await verify(email, await accounts.codeFor(email))).status).toBe(200);
  });

  it('[A1] any number of sign-ups, addresses and codes compares thirty tries a day, and then a link is mailed', async () => {
    const email = 'guessed@example.test';
    await accounts.register(email, {}, HOME);
    await accounts.worker.drain();
    for (let index = 0; index < 20; index += 1) {
      const from = { ...elsewhere(index), device: `guessing-browser-number-${index}` };
      await accounts.register(email, { password: 'the thief likes turnips' }, from);
      await accounts.worker.drain();
      const newest = /\b\d{4}\b/.exec(mailsTo(email).at(-1)?.text ?? '')?.[0] ?? '';
      for (let tried = 0; tried < 3; tried += 1) await verify(email, otherCode(newest), from);
    }
    const [row] = await accounts.database.query<{ tries: number }>(
      `select sum(tries)::int as tries from one_time_code c join app_user u on u.id = c.user_id where u.email = $1`,
      [email],
    );
    expect(row?.tries).toBe(TRIES_A_DAY);
    expect((await resend(email)).status).toBe(200);
    const body = { token: await linkFor(email), newPassword: 'a phrase by the link' };
    expect((await post('/auth/reset-password', body)).status).toBe(200);
    expect((await login(email, 'a phrase by the link')).status).toBe(200);
  });
});

describe('[A10] of an account', () => {
  it('asked for links from anywhere, the owner’s own browser and address get one at once', async () => {
    const email = 'linked@example.test';
    await accounts.signUp(email);
    await login(email, PASSWORD, { ...HOME, device: BROWSER });
    for (let index = 0; index < 50; index += 1) await forgot(email, elsewhere(index));
    await accounts.worker.drain();
    const flooded = mailsTo(email).length;
    for (const from of [{ address: '203.0.113.9' }, { device: BROWSER, address: '198.51.100.3' }]) {
      expect((await forgot(email, from)).status).toBe(200);
    }
    await accounts.worker.drain();
    expect(mailsTo(email)).toHaveLength(flooded + 2);
  });

  it('asked for links by the hundred, it gets 30 a day, then one in ten minutes that serves all', async () => {
    const email = 'bombed@example.test';
    await accounts.signUp(email);
    accounts.clock.advance(86_400_001);
    const before = mailsTo(email).length;
    for (let index = 0; index < 50; index += 1) expect((await forgot(email, elsewhere(index))).status).toBe(200);
    await accounts.worker.drain();
    expect(mailsTo(email).length - before).toBe(MAILS_A_DAY.inAll);
    accounts.clock.advance(10 * 60_000);
    const body = { token: await linkFor(email), newPassword: 'a phrase by the link' };
    expect(mailsTo(email).length - before).toBe(MAILS_A_DAY.inAll + 1);
    expect((await post('/auth/reset-password', body, { address: '198.51.100.99' })).status).toBe(200);
  });

  it('[A6] guessed at from everywhere, even behind the owner’s own address, the owner’s browser signs in', async () => {
    const email = 'guarded@example.test';
    await accounts.signUp(email);
    await login(email, PASSWORD, { ...HOME, device: BROWSER });
    for (let index = 0; index < 110; index += 1) await login(email, 'a wrong guess', elsewhere(index));
    for (let index = 0; index < 210; index += 1) {
      await login(index % 2 === 0 ? email : `other${index}@example.test`, 'a wrong guess', HOME);
    }
    expect((await login(email, PASSWORD, HOME)).status).toBe(429);
    expect((await login(email, PASSWORD, { ...HOME, device: BROWSER })).status).toBe(200);
    expect((await login(email, PASSWORD, { address: '198.51.100.40', device: BROWSER })).status).toBe(200);
  });

  it('[A6] the owner’s browser may fail twenty times in ten minutes, and no other secret passes for it', async () => {
    const email = 'own-limit@example.test';
    await accounts.signUp(email);
    await login(email, PASSWORD, { ...HOME, device: BROWSER });
    const from = { address: '198.51.100.41', device: BROWSER };
    const answers = await Promise.all(Array.from({ length: 30 }, () => login(email, 'a wrong guess', from)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(20);
    expect((await post('/auth/login', { email, password: PASSWORD }, { ...HOME, device: 'short' })).status).toBe(400);
  });
});

describe('a sign-in from somewhere new', () => {
  const told = (email: string) => mailsTo(email).filter(({ subject }) => subject.startsWith('New sign-in'));
  const CHROME =
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

  it('is mailed to the owner once, in words, and not the first place, nor one that is known', async () => {
    const email = 'places@example.test';
    await accounts.signUp(email);
    await login(email, PASSWORD, { address: '203.0.113.9' });
    await accounts.worker.drain();
    expect(told(email)).toHaveLength(0);
    const phone = { address: '198.51.100.77', device: BROWSER, headers: { 'user-agent': CHROME } };
    await login(email, PASSWORD, phone);
    await login(email, PASSWORD, { ...phone, address: '198.51.100.78' });
    await accounts.worker.drain();
    expect(told(email)).toHaveLength(1);
    expect(told(email)[0]?.text).toMatch(/Chrome on Android, network address 198\.51\.100\.x, on .* Lagos time/);
    expect(told(email)[0]?.text).toContain('/forgot-password');
  });

  it('is one for an account that was not used for so long that all its places are forgotten', async () => {
    const email = 'dormant@example.test';
    await accounts.signUp(email);
    accounts.clock.advance(RETENTION_BOUNDS.signInDays[0] * 86_400_000 + 1);
    await accounts.database.transaction((tx) => forgetPlaces(tx, accounts.clock.now(), 1_000));
    await login(email, PASSWORD, { address: '198.51.100.79' });
    await accounts.worker.drain();
    expect(told(email)).toHaveLength(1);
  });

  it('is one from a place of before a new password by link: whose it was is not known', async () => {
    const email = 'come-back@example.test';
    const stranger = { address: '198.51.100.80', device: 'the-strangers-browser-01' };
    await accounts.signUp(email);
    await login(email, PASSWORD, stranger);
    await forgot(email);
    const newPassword = 'a phrase by the link';
    expect((await post('/auth/reset-password', { token: await linkFor(email), newPassword })).status).toBe(200);
    const before = told(email).length;
    expect((await login(email, newPassword, HOME)).status).toBe(200);
    expect((await login(email, newPassword, stranger)).status).toBe(200);
    await accounts.worker.drain();
    expect(told(email)).toHaveLength(before + 1);
  });

  it('is one with another browser at a known address, or with another program there', async () => {
    const email = 'devices@example.test';
    await accounts.signUp(email);
    await login(email, PASSWORD, { address: '203.0.113.9', device: 'another-browser-0123456789' });
    await login(email, PASSWORD, { address: '203.0.113.9', headers: { 'user-agent': CHROME } });
    await login(email, PASSWORD, { address: '198.51.100.90' });
    await accounts.worker.drain();
    expect(told(email)).toHaveLength(3);
  });
});
