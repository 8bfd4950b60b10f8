// An administrator sees what was exchanged, earned and paid over a range of days, the same in figures, charts and
// files, and reads in words where a range is not possible.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { endpoints } from '@kobogate/contract';
import { newCustomer, orderWhere, payAndMine, placeOrder } from '../support/customer.ts';
import { adminToken } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { expect, test } from '../support/fixtures.ts';
import { answering, cutOff, signedIn, stub } from '../support/stubs.ts';

const digits = (text: string | null): string => (text ?? '').replaceAll(/\D/g, '');
const total = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Totals' }).locator('dl > div').filter({ hasText: name }).locator('dd').first();

async function payOneOut(product: Product, token: string): Promise<void> {
  const customer = await newCustomer(product);
  const order = await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount: '40.5' });
  await payAndMine(product, order);
  await product.call(endpoints.adminOrders.decide, { token, params: { id: order.id }, body: { status: 'approved' } });
  await orderWhere(product, customer.token, order.id, 'paid', ({ payout }) => payout === 'paid');
}

async function downloaded(page: Page, title: string): Promise<string> {
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: `Download CSV: ${title}` }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toMatch(/^kobogate-\w+-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);
  return readFile(await file.path(), 'utf8');
}

test('[D-1] volume, fees and payouts of the ledger, in totals, pictures, tables and files', async ({
  page,
  product,
}) => {
  const token = await adminToken(product.call);
  await payOneOut(product, token);
  await signedIn(page, token);
  await page.goto(`${product.origin}/admin/reports?days=7`);
  await expect(total(page, 'Volume')).toHaveText(/^₦[\d,]*[1-9][\d,]*\.\d\d$/);

  const csv = await downloaded(page, 'By coin and network');
  expect(csv.startsWith('\uFEFFCoin,Network,Coins exchanged,')).toBe(true);
  const row = csv.split('\r\n').find((line) => line.startsWith('USDT,BNB Smart Chain,')) ?? '';
  const [, , coins, , volume, fees, , paidOut] = row.split(',');
  expect(coins).toMatch(/^\d+(?:\.\d+)?$/);
  expect(Number(digits(fees ?? ''))).toBeGreaterThan(0);
  const table = page.getByRole('table', { name: 'By coin and network' }).getByRole('row').filter({ hasText: 'USDT' });
  for (const amount of [volume, fees, paidOut]) {
    const shown = (await table.getByRole('cell').allTextContents()).map(digits);
    expect(shown).toContain(digits(amount ?? ''));
  }

  const byDay = (await downloaded(page, 'By day')).trim().split('\r\n').slice(1);
  expect(byDay).toHaveLength(7);
  const sum = byDay.reduce((all, line) => all + BigInt(digits(line.split(',')[3] ?? '')), 0n);
  expect(String(sum)).toBe(digits(await total(page, 'Volume').textContent()));
  const chart = page.getByRole('region', { name: 'How much was converted each day?' });
  await expect(chart.getByRole('table').getByRole('row')).toHaveCount(8);
  await expect(
    page.getByRole('table', { name: 'By state' }).getByRole('row').filter({ hasText: 'Paid' }),
  ).toBeVisible();

  await page.getByRole('radio', { name: 'Last 90 days' }).check();
  await expect(page).toHaveURL(/days=90/);
  await expect(chart.getByRole('table').getByRole('row')).toHaveCount(91);
  await page.getByRole('button', { name: 'Show all 90 days' }).click();
  await expect(page.getByRole('table', { name: 'By day' }).getByRole('row')).toHaveCount(91);
});

test('[D-1] [C-11] chosen days: loading, empty, refused in words, failing, and kept in the address', async ({
  page,
  product,
}) => {
  await signedIn(page, await adminToken(product.call));
  await page.goto(`${product.origin}/admin/reports?from=2024-02-28&to=2024-03-01`);
  await expect(page.getByText('Nothing was exchanged or paid on these days.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'By day' }).getByRole('row')).toHaveCount(4);

  await page.getByLabel('First day').fill('2024-03-02');
  await page.getByRole('button', { name: 'Show these days' }).click();
  await expect(page.getByRole('alert')).toContainText('The first day must not be after the last one.');
  await expect(page.getByLabel('First day')).toHaveValue('2024-03-02');
  await page.getByLabel('Last day').fill('');
  await page.getByRole('button', { name: 'Show these days' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Please choose both days.' })).toBeVisible();

  await page.getByRole('radio', { name: 'Last 7 days' }).check();
  await expect(page.getByRole('button', { name: 'Download CSV: By day' })).toBeVisible();
  await stub(page, 'GET', '/admin/reports.csv', cutOff);
  await page.getByRole('button', { name: 'Download CSV: By day' }).click();
  await expect(page.getByText('Kindly check your network (network error)')).toBeVisible();
  await stub(page, 'GET', '/admin/reports', answering(500));
  await page.reload();
  await expect(page.getByRole('status', { name: 'Loading the report' })).toBeVisible();
  await expect(page.getByText('The report could not be made.')).toBeVisible();
});
