// In a real browser: a person reads what closing their account erases and keeps, closes it with their password, and is out; an administrator
// sees it closed and opens it again.
import { endpoints } from '@kobogate/contract';
import { expect, test } from '../support/fixtures.ts';
import { adminToken, fromNewAddress, PASSWORD, signUp } from '../support/people.ts';
import { signedIn, tokenIn } from '../support/stubs.ts';

test('[C-10] an account is closed by its owner, and opened again by an administrator', async ({
  page,
  browser,
  product,
}) => {
  const person = await signUp(product);
  const { call, origin } = product;
  const { data: user } = await call(endpoints.accounts.getUser, { token: person.token });
  await signedIn(page, person.token);
  await page.goto(`${origin}/account/settings#closing`);
  const section = page.getByRole('region', { name: 'Close your account' });
  await expect(section).toContainText('You have no orders, so there are no records of them to keep.');
  await section.getByRole('button', { name: 'Close your account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close your account?' });
  await dialog.getByLabel('Your password').fill('not my password');
  await dialog.getByRole('button', { name: 'Close my account' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Close my account' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await tokenIn(page)).toBeNull();
  await page.getByLabel('E-mail address').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByText('This account is closed, so logging in is not possible.')).toBeVisible();

  const token = await adminToken(call);
  const desk = await (await browser.newContext()).newPage();
  await signedIn(desk, token);
  await desk.goto(`${origin}/admin/users/${user.id}`);
  await expect(desk.getByText('This account is closed.')).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Close account' })).toHaveCount(0);
  await desk.getByRole('button', { name: 'Enable account' }).click();
  await desk.getByRole('dialog').getByLabel('Reason').fill('They wrote that they want it back.');
  await desk.getByRole('dialog').getByRole('button', { name: 'Enable account' }).click();
  await expect(desk.getByText('This account is closed.')).toHaveCount(0);
  const { data } = await call(endpoints.accounts.login, {
    body: { email: person.email, password: PASSWORD },
    headers: fromNewAddress(),
  });
  expect(data.token).not.toBeNull();
});
