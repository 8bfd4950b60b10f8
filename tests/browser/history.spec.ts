// Past conversions are found by what a customer has in hand, and the address keeps what narrows them.
import { newCustomer, placeOrder } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { signedIn } from '../support/stubs.ts';

test('[C-4] the history is searched and narrowed, and its address keeps the filter', async ({ page, product }) => {
  const customer = await newCustomer(product);
  const order = await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount: '25.5' });
  await placeOrder(product, customer.token, { currency: 'ETH', network: 'ethereum', amount: '0.05' });
  await signedIn(page, customer.token);
  await page.goto(`${product.origin}/account/convert-to-naira/history`);
  const rows = page.getByRole('table', { name: 'Your conversions' }).getByRole('row').filter({ hasText: 'Open' });
  await expect(rows).toHaveCount(2);
  await page.getByLabel('Coin').selectOption('ETH');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('0.05 ETH');
  await page.reload();
  await expect(page.getByLabel('Coin')).toHaveValue('ETH');
  await expect(rows).toHaveCount(1);

  await page.getByLabel('State').selectOption('paid');
  await expect(page.getByText('No conversion fits')).toBeVisible();
  await page.getByRole('button', { name: 'Show all conversions' }).click();
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/\/history$/);

  await page.getByLabel('Search').fill(order.id);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('25.5 USDT');
  await rows.getByRole('link', { name: /^Open/ }).click();
  await expect(page).toHaveURL(new RegExp(`/convert-to-naira/${order.id}$`));
  await page.goBack();
  await expect(page.getByLabel('Search')).toHaveValue(order.id);
  await expect(rows).toHaveCount(1);
});
