// The sign-in pages without a script, over HTTP: a form signs up and in by the same rules as the API, shows what is
// wrong beside it, and hands its session over once, by a cookie that no script, log, address or cache has.
import { endpoints, TEXTS } from '@kobogate/contract';
import { createApp } from '../support/app-code.ts';
import { expect, test } from '../support/fixtures.ts';
import { send } from '../support/http.ts';
import { fromNewAddress, mailCode, newEmail, PASSWORD, signUp, signUpForm } from '../support/people.ts';
import { openBrowser, valueOf, wordsOf } from '../support/plain-browser.ts';
import { startProduct, WITHOUT_WATCHERS } from '../support/product.ts';
import { eventually } from '../support/wait.ts';

test('[A-8] [A-9] [B-1] sign-up, code and account without a script; the session is handed over once', async ({
  product,
}) => {
  const browser = openBrowser(product);
  const email = newEmail();
  expect((await browser.get('/signup')).status).toBe(200);
  const signedUp = await browser.post('/signup', signUpForm(email));
  expect([signedUp.status, signedUp.location]).toEqual([303, '/verify-otp?said=signed-up']);
  const asked = await browser.get(signedUp.location);
  expect(wordsOf(asked)).toContain(email);
  expect(asked.headers.get('cache-control')).toBe('no-store');

  const code = await mailCode(product.sandbox, email);
  const wrong = await browser.post('/verify-otp', { otp: code === '0000' ? '0001' : '0000' });
  expect(wrong.status).toBe(422);
  expect(wordsOf(wrong)).toMatch(/code/i);
  const body = new URLSearchParams([...code].map((digit) => ['otp', digit]));
  const done = await browser.post('/verify-otp', { otp: body.getAll('otp').join('') });
  expect([done.status, done.location]).toEqual([303, '/signed-in?from=%2Faccount%2Fdashboard']);
  expect(done.headers.get('cache-control')).toBe('no-store');
  const set = done.headers.getSetCookie().find((line) => line.startsWith('kobogate_hand_over='));
  for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/;', 'Max-Age=120']) expect(set).toContain(part);

  const page = await browser.get(done.location);
  expect(wordsOf(page)).toContain('Your account needs JavaScript');
  const first = browser.cookies.get('kobogate_hand_over')?.value ?? '';
  expect(page.text + done.text + done.location).not.toContain(first);
  const taken = await browser.post('/signed-in');
  const { token } = JSON.parse(taken.text) as { token: string };
  expect(taken.headers.get('cache-control')).toBe('no-store');
  expect(token).not.toBe(first);
  const { data } = await product.call(endpoints.accounts.getUser, { token });
  expect(data.email).toBe(email);
  // The cookie is gone here, and its token is refused from any other holder.
  expect(browser.cookies.has('kobogate_hand_over')).toBe(false);
  expect((await send('GET', `${product.apiBase}/user`, { token: first })).status).toBe(401);
  const replay = { cookie: `kobogate_hand_over=${first}`, origin: product.origin };
  expect((await send('POST', `${product.origin}/signed-in`, { headers: replay })).status).toBe(401);
});

test('of many requests that take one session over at once, only one gets it', async ({ product }) => {
  const { email } = await signUp(product);
  const browser = openBrowser(product);
  await browser.post('/login', { email, password: PASSWORD });
  const cookie = `kobogate_hand_over=${browser.cookies.get('kobogate_hand_over')?.value ?? ''}`;
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      send('POST', `${product.origin}/signed-in`, { headers: { cookie, origin: product.origin } }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200,
    ...Array.from({ length: 7 }, () => 401),
  ]);
});

test('[A-10] the code’s form without an address leads to the login, which says so', async ({ product }) => {
  const browser = openBrowser(product);
  expect(wordsOf(await browser.get('/verify-otp'))).toContain('which address the code was sent to');
  const sent = await browser.post('/verify-otp', { otp: '1234' });
  expect([sent.status, sent.location]).toEqual([303, '/login?said=no-email']);
  expect(wordsOf(await browser.get(sent.location))).toContain(TEXTS.noEmail);
});

test('[E-1] [E-2] [E-7] what is missing or wrong is shown beside each field, and what was typed stays, except a password', async ({
  product,
}) => {
  const browser = openBrowser(product);
  const login = await browser.post('/login', { email: 'sample@example', password: PASSWORD });
  expect(login.status).toBe(422);
  expect(wordsOf(login)).toContain(TEXTS.invalidEmail);
  expect(valueOf(login, 'email')).toBe('sample@example');
  expect(login.text).not.toContain(PASSWORD);
  const empty = await browser.post('/login', { email: '', password: '' });
  expect(wordsOf(empty)).toContain(TEXTS.fillRequired);
  expect(empty.text.match(/aria-invalid="true"/g)).toHaveLength(2);

  const form = signUpForm(newEmail());
  const missing = await browser.post('/signup', { ...form, phone: ' ' });
  expect(missing.status).toBe(422);
  expect(wordsOf(missing)).toContain('Please enter your phone number.');
  expect(valueOf(missing, 'first_name')).toBe(form.first_name);
  expect(missing.text).not.toContain(form.password);
  const weak = await browser.post('/signup', { ...form, password: 'password' });
  expect(weak.status).toBe(422);
  expect(weak.text).toMatch(
    /aria-describedby="[^"]*-error"[^>]*type="password"|type="password"[^>]*aria-describedby="[^"]*-error"/,
  );
  expect(valueOf(weak, 'email')).toBe(form.email);
  expect(wordsOf(await browser.post('/forgotten-password', { email: ' ' }))).toContain(TEXTS.fillRequired);
});

test('[B-6] a wrong password, an unverified account and the way back to the wanted page', async ({ product }) => {
  const { email } = await signUp(product);
  const browser = openBrowser(product);
  const from = '/account/wallets?from=mail';
  const login = `/login?${new URLSearchParams({ from }).toString()}`;
  const wrong = await browser.post(login, { email, password: 'not the password' });
  expect(wrong.status).toBe(401);
  expect(wordsOf(wrong)).toContain(TEXTS.loginFailed);
  expect(valueOf(wrong, 'email')).toBe(email);
  const right = await browser.post(login, { email, password: PASSWORD });
  expect([right.status, right.location]).toEqual([303, `/signed-in?${new URLSearchParams({ from }).toString()}`]);
  for (const evil of ['//evil.test', 'https://evil.test/account', '/login', 'javascript:alert(1)']) {
    const path = `/login?${new URLSearchParams({ from: evil }).toString()}`;
    const sent = await browser.post(path, { email, password: PASSWORD });
    expect(sent.location).toBe('/signed-in?from=%2Faccount%2Fdashboard');
  }

  browser.cookies.delete('kobogate_hand_over');
  const unverified = newEmail();
  await product.call(endpoints.accounts.register, { body: signUpForm(unverified), headers: fromNewAddress() });
  const sent = await browser.post('/login', { email: unverified, password: PASSWORD });
  expect([sent.status, sent.location]).toEqual([303, '/verify-otp?said=verify-first']);
  expect(browser.cookies.has('kobogate_hand_over')).toBe(false);
  expect(wordsOf(await browser.get(sent.location))).toContain(TEXTS.verifyFirst);
});

test('the second step: a wrong code, another method, a recovery code; a passkey says that it needs a script', async ({
  product,
}) => {
  const { email, token } = await signUp(product);
  const { enrolTotp, confirmTotp } = endpoints.twoFactor;
  const { secret } = (await product.call(enrolTotp, { token, body: { password: PASSWORD } })).data;
  const code = await createApp(secret)();
  const { recoveryCodes } = (await product.call(confirmTotp, { token, body: { code } })).data;
  const browser = openBrowser(product);
  const opened = await browser.post('/login', { email, password: PASSWORD });
  expect(opened.status).toBe(200);
  expect(browser.cookies.has('kobogate_hand_over')).toBe(false);
  const step = { challenge: valueOf(opened, 'challenge') ?? '', methods: 'totp recovery', method: 'totp' };
  const wrong = await browser.post('/login', { ...step, code: '00000' });
  expect(wrong.status).toBe(422);
  expect(wordsOf(wrong)).toContain('This code is not right');
  expect(valueOf(wrong, 'challenge')).toBe(step.challenge);
  expect((await browser.post('/login', { ...step, method: 'passkey' })).status).toBe(422);
  expect(valueOf(await browser.post('/login', { ...step, choose: 'recovery' }), 'method')).toBe('recovery');
  expect(wordsOf(await browser.post('/login', { ...step, back: '1' }))).toContain('Welcome back');
  const done = await browser.post('/login', { ...step, method: 'recovery', code: recoveryCodes?.[0] ?? '' });
  expect(done.location).toBe('/signed-in?from=%2Faccount%2Fdashboard');
  const ended = await browser.post('/login', { ...step, method: 'recovery', code: recoveryCodes?.[1] ?? '' });
  expect(ended.status).toBe(401);
  expect(wordsOf(ended)).toContain('Please log in again.');
  expect(wordsOf(ended)).toContain('Welcome back');
});

test('[A-8] who has lost the second step asks for its removal without a script, sees how it stands, and stops it by the mail', async ({
  product,
}) => {
  const { email, token } = await signUp(product);
  const { enrolTotp, confirmTotp } = endpoints.twoFactor;
  const { secret } = (await product.call(enrolTotp, { token, body: { password: PASSWORD } })).data;
  await product.call(confirmTotp, { token, body: { code: await createApp(secret)() } });
  const browser = openBrowser(product);
  expect(wordsOf(await browser.get('/lost-second-step'))).toContain('Log in first.');
  const opened = await browser.post('/login', { email, password: PASSWORD });
  const challenge = valueOf(opened, 'challenge') ?? '';
  const form = await browser.post('/lost-second-step', {
    challenge,
    methods: 'totp recovery',
    method: 'totp',
    code: '',
  });
  expect([form.status, valueOf(form, 'challenge')]).toEqual([200, challenge]);
  const empty = await browser.post('/lost-second-step', { challenge, statement: ' ' });
  expect([empty.status, wordsOf(empty).includes('Please tell us what happened.')]).toEqual([422, true]);
  const stranger = await browser.post('/lost-second-step', { challenge: 'made-up', statement: 'Let me in' });
  expect([stranger.status, wordsOf(stranger).includes('Please log in again.')]).toEqual([401, true]);
  for (const statement of ['My phone is gone.\r\nSince Friday.', 'Another story']) {
    const asked = await browser.post('/lost-second-step', { challenge, statement });
    expect([asked.status, wordsOf(asked).includes('We have your request')]).toEqual([200, true]);
  }
  expect((await product.call(endpoints.twoFactor.get, { token })).data.isOn).toBe(true);
  expect((await product.call(endpoints.lostFactor.own, { token })).data).toMatchObject({ isGranted: false });
  const path = await eventually('a mail with a link', async () => {
    const [mail] = await product.sandbox.mail(email);
    return /\/lost-second-step\?token=[\w-]+/.exec(mail?.text ?? '')?.[0];
  });
  // A mail program that looks at links stops nothing.
  expect(wordsOf(await browser.get(path))).toContain('Stop this request?');
  expect((await product.call(endpoints.lostFactor.own, { token })).data).not.toBeNull();
  const wrong = await browser.post(`${path}x`);
  expect([wrong.status, wordsOf(wrong).includes('This link is not whole')]).toEqual([422, true]);
  const stopped = await browser.post(path);
  expect([stopped.status, stopped.location]).toEqual([303, '/forgot-password?said=reset-stopped']);
  expect(wordsOf(await browser.get(stopped.location))).toContain('The request is stopped');
  expect((await product.call(endpoints.lostFactor.own, { token })).data).toBeNull();
});

test('[A-12] [A-13] a forgotten password is replaced without a script', async ({ product }) => {
  const { email } = await signUp(product);
  const browser = openBrowser(product);
  const asked = await browser.post('/forgotten-password', { email });
  expect([asked.status, asked.location]).toEqual([303, '/forgotten-password?said=link-sent']);
  expect(wordsOf(await browser.get(asked.location))).toContain('an e-mail with a link is on its way');
  const path = await eventually('a mail with a link', async () => {
    const [mail] = await product.sandbox.mail(email);
    return /\/reset-password\?token=[\w-]+/.exec(mail?.text ?? '')?.[0];
  });
  const token = path.split('=')[1] ?? 'missing';
  const page = await browser.get(path);
  expect(page.text).not.toContain(token);
  expect(page.headers.get('referrer-policy')).toBe('strict-origin');
  expect((await browser.post(path, { newPassword: 'short' })).status).toBe(422);
  const done = await browser.post(path, { newPassword: `${PASSWORD} new` });
  expect([done.status, done.location]).toEqual([303, '/login?said=password-reset']);
  expect(wordsOf(await browser.get(done.location))).toContain(TEXTS.passwordReset);
  expect((await browser.post('/login', { email, password: PASSWORD })).status).toBe(401);
  expect((await browser.post('/login', { email, password: `${PASSWORD} new` })).status).toBe(303);
  expect(wordsOf(await browser.get('/reset-password'))).toContain('This link is incomplete');
});

test('[A10] the limits of the API apply: too many attempts are refused in words, with how long to wait', async ({
  product,
}) => {
  const { email } = await signUp(product);
  const browser = openBrowser(product);
  let last = await browser.post('/login', { email, password: 'wrong 0' });
  for (let tries = 1; tries < 60 && last.status !== 429; tries += 1) {
    last = await browser.post('/login', { email, password: `wrong ${tries}` });
  }
  expect(last.status).toBe(429);
  expect(wordsOf(last)).toContain('Too many attempts to log in.');
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('a form of another site does nothing, with any content', async ({ product }) => {
  const { email } = await signUp(product);
  for (const headers of [
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]) {
    const browser = openBrowser(product, headers);
    const sent = await browser.post('/login', { email, password: PASSWORD });
    expect([JSON.stringify(headers), sent.status]).toEqual([JSON.stringify(headers), 403]);
    expect(sent.headers.getSetCookie()).toEqual([]);
    expect((await browser.post('/signed-in')).status).toBe(403);
  }
});

test('[A-8] over TLS a neighbouring host’s cookies sign a visitor in to no account, ask for no second step, and name no browser', async ({
  product,
}) => {
  const overTls = { 'x-forwarded-proto': 'https' };
  const thief = await signUp(product);
  const theirs = openBrowser(product, overTls);
  const given = await theirs.post('/login', { email: thief.email, password: PASSWORD });
  expect(given.headers.getSetCookie()).toHaveLength(2);
  for (const line of given.headers.getSetCookie()) {
    expect(line).toMatch(/^__Host-kobogate_(?:device|hand_over)=.*; Path=\/; .*; Secure$/);
    expect(line).not.toContain('Domain');
  }
  const valueOfTheirs = (name: string) => theirs.cookies.get(`__Host-${name}`)?.value ?? 'missing';
  const token = valueOfTheirs('kobogate_hand_over');
  const step = { challenge: 'theirs', methods: ['totp'] };
  const tossed = {
    kobogate_hand_over: token,
    kobogate_device: valueOfTheirs('kobogate_device'),
    kobogate_step: encodeURIComponent(JSON.stringify(step)),
    kobogate_verifies: encodeURIComponent(thief.email),
  };
  const victim = openBrowser(product, overTls);
  // As a page of another host below the same domain sets them, for all paths.
  for (const [name, value] of Object.entries(tossed)) victim.cookies.set(name, { value, path: '/' });
  expect((await victim.post('/signed-in')).status).toBe(401);
  expect(wordsOf(await victim.get('/login'))).toContain('Welcome back');
  expect(wordsOf(await victim.get('/verify-otp'))).not.toContain(thief.email.split('@')[0]);
  expect((await victim.post('/verify-otp', { otp: '1234' })).location).toBe('/login?said=no-email');
  const own = victim.cookies.get('__Host-kobogate_device')?.value;
  expect(own).toMatch(/^[0-9a-f]{64}$/);
  expect(own).not.toBe(tossed.kobogate_device);
  // What was not taken is still whose it is, once.
  expect((await theirs.post('/signed-in')).status).toBe(200);
});

test('[F-13] a form that is not ours is refused in words, never with a 5xx', async ({ product }) => {
  const { origin } = product;
  const post = (path: string, body: string, type: string) =>
    fetch(origin + path, { method: 'POST', body, headers: { 'content-type': type, origin }, redirect: 'manual' });
  const form = 'application/x-www-form-urlencoded';
  for (const [path, body, type, status] of [
    ['/login', 'x'.repeat(20_000), form, 413],
    ['/login', '<a/>', 'text/xml', 415],
    ['/login', 'email=%zz&email=b&password=%00', form, 422],
    ['/signup', '', form, 422],
    ['/verify-otp', 'otp=1', form, 303],
  ] as const) {
    const answer = await post(path, body, type);
    expect([path, body.slice(0, 20), answer.status]).toEqual([path, body.slice(0, 20), status]);
  }
  expect((await fetch(`${origin}/login`, { headers: { cookie: 'kobogate_verifies=%zz' } })).status).toBe(200);
});

test('nothing of a sign-in without a script is in the log, at the finest level', async () => {
  const product = await startProduct({ environment: async () => ({ ...WITHOUT_WATCHERS, LOG_LEVEL: 'trace' }) });
  try {
    const { email } = await signUp(product);
    const browser = openBrowser(product);
    await browser.post('/login', { email, password: PASSWORD });
    const first = browser.cookies.get('kobogate_hand_over')?.value ?? 'missing';
    const device = browser.cookies.get('kobogate_device')?.value ?? 'missing';
    const taken = await browser.post('/signed-in');
    const { token } = JSON.parse(taken.text) as { token: string };
    const requestId = taken.headers.get('x-request-id') ?? 'missing';
    const output = await eventually('the request is logged', async () => {
      const text = product.serverOutput();
      return text.includes(requestId) && text;
    });
    for (const [name, secret] of Object.entries({ PASSWORD, first, device, token })) {
      expect([name, output.includes(secret)]).toEqual([name, false]);
    }
  } finally {
    await product.stop();
  }
});
