// A session that ends while a form is being filled in loses nothing that was typed, except secrets.
import type { Page } from '@playwright/test';
import { endpoints } from '@kobogate/contract';
import { interceptNothing } from '../support/intercept.ts';
import { newCustomer, placeOrder } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { adminToken, PASSWORD, signUp } from '../support/people.ts';
import { ADMIN } from '../support/product.ts';
import { ALL_REFUNDS } from '../screens/refund-samples.ts';
import { answering, signedIn, stub } from '../support/stubs.ts';

const KEPT = 'What you had typed is here again.';
const UNAUTHORISED = answering(401, { message: 'Please log in again.' });

async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

test('[B-3] a token that ends with a save loses only the password: it is typed again and saved', async ({
  page,
  product,
}) => {
  const { email, token } = await signUp(product);
  const bank = { accountNumber: '0123456789', bankName: 'Access Bank', accountName: 'Sample Person' };
  await product.call(endpoints.bankAccounts.save, { token, body: bank });
  await signedIn(page, token);
  await page.goto(`${product.origin}/account/payment-method`);
  const number = page.getByLabel('Account number');
  const password = page.getByLabel('Your password');
  const save = page.getByRole('button', { name: 'Save bank details' });
  await number.fill('9876543210');
  await password.fill(PASSWORD);
  await page.getByLabel('Wallet address').fill('0x5290');
  await stub(page, 'PATCH', '/bank-account', UNAUTHORISED);
  await save.click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(PASSWORD);

  await logIn(page, email);
  await expect(page).toHaveURL(/\/account\/payment-method$/);
  await interceptNothing(page);
  await expect(number).toHaveValue('9876543210');
  await expect(page.getByLabel('Wallet address')).toHaveValue('0x5290');
  await expect(password).toHaveValue('');
  await expect(page.getByText(KEPT)).toHaveCount(2);
  await password.fill(PASSWORD);
  await save.click();
  await expect(page.getByText('Saved!')).toBeVisible();
  await expect(page.getByText(KEPT)).toHaveCount(1);
  await page.reload();
  await expect(number).toHaveValue('9876543210');
  await expect(page.getByText(KEPT)).toHaveCount(1);
});

test('[B-5] a logout deletes what was typed, and no other user ever sees it', async ({ page, product }) => {
  const [first, second] = [await signUp(product), await signUp(product)];
  await signedIn(page, first.token);
  await page.goto(`${product.origin}/account/profile`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Last name').fill('Typed');
  await stub(page, 'PATCH', '/user/update', UNAUTHORISED);
  await page.getByRole('button', { name: 'Save' }).click();
  await logIn(page, first.email);
  await expect(page.getByLabel('Last name')).toHaveValue('Typed');
  await page.getByRole('button', { name: 'Save' }).click();

  await logIn(page, second.email);
  await expect(page).toHaveURL(/\/account\/profile$/);
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await logIn(page, first.email);
  await expect(page).toHaveURL(/\/account\/dashboard$/);
  await page.goto(`${product.origin}/account/profile`);
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible();
});

test('[B-3] an administrator’s reason for declining an order outlives a token that ends with the decision', async ({
  page,
  product,
}) => {
  const customer = await newCustomer(product);
  const order = await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount: '25.5' });
  await signedIn(page, await adminToken(product.call));
  await page.goto(`${product.origin}/admin/dashboard?tab=orders`);
  const decline = page
    .getByRole('row')
    .filter({ hasText: customer.email })
    .getByRole('button', { name: /^Decline/ });
  const dialog = page.getByRole('dialog', { name: 'Decline this order?' });
  const words = dialog.getByLabel('In your own words (optional)');
  const kept = dialog.getByText(KEPT);
  await decline.click();
  await dialog.getByLabel('Reason', { exact: true }).selectOption({ index: 1 });
  const reason = await dialog.getByLabel('Reason', { exact: true }).inputValue();
  await words.fill('A sample of a long reason');
  await stub(page, 'PUT', `/order/${order.id}`, UNAUTHORISED);
  await dialog.getByRole('button', { name: 'Decline order' }).click();

  await logIn(page, ADMIN.email, ADMIN.password);
  await expect(page).toHaveURL(/\/admin\/dashboard\?tab=orders$/);
  await interceptNothing(page);
  await decline.click();
  await expect(words).toHaveValue('A sample of a long reason');
  await expect(dialog.getByLabel('Reason', { exact: true })).toHaveValue(reason);
  await expect(kept).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep it pending' }).click();
  await decline.click();
  await expect(words).toHaveValue('');
  await expect(kept).toHaveCount(0);
});

test('[B-3] an administrator’s reason for declining a refund outlives a token that ends with the decision', async ({
  page,
  product,
}) => {
  const decision = /\/api\/admin\/refunds\//;
  await signedIn(page, await adminToken(product.call));
  await stub(page, 'GET', '/admin/refunds', answering(200, { data: ALL_REFUNDS }));
  await page.goto(`${product.origin}/admin/refunds`);
  const decline = page.getByRole('button', { name: /^Decline/ }).first();
  const dialog = page.getByRole('dialog');
  const reason = dialog.getByLabel('Reason (optional)');
  await decline.click();
  await reason.fill('A sample of a long reason');
  await stub(page, 'PUT', decision, UNAUTHORISED);
  await dialog.getByRole('button', { name: /^Decline/ }).click();

  await logIn(page, ADMIN.email, ADMIN.password);
  await expect(page).toHaveURL(/\/admin\/refunds$/);
  await decline.click();
  await expect(reason).toHaveValue('A sample of a long reason');
  await expect(dialog.getByText(KEPT)).toBeVisible();
});
