// The dashboard shows a marked sample while an account has no activity, and from the first transaction on only
// the account's own figures, kept current on the open page; a failure is shown, with a next step.
import type { Page } from '@playwright/test';
import { endpoints, TOKEN_STORAGE_KEY } from '@kobogate/contract';
import { interceptNothing } from '../support/intercept.ts';
import { newCustomer, orderWhere, payAndMine, placeOrder } from '../support/customer.ts';
import { signUp } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { expect, test } from '../support/fixtures.ts';
import { answering, hold, holdFiles, holdStream, signedIn } from '../support/stubs.ts';

async function openDashboard(page: Page, { origin }: Product, token: string): Promise<void> {
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [TOKEN_STORAGE_KEY, token] as const);
  await page.goto(`${origin}/account/dashboard`);
}
const metric = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Your figures' }).locator('dl > div').filter({ hasText: name });

test('[C-2] an account without activity: greeting, the specified sample marked as such, and the two cards', async ({
  page,
  product,
}) => {
  const { token } = await signUp(product);
  await openDashboard(page, product, token);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Sample');
  await expect(page.getByText('These are sample figures, not yours')).toBeVisible();
  for (const [name, figure] of [
    ['Transactions', '150'],
    ['Volume', '$12,500'],
    ['Wallets', '5'],
  ] as const) {
    await expect(metric(page, name)).toContainText(figure);
    await expect(metric(page, name)).toContainText('Sample');
  }
  const split = page.getByRole('region', { name: 'Which coins did you convert?' });
  await expect(split.getByText('Sample', { exact: true })).toBeVisible();
  await expect(split.getByRole('listitem')).toHaveText([/Crypto\s*65%/, /Others\s*35%/]);
  const chart = page.getByRole('region', { name: 'How much did you convert each month?' });
  await expect(chart.getByText('Sample', { exact: true })).toBeVisible();
  await expect(chart.getByRole('table', { name: 'Converted by month, in US dollars' }).getByRole('row')).toHaveCount(7);
  const rows = page.getByRole('table', { name: 'Sample transactions' }).getByRole('row');
  await expect(rows.filter({ hasText: 'Unsuccessful' })).toHaveCount(1);
  await expect(rows.filter({ hasText: /Sample.*Successful/ })).toHaveCount(3);

  // The first steps are ticked by what is true: this account has a name, and nothing else yet.
  const steps = page.getByRole('region', { name: 'First steps' }).getByRole('listitem');
  await expect(steps).toHaveCount(5);
  await expect(steps.filter({ hasText: 'Done:' })).toHaveText([/Say who you are/]);

  await page.getByRole('link', { name: 'Create payment link' }).click();
  await expect(page).toHaveURL(/\/account\/payment-link$/);
  await page.goBack();
  await page.getByRole('link', { name: 'Convert now' }).click();
  await expect(page).toHaveURL(/\/account\/convert-to-naira$/);
});

test('[C-2] from the first transaction on the figures are its own, and follow it without a reload', async ({
  page,
  product,
}) => {
  const customer = await newCustomer(product);
  await openDashboard(page, product, customer.token);
  await expect(metric(page, 'Transactions')).toContainText('150');
  await page.evaluate(() => document.documentElement.setAttribute('data-not-reloaded', 'true'));

  const order = await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount: '25.5' });
  await expect(metric(page, 'Transactions').locator('dd').first()).toHaveText('1');
  await expect(metric(page, 'Wallets').locator('dd').first()).toHaveText('1');
  await expect(metric(page, 'Volume').locator('dd').first()).toHaveText('₦0.00');
  const main = page.getByRole('main');
  await expect(main.getByText(/sample figures|sample rows|sample transactions/i)).toHaveCount(0);
  await expect(main.getByText('Sample', { exact: true })).toHaveCount(0);

  await payAndMine(product, order);
  await orderWhere(product, customer.token, order.id, 'funded', ({ funding }) => funding === 'funded');
  const { data } = await product.call(endpoints.dashboard.read, { token: customer.token });
  expect(data).toMatchObject({ transactions: 1, volumeKobo: order.nairaKobo, wallets: 1 });
  await expect(page.getByRole('region', { name: 'Your coins' })).toContainText('Your coins in naira');
  const volume = metric(page, 'Volume').locator('dd').first();
  await expect(volume).toHaveText(/^₦[\d,]*[1-9][\d,]*\.\d\d$/);
  expect(((await volume.textContent()) ?? '').replaceAll(/\D/g, '')).toBe(order.nairaKobo);
  await expect(page.getByRole('list', { name: 'Asset split' }).getByRole('listitem')).toHaveText([/USDT.*100%/]);
  const months = page.getByRole('table', { name: 'Converted by month, in naira' }).getByRole('row');
  await expect(months.last()).toContainText((await volume.textContent()) ?? '');
  const row = page.getByRole('table', { name: 'Your recent transactions' }).getByRole('row').last();
  await expect(row).toContainText('25.5 USDT');
  await expect(row).toContainText('In review');
  await expect(page.locator('html')).toHaveAttribute('data-not-reloaded', 'true');

  // On a phone the rows are cards: no part of the table is cut off.
  await page.setViewportSize({ width: 320, height: 640 });
  const box = await row.boundingBox();
  expect(box?.width ?? 999).toBeLessThanOrEqual(320);
  await row.getByRole('link', { name: 'Open the conversion of 25.5 USDT' }).click();
  await expect(page).toHaveURL(new RegExp(`/account/convert-to-naira/${order.id}$`));
});

test('[C-11] a dashboard that is slow shows its skeleton; one that fails says so, shows no figures, and tries again', async ({
  page,
  product,
}) => {
  const { token } = await signUp(product);
  const letStreamGo = await holdStream(page);
  const letGo = await hold(page, 'GET', '/dashboard');
  await openDashboard(page, product, token);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Sample');
  await expect(page.getByLabel('Loading your figures')).toBeVisible();
  letGo(answering(422, { message: 'The books are closed.' }));
  await expect(page.getByRole('alert').getByText('The books are closed.')).toBeVisible();
  await expect(page.getByText('$12,500')).toHaveCount(0);
  await interceptNothing(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('$12,500')).toBeVisible();
  letStreamGo();
});

test('[B-2] before the app runs, the frame and what needs no data are there for a signed-in visitor; others see none of it, and none of the administration', async ({
  page,
  product,
}) => {
  const { token } = await signUp(product);
  const still = page.locator('#still');
  const wait = page.getByText('Please wait...');
  const letGo = await holdFiles(page, '**/assets/*.js');
  await page.goto(`${product.origin}/account/dashboard`);
  await expect(wait).toBeVisible();
  await expect(still).toBeHidden();

  await signedIn(page, token);
  for (const [path, isSeen] of [
    ['/admin/overview', false],
    ['/account/dashboard', true],
  ] as const) {
    await page.goto(product.origin + path);
    await expect(wait).toBeVisible();
    await expect(still.getByText('Convert crypto to naira')).toBeVisible({ visible: isSeen });
  }
  // Nothing in it can be pressed or read out: it is a picture.
  await expect(page.getByRole('link', { name: 'Convert now' })).toHaveCount(0);

  letGo();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Sample');
  await expect(page.getByRole('link', { name: 'Convert now' })).toBeVisible();
  await expect(still).toHaveCount(0);
});
