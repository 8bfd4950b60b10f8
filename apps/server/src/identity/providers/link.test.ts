// Only an account's owner links it to a person at Google or Apple, and unlinks it; what a provider began ends with its link.
import { endpoints } from '@kobogate/contract';
import { PASSWORD } from '@kobogate/testkit/identity/accounts.ts';
import { createTestProviders, type TestProviders } from '@kobogate/testkit/identity/providers.ts';
import { appCode, signUpWithApp } from '@kobogate/testkit/identity/two-factor.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let site: TestProviders;
beforeAll(async () => {
  site = await createTestProviders();
});
afterAll(() => site.close());

const { signInProviders } = endpoints;

describe('linking', () => {
  it('[C-10] takes one account of a provider, which signs in to one account here', async () => {
    const [one, other] = [await site.signUp('one@example.test'), await site.signUp('other@example.test')];
    const first = await site.name('google', { email: 'first@gmail.test' }, { isLink: true });
    expect((await site.link(first.ticket, one)).status).toBe(200);
    expect([(await site.link(first.ticket, other)).status, (await site.link(first.ticket, other)).body]).toMatchObject([
      409,
      { code: 'provider-taken' },
    ]);
    const second = await site.name('google', { email: 'second@gmail.test' }, { isLink: true });
    expect((await site.link(second.ticket, one)).body).toMatchObject({ code: 'provider-taken' });
    // With isLink even a known person is named, and not signed in.
    const again = await site.finish(await site.visit('google', { email: 'first@gmail.test' }), { isLink: true });
    expect(again.body.data).not.toHaveProperty('token');
  });

  it('[C-10] ends with the owner’s proof, and is told by mail', async () => {
    const email = 'unlinks@gmail.test';
    const token = await site.signUp(email);
    await site.link((await site.name('google', { email })).ticket, token);
    expect((await site.unlink('google', token, { password: 'wrong' })).status).toBe(422);
    expect((await site.unlink('apple', token)).status).toBe(404);
    expect((await site.unlink('google', token)).status).toBe(200);
    expect(await site.subjectsTo(email)).toContain('Google was unlinked at Kobogate');
    expect((await site.signIn('google', { email })).body.data).toMatchObject({ named: { hasAccount: true } });
    const changes = await site.database.query<{ change: string }>(
      `select change from account_change c join app_user u on u.id = c.user_id where u.email_key = $1 order by at`,
      [email],
    );
    expect(changes.map(({ change }) => change)).toEqual(['google-linked', 'google-unlinked']);
  });

  it('[C-10] without a password stays: everything that asks for one says how to get it, and a reset gives it', async () => {
    const email = 'passwordless@gmail.test';
    const token = await site.joinBy('google', { email });
    expect((await site.waysOf(token)).hasPassword).toBe(false);
    expect((await site.unlink('google', token, { password: '' })).body).toMatchObject({ code: 'password-missing' });
    expect((await site.call('POST', '/two-factor/totp', { password: 'x' }, { token })).body).toMatchObject({
      code: 'password-missing',
    });
    const change = { currentPassword: 'x', newPassword: 'another horse 43' };
    expect((await site.call('PUT', '/user/password', change, { token })).body).toMatchObject({
      code: 'password-missing',
    });
    expect((await site.logIn(email, '')).status).toBe(422);
    expect((await site.logIn(email, 'x')).status).toBe(401);
    // However often: there is no password to guess, and only this sentence says what to do.
    for (let tries = 0; tries < 11; tries += 1) {
      expect((await site.call('PUT', '/user/password', change, { token })).body).toMatchObject({
        code: 'password-missing',
      });
    }

    const fresh = await site.resetTo(email, 'another horse 43');
    expect((await site.waysOf(fresh)).hasPassword).toBe(true);
    expect((await site.waysOf(fresh)).ways[0]?.linked).toMatchObject({ email });
    expect((await site.unlink('google', fresh, { password: 'another horse 43' })).status).toBe(200);
  });

  it('[A7] [C-10] with another address ends with a reset: a thief who linked an account of their own is out', async () => {
    const email = 'robbed@example.test';
    const token = await site.signUp(email);
    await site.link((await site.name('google', { email: 'thief@gmail.test' }, { isLink: true })).ticket, token);
    await site.link((await site.name('apple', { email }, { isLink: true })).ticket, token);
    expect((await site.signIn('google', { email: 'thief@gmail.test' })).body.data).toHaveProperty('token');
    const fresh = await site.resetTo(email, 'another horse 43');
    expect((await site.waysOf(fresh)).ways.map(({ linked }) => linked?.email)).toEqual([undefined, email]);
    expect((await site.signIn('google', { email: 'thief@gmail.test' })).body.data).not.toHaveProperty('token');
    const told = site.mails.find(({ to, subject }) => to === email && subject.endsWith('password was changed'));
    expect(told?.text).toContain('Google was unlinked');
    expect(told?.text).toContain('Apple still signs in to your account.');
  });
});

describe('a new password in the settings', () => {
  const NEW = 'another horse 43';
  const change = (token: string, more: object = {}) =>
    site.call('PUT', '/user/password', { currentPassword: PASSWORD, newPassword: NEW, ...more }, { token });
  /** An account with a provider of its own address, and one of another. */
  const linkedTwice = async (email: string): Promise<string> => {
    const token = await site.signUp(email);
    await site.link((await site.name('google', { email: `other-${email}` }, { isLink: true })).ticket, token);
    await site.link((await site.name('apple', { email }, { isLink: true })).ticket, token);
    return token;
  };
  const linkedNow = async (token: string) =>
    (await site.waysOf(token)).ways.flatMap(({ provider, linked }) => (linked === null ? [] : [provider]));

  it('[A7] [C-10] unlinks a provider with another address, by which a thief would come back, and says what still signs in', async () => {
    const email = 'intruded@example.test';
    const token = await linkedTwice(email);
    const intruder = String((await site.signIn('google', { email: `other-${email}` })).body.data?.['token']);
    const { body } = await change(token);
    expect(body.message).toMatch(
      /Google was unlinked and does not sign in to your account any more\. Apple still signs in to your account\./,
    );
    expect(await linkedNow(token)).toEqual(['apple']);
    expect((await site.call('GET', '/user', undefined, { token: intruder })).status).toBe(401);
    expect((await site.signIn('google', { email: `other-${email}` })).body.data).not.toHaveProperty('token');
    await site.worker.drain();
    const told = site.mails.find(({ to, subject }) => to === email && subject.endsWith('password was changed'));
    expect(told?.text).toMatch(/Google was unlinked.*\n[^]*Apple still signs in.*Unlink what is not yours/);
    const changes = await site.database.query<{ change: string }>(
      `select change from account_change c join app_user u on u.id = c.user_id where u.email_key = $1 order by at, change`,
      [email],
    );
    expect(changes.map((row) => row.change)).toContain('google-unlinked');
  });

  it.each([
    [
      ['google', 'apple'],
      ['google', 'apple'],
    ],
    [['google'], ['google']],
    [[], []],
  ] as const)('[C-10] keeps linked what its owner names: %j', async (keepProviders, left) => {
    const token = await linkedTwice(`keeps-${keepProviders.length}@example.test`);
    expect((await change(token, { keepProviders })).status).toBe(200);
    expect(await linkedNow(token)).toEqual(left);
  });

  it('[C-10] that is refused unlinks nothing', async () => {
    const token = await linkedTwice('refused@example.test');
    expect((await change(token, { currentPassword: 'wrong', keepProviders: [] })).status).toBe(422);
    expect(await linkedNow(token)).toEqual(['google', 'apple']);
  });
});

describe('what a provider began', () => {
  const alive = async (token: string) => (await site.call('GET', '/user', undefined, { token })).status === 200;

  it('[A7] [C-10] ends when it is unlinked: its sessions, those of unknown origin, and no other', async () => {
    const email = 'sessions@gmail.test';
    const here = await site.signUp(email);
    await site.link((await site.name('google', { email })).ticket, here);
    await site.link((await site.name('apple', { email })).ticket, here);
    const by = async (provider: 'google' | 'apple') =>
      String((await site.signIn(provider, { email })).body.data?.['token']);
    const [google, second, apple] = [await by('google'), await by('google'), await by('apple')];
    const password = String((await site.logIn(email)).body.data?.['token']);
    const older = String((await site.logIn(email)).body.data?.['token']);
    // As a server of the version before has written it.
    await site.database.query(
      `update session set begun_by = null where created_at = (select max(created_at) from session) and id = (select id from session order by id desc limit 1)`,
    );
    const answer = await site.unlink('google', here);
    expect(answer.body.message).toBe('Google is unlinked, and 3 other devices were signed out.');
    expect(await Promise.all([here, google, second, apple, password, older].map(alive))).toEqual([
      true,
      false,
      false,
      true,
      true,
      false,
    ]);
  });

  it('[C-10] stays where it was unlinked from: its owner has just proven it', async () => {
    const email = 'stays@gmail.test';
    const first = await site.signUp(email);
    await site.link((await site.name('google', { email })).ticket, first);
    const here = String((await site.signIn('google', { email })).body.data?.['token']);
    expect((await site.unlink('google', here)).body.message).toBe('Google is unlinked.');
    expect(await Promise.all([first, here].map(alive))).toEqual([true, true]);
  });

  it('[A7] [C-10] opens no session by a second step that is finished after the unlinking; one after a password does', async () => {
    const email = 'pending@gmail.test';
    const { token, secret } = await signUpWithApp(site, email);
    const proof = () => ({ password: PASSWORD, code: appCode(secret, site.clock.now()) });
    await site.link((await site.name('google', { email })).ticket, token, proof());
    const challengeOf = ({ body }: Awaited<ReturnType<TestProviders['logIn']>>) =>
      signInProviders.finish.answer.parse(body).data.secondFactor?.challenge;
    const [byProvider, byPassword] = [
      challengeOf(await site.signIn('google', { email })),
      challengeOf(await site.logIn(email)),
    ];
    site.clock.advance(60_000);
    expect((await site.unlink('google', token, proof())).status).toBe(200);
    site.clock.advance(60_000);
    const finish = (challenge: string | undefined) =>
      site.call('POST', '/auth/second-factor', { challenge, method: 'totp', code: appCode(secret, site.clock.now()) });
    expect((await finish(byProvider)).status).toBe(401);
    expect((await finish(byPassword)).status).toBe(200);
  });

  it('[C-10] by way of a second step ends with it too', async () => {
    const email = 'stepped@gmail.test';
    const { token, secret } = await signUpWithApp(site, email);
    const code = () => appCode(secret, site.clock.now());
    await site.link((await site.name('google', { email })).ticket, token, { password: PASSWORD, code: code() });
    site.clock.advance(60_000);
    const { secondFactor } = signInProviders.finish.answer.parse((await site.signIn('google', { email })).body).data;
    const step = { challenge: secondFactor?.challenge, method: 'totp', code: code() };
    const { body } = await site.call('POST', '/auth/second-factor', step);
    const stepped = String(body.data?.['token']);
    expect(await alive(stepped)).toBe(true);
    site.clock.advance(60_000);
    await site.unlink('google', token, { password: PASSWORD, code: code() });
    expect(await alive(stepped)).toBe(false);
  });
});
