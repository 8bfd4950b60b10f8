// From anywhere, Ctrl-K finds every page and action of the area, and in the administration orders too, with the keyboard
// alone; Escape gives the focus back.
import { newCustomer, placeOrder } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { adminToken, signUp } from '../support/people.ts';
import { signedIn } from '../support/stubs.ts';

test('[C-1] Ctrl-K opens pages and actions of the account by name', async ({ page, product }) => {
  await signedIn(page, (await signUp(product)).token);
  await page.goto(`${product.origin}/account/notifications`);
  const opener = page.getByRole('button', { name: 'Find a page or action' });
  await opener.focus();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Find a page or action' });
  await expect(field).toBeFocused();
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(opener).toBeFocused();

  await page.keyboard.press('Meta+k');
  await expect(field).toBeFocused();
  await field.fill('no such thing');
  await expect(page.getByText('Nothing found.')).toBeVisible();
  await field.fill('password');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/account\/settings#password$/);
  await expect(page.getByLabel('Current password')).toBeVisible();

  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.press('ArrowDown');
  const second = page.getByRole('option').nth(1);
  await expect(second).toHaveAttribute('aria-selected', 'true');
  await expect(field).toHaveAttribute('aria-activedescendant', (await second.getAttribute('id')) ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/account\/convert-to-naira$/);

  await page.keyboard.press('Control+k');
  await field.fill('dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('[C-1] a conversion is found by its account number', async ({ page, product }) => {
  const customer = await newCustomer(product);
  const order = await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount: '25.5' });
  await signedIn(page, customer.token);
  await page.goto(`${product.origin}/account/profile`);
  await page.getByRole('button', { name: /^Find a page/ }).focus();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find a page or action' }).fill(customer.accountNumber);
  await page.getByRole('option', { name: /25.5 USDT/ }).click();
  await expect(page).toHaveURL(new RegExp(`/account/convert-to-naira/${order.id}$`));
});

test('[D-1] the administration has its own pages, and finds orders', async ({ page, product }) => {
  const customer = await newCustomer(product);
  const order = await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount: '25.5' });
  await signedIn(page, await adminToken(product.call));
  await page.goto(`${product.origin}/admin/users`);
  await page.getByRole('button', { name: /^Find a page/ }).focus();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Find a page, action or order' });
  await field.fill('recon');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/reconciliation$/);
  await page.keyboard.press('Control+k');
  await field.fill(order.id);
  await page.getByRole('option', { name: /25.5 USDT/ }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/dashboard.*order=${order.id}`));
});
