// The second step of logging in, in a real browser: an authenticator app, a passkey of a virtual authenticator,
// recovery codes; set up, used, changed and removed, for customers and administrators. Apple's answer too needs a product with a
// host name.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { endpoints } from '@kobogate/contract';
import { createApp } from '../support/app-code.ts';
import { newCustomer } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { adminToken, fromNewAddress, newEmail, PASSWORD, type Person, signUp } from '../support/people.ts';
import { ADMIN, type Product, startProduct, WITHOUT_WATCHERS } from '../support/product.ts';
import { choose, finish } from '../support/provider-pages.ts';
import { answering, cutOff, hold, passOn, signedIn, stub, tokenIn } from '../support/stubs.ts';
import { eventually } from '../support/wait.ts';
import { axeFindings } from '../screens/findings.ts';

// Passkeys belong to a host name; an address in digits has none. It is another site than the sandbox's, which is at 127.0.0.1.
let product: Product;
let home: string;
test.beforeAll(async () => {
  product = await startProduct({
    environment: async (_sandbox, port) => ({ ...WITHOUT_WATCHERS, PUBLIC_ORIGIN: `http://localhost:${port}` }),
  });
  home = product.origin.replace('127.0.0.1', 'localhost');
});
test.afterAll(() => product.stop());

const section = (page: Page) => page.getByRole('region', { name: 'Two-factor' });
const code = (page: Page) => page.getByLabel('Code from your app');
const codesOnPage = (page: Page) => page.getByRole('region', { name: 'Keep these recovery codes' });
/** The fresh codes, once they are shown. */
async function shownCodes(page: Page): Promise<string[]> {
  const items = codesOnPage(page).getByRole('listitem');
  await expect(items).toHaveCount(10);
  return items.allInnerTexts();
}
const loginButton = (page: Page) => page.getByRole('button', { name: 'Login', exact: true });

async function openSettings(page: Page, { token }: Pick<Person, 'token'>): Promise<void> {
  await signedIn(page, token);
  await page.goto(`${home}/account/settings`);
  await expect(section(page)).toContainText(/On|Off/);
}

async function logIn(page: Page, { email }: Pick<Person, 'email'>, password = PASSWORD): Promise<void> {
  await page.goto(`${home}/login`);
  await typeLogin(page, email, password);
}

async function typeLogin(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await loginButton(page).click();
}

/** Sets an app up for a user by the API alone. */
async function withApp(token: string, password = PASSWORD) {
  const { data } = await product.call(endpoints.twoFactor.enrolTotp, { token, body: { password } });
  const nextCode = createApp(data.secret);
  const confirmed = await product.call(endpoints.twoFactor.confirmTotp, { token, body: { code: await nextCode() } });
  return { nextCode, recoveryCodes: confirmed.data.recoveryCodes ?? [] };
}

async function withAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

const mailed = (email: string, subject: string) =>
  eventually(`a mail: ${subject}`, async () =>
    (await product.sandbox.mail(email)).some((mail) => mail.subject.startsWith(subject)),
  );

test('[C-10] an authenticator app: set up with its first code, then asked for at each login, which goes on to the wanted page', async ({
  page,
}) => {
  const person = await signUp(product);
  await openSettings(page, person);
  await expect(section(page).getByText('Off', { exact: true })).toBeVisible();
  await section(page).getByRole('button', { name: 'Set up authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await dialog.getByLabel('Your password').fill('not the password');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('alert')).toContainText('not right');
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: /^Code for your authenticator app/ })).toBeVisible();
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  const nextCode = createApp(secret);
  await code(page).fill('12345');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByText(/This code is not right/)).toBeVisible();
  await code(page).fill(await nextCode());
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(section(page).getByText('On', { exact: true })).toBeVisible();

  const codes = await shownCodes(page);
  await expect(page.getByRole('heading', { name: 'Keep these recovery codes' })).toBeFocused();
  const download = page.waitForEvent('download');
  await codesOnPage(page).getByRole('link', { name: 'Download' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('kobogate-recovery-codes.txt');
  const text = await readFile(await file.path(), 'utf8');
  for (const each of codes) expect(text).toContain(each);
  await codesOnPage(page).getByRole('button', { name: 'I have saved them' }).click();
  await expect(codesOnPage(page)).toHaveCount(0);
  await expect(section(page)).toContainText('10 of 10 left');
  await mailed(person.email, 'Two-factor is on');

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${home}/login`);
  await page.goto(`${home}/account/wallets?from=test`);
  await expect(page).toHaveURL(`${home}/login`);
  await typeLogin(page, person.email);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One more step');
  expect(await tokenIn(page)).toBeNull();
  await expect(code(page)).toBeFocused();
  await expect(code(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(code(page)).toHaveAttribute('inputmode', 'numeric');
  const right = await nextCode();
  await code(page).fill(right === '000000' ? '000001' : '000000');
  await expect(page.getByRole('alert')).toContainText('This code is not right');
  await expect(code(page)).toHaveValue('');
  await expect(code(page)).toBeFocused();
  await code(page).fill(right);
  await expect(page).toHaveURL(`${home}/account/wallets?from=test`);
  expect(await tokenIn(page)).toMatch(/^[\w-]{43}$/);

  await page.goto(`${home}/account/settings`);
  await section(page)
    .getByRole('button', { name: /^Remove/ })
    .click();
  const removal = page.getByRole('dialog', { name: 'Remove the authenticator app' });
  await expect(removal).toContainText('It is the last one');
  await removal.getByLabel('Your password').fill(PASSWORD);
  await removal.getByLabel(/^Code of your app/).fill(codes[0] ?? '');
  await removal.getByRole('button', { name: 'Remove' }).click();
  await expect(section(page).getByText('Off', { exact: true })).toBeVisible();
  await mailed(person.email, 'Two-factor is off');
});

test('[C-10] a passkey: added, asked for at the login, named, removed', async ({ page }) => {
  const person = await signUp(product);
  await withAuthenticator(page);
  await openSettings(page, person);
  await section(page).getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Sample laptop');
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await codesOnPage(page).getByRole('button', { name: 'I have saved them' }).click();
  const row = section(page).getByRole('listitem').filter({ hasText: 'Sample laptop' });
  await expect(row).toContainText('Not used yet');
  // The same device a second time.
  await section(page).getByRole('button', { name: 'Add a passkey' }).click();
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('This device or key is already one of your passkeys.');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${home}/login`);
  await typeLogin(page, person.email);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(`${home}/account/dashboard`);

  await page.goto(`${home}/account/settings`);
  await expect(row).toContainText('Last used');
  await row.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Blue laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const renamed = section(page).getByRole('listitem').filter({ hasText: 'Blue laptop' });
  await renamed.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('dialog')).toContainText('two-factor is off');
  await page.getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(section(page).getByText('Off', { exact: true })).toBeVisible();
  await mailed(person.email, 'Two-factor is off');
});

test('[A8] [C-5] [C-10] with a passkey alone, the bank account and the password change by password and passkey', async ({
  page,
}) => {
  const person = await newCustomer(product);
  await withAuthenticator(page);
  await openSettings(page, person);
  await section(page).getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await shownCodes(page);
  await page.goto(`${home}/account/payment-method`);
  const other = person.accountNumber === '0123456789' ? '0123456780' : '0123456789';
  await page.getByLabel('Account number').fill(other);
  await page.getByLabel('Your password').fill(PASSWORD);
  await expect(page.getByLabel('Recovery code')).toHaveAccessibleDescription(/Leave this empty to use your passkey/);
  await page.getByRole('button', { name: 'Save bank details' }).click();
  await expect(page.getByText('Saved!')).toBeVisible();

  await page.goto(`${home}/account/settings`);
  const form = page.getByRole('form', { name: 'Password' });
  await form.getByLabel('Current password').fill(PASSWORD);
  await form.getByLabel('New password').fill('a brand new phrase');
  await expect(form.getByLabel('Recovery code')).toBeVisible();
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(form.getByText('Your password is changed, and')).toBeVisible();
});

test('[C-10] a cancelled passkey is reported, and another method is a button away', async ({ page }) => {
  const person = await signUp(product);
  await withAuthenticator(page);
  await openSettings(page, person);
  await section(page).getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  const [recoveryCode = ''] = await shownCodes(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await typeLogin(page, person.email);
  await page.evaluate(() => {
    navigator.credentials.get = () => Promise.reject(new DOMException('for programmers', 'NotAllowedError'));
  });
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('it was cancelled, or it took too long');
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCode.toUpperCase().replaceAll('-', ' '));
  await loginButton(page).click();
  await expect(page).toHaveURL(`${home}/account/dashboard`);
  await mailed(person.email, 'A recovery code was used');
  await page.goto(`${home}/account/settings`);
  await expect(section(page)).toContainText('9 of 10 left');
});

test('[C-10] [B-3] after five wrong codes, or back, the password is asked for again; an administrator has a second step too', async ({
  page,
}) => {
  const { nextCode } = await withApp(await adminToken(product.call), ADMIN.password);
  await logIn(page, ADMIN, ADMIN.password);
  await expect(code(page)).toBeVisible();
  await page.getByRole('button', { name: 'Back to login' }).click();
  await expect(page.getByLabel('E-mail address')).toBeFocused();
  await typeLogin(page, ADMIN.email, ADMIN.password);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  for (let tries = 1; tries <= 4; tries += 1) {
    await page.getByLabel('Recovery code').fill(`not a code ${tries}`);
    await loginButton(page).click();
    await expect(page.getByRole('alert')).toContainText('This recovery code is not right');
    await expect(page.getByLabel('Recovery code')).toHaveValue(`not a code ${tries}`);
  }
  await loginButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Please log in again.');
  await expect(page).toHaveURL(`${home}/login`);
  await typeLogin(page, ADMIN.email, ADMIN.password);
  await code(page).fill(await nextCode());
  await expect(page).toHaveURL(`${home}/admin/dashboard`);
});

test('[A8] [C-10] new recovery codes end the old ones; two-factor is turned off with password and code', async ({
  page,
}) => {
  const person = await signUp(product);
  const { recoveryCodes } = await withApp(person.token);
  const anyCode = page.getByRole('dialog').getByLabel('Code of your app, or a recovery code');
  await openSettings(page, person);
  await section(page).getByRole('button', { name: 'Get new codes' }).click();
  await page.getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Get new codes' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Please enter a code of your app');
  await anyCode.fill(recoveryCodes[0] ?? '');
  await page.getByRole('dialog').getByRole('button', { name: 'Get new codes' }).click();
  const fresh = await shownCodes(page);
  expect(fresh.some((each) => recoveryCodes.includes(each))).toBe(false);
  await section(page).getByRole('button', { name: 'Turn two-factor off' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn two-factor off' });
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await anyCode.fill(recoveryCodes[1] ?? '');
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(dialog.getByRole('alert')).toContainText('used already');
  await anyCode.fill(fresh[0] ?? '');
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(section(page).getByText('Off', { exact: true })).toBeVisible();
  const { data } = await product.call(endpoints.accounts.login, {
    body: { email: person.email, password: PASSWORD },
    headers: fromNewAddress(),
  });
  expect(data.token).toBeDefined();
});

test('[C-10] the section while it loads, where that fails, and a change that gets no answer', async ({ page }) => {
  const person = await signUp(product);
  await signedIn(page, person.token);
  // The section of the providers asks for the same once it is there, and would load it before the press.
  await hold(page, 'GET', '/user/providers');
  const letGo = await hold(page, 'GET', '/two-factor');
  await page.goto(`${home}/account/settings`);
  await expect(page.getByLabel('Loading two-factor')).toBeVisible();
  letGo(answering(422, {}));
  await expect(section(page).getByRole('alert')).toContainText('Your two-factor settings could not be loaded.');
  await stub(page, 'GET', '/two-factor', passOn);
  await section(page).getByRole('button', { name: 'Try again' }).click();
  await section(page).getByRole('button', { name: 'Set up authenticator app' }).click();
  await stub(page, 'POST', '/two-factor/totp', cutOff);
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Please enter your password.');
  await page.getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Kindly check your network (network error)');
  await expect(page.getByLabel('Your password')).toHaveValue(PASSWORD);
});

test('the second step is accessible, light and dark', async ({ page }) => {
  const person = await signUp(product);
  await withApp(person.token);
  await logIn(page, person);
  await expect(code(page)).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await axeFindings(page)).toEqual([]);
  }
});

test('[A-8] Apple’s answer is posted by its own site, and signs up all the same', async ({ page }) => {
  await page.goto(`${home}/signup`);
  await choose(page, 'Apple', newEmail());
  await finish(page);
  await expect(page).toHaveURL(`${home}/account/dashboard`);
});
