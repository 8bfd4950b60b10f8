// A conversion can be asked for in naira: what was typed is what is paid, at the rate that was held, to the kobo.
import { endpoints } from '@kobogate/contract';
import { newCustomer, placeOrder } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { signedIn } from '../support/stubs.ts';

test('[C-4] [I4] on a device whose clock is wrong by hours, what is held is counted down by the server’s', async ({
  page,
  product,
}) => {
  const { token } = await newCustomer(product);
  await product.call(endpoints.wallets.create, { token, params: { currency: 'USDT' }, query: { network: 'bsc' } });
  const order = await placeOrder(product, token, { currency: 'USDT', network: 'bsc', amount: '20' });
  await signedIn(page, token);
  for (const hours of [-2, 2]) {
    await page.clock.setSystemTime(Date.now() + hours * 3_600_000);
    await page.goto(`${product.origin}/account/convert-to-naira/${order.id}`);
    await expect(page.getByText('Rate locked for another').getByRole('timer'), `${hours} h`).toHaveText(
      /^1[0-4]:\d\d$/,
    );
    await page.goto(`${product.origin}/account/convert-to-naira`);
    await expect(page.getByText('Held for you, renewed in').getByRole('timer'), `${hours} h`).toHaveText(/^[01]:\d\d$/);
  }
});

test('[C-4] naira that are typed are the naira of the order', async ({ page, product }) => {
  const { token } = await newCustomer(product);
  await product.call(endpoints.wallets.create, { token, params: { currency: 'USDT' }, query: { network: 'bsc' } });
  await signedIn(page, token);
  await page.goto(`${product.origin}/account/convert-to-naira`);
  const coins = page.getByLabel('Amount', { exact: true });
  const naira = page.getByLabel('Naira to receive');
  await expect(page.getByText(/1 USDT = ₦/).first()).toBeVisible();
  await naira.fill('50000.25');
  await expect(coins).not.toHaveValue('');
  await expect(page.getByRole('status').filter({ hasText: '₦50,000.25' })).toBeVisible();
  await coins.fill('25.5');
  await expect(naira).not.toHaveValue('50000.25');
  await naira.fill('0');
  await page.getByRole('button', { name: 'Generate Transaction' }).click();
  await expect(page.getByText('Please enter an amount greater than 0.').first()).toBeVisible();
  await naira.fill('50000.25');
  await page.getByRole('button', { name: 'Generate Transaction' }).click();
  await expect(page).toHaveURL(/\/convert-to-naira\/[\da-f-]{36}$/);
  const { data } = await product.call(endpoints.orders.listConversions, { token });
  expect(data.map(({ nairaKobo }) => nairaKobo)).toEqual(['5000025']);
});
