// The way to Google and Apple and back, over HTTP and without a script: what belongs to a sign-in stays in cookies of the
// browser that began it, no address of another site is ever led to, and what went wrong is said on the sign-in page.
import { endpoints, type SignInProvider } from '@kobogate/contract';
import { createApp } from '../support/app-code.ts';
import { expect, test } from '../support/fixtures.ts';
import { fromNewAddress, mailCode, newEmail, PASSWORD, signUp } from '../support/people.ts';
import { openBrowser, type PlainPage, valueOf, wordsOf } from '../support/plain-browser.ts';
import { startProduct, WITHOUT_WATCHERS } from '../support/product.ts';

type Browser = ReturnType<typeof openBrowser>;

/** Goes to a provider, chooses who one is, and comes back to the product; answers where that leads. */
async function visit(
  browser: Browser,
  provider: SignInProvider,
  choice: Record<string, string>,
  start = `/login/with/${provider}`,
): Promise<PlainPage> {
  const sent = await browser.get(start);
  expect(sent.status).toBe(303);
  const answer = await fetch(sent.location, { method: 'POST', body: new URLSearchParams(choice), redirect: 'manual' });
  if (answer.status === 303) {
    const back = new URL(answer.headers.get('location') ?? '');
    return browser.get(back.pathname + back.search);
  }
  const page = await answer.text();
  const fields = Object.fromEntries(
    [...page.matchAll(/name="(?<name>\w+)" value="(?<value>[^"]*)"/g)].map(({ groups }) => [
      groups?.['name'] ?? '',
      (groups?.['value'] ?? '').replaceAll('&quot;', '"'),
    ]),
  );
  return browser.post(`/login/from/${provider}`, fields, { origin: new URL(sent.location).origin });
}

const cookieLine = (page: PlainPage, name: string): string =>
  page.headers.getSetCookie().find((line) => line.startsWith(`${name}=`)) ?? '';

for (const provider of ['google', 'apple'] as const) {
  test(`[A-8] [B-1] [B-2] sign-up and login by ${provider} without a script, to the page that was wanted`, async ({
    product,
  }) => {
    const email = newEmail();
    const browser = openBrowser(product);
    const page = await browser.get('/signup');
    expect(page.text).toContain(`href="/login/with/${provider}"`);
    expect(wordsOf(page)).not.toContain('not available here');
    const from = '/account/wallets?part=one';
    const wanted = new URLSearchParams({ from }).toString();
    const back = await visit(browser, provider, { email, name: 'Ada Sample' }, `/login/with/${provider}?${wanted}`);
    expect([back.status, back.location]).toEqual([303, `/finish-signup?${wanted}`]);
    expect(back.headers.get('cache-control')).toBe('no-store');
    const finishing = await browser.get(back.location);
    // Its line may break before the @.
    expect(wordsOf(finishing)).toContain(email.replace('@', ' @'));
    expect([valueOf(finishing, 'first_name'), valueOf(finishing, 'last_name')]).toEqual(['Ada', 'Sample']);
    expect(finishing.headers.get('cache-control')).toBe('no-store');
    const missing = await browser.post(back.location, { first_name: 'Ada', last_name: 'Sample', phone: '' });
    expect(missing.status).toBe(422);
    expect(wordsOf(missing)).toContain('Please enter your phone number.');
    const done = await browser.post(back.location, { first_name: 'Ada', last_name: 'Sample', phone: '08030000009' });
    expect([done.status, done.location]).toEqual([303, `/signed-in?${wanted}`]);
    const taken = await browser.post('/signed-in');
    const { token } = JSON.parse(taken.text) as { token: string };
    const { data } = await product.call(endpoints.accounts.getUser, { token });
    expect(data).toMatchObject({ email, first_name: 'Ada', isVerified: true });
    expect(browser.cookies.has('kobogate_named')).toBe(false);

    const again = await visit(openBrowser(product), provider, { email });
    expect([again.status, again.location]).toEqual([303, '/signed-in?from=%2Faccount%2Fdashboard']);
  });
}

test('[A-8] the cookies of a sign-in are out of scripts’ reach, and Apple’s comes with its form', async ({
  product,
}) => {
  const google = await openBrowser(product).get('/login/with/google');
  const flow = cookieLine(google, 'kobogate_flow');
  for (const part of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=600']) expect(flow).toContain(part);
  const apple = cookieLine(await openBrowser(product).get('/login/with/apple'), 'kobogate_flow');
  for (const part of ['HttpOnly', 'SameSite=None', 'Secure', 'Path=/', 'Max-Age=600']) expect(apple).toContain(part);
  const state = new URL(google.location).searchParams.get('state') ?? 'missing';
  expect(new URL(google.location).searchParams.get('code_challenge_method')).toBe('S256');
  expect(decodeURIComponent(flow)).not.toContain(state);
});

test('[A-8] an answer without the browser that began it, once more, or changed, signs nobody in', async ({
  product,
}) => {
  const begun = openBrowser(product);
  const sent = await begun.get('/login/with/google');
  const answer = await fetch(sent.location, {
    method: 'POST',
    body: new URLSearchParams({ email: newEmail() }),
    redirect: 'manual',
  });
  const { pathname, search } = new URL(answer.headers.get('location') ?? '');
  const stranger = await openBrowser(product).get(pathname + search);
  expect([stranger.status, stranger.location]).toEqual([303, '/login?said=google-ended']);
  const changed = await begun.get(`${pathname}?state=changed&code=x`);
  expect(changed.location).toBe('/login?said=google-ended');
  // The sign-in went with the first answer that came.
  const late = await begun.get(pathname + search);
  expect(late.location).toBe('/login?said=google-ended');
  expect(wordsOf(await begun.get(late.location))).toContain('began in another browser. Please begin again.');
  expect(begun.cookies.has('kobogate_hand_over')).toBe(false);
});

test('[A-8] [B-2] it leads to pages of our own alone, whatever is asked for', async ({ product }) => {
  const email = newEmail();
  await joinByGoogle(openBrowser(product), email);
  for (const evil of ['//evil.test', 'https://evil.test/account', '/login', 'javascript:alert(1)']) {
    const start = `/login/with/google?${new URLSearchParams({ from: evil }).toString()}`;
    const back = await visit(openBrowser(product), 'google', { email }, start);
    expect([evil, back.location]).toEqual([evil, '/signed-in?from=%2Faccount%2Fdashboard']);
  }
});

test('[A-8] where one visitor was going is in no page that others get', async ({ product }) => {
  for (const page of ['/signup', '/login']) {
    const theirs = await openBrowser(product).get(`${page}?from=%2Faccount%2Fwallets`);
    expect([page, theirs.text.includes('from=%2Faccount%2Fwallets')]).toEqual([page, true]);
    expect(theirs.headers.get('cache-control')).toBe('no-store');
    const others = await openBrowser(product).get(page);
    expect(others.text).toContain('href="/login/with/google"');
    expect([page, others.text.includes('from=%2F')]).toEqual([page, false]);
  }
});

async function joinByGoogle(browser: Browser, email: string): Promise<void> {
  const back = await visit(browser, 'google', { email, name: 'Ada Sample' });
  const form = { first_name: 'Ada', last_name: 'Sample', phone: '08030000009' };
  expect((await browser.post(back.location, form)).status).toBe(303);
}

test('[A-8] a person who would rather not, and one without a usable address, read why', async ({ product }) => {
  const browser = openBrowser(product);
  for (const [provider, choice, words] of [
    ['google', { cancel: '1' }, 'You left Google before it was done.'],
    ['apple', { cancel: '1' }, 'You left Apple before it was done.'],
    ['google', { email: 'none', subject: newEmail() }, 'Google gave us no e-mail address that we can write to'],
  ] as const) {
    const back = await visit(browser, provider, choice);
    expect(wordsOf(await browser.get(back.location))).toContain(words);
  }
});

test('[A-8] an address that Google does not host is proven by our code, without a script too, and then signs in by Google', async ({
  product,
}) => {
  const email = newEmail();
  const browser = openBrowser(product);
  const back = await visit(browser, 'google', { email, hosted: 'false', name: 'Ada Sample' });
  expect(back.location).toBe('/finish-signup');
  expect(wordsOf(await browser.get(back.location))).toContain('we send a code to it');
  const form = { first_name: 'Ada', last_name: 'Sample', phone: '08030000009' };
  const asked = await browser.post(back.location, form);
  expect([asked.status, asked.location]).toEqual([303, '/verify-otp?said=signed-up']);
  expect(browser.cookies.has('kobogate_hand_over')).toBe(false);
  expect(wordsOf(await browser.get(asked.location))).toContain(email);
  const done = await browser.post('/verify-otp', { otp: await mailCode(product.sandbox, email) });
  expect(done.location).toBe('/signed-in?from=%2Faccount%2Fdashboard');
  const again = await visit(openBrowser(product), 'google', { email, hosted: 'false' });
  expect(again.location).toBe('/signed-in?from=%2Faccount%2Fdashboard');

  // An address with an account: the same pages, and nothing is linked.
  const { email: taken } = await signUp(product);
  const stranger = openBrowser(product);
  const named = await visit(stranger, 'google', { email: taken, hosted: 'false' });
  expect(named.location).toBe('/finish-signup');
  expect((await stranger.post(named.location, form)).location).toBe('/verify-otp?said=signed-up');
  expect((await visit(openBrowser(product), 'google', { email: taken, hosted: 'false' })).location).toBe(
    '/finish-signup',
  );
});

test('[A-8] an address with an account: a login with the password first, which says why, then the link', async ({
  product,
}) => {
  const { email } = await signUp(product);
  const browser = openBrowser(product);
  const back = await visit(browser, 'google', { email });
  expect(back.location).toBe('/login?said=google-link-first&from=%2Faccount%2Flink');
  expect(wordsOf(await browser.get(back.location))).toContain('has an account here already');
  const done = await browser.post(back.location, { email, password: PASSWORD });
  expect(done.location).toBe('/signed-in?from=%2Faccount%2Flink');
  const { token } = JSON.parse((await browser.post('/signed-in')).text) as { token: string };
  const { named } = JSON.parse((await browser.post('/login/named')).text) as { named: { ticket: string } };
  const body = { ticket: named.ticket, password: PASSWORD };
  expect((await product.call(endpoints.signInProviders.link, { token, body })).message).toContain('is linked');
  expect((await visit(openBrowser(product), 'google', { email })).location).toContain('/signed-in');
  // Another site's page can't ask whom a provider has named.
  const evil = openBrowser(product, { origin: 'https://evil.test' });
  expect((await evil.post('/login/named')).status).toBe(403);
});

test('[A-8] the second step comes after the provider, without a script too, and is shown once', async ({ product }) => {
  const { email, token } = await signUp(product);
  const { enrolTotp, confirmTotp } = endpoints.twoFactor;
  const { secret } = (await product.call(enrolTotp, { token, body: { password: PASSWORD } })).data;
  const nextCode = createApp(secret);
  await product.call(confirmTotp, { token, body: { code: await nextCode() } });
  const linking = openBrowser(product);
  await visit(linking, 'google', { email }, '/login/with/google?link=1');
  const { named } = JSON.parse((await linking.post('/login/named')).text) as { named: { ticket: string } };
  const proof = { password: PASSWORD, code: await nextCode() };
  await product.call(endpoints.signInProviders.link, { token, body: { ticket: named.ticket, ...proof } });

  const browser = openBrowser(product);
  const back = await visit(browser, 'google', { email }, '/login/with/google?from=%2Faccount%2Fwallets');
  expect(back.location).toBe('/login?from=%2Faccount%2Fwallets');
  expect(browser.cookies.has('kobogate_hand_over')).toBe(false);
  const step = await browser.get(back.location);
  expect(wordsOf(step)).toContain('One more step');
  expect(step.headers.get('cache-control')).toBe('no-store');
  const form = { challenge: valueOf(step, 'challenge') ?? '', methods: 'totp recovery', method: 'totp' };
  const done = await browser.post(back.location, { ...form, code: await nextCode() });
  expect(done.location).toBe('/signed-in?from=%2Faccount%2Fwallets');
  expect(wordsOf(await browser.get('/login'))).toContain('Welcome back');
});

test('[A-8] a link of another site begins no sign-in', async ({ product }) => {
  const browser = openBrowser(product, { 'sec-fetch-site': 'cross-site' });
  const sent = await browser.get('/login/with/google');
  expect([sent.location, sent.headers.getSetCookie()]).toEqual(['/login', []]);
  const posted = await browser.post('/login/with/google');
  expect([posted.status, posted.headers.getSetCookie()]).toEqual([403, []]);
});

test('[A-8] without the operator’s configuration the buttons are inert and say so; with one of two, the other is', async () => {
  const none = { GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '', GOOGLE_ISSUER_URL: '' };
  const noApple = {
    APPLE_CLIENT_ID: '',
    APPLE_TEAM_ID: '',
    APPLE_KEY_ID: '',
    APPLE_PRIVATE_KEY: '',
    APPLE_ISSUER_URL: '',
  };
  const product = await startProduct({ environment: async () => ({ ...WITHOUT_WATCHERS, ...none, ...noApple }) });
  try {
    const browser = openBrowser(product);
    const signup = await browser.get('/signup');
    expect(signup.text.match(/<button[^>]*disabled=""[^>]*aria-describedby="other-ways-note"/g)).toHaveLength(2);
    expect(wordsOf(signup)).toContain('Google and Apple are not available here yet. Please use the form above.');
    expect((await browser.get('/login')).text).not.toContain('Google');
    expect((await browser.get('/login/with/google')).location).toBe('/login?said=google-failed');

    await product.stopServer();
    const { environment } = product;
    const google = { ...GOOGLE, GOOGLE_ISSUER_URL: `${product.sandbox.base}/google` };
    await product.startServer({ ...environment, ...google });
    const half = await browser.get('/signup');
    expect(half.text).toContain('href="/login/with/google"');
    expect(half.text.match(/<button[^>]*disabled=""[^>]*aria-describedby="other-ways-note"/g)).toHaveLength(1);
    expect(wordsOf(half)).toContain('Apple is not available here yet. Please use the form above, or the other button.');
    expect((await browser.get('/login')).text).toContain('href="/login/with/google"');
  } finally {
    await product.stop();
  }
});

const GOOGLE = {
  GOOGLE_CLIENT_ID: 'kobogate-sandbox.apps.googleusercontent.test',
  GOOGLE_CLIENT_SECRET: 'GOCSPX-kobogate-sandbox',
};

test('[A-8] a provider that is down is said on the page, and nothing of a sign-in is in the log', async () => {
  const product = await startProduct({
    environment: async () => ({
      ...WITHOUT_WATCHERS,
      GOOGLE_ISSUER_URL: 'http://127.0.0.1:9/google',
      LOG_LEVEL: 'trace',
    }),
  });
  try {
    const browser = openBrowser(product);
    const sent = await browser.get('/login/with/google');
    expect(sent.location).toBe('/login?said=google-failed');
    expect(wordsOf(await browser.get(sent.location))).toContain('Google did not confirm who you are');
    const begun = openBrowser(product);
    const email = newEmail();
    const back = await visit(begun, 'apple', { email, name: 'Ada Hiddensample' });
    const flow = begun.cookies.get('kobogate_named')?.value ?? 'missing';
    expect(back.location).toBe('/finish-signup');
    const output = product.serverOutput();
    for (const [name, secret] of Object.entries({ email, flow, name: 'Hiddensample' })) {
      expect([name, output.includes(secret)]).toEqual([name, false]);
    }
  } finally {
    await product.stop();
  }
});

test('[A6] many sign-ins from one network address wait', async ({ product }) => {
  const headers = fromNewAddress();
  const begin = () =>
    fetch(`${product.apiBase}/auth/providers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ provider: 'google' }),
    });
  const statuses: number[] = [];
  for (let tries = 0; tries < 305; tries += 1) statuses.push((await begin()).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(300);
  expect(statuses.at(-1)).toBe(429);
});
