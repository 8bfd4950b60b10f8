// What a merchant asks of each payer besides is filled in on the payer's page, with a script and without one, kept while
// a coin is picked, refused where it is missing, and then with the payment: for the merchant, its file and the receipt.
import { type CustomField, endpoints } from '@kobogate/contract';
import type { Page } from '@playwright/test';
import { newCustomer } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { openAs } from '../forms/form.ts';
import { createLink, linkAddress, payPayment, THREE_COINS } from '../support/payer.ts';
import { adminToken } from '../support/people.ts';
import { press } from '../support/press.ts';
import type { Product } from '../support/product.ts';

const FIELDS: CustomField[] = [
  { key: 'size', label: 'Size', type: 'choice', isRequired: true, choices: ['Medium', 'Large'] },
  { key: 'print', label: 'Name on the back', type: 'text', isRequired: false, choices: [] },
];
let running: Product;
let linkId = '';

test.beforeAll(async ({ product }) => {
  running = product;
  linkId = await createLink(running, { ...THREE_COINS, customFields: FIELDS });
});

const idIn = (page: Page): string => /\/payments\/(?<id>[\w-]+)/.exec(page.url())?.groups?.['id'] ?? '';

test('typed before the coin is picked it stays, and once paid it is on the receipt and the merchant’s page', async ({
  page,
}) => {
  test.slow();
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(linkAddress(running, linkId));
  await page.getByLabel('Name on the back (optional)').fill('Adaọra');
  await page.getByLabel('Cryptocurrency').selectOption('USDT');
  await page.getByLabel('Network').selectOption('bsc');
  await expect(page.getByLabel('Name on the back (optional)')).toHaveValue('Adaọra');
  await press(page, 'Show address and QR code');
  await expect(page.getByText('Please fill in the fields that are marked.')).toBeVisible();
  await expect(page.getByLabel('Size')).toHaveAccessibleDescription('Please fill this in.');
  await expect(page.getByLabel('Name on the back (optional)')).toHaveValue('Adaọra');
  await page.getByLabel('Size').selectOption('Large');
  await press(page, 'Show address and QR code');
  await expect(page.getByRole('heading', { name: 'Send this payment' })).toBeVisible();
  expect(page.url()).not.toContain('field');

  const { data } = await running.call(endpoints.payments.getPublic, { params: { id: idIn(page) } });
  await payPayment(running, data);
  const receipt = page.locator('[data-part=receipt]');
  await expect(receipt.getByRole('heading', { name: 'Receipt' })).toBeVisible();
  await expect(receipt).toContainText('Name on the backAdaọra');
  const merchant = await page.context().browser()?.newPage();
  if (merchant === undefined) throw new Error('there is no browser');
  await openAs(
    merchant,
    running,
    `/account/payment-link/${linkId}/payments/${data.id}`,
    await adminToken(running.call),
  );
  await expect(merchant.getByText('From the payer: Size')).toBeVisible();
  await expect(merchant.getByText('Large', { exact: true })).toBeVisible();
  await merchant.close();
});

test('without a script it is kept while the networks are asked for, out of the page’s address', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(linkAddress(running, linkId));
  await page.getByLabel('Size').selectOption('Medium');
  await page.getByLabel('Cryptocurrency').selectOption('USDT');
  await press(page, 'Show networks');
  await expect(page.getByLabel('Size')).toHaveValue('Medium');
  expect(page.url()).toBe(linkAddress(running, linkId));
  await page.getByLabel('Network').selectOption('polygon');
  await press(page, 'Show address and QR code');
  await expect(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible();
  const { data } = await running.call(endpoints.payments.getPublic, { params: { id: idIn(page) } });
  expect(data.customValues).toEqual([{ key: 'size', label: 'Size', value: 'Medium' }]);
  await context.close();
});

test('a merchant adds fields to a link, one of them a choice, and changes them without losing the other', async ({
  page,
  product,
}) => {
  const { token } = await newCustomer(product);
  await openAs(page, product, '/account/payment-link/new', token);
  await page.getByLabel('Name', { exact: true }).fill('Sample shop');
  await page.getByLabel('Purpose').fill('A shirt');
  await page.getByLabel('Amount', { exact: true }).fill('25000');
  await press(page, 'Add a field');
  await page.getByLabel('Field 1', { exact: true }).fill('Name on the back');
  await press(page, 'Add a field');
  const second = page.getByRole('group', { name: 'Field 2' });
  await second.getByLabel('Field 2').fill('Size');
  await second.getByLabel('Answer').selectOption('choice');
  await press(page, 'Create link');
  await expect(page.getByText(/Please give field 2 at least two choices/)).toBeVisible();
  await second.getByLabel('Choices').fill('Medium\nLarge');
  await second.getByRole('switch', { name: 'Required' }).click();
  await press(page, 'Create link');
  await expect(page).toHaveURL(/\/payment-link\/[\w-]{36}$/);
  const id = page.url().split('/').at(-1) ?? '';
  const read = async () => (await product.call(endpoints.paymentLinks.getOwn, { token, params: { id } })).data;
  expect((await read()).customFields.map(({ key, isRequired }) => [key, isRequired])).toEqual([
    ['name_on_the_back', false],
    ['size', true],
  ]);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await press(page, 'Remove field 1');
  await press(page, 'Save link');
  await expect(page).toHaveURL(/\/payment-link\/[\w-]{36}$/);
  await expect
    .poll(async () => (await read()).customFields)
    .toMatchObject([{ key: 'size', choices: ['Medium', 'Large'] }]);
});
