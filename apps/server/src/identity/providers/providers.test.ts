// Google and Apple sign in only people whom they prove: the subject names a person, never the address; and a provider that
// lies or fails, or an answer that is played back, signs nobody in.
import { endpoints } from '@kobogate/contract';
import { PASSWORD } from '@kobogate/testkit/identity/accounts.ts';
import { createTestProviders, NEWCOMER, type TestProviders } from '@kobogate/testkit/identity/providers.ts';
import { appCode, signUpWithApp } from '@kobogate/testkit/identity/two-factor.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetOld } from '../accounts/forget-old.ts';

let site: TestProviders;
beforeAll(async () => {
  site = await createTestProviders();
});
afterAll(() => site.close());

const { signInProviders } = endpoints;
const join = (ticket: string, fields: object = {}) =>
  site.call('POST', signInProviders.join.path, { ticket, ...NEWCOMER, ...fields });
const accountsAt = (email: string) => site.database.query('select 1 from app_user where email_key = $1', [email]);
const sessions = async (): Promise<number> => (await site.database.query('select 1 from session')).length;

describe('a person whom nobody knows', () => {
  it('[A-8] is named, signs up with what is missing, needs no code, and is signed in the next time', async () => {
    const named = await site.name('google', { email: 'new@gmail.test', name: 'Ngozi Sample' });
    expect(named).toEqual({
      provider: 'google',
      ticket: expect.any(String),
      email: 'new@gmail.test',
      isProven: true,
      first_name: 'Ngozi',
      last_name: 'Sample',
      hasAccount: false,
    });
    expect(await accountsAt('new@gmail.test')).toEqual([]);
    const joined = await join(named.ticket);
    expect([joined.status, joined.body.data?.['isVerified']]).toEqual([201, true]);
    const { body } = await site.call('GET', '/user', undefined, { token: String(joined.body.data?.['token']) });
    expect(body.data).toMatchObject({ email: 'new@gmail.test', ...NEWCOMER, isVerified: true });
    expect(await site.subjectsTo('new@gmail.test')).toEqual(['Your Kobogate account']);
    const again = await site.signIn('google', { email: 'new@gmail.test' });
    expect([again.status, again.body.data]).toEqual([
      200,
      { isVerified: true, isAdmin: false, token: expect.stringMatching(/^[\w-]{43}$/) },
    ]);
  });

  it('[A-8] gets the name that Apple sends beside its proof, and signs in without it later, by a relayed address', async () => {
    const hidden = { email: 'hidden1@privaterelay.appleid.test', name: 'Chidi Sample', subject: 'apple 1' };
    expect(await site.name('apple', hidden)).toMatchObject({ first_name: 'Chidi', last_name: 'Sample' });
    const second = await site.name('apple', hidden);
    expect(second).toMatchObject({ first_name: '', last_name: '', email: hidden.email });
    expect((await join(second.ticket)).status).toBe(201);
    expect((await site.signIn('apple', hidden)).body.data).toHaveProperty('token');
  });

  it('[A-8] [E-2] is asked for name and phone by the rules of every sign-up', async () => {
    const { ticket } = await site.name('google', { email: 'rules@gmail.test' });
    for (const [fields, status] of [
      [{ first_name: '' }, 422],
      [{ phone: '' }, 422],
      [{ phone: 'none' }, 422],
      [{ first_name: 'a\u200Bb' }, 400],
    ] as const) {
      expect([fields, (await join(ticket, fields)).status]).toEqual([fields, status]);
    }
    expect(await accountsAt('rules@gmail.test')).toEqual([]);
    expect((await join(ticket)).status).toBe(201);
    // The same ticket once more makes no second account, and opens no session of the first.
    const before = await sessions();
    expect((await join(ticket)).status).toBe(409);
    expect(await sessions()).toBe(before);
  });

  it('[A-8] has ten minutes, and a ticket that was changed is none', async () => {
    const { ticket } = await site.name('google', { email: 'late@gmail.test' });
    expect((await join(`${ticket.slice(0, -2)}AA`)).body).toMatchObject({ code: 'provider-ended' });
    site.clock.advance(10 * 60_000);
    expect((await join(ticket)).body).toMatchObject({ code: 'provider-ended' });
    expect(await accountsAt('late@gmail.test')).toEqual([]);
  });

  it('[A-8] without an address that an account could have is led to the form', async () => {
    for (const provider of ['google', 'apple'] as const) {
      const { status, body } = await site.signIn(provider, { email: 'nobody', subject: 'without an address' });
      expect([status, body]).toMatchObject([422, { code: 'provider-unproven' }]);
    }
  });
});

describe('an address that the provider does not prove', () => {
  const device = 'c'.repeat(64);
  const finishing = signInProviders.finish.answer;
  /** Signs up as a browser of its own does; answers where the sign-up stands. */
  const begin = async (email: string, choice: object = { hosted: 'false' }, from = device) => {
    const { ticket } = await site.name('google', { email, ...choice });
    return site.call('POST', signInProviders.join.path, { ticket, ...NEWCOMER }, { device: from });
  };
  const verify = (email: string, otp: string, from = device) =>
    site.call('POST', '/auth/verify', { email, otp }, { device: from });
  const codesTo = async (email: string) =>
    (await site.subjectsTo(email)).filter((subject) => subject.endsWith(' code')).length;

  it.each([
    ['not hosted by Google', 'google', { hosted: 'false' }],
    ['not checked by Google', 'google', { verified: 'false' }],
    ['not checked by Apple', 'apple', { verified: 'false' }],
  ] as const)(
    '[A-8] signs up with our own code, %s, and the provider signs in from then on',
    async (what, provider, choice) => {
      const email = `${what.replaceAll(' ', '-').toLowerCase()}@company.test`;
      const named = await site.name(provider, { email, ...choice });
      expect(named).toMatchObject({ email, isProven: false, hasAccount: false });
      const asked = await site.call(
        'POST',
        signInProviders.join.path,
        { ticket: named.ticket, ...NEWCOMER },
        { device },
      );
      expect([asked.status, asked.body.data]).toEqual([201, { isVerified: false, isAdmin: false }]);
      const done = await verify(email, await site.codeFor(email));
      const token = String(done.body.data?.['token']);
      const { body } = await site.call('GET', '/user', undefined, { token });
      expect(body.data).toMatchObject({ email, ...NEWCOMER, isVerified: true });
      const { hasPassword, ways } = await site.waysOf(token);
      expect([hasPassword, ways.find((way) => way.provider === provider)?.linked]).toMatchObject([
        false,
        { email, isOwn: false },
      ]);
      expect(await site.subjectsTo(email)).toContain('Your Kobogate account');
      const again = await site.signIn(provider, { email, ...choice });
      expect(again.body.data).toHaveProperty('token');
    },
  );

  it('[A-8] that has an account is not linked, and nobody learns that it has one: its owner gets a mail, and no code', async () => {
    const [email, other] = ['taken@company.test', 'free@company.test'];
    await site.signUp(email);
    const codes = await codesTo(email);
    const named = await site.name('google', { email, hosted: 'false' });
    expect(named).toEqual({
      ...(await site.name('google', { email: other, hosted: 'false' })),
      email,
      ticket: named.ticket,
    });
    expect(await begin(email)).toMatchObject({ status: 201, body: (await begin(other)).body });
    expect(await codesTo(email)).toBe(codes);
    expect(await site.subjectsTo(email)).toContain('You already have a Kobogate account');
    for (const otp of ['0000', '1234']) expect((await verify(email, otp)).status).toBe(422);
    expect(
      await site.database.query(
        `select s.provider from sign_up s join app_user u on u.id = s.user_id where u.email_key = $1`,
        [email],
      ),
    ).toEqual([{ provider: null }]);
    expect(finishing.parse((await site.signIn('google', { email, hosted: 'false' })).body).data.token).toBeUndefined();
  });

  it('[A-8] a code links the provider only in the browser that signed up: typed in another one it links no account', async () => {
    const email = 'elsewhere@company.test';
    const elsewhere = 'd'.repeat(64);
    await begin(email);
    const code = await site.codeFor(email);
    expect((await verify(email, code, elsewhere)).status).toBe(422);
    // Nor does a code that another browser asks for: it gets a link instead.
    await site.call('POST', '/auth/resend-otp', { email }, { device: elsewhere });
    expect((await site.subjectsTo(email)).at(-1)).toBe('Reset your Kobogate password');
    expect((await site.logIn(email, '')).status).toBe(422);
    expect((await site.logIn(email, PASSWORD)).status).toBe(401);
    expect((await verify(email, code)).status).toBe(200);
  });

  it('[A-8] the form in the same browser takes the place of the provider’s sign-up', async () => {
    const email = 'changed-mind@company.test';
    await begin(email);
    await site.register(email, {}, { device });
    const token = String((await verify(email, await site.codeFor(email))).body.data?.['token']);
    expect(await site.waysOf(token)).toMatchObject({ hasPassword: true, ways: [{ linked: null }, { linked: null }] });
  });

  it('[A-8] opens no account where the subject signs in to another by then', async () => {
    const [email, subject] = ['two-places@company.test', 'in two places'];
    await begin(email, { hosted: 'false', subject });
    const code = await site.codeFor(email);
    const owner = await site.signUp('first-place@example.test');
    const { ticket } = await site.name('google', { email, subject, hosted: 'false' }, { isLink: true });
    expect((await site.link(ticket, owner)).status).toBe(200);
    expect(await verify(email, code)).toMatchObject({ status: 409, body: { code: 'provider-taken' } });
    expect(await site.database.query('select verified_at from app_user where email_key = $1', [email])).toEqual([
      { verified_at: null },
    ]);
  });

  it('[C-10] is no matter in the settings: the subject is linked by its owner’s proof, whatever it is called', async () => {
    const token = await site.signUp('settings@example.test');
    for (const [provider, choice] of [
      ['google', { email: 'former@company.test', hosted: 'false' }],
      ['apple', { email: 'not an address', subject: 'nameless' }],
    ] as const) {
      const { ticket } = await site.name(provider, choice, { isLink: true });
      expect((await site.link(ticket, token)).status).toBe(200);
      expect((await site.signIn(provider, choice)).body.data).toHaveProperty('token');
    }
    expect((await site.waysOf(token)).ways.map(({ linked }) => linked?.isOwn)).toEqual([false, false]);
  });

  it('[A7] [C-10] does not keep it linked through a reset: Google’s account and the mailbox may have two owners', async () => {
    const email = 'mailbox@company.test';
    const token = await site.signUp(email);
    const { ticket } = await site.name('google', { email, hosted: 'false' }, { isLink: true });
    await site.link(ticket, token);
    expect((await site.waysOf(await site.resetTo(email, 'another horse 43'))).ways[0]?.linked).toBeNull();
  });

  it('[A-8] of Google’s own is proven without a mark of an organisation', async () => {
    const own = await site.name('google', { email: 'somebody.sample@gmail.com', hosted: 'false' });
    expect(own).toMatchObject({ email: 'somebody.sample@gmail.com', isProven: true });
  });
});

describe('an address that others have', () => {
  it('[A-8] as an unproven sign-up neither stops the person nor gives a stranger the account', async () => {
    const email = 'contested@gmail.test';
    await site.register(email, { first_name: 'Stranger', password: 'a strange horse 9' }, { address: '198.51.100.7' });
    const code = await site.codeFor(email);
    const { ticket, hasAccount } = await site.name('google', { email });
    expect(hasAccount).toBe(false);
    expect((await join(ticket)).status).toBe(201);
    expect((await site.logIn(email, 'a strange horse 9')).status).toBe(401);
    expect((await site.call('POST', '/auth/verify', { email, otp: code }, { address: '198.51.100.7' })).status).toBe(
      422,
    );
    const [row] = await site.database.query('select first_name, password_hash from app_user where email_key = $1', [
      email,
    ]);
    expect(row).toEqual({ first_name: NEWCOMER.first_name, password_hash: '' });
    expect(
      await site.database.query('select 1 from sign_up s join app_user u on u.id = s.user_id where u.email_key = $1', [
        email,
      ]),
    ).toEqual([]);
  });

  it('[A-8] as an account is never linked silently: its owner logs in, proves it, and links', async () => {
    const email = 'owner@gmail.test';
    const token = await site.signUp(email);
    const before = await sessions();
    const named = await site.name('google', { email });
    expect(named.hasAccount).toBe(true);
    expect((await join(named.ticket)).status).toBe(409);
    expect(await sessions()).toBe(before);
    expect((await site.link(named.ticket, token, { password: 'wrong' })).status).toBe(422);
    expect((await site.link(named.ticket, token, {})).status).toBe(422);
    expect((await site.waysOf(token)).ways[0]).toMatchObject({ provider: 'google', isAvailable: true, linked: null });
    const linked = await site.link(named.ticket, token);
    expect([linked.status, linked.body.message]).toEqual([200, 'Google is linked to your account.']);
    expect((await site.waysOf(token)).ways[0]?.linked).toMatchObject({ email });
    expect(await site.subjectsTo(email)).toContain('Google was linked at Kobogate');
    expect((await site.signIn('google', { email })).body.data).toHaveProperty('token');
    expect((await site.link(named.ticket, token)).status).toBe(200);
    expect((await site.subjectsTo(email)).filter((subject) => subject.startsWith('Google was linked'))).toHaveLength(1);
  });

  it('[A-8] names nobody: a subject keeps its account where its address changes to another account’s', async () => {
    const mine = 'moving@gmail.test';
    await site.joinBy('google', { email: mine, subject: 'moves' });
    await site.signUp('victim@example.test');
    const { body } = await site.signIn('google', { email: 'victim@example.test', subject: 'moves' });
    const user = await site.call('GET', '/user', undefined, { token: String(body.data?.['token']) });
    expect(user.body.data).toMatchObject({ email: mine });
  });
});

describe('an account that is signed in to', () => {
  it('[A4] [A-8] asks for its second step, which a provider does not replace', async () => {
    const email = 'app@gmail.test';
    const { token, secret } = await signUpWithApp(site, email);
    const proof = { password: PASSWORD, code: appCode(secret, site.clock.now()) };
    expect((await site.link((await site.name('google', { email })).ticket, token, proof)).status).toBe(200);
    site.clock.advance(60_000);
    const { body } = await site.signIn('google', { email });
    expect(body.data).toEqual({
      isVerified: true,
      isAdmin: false,
      secondFactor: { challenge: expect.stringMatching(/^[\w-]{43}$/), methods: ['totp', 'recovery'] },
    });
    const { secondFactor } = signInProviders.finish.answer.parse(body).data;
    const step = { challenge: secondFactor?.challenge, method: 'totp', code: appCode(secret, site.clock.now()) };
    expect((await site.call('POST', '/auth/second-factor', step)).body.data).toHaveProperty('token');
    // Without the password it is no fresh proof of the owner; a login with both is.
    const proved = () =>
      site.database.query<{ proved: boolean }>(
        `select s.proved_at is not null as proved from session s join app_user u on u.id = s.user_id
         where u.email_key = $1 order by s.created_at desc limit 1`,
        [email],
      );
    expect(await proved()).toEqual([{ proved: false }]);
    site.clock.advance(60_000);
    const login = signInProviders.finish.answer.parse((await site.logIn(email)).body).data;
    const code = appCode(secret, site.clock.now());
    const second = { challenge: login.secondFactor?.challenge, method: 'totp', code };
    expect((await site.call('POST', '/auth/second-factor', second)).status).toBe(200);
    expect(await proved()).toEqual([{ proved: true }]);
  });

  it('[A7] that is disabled or closed is refused, with the words of a login', async () => {
    const email = 'ended@gmail.test';
    await site.joinBy('google', { email });
    await site.database.query('update app_user set disabled_at = now() where email_key = $1', [email]);
    expect(await site.signIn('google', { email })).toMatchObject({ status: 403, body: { code: 'account-disabled' } });
    await site.database.query('update app_user set closed_at = now(), erase_from = now() where email_key = $1', [
      email,
    ]);
    expect(await site.signIn('google', { email })).toMatchObject({ status: 403, body: { code: 'account-closed' } });
  });

  it('[A-8] from a new browser is told to its owner, from the known one not', async () => {
    const email = 'places@gmail.test';
    const device = 'a'.repeat(64);
    await site.joinBy('google', { email });
    await site.signIn('google', { email }, { device });
    const told = (await site.subjectsTo(email)).length;
    // The answer comes without the browser's secret: what was begun with it knows it.
    const brought = await site.visit('google', { email }, { device });
    expect((await site.finish(brought)).body.data).toHaveProperty('token');
    expect(await site.subjectsTo(email)).toHaveLength(told);
    await site.signIn('google', { email }, { device: 'b'.repeat(64), address: '198.51.100.20' });
    expect((await site.subjectsTo(email)).at(-1)).toBe('New sign-in to your Kobogate account');
  });
});

describe('a person of the team', () => {
  it('[A-8] [D-1] has to have a second factor, and a provider’s word is no fresh proof', async () => {
    const strict = await createTestProviders({ adminSecondFactor: 'required' });
    try {
      const email = 'admin@gmail.test';
      const token = await strict.joinBy('google', { email });
      await strict.database.query('update app_user set is_admin = true where email_key = $1', [email]);
      const { body } = await strict.call('GET', signInProviders.list.path, undefined, { token });
      expect(body).toMatchObject({ code: 'second-factor-needed' });
    } finally {
      await strict.close();
    }
    await site.joinBy('google', { email: 'boss@gmail.test' });
    await site.database.query(`update app_user set is_admin = true where email_key = 'boss@gmail.test'`);
    await site.signIn('google', { email: 'boss@gmail.test' });
    expect(
      await site.database.query(
        `select 1 from session s join app_user u on u.id = s.user_id where u.email_key = 'boss@gmail.test' and s.proved_at is not null`,
      ),
    ).toEqual([]);
  });
});

describe('an answer', () => {
  const email = 'honest@gmail.test';
  beforeAll(async () => {
    await site.joinBy('google', { email });
  });

  it.each([
    ['wrong-nonce', 422],
    ['wrong-audience', 422],
    ['wrong-issuer', 422],
    ['expired', 422],
    ['unsigned', 422],
    ['wrong-key', 422],
    ['no-json', 422],
    ['endless', 422],
    ['server-error', 503],
  ] as const)(
    '[A-8] with a fault (%s) signs nobody in, says so in words, and the next one works',
    async (fault, status) => {
      const before = await sessions();
      site.openIds.google.behave(fault);
      const answer = await site.signIn('google', { email });
      expect(answer.status).toBe(status);
      expect(answer.body.message).toMatch(/nothing was done\. Please try again in a minute/);
      expect(answer.body.data).toBeUndefined();
      expect(JSON.stringify(answer.body)).not.toMatch(/nonce|JWT|jwks|127\.0\.0\.1\/|invalid/i);
      expect(await sessions()).toBe(before);
      expect((await site.signIn('google', { email })).body.data).toHaveProperty('token');
    },
  );

  it('[A-8] of a person who would rather not is a cancelled sign-in', async () => {
    for (const provider of ['google', 'apple'] as const) {
      expect(await site.signIn(provider, { cancel: '1' })).toMatchObject({
        status: 422,
        body: { code: 'provider-cancelled' },
      });
    }
  });

  it('[A-8] is good once, for ten minutes, and for the sign-in that it belongs to alone', async () => {
    const ended = { status: 422, body: { code: 'provider-ended' } };
    const brought = await site.visit('google', { email });
    // A thief's own answer in the victim's sign-in, and the victim's in a thief's.
    const theirs = await site.visit('google', { email: 'thief2@gmail.test' });
    expect(await site.finish({ ...theirs, flow: brought.flow })).toMatchObject(ended);
    expect(await site.finish({ ...brought, flow: theirs.flow })).toMatchObject(ended);
    // Its code in another sign-in, with that one's state: the provider gives it to the verifier's holder alone.
    expect(
      await site.finish({ ...theirs, ...(brought.code === undefined ? {} : { code: brought.code }) }),
    ).toMatchObject({ status: 422, body: { code: 'provider-failed' } });
    const own = await site.visit('google', { email });
    const answers = await Promise.all(Array.from({ length: 4 }, () => site.finish(own)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.message?.startsWith('This sign-in did not finish'))).toHaveLength(3);
    const late = await site.visit('google', { email });
    site.clock.advance(10 * 60_000);
    expect(await site.finish(late)).toMatchObject(ended);
    site.clock.advance(1000);
    await forgetOld(site);
    expect(await site.database.query('select 1 from provider_answer')).toEqual([]);
  });

  it('[A-8] after the provider changed its keys is believed by the new one', async () => {
    site.openIds.google.rotate();
    site.clock.advance(10 * 60_000);
    expect((await site.signIn('google', { email })).body.data).toHaveProperty('token');
  });
});

it('[A-8] a provider that is not connected is not there', async () => {
  const google = await createTestProviders({ connected: ['google'] });
  try {
    const { path } = signInProviders.begin;
    expect((await google.call('POST', path, { provider: 'google' })).status).toBe(200);
    expect(await google.call('POST', path, { provider: 'apple' })).toMatchObject({
      status: 404,
      body: { message: 'Apple is not available here.' },
    });
    const token = await google.signUp('lonely@example.test');
    const { body } = await google.call('GET', signInProviders.list.path, undefined, { token });
    expect(signInProviders.list.answer.parse(body).data).toEqual({
      hasPassword: true,
      ways: [
        { provider: 'google', isAvailable: true, linked: null },
        { provider: 'apple', isAvailable: false, linked: null },
      ],
    });
  } finally {
    await google.close();
  }
});
