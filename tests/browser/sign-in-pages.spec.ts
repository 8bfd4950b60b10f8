// The sign-in pages are rendered by the server: complete without a script, and with one they load the app while the
// user types and go straight to it.
import type { Page } from '@playwright/test';
import { endpoints, TEXTS } from '@kobogate/contract';
import { createApp } from '../support/app-code.ts';
import { expect, test } from '../support/fixtures.ts';
import { fromNewAddress, mailCode, newEmail, PASSWORD, signUp, signUpForm } from '../support/people.ts';
import { press } from '../support/press.ts';
import { holdFiles, tokenIn } from '../support/stubs.ts';
import { eventually } from '../support/wait.ts';

const PATHS = ['/login', '/signup', '/forgot-password', '/forgotten-password', '/reset-password?token=x'] as const;

const logIn = async (page: Page, email: string, password = PASSWORD) => {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page, 'Login');
};

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('[A-7] [A-8] [A-9] from sign-up past a wrong code to the account, which says that it needs a script', async ({
    page,
    product,
  }) => {
    const email = newEmail();
    const form = signUpForm(email);
    await page.goto(`${product.origin}/signup`);
    await page.getByLabel('First name').fill(form.first_name);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(form.password);
    await press(page, 'Create account');
    await expect(page.getByRole('alert').first()).toHaveText(TEXTS.fillRequired);
    await expect(page.getByLabel('Last name')).toHaveAccessibleDescription('Please enter your last name.');
    await expect(page.getByLabel('First name')).toHaveValue(form.first_name);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
    await page.getByLabel('Last name').fill(form.last_name);
    await page.getByLabel('Phone number').fill(form.phone);
    await page.getByLabel('Password', { exact: true }).fill(form.password);
    await press(page, 'Create account');
    await expect(page).toHaveURL(/\/verify-otp/);
    await expect(page.getByText(email)).toBeVisible();
    const code = await mailCode(product.sandbox, email);
    const boxes = page.getByRole('group', { name: '4-digit code' }).getByRole('textbox');
    const type = async (text: string) => {
      for (const [index, digit] of [...text].entries()) await boxes.nth(index).fill(digit);
      await press(page, 'Verify');
    };
    await type(code === '0000' ? '0001' : '0000');
    await expect(page.getByRole('alert')).toContainText(/code/i);
    await type(code);
    await expect(page).toHaveURL(/\/signed-in\?from=/);
    // `getByText` does not find the content of a `noscript`.
    await expect(page.locator('noscript [role=status]')).toBeVisible();
    await expect(page.locator('noscript [role=status]')).toContainText('Your account needs JavaScript');
  });

  test('[A-7] [A-10] [A-11] [A-12] [A-13] a wrong password, a new one by mail, another code, and no address', async ({
    page,
    product,
  }) => {
    const { email } = await signUp(product);
    await page.goto(`${product.origin}/login`);
    await logIn(page, email, 'not the password');
    await expect(page.getByRole('alert')).toHaveText(TEXTS.loginFailed);
    await expect(page.getByLabel('E-mail address')).toHaveValue(email);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByRole('link', { name: 'Request Link' }).click();
    await page.getByLabel('E-mail or phone number').fill(email);
    await press(page, 'Request Verification Link');
    await expect(page.getByText(TEXTS.resetLinkSent)).toBeVisible();
    const link = await eventually('a mail with a link', async () => {
      const [mail] = await product.sandbox.mail(email);
      return /\/reset-password\?token=[\w-]+/.exec(mail?.text ?? '')?.[0];
    });
    await page.goto(product.origin + link);
    await page.getByLabel('New password', { exact: true }).fill(`${PASSWORD} new`);
    await press(page, 'Reset Password');
    await expect(page.getByText(TEXTS.passwordReset)).toBeVisible();
    await logIn(page, email, `${PASSWORD} new`);
    await expect(page).toHaveURL(/\/signed-in/);

    const unverified = newEmail();
    await product.call(endpoints.accounts.register, { body: signUpForm(unverified), headers: fromNewAddress() });
    const first = await mailCode(product.sandbox, unverified);
    await page.goto(`${product.origin}/login`);
    await logIn(page, unverified);
    await expect(page.getByText(TEXTS.verifyFirst)).toBeVisible();
    const second = await mailCode(product.sandbox, unverified, [first]);
    await press(page, 'Resend code');
    await expect(page.getByText(TEXTS.codeSent)).toBeVisible();
    await mailCode(product.sandbox, unverified, [first, second]);
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page.getByText(TEXTS.noEmail)).toBeVisible();
  });

  test('the second step by a code of the app, after another method was opened', async ({ page, product }) => {
    const { email, token } = await signUp(product);
    const { enrolTotp, confirmTotp } = endpoints.twoFactor;
    const { secret } = (await product.call(enrolTotp, { token, body: { password: PASSWORD } })).data;
    const nextCode = createApp(secret);
    await product.call(confirmTotp, { token, body: { code: await nextCode() } });
    await page.goto(`${product.origin}/login`);
    await logIn(page, email);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('One more step');
    await press(page, 'Use a recovery code');
    await expect(page.getByLabel('Recovery code')).toBeVisible();
    await press(page, 'Use your authenticator app');
    await page.getByLabel('Code from your app').fill(await nextCode());
    await press(page, 'Login');
    await expect(page).toHaveURL(/\/signed-in/);
  });
});

test('where the script can’t be loaded sign-in works without it, and the account takes the session over', async ({
  page,
  product,
}) => {
  const { email } = await signUp(product);
  let isLost = true;
  await page.route('**/assets/sign-in-*.js', (route) => (isLost ? route.abort() : route.continue()));
  await page.goto(`${product.origin}/login?from=%2Faccount%2Fwallets`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  isLost = false;
  await press(page, 'Login');
  await expect(page).toHaveURL(`${product.origin}/account/wallets`);
  expect(await tokenIn(page)).toMatch(/^[\w-]{43}$/);
  const cookies = (await page.context().cookies()).map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite]);
  expect(cookies).toEqual([['kobogate_device', true, 'Strict']]);
});

test('a form that is sent before its script is there waits for it', async ({ page, product }) => {
  const { email } = await signUp(product);
  const arrive = await holdFiles(page, '**/assets/sign-in-*.js');
  const posted: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posted.push(new URL(request.url()).pathname);
  });
  await page.goto(`${product.origin}/login`);
  await logIn(page, email);
  expect(posted).toEqual([]);
  arrive();
  await expect(page).toHaveURL(`${product.origin}/account/dashboard`);
  expect(posted[0]).toBe('/api/auth/login');
});

test('[B-2] the app is loaded while the user types, not before the first paint, and no cookie is left', async ({
  page,
  product,
}) => {
  const { email } = await signUp(product);
  const files: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/assets/')) files.push(pathname);
  });
  await page.goto(`${product.origin}/login?from=%2Faccount%2Fwallets`);
  await expect(page).toHaveURL(`${product.origin}/login`);
  await page.waitForLoadState('networkidle');
  expect(files.filter((file) => !/\/(?:sign-in-|text|display)/.test(file))).toEqual([]);
  await page.getByLabel('E-mail address').focus();
  await expect.poll(() => files.some((file) => file.includes('/frame-'))).toBe(true);
  await expect.poll(() => files.some((file) => file.includes('/wallets-page-'))).toBe(true);
  await page.waitForLoadState('networkidle');
  const before = files.filter((file) => file.endsWith('.js'));
  await logIn(page, email);
  await expect(page.getByRole('heading', { level: 1, name: 'Wallets' })).toBeVisible();
  await expect(page.getByText(TEXTS.loginSuccess)).toBeVisible();
  // All of it came from the browser's cache: nothing was fetched twice.
  const twice = await page.evaluate(
    (known) =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming && entry.transferSize > 300)
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => known.includes(path)),
    before,
  );
  expect(twice).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
});

test('the pages are complete before any script, store no personal data, and are not indexed by search engines', async ({
  product,
}) => {
  for (const path of PATHS) {
    const answer = await fetch(product.origin + path, { headers: { accept: 'text/html' } });
    const text = await answer.text();
    expect([path, answer.status]).toEqual([path, 200]);
    expect(text).toContain('<h1');
    expect(text).not.toMatch(/<script[^>]* src=|modulepreload/);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.headers.get('content-security-policy')).toContain("trusted-types 'none'");
  }
});
