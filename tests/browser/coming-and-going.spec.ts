// Signing in and out, going back and reloading: with the browser's own buttons too, a user ends up
// where they wanted to be, or at the login where their session is over.
import type { Page } from '@playwright/test';
import { endpoints, TEXTS, TOKEN_STORAGE_KEY, VERIFICATION_EMAIL_STORAGE_KEY } from '@kobogate/contract';
import { newCustomer, placeOrder } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { fromNewAddress, mailCode, newEmail, PASSWORD, signUp, signUpForm } from '../support/people.ts';
import { ADMIN } from '../support/product.ts';
import { send } from '../support/http.ts';
import { signedIn, store, tokenIn } from '../support/stubs.ts';

const logIn = async (page: Page, { email, password }: { email: string; password: string }) => {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
};

test('[B-5] logout removes the token here and ends it on the server, and Back shows nothing of the account', async ({
  page,
  product,
}) => {
  const { token, email } = await signUp(product);
  await signedIn(page, token);
  await page.goto(`${product.origin}/account/profile`);
  await expect(page.getByText(email).first()).toBeVisible();
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Wallet' }).click();
  // Back can only lead to a page that has loaded.
  await expect(page.getByRole('heading', { level: 1, name: 'Wallets' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${product.origin}/login`);
  expect(await tokenIn(page)).toBeNull();
  await expect
    .poll(async () => (await send('GET', `${product.apiBase}${endpoints.accounts.getUser.path}`, { token })).status)
    .toBe(401);
  await page.goBack();
  await expect(page).toHaveURL(`${product.origin}/login`);
  await expect(page.getByText(email)).toHaveCount(0);
});

/** Opens the login in a browser that keeps nothing. The app, were it open, would ask to be led back to its page. */
async function comeAsNew(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/api/health`);
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${origin}/login`);
}

test('[B-6] login leads a customer to the account, an admin to the administration, the unverified to their code', async ({
  page,
  product,
}) => {
  const { origin, call, sandbox } = product;
  const { email } = await signUp(product);
  await page.goto(`${origin}/login`);
  await logIn(page, { email, password: PASSWORD });
  await expect(page).toHaveURL(`${origin}/account/dashboard`);

  await comeAsNew(page, origin);
  await logIn(page, ADMIN);
  await expect(page).toHaveURL(`${origin}/admin/dashboard`);

  const unverified = newEmail();
  await call(endpoints.accounts.register, { body: signUpForm(unverified), headers: fromNewAddress() });
  const first = await mailCode(sandbox, unverified);
  await comeAsNew(page, origin);
  await logIn(page, { email: unverified, password: PASSWORD });
  await expect(page).toHaveURL(`${origin}/verify-otp`);
  await expect(page.getByText(TEXTS.verifyFirst)).toBeVisible();
  expect(await tokenIn(page)).toBeNull();
  expect(await page.evaluate((key) => localStorage.getItem(key), VERIFICATION_EMAIL_STORAGE_KEY)).toBe(unverified);
  await mailCode(sandbox, unverified, [first]);
});

test('[B-3] a token that ended elsewhere leads to login at the next call, and from there back to the same page', async ({
  page,
  product,
}) => {
  const { origin, call } = product;
  const { token, email } = await signUp(product);
  await store(page, { [TOKEN_STORAGE_KEY]: token });
  await page.goto(`${origin}/account/payment-method`);
  await expect(page.getByLabel('Account number')).toBeVisible();
  // An open page hears of it by its stream and leaves by itself.
  await page.goto('about:blank');
  await call(endpoints.accounts.logout, { token });
  await page.goto(`${origin}/account/convert-to-naira?wallet=of-a-link`);
  await expect(page).toHaveURL(`${origin}/login`);
  expect(await tokenIn(page)).toBeNull();
  await logIn(page, { email, password: PASSWORD });
  await expect(page).toHaveURL(`${origin}/account/convert-to-naira?wallet=of-a-link`);
});

test('[B-2] Back after a login leads before it, not into it again', async ({ page, product }) => {
  const { origin } = product;
  const { email } = await signUp(product);
  await page.goto(`${origin}/about`);
  await page.goto(`${origin}/account/wallets?from=mail`);
  await expect(page).toHaveURL(`${origin}/login`);
  await logIn(page, { email, password: PASSWORD });
  await expect(page).toHaveURL(`${origin}/account/wallets?from=mail`);
  await page.goBack();
  await expect(page).toHaveURL(`${origin}/about`);
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: 'Wallets' })).toBeVisible();
  await expect(page).toHaveURL(`${origin}/account/wallets?from=mail`);
});

test('[B-1] reloading loses nothing: the code’s e-mail address, the session, the page and its parameters', async ({
  page,
  product,
}) => {
  const { origin, sandbox } = product;
  const email = newEmail();
  const form = signUpForm(email);
  await page.goto(`${origin}/signup`);
  await page.getByLabel('First name').fill(form.first_name);
  await page.getByLabel('Last name').fill(form.last_name);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Phone number').fill(form.phone);
  await page.getByLabel('Password', { exact: true }).fill(form.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(`${origin}/verify-otp`);
  await page.reload();
  await expect(page.getByText(email)).toBeVisible();
  await page.getByLabel('Digit 1 of 4').focus();
  await page.keyboard.type(await mailCode(sandbox, email));
  await expect(page).toHaveURL(`${origin}/account/dashboard`);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome, ${form.first_name}`);

  const customer = await newCustomer(product);
  const order = await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount: '25.5' });
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [TOKEN_STORAGE_KEY, customer.token] as const);
  const { data: wallets } = await product.call(endpoints.wallets.list, { token: customer.token });
  const address = `${origin}/account/convert-to-naira?wallet=${wallets[0]?.id ?? ''}`;
  await page.goto(address);
  await page.reload();
  await expect(page.getByLabel('Coin', { exact: true })).toHaveValue(wallets[0]?.id ?? 'none');
  expect(page.url()).toBe(address);
  await page.goto(`${origin}/account/convert-to-naira/${order.id}`);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('25.5 USDT');
});

test('[G-2] without a network a page says so and loads once it is back; a logout still arrives at login', async ({
  page,
  product,
}) => {
  const { token } = await signUp(product);
  await signedIn(page, token);
  const wayOut = page.waitForResponse(/\/leave-app-[^/]+\.js$/);
  await page.goto(`${product.origin}/account/wallets`);
  await wayOut;
  const entry = (name: string) =>
    page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name, exact: true });
  await page.context().setOffline(true);
  await entry('Settings').click();
  await expect(page.getByRole('main')).toContainText(TEXTS.networkError);
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();

  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${product.origin}/login`);
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
  await expect(page.getByText('the server could not be reached to end the session there')).toBeVisible();
  expect(await tokenIn(page)).toBeNull();
  await page.context().setOffline(false);
  await expect(page.getByLabel('E-mail address')).toBeVisible();
});
