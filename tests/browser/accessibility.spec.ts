// Every screen of the main job, empty and with something in it, light and dark, has no accessibility fault that axe
// can find, scrolls nowhere sideways on a small phone, and asks no third party for anything.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { endpoints, TOKEN_STORAGE_KEY } from '@kobogate/contract';
import { newCustomer, placeOrder } from '../support/customer.ts';
import { adminToken, signUp } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { expect, test } from '../support/fixtures.ts';

const PUBLIC = [
  '/',
  '/login',
  '/signup',
  '/forgot-password',
  '/forgotten-password',
  '/reset-password?token=x',
  '/no-such-page',
];
const ACCOUNT = [
  '/account/dashboard',
  '/account/wallets',
  '/account/convert-to-naira',
  '/account/payment-method',
  '/account/notifications',
  '/account/profile',
  '/account/settings',
];
const ADMIN = ['/admin/dashboard', '/admin/dashboard?tab=orders'];

async function signInAs(page: Page, { origin }: Product, token: string): Promise<void> {
  await page.goto(`${origin}/no-such-page`);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [TOKEN_STORAGE_KEY, token] as const);
}

async function expectSound(page: Page, { origin }: Product, paths: readonly string[]): Promise<void> {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) foreign.push(request.url());
  });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const path of paths) {
      await page.goto(origin + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByLabel(/^Loading/)).toHaveCount(0);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      expect(found, `${path}, ${colorScheme}`).toEqual([]);
    }
  }
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of paths) {
    await page.goto(origin + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const overhang = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect([path, overhang]).toEqual([path, 0]);
  }
  expect(foreign).toEqual([]);
}

test('the public pages', async ({ page, product }) => {
  await expectSound(page, product, PUBLIC);
});

test('the account of somebody new', async ({ page, product }) => {
  const { token } = await signUp(product);
  await signInAs(page, product, token);
  await expectSound(page, product, ACCOUNT);
});

test('the account of somebody with a wallet and an order', async ({ page, product }) => {
  const customer = await newCustomer(product);
  const order = await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount: '25.5' });
  await signInAs(page, product, customer.token);
  await expectSound(page, product, [
    ...ACCOUNT,
    `/account/convert-to-naira/${order.id}`,
    '/account/convert-to-naira/history',
  ]);
});

test('the administrator’s pages', async ({ page, product }) => {
  const customer = await newCustomer(product);
  await placeOrder(product, customer.token, { currency: 'USDC', network: 'polygon', amount: '30' });
  const token = await adminToken(product.call);
  const { length } = await product.call(endpoints.orders.listForAdmin, { token });
  expect(length).toBeGreaterThan(0);
  await signInAs(page, product, token);
  await expectSound(page, product, ADMIN);
});
