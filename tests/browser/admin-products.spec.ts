// The coins and networks in a real browser: the list, their terms, and that a change applies to customers at once.
// At their end everything is on offer as before, for the other tests of the product.
import type { Page } from '@playwright/test';
import { ASSETS, endpoints } from '@kobogate/contract';
import { newCustomer, orderWhere, payAndMine, placeOrder } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { adminToken } from '../support/people.ts';
import { CONFIRMATIONS, type Product } from '../support/product.ts';
import { signedIn } from '../support/stubs.ts';
import { eventually } from '../support/wait.ts';

let running: Product;
let admin = '';
test.beforeAll(async ({ product }) => {
  running = product;
  admin = await adminToken(running.call);
});
test.afterAll(async () => {
  const token = await adminToken(running.call);
  const { data } = await running.call(endpoints.products.list, { token });
  const usual = { isOffered: true, spreadBasisPoints: null, minimumAmount: null, maximumAmount: null };
  for (const { currency, network, terms } of data.products) {
    if (!['USDT on bsc', 'USDC on polygon'].includes(`${currency} on ${network}`)) continue;
    const body = { version: String(terms.version), value: usual };
    await running.call(endpoints.products.save, { token, params: { currency, network }, body });
  }
});

async function openProducts(page: Page): Promise<void> {
  await signedIn(page, admin);
  await page.goto(`${running.origin}/admin/products`);
  await expect(page.getByRole('table', { name: 'Coins and networks' })).toBeVisible();
}
const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: `Edit ${name}`, exact: true }) });
const openTerms = (page: Page, name: string) => page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
const saveTerms = (page: Page) => page.getByRole('button', { name: 'Save terms' }).click();

test('[D-1] every coin and network with its state, contract, confirmations and terms', async ({ page }) => {
  await openProducts(page);
  await expect(page.getByRole('row')).toHaveCount(ASSETS.length + 1);
  const usdt = row(page, 'USDT on BNB Smart Chain');
  await expect(usdt).toContainText('On offer');
  await expect(usdt).toContainText('0x55d3…7955');
  await expect(usdt).toContainText(`${CONFIRMATIONS} blocks`);
  await expect(usdt).toContainText(/\d %.*default/);
  await expect(row(page, 'BNB on BNB Smart Chain')).toContainText('Own coin');

  await openTerms(page, 'USDT on BNB Smart Chain');
  const dialog = page.getByRole('dialog', { name: 'USDT on BNB Smart Chain' });
  await expect(dialog).toContainText('0x55d398326f99059fF775485246999027B3197955');
  await dialog.getByLabel('Spread').fill('75');
  await saveTerms(page);
  await expect(dialog.getByLabel('Spread')).toBeFocused();
  await expect(dialog).toContainText('Please enter percent from 0 to 50 with at most 2 decimals');
  await dialog.getByLabel('Spread').fill('2.5');
  await dialog.getByLabel('Smallest conversion').fill('20');
  await dialog.getByLabel('Largest conversion').fill('10');
  await saveTerms(page);
  await expect(dialog.getByRole('alert')).toContainText('can’t be larger than the largest one');
  await dialog.getByLabel('Largest conversion').fill('5000');
  await saveTerms(page);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Edit USDT on BNB Smart Chain' })).toBeFocused();
  await expect(usdt).toContainText('2.5 %');
  await expect(usdt).not.toContainText('default');
  await expect(usdt).toContainText('20 to 5,000 USDT');
  await openTerms(page, 'USDT on BNB Smart Chain');
  await dialog.getByText(/^Changed by /).click();
  await expect(dialog.getByRole('list', { name: 'Changes of terms' })).toContainText(
    'Spread: the default became 2.5 %',
  );
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  const { token } = await newCustomer(running);
  await expect(placeOrder(running, token, { currency: 'USDT', network: 'bsc', amount: '19' })).rejects.toThrow(
    'The smallest conversion of USDT on BNB Smart Chain is 20 USDT.',
  );
  const { data: ours } = await running.call(endpoints.orders.quote, {
    token,
    body: { currency: 'USDT', network: 'bsc' },
  });
  const { data: others } = await running.call(endpoints.orders.quote, {
    token,
    body: { currency: 'USDT', network: 'polygon' },
  });
  expect(Number(ours.rate)).toBeLessThan(Number(others.rate));
});

test('[D-1] [F-8] off: it is no longer offered, and coins for existing wallets still arrive', async ({ page }) => {
  const early = await newCustomer(running);
  const order = await placeOrder(running, early.token, { currency: 'USDC', network: 'polygon', amount: '30' });
  await openProducts(page);
  await openTerms(page, 'USDC on Polygon');
  await page.getByRole('switch', { name: 'On offer' }).click();
  await saveTerms(page);
  await expect(row(page, 'USDC on Polygon')).toContainText('Off');

  const { token } = await newCustomer(running);
  await eventually('the coin is hidden', async () => {
    const { data } = await running.call(endpoints.wallets.supportedCoins, { token });
    const networks = data.find(({ currency }) => currency === 'USDC')?.networks.map(({ id }) => id) ?? [];
    expect(networks).toContain('ethereum');
    return !networks.includes('polygon');
  });
  await expect(placeOrder(running, token, { currency: 'USDC', network: 'polygon', amount: '30' })).rejects.toThrow(
    'We make no new USDC wallets on Polygon at present.',
  );
  await expect(
    running.call(endpoints.orders.convert, {
      token: early.token,
      body: { fromCurrency: 'USDC', fromAmount: '30', network: 'polygon' },
    }),
  ).rejects.toThrow('We do not convert USDC on Polygon at present. Coins that you have sent stay yours');

  await payAndMine(running, order);
  await orderWhere(running, early.token, order.id, 'funded', ({ funding }) => funding === 'funded');
});
