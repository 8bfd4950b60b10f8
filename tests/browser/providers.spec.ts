// Google and Apple in a real browser: sign-up by Google with what is missing, then a login; the second step after it; an
// account that is there is linked after a login, in the same visit. Apple's answer, which its own site posts, is tried where
// the product has a host name (two-factor.spec.ts).
import type { Page } from '@playwright/test';
import { endpoints, TOKEN_STORAGE_KEY } from '@kobogate/contract';
import { createApp } from '../support/app-code.ts';
import { expect, test } from '../support/fixtures.ts';
import { mailCode, newEmail, PASSWORD, signUp } from '../support/people.ts';
import { press } from '../support/press.ts';
import { choose, finish } from '../support/provider-pages.ts';
import { tokenIn } from '../support/stubs.ts';

/** Loses the session on a page where no part of the app runs, which would go on to the login by itself. */
async function forget(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.evaluate((key) => localStorage.removeItem(key), TOKEN_STORAGE_KEY);
}

test('[A-8] [B-1] [B-2] sign-up by Google, past a page for what is missing, and a login to the wanted page later', async ({
  page,
  product,
}) => {
  const email = newEmail();
  await page.goto(`${product.origin}/signup`);
  await choose(page, 'Google', email);
  await finish(page);
  await expect(page).toHaveURL(`${product.origin}/account/dashboard`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada');
  expect(await tokenIn(page)).toMatch(/^[\w-]{43}$/);

  await forget(page, product.origin);
  await page.goto(`${product.origin}/account/wallets`);
  await expect(page).toHaveURL(/\/login/);
  await choose(page, 'Google', email);
  await expect(page).toHaveURL(`${product.origin}/account/wallets`);
  // The browser is known by its own secret: nobody is told of a new one.
  expect((await product.sandbox.mail(email)).map(({ subject }) => subject)).toEqual(['Your Kobogate account']);
});

test('[A-8] an address that Google does not prove: our code first, and from then on Google signs in', async ({
  page,
  product,
}) => {
  const email = newEmail();
  const chooseUnproven = async () => {
    await page.getByRole('link', { name: 'Continue with Google' }).click();
    await page.getByLabel('Another sample’s e-mail address').fill(email);
    await page.getByLabel('Name', { exact: true }).fill('Ada Sample');
    await page.getByLabel('The address is not proven').check();
    await press(page, 'Go on as this sample');
  };
  await page.goto(`${product.origin}/signup`);
  await chooseUnproven();
  await expect(page.getByText('we send a code to it')).toBeVisible();
  await page.getByLabel('Phone number').fill('0803 000 0009');
  await press(page, 'Send me the code');
  await expect(page).toHaveURL(`${product.origin}/verify-otp`);
  await expect(page.locator('[data-email]')).toHaveText(email);
  await page.getByLabel('Digit 1 of 4').focus();
  await page.keyboard.type(await mailCode(product.sandbox, email));
  await expect(page).toHaveURL(`${product.origin}/account/dashboard`);
  await forget(page, product.origin);
  await chooseUnproven();
  await expect(page).toHaveURL(`${product.origin}/account/dashboard`);
});

test('[A7] [C-10] a new password shows what else signs in, and unlinks it unless it is kept', async ({
  page,
  product,
}) => {
  const { email, token } = await signUp(product);
  await page.goto(`${product.origin}/login`);
  await page.evaluate(([key, value]) => localStorage.setItem(key ?? '', value ?? ''), [TOKEN_STORAGE_KEY, token]);
  const other = newEmail();
  for (const [provider, address] of [
    ['Google', other],
    ['Apple', email],
  ] as const) {
    await page.goto(`${product.origin}/account/settings#providers`);
    await page.getByRole('link', { name: `Link ${provider}` }).click();
    await page.getByLabel('Another sample’s e-mail address').fill(address);
    await press(page, 'Go on as this sample');
    await page.getByLabel('Your password').fill(PASSWORD);
    await press(page, `Link ${provider}`);
    await expect(page.getByText(`${provider} is linked to your account.`)).toBeVisible();
  }
  await page.goto(`${product.origin}/account/settings#password`);
  const section = page.getByRole('region', { name: 'Password', exact: true });
  await expect(section.getByRole('checkbox', { name: 'Google' })).not.toBeChecked();
  await expect(section.getByRole('checkbox', { name: 'Apple' })).toBeChecked();
  await expect(section.getByText(`${other}: not proven to be your account’s address`)).toBeVisible();
  await section.getByLabel('Current password').fill(PASSWORD);
  await section.getByLabel('New password').fill('another horse 43');
  await section.getByRole('button', { name: 'Change password' }).click();
  await expect(section.getByText('Google was unlinked')).toBeVisible();
  await expect(section.getByText('Apple still signs in to your account.')).toBeVisible();
  await expect(section.getByRole('checkbox', { name: 'Google' })).toHaveCount(0);
});

test('[A-8] [C-10] an account that is there: a login, then the link, and from then on with its second step', async ({
  page,
  product,
}) => {
  const { email, token } = await signUp(product);
  const { enrolTotp, confirmTotp } = endpoints.twoFactor;
  const { secret } = (await product.call(enrolTotp, { token, body: { password: PASSWORD } })).data;
  const nextCode = createApp(secret);
  const { recoveryCodes } = (await product.call(confirmTotp, { token, body: { code: await nextCode() } })).data;
  const [first = '', second = '', third = ''] = recoveryCodes ?? [];

  await page.goto(`${product.origin}/login?from=%2Faccount%2Fwallets`);
  await choose(page, 'Google', email);
  await expect(page.getByText('Your e-mail address has an account here already.')).toBeVisible();
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press(page, 'Login');
  await press(page, 'Use a recovery code');
  await page.getByLabel('Recovery code').fill(first);
  await press(page, 'Login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Link Google');
  await page.getByLabel('Your password').fill(PASSWORD);
  await page.getByLabel('Code of your app, or a recovery code').fill(second);
  await press(page, 'Link Google');
  await expect(page).toHaveURL(`${product.origin}/account/wallets`);

  await forget(page, product.origin);
  await page.goto(`${product.origin}/login?from=%2Faccount%2Fsettings`);
  await choose(page, 'Google', email);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One more step');
  await press(page, 'Use a recovery code');
  await page.getByLabel('Recovery code').fill('not a code');
  await press(page, 'Login');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel('Recovery code').fill(third);
  await press(page, 'Login');
  await expect(page).toHaveURL(`${product.origin}/account/settings`);

  const ways = page.getByRole('region', { name: 'Google and Apple' });
  await expect(ways.getByText(email)).toBeVisible();
  await ways.getByRole('button', { name: 'Unlink Google' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByLabel('Code of your app, or a recovery code').fill(recoveryCodes?.[3] ?? '');
  await dialog.getByRole('button', { name: 'Unlink' }).click();
  await expect(ways.getByRole('link', { name: 'Link Google' })).toBeVisible();
});

test('[C-10] from the settings of an account without a password: another provider, and the way to a password', async ({
  page,
  product,
}) => {
  const email = newEmail();
  await page.goto(`${product.origin}/signup`);
  await choose(page, 'Google', email);
  await finish(page);
  await expect(page).toHaveURL(`${product.origin}/account/dashboard`);
  await page.goto(`${product.origin}/account/settings`);
  const ways = page.getByRole('region', { name: 'Google and Apple' });
  await expect(ways.getByText('Your account has no password, so you can’t unlink any of them.')).toBeVisible();
  await expect(ways.getByRole('button', { name: 'Unlink Google' })).toHaveCount(0);
  await press(page, 'Send me a link');
  await expect.poll(async () => (await product.sandbox.mail(email))[0]?.subject).toBe('Reset your Kobogate password');

  // Cancelled at the provider: said where it was begun.
  await ways.getByRole('link', { name: 'Link Apple' }).click();
  await press(page, 'Cancel');
  await expect(page.getByText('You left Apple before it was done. Nothing was changed.')).toBeVisible();
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/account\/settings/);
});
