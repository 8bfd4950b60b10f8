// An administrator finds a user among many, sees the account's timeline, and disables and enables it: at once, with a
// recorded reason and a mail to the owner. Screens stay whole with any name.
import type { Page } from '@playwright/test';
import { endpoints } from '@kobogate/contract';
import { interceptNothing } from '../support/intercept.ts';
import { newCustomer, placeOrder } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { adminToken, fromNewAddress, mailCode, newEmail, PASSWORD, signUpForm } from '../support/people.ts';
import { ADMIN, type Product } from '../support/product.ts';
import { answering, cutOff, hold, holdStream, signedIn, stub } from '../support/stubs.ts';
import { eventually } from '../support/wait.ts';
import { axeFindings, overhang } from '../screens/findings.ts';

interface Named {
  readonly email: string;
  readonly token: string;
  readonly id: string;
}

/** A user with the given name who has signed up and verified the address. */
async function newPerson({ call, sandbox }: Product, names: { first_name: string; last_name: string }): Promise<Named> {
  const email = newEmail();
  const headers = fromNewAddress();
  await call(endpoints.accounts.register, { body: { ...signUpForm(email), ...names }, headers });
  const otp = await mailCode(sandbox, email);
  const { data } = await call(endpoints.accounts.verify, { body: { email, otp }, headers });
  const { data: user } = await call(endpoints.accounts.getUser, { token: data.token });
  return { email, token: data.token, id: user.id };
}

async function openUsers(page: Page, product: Product, path = ''): Promise<void> {
  await signedIn(page, await adminToken(product.call));
  await page.goto(`${product.origin}/admin/users${path}`);
}

const search = async (page: Page, text: string): Promise<void> =>
  page.getByRole('searchbox', { name: 'Search' }).fill(text);
const rows = (page: Page) =>
  page
    .getByRole('table', { name: 'Users' })
    .getByRole('row')
    .filter({ has: page.locator('td') });

test('[D-1] finds users by a part of name, e-mail or phone number, whatever the case, and keeps the search in the address', async ({
  page,
  product,
}) => {
  const mark = `Umlaut${Date.now()}`;
  const ada = await newPerson(product, { first_name: 'Ádá 🪙', last_name: mark });
  const aisha = await newPerson(product, { first_name: 'عائشة', last_name: `محمد ${mark}` });
  const { data } = await product.call(endpoints.accounts.getUser, { token: aisha.token });
  await openUsers(page, product);
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  await search(page, mark.toUpperCase());
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('عائشة');
  await expect(page).toHaveURL(/search=UMLAUT/);
  await search(page, 'ádá 🪙 uml');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(ada.email);
  await search(page, data.phone.replace('+234', '0').slice(0, 9));
  await expect(rows(page).filter({ hasText: aisha.email })).toHaveCount(1);
  await search(page, aisha.email.slice(8, 30));
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Active');
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await search(page, 'no user has this name');
  await expect(page.getByText('No users found.')).toBeVisible();
});

test('[D-1] shows more users a page at a time, each once', async ({ page, product }) => {
  const token = await adminToken(product.call);
  const made = await Promise.all(
    Array.from({ length: 27 }, async (_, index) => {
      const email = `crowd-${index}-${newEmail()}`;
      await product.call(endpoints.accounts.register, { body: signUpForm(email), headers: fromNewAddress() });
      return email;
    }),
  );
  const { data } = await product.call(endpoints.adminUsers.list, { token, query: { search: 'crowd-', limit: '100' } });
  expect(data.map(({ email }) => email).toSorted()).toEqual(made.toSorted());
  await openUsers(page, product, '?search=crowd-&state=unverified');
  await expect(rows(page)).toHaveCount(25);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(rows(page)).toHaveCount(27);
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden();
  await page.getByLabel('State').selectOption('disabled');
  await expect(page.getByText('No users found.')).toBeVisible();
});

test('[D-1] [B-11] [A7] disables an account with a reason, at once and with a mail, and enables it again', async ({
  page,
  browser,
  product,
}) => {
  const customer = await newCustomer(product);
  await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount: '25.5' });
  const theirs = await browser.newContext();
  const theirPage = await theirs.newPage();
  await signedIn(theirPage, customer.token);
  await theirPage.goto(`${product.origin}/account/wallets`);
  await expect(theirPage.getByText('USDT', { exact: true }).first()).toBeVisible();

  await openUsers(page, product, `?search=${customer.email}`);
  await page.getByRole('link', { name: 'Sample Person' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sample Person' })).toBeVisible();
  const timeline = page.getByRole('list', { name: 'Timeline of the account' });
  await expect(timeline).toContainText('Signed up.');
  await expect(timeline).toContainText(`ends in ${customer.accountNumber.slice(-4)}`);
  await expect(page.getByText(customer.accountNumber)).toHaveCount(0);
  await expect(page.getByText('25.5 USDT on BNB Smart Chain')).toBeVisible();

  await page.getByRole('button', { name: 'Disable account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Disable this account?' });
  await dialog.getByRole('button', { name: 'Disable account' }).click();
  await expect(dialog.getByText('Please give a reason.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('A sample reason');
  await dialog.getByRole('button', { name: 'Disable account' }).dblclick();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('This account is disabled.')).toBeVisible();
  await expect(timeline.getByRole('listitem').first()).toContainText('Account disabled.');
  await expect(timeline.getByRole('listitem').first()).toContainText('Reason: A sample reason');
  await expect(timeline.getByText('Account disabled.')).toHaveCount(1);

  // Their open page loses its session at its next call; the login gives the reason only to a caller who knows the
  // password. It may be going there by itself at this moment, which ends the reload.
  await theirPage.reload().catch(() => undefined);
  await expect(theirPage).toHaveURL(/\/login$/);
  const logIn = async (password: string): Promise<void> => {
    await theirPage.getByLabel('E-mail address').fill(customer.email);
    await theirPage.getByLabel('Password', { exact: true }).fill(password);
    await theirPage.getByRole('button', { name: 'Login', exact: true }).click();
  };
  await logIn('not the password');
  await expect(theirPage.getByText('Login failed. Please check your credentials.')).toBeVisible();
  await logIn(PASSWORD);
  await expect(theirPage.getByText(/^This account is disabled, so logging in is not possible\./)).toBeVisible();
  const mail = await eventually('the mail about it', async () =>
    (await product.sandbox.mail(customer.email)).find(({ subject }) => subject.endsWith('was disabled')),
  );
  expect(mail.text).not.toContain('A sample reason');

  await page.getByRole('button', { name: 'Enable account' }).click();
  const enabling = page.getByRole('dialog');
  await enabling.getByLabel('Reason').fill('Cleared up');
  await enabling.getByRole('button', { name: 'Enable account' }).click();
  await expect(page.getByText('This account is disabled.')).toBeHidden();
  await logIn(PASSWORD);
  await expect(theirPage).toHaveURL(/\/account\/wallets$/);
  await theirs.close();
});

test('[D-1] one’s own account can’t be disabled; a refusal of the server is shown in the dialog, and what was typed stays', async ({
  page,
  product,
}) => {
  await openUsers(page, product, `?search=${ADMIN.email}`);
  await page.getByRole('link', { name: 'Super Admin' }).click();
  await expect(page.getByText('This is your own account.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Disable account' })).toHaveCount(0);
  const person = await newPerson(product, { first_name: 'Sample', last_name: 'Person' });
  await page.goto(`${product.origin}/admin/users/${person.id}`);
  const path = `/admin/users/${person.id}/state`;
  await stub(page, 'PUT', path, answering(409, { message: 'This account is already disabled.' }));
  await page.getByRole('button', { name: 'Disable account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('A sample reason');
  await dialog.getByRole('button', { name: 'Disable account' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('This account is already disabled.');
  await stub(page, 'PUT', path, cutOff);
  await dialog.getByRole('button', { name: 'Disable account' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Kindly check your network (network error)');
  await expect(dialog.getByLabel('Reason')).toHaveValue('A sample reason');
});

test('[C-11] [B-11] shows that it loads, fails in words with a next step, and says where there is no such user', async ({
  page,
  product,
}) => {
  const letStreamGo = await holdStream(page);
  const letGo = await hold(page, 'GET', '/admin/users');
  await openUsers(page, product);
  await expect(page.getByLabel('Loading users')).toBeVisible();
  letGo(answering(422, { message: '' }));
  await expect(page.getByRole('alert')).toContainText('The users could not be loaded.');
  await interceptNothing(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page).first()).toBeVisible();
  letStreamGo();
  await page.goto(`${product.origin}/admin/users/01890000-0000-7000-8000-000000000000`);
  await expect(page.getByRole('alert')).toContainText('There is no such account.');
  await page.getByRole('link', { name: 'See all users' }).click();
  await expect(page).toHaveURL(/\/admin\/users$/);
});

test('[C-11] names of any length and direction, light and dark, phone and desktop: whole and without an accessibility fault', async ({
  page,
  product,
}) => {
  const mark = `Layout${Date.now()}`;
  await newPerson(product, { first_name: 'Nwachukwu'.repeat(10), last_name: mark });
  await newPerson(product, { first_name: 'A 🪙', last_name: `عبدالرحمن ${mark}` });
  const { id } = await newPerson(product, { first_name: 'Sample', last_name: `<b>${mark}</b>` });
  await openUsers(page, product, `?search=${mark}`);
  // The layout does not depend on the colours: each width is checked in one of both.
  for (const [width, colorScheme] of [
    [320, 'light'],
    [1440, 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    for (const path of [`?search=${mark}`, `/${id}`]) {
      await page.goto(`${product.origin}/admin/users${path}`);
      await expect(page.getByText(`<b>${mark}</b>`).first()).toBeVisible();
      await expect(page.getByLabel(/^Loading/)).toHaveCount(0);
      const found = [await overhang(page), await axeFindings(page)];
      expect([path, width, ...found]).toEqual([path, width, 0, []]);
    }
  }
});
