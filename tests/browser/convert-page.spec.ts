// The page of a conversion, to the letter of the specification: the coin, the amount, its naira, the terms, the deposit
// address, and where its links lead.
import type { Page } from '@playwright/test';
import { endpoints } from '@kobogate/contract';
import { newCustomer } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { press } from '../support/press.ts';
import { answering, signedIn, stub } from '../support/stubs.ts';
import type { Product } from '../support/product.ts';

const PAIRS = [
  ['DOT', 'polkadot'],
  ['USDC', 'base'],
] as const;

/** The page as a new customer with two wallets has it. */
async function openConversion(page: Page, product: Product) {
  const customer = await newCustomer(product);
  const wallets = [];
  for (const [currency, network] of PAIRS) {
    const pair = { token: customer.token, params: { currency }, query: { network } };
    wallets.push((await product.call(endpoints.wallets.create, pair)).data);
  }
  await signedIn(page, customer.token);
  await page.goto(`${product.origin}/account/convert-to-naira`);
  return { customer, wallets };
}

test('[C-4] the terms: the rate, the change over 24 hours, 2-5 minutes, a network fee that is included, and how it works', async ({
  page,
  product,
}) => {
  const { wallets } = await openConversion(page, product);
  const [dot] = wallets;
  const terms = page.getByRole('region', { name: 'Terms' });
  const fact = (name: string) =>
    terms.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd');
  await expect(fact('Network fee')).toHaveText('Included');
  await expect(fact('Processing time')).toContainText('2-5 minutes after a person’s review');
  // A change that the history has is shown as it is; a sandbox that has just started has none.
  const changed = wallets.map((wallet) => Object.assign({}, wallet, { change24h: '-3.7' }));
  await expect(fact('24h change')).toHaveCount(0);
  await page.getByLabel('Coin', { exact: true }).selectOption({ label: 'DOT on Polkadot' });
  await expect(fact('24h change')).toHaveText('not known yet');
  await expect(terms.getByText(/^1 DOT = ₦[\d,]+\.\d\d/)).toBeVisible();
  await stub(page, 'GET', '/wallet', answering(200, { data: changed }));
  await page.reload();
  await expect(fact('24h change')).toHaveText('-3.7%');
  expect(page.url()).toContain(dot?.id);
  // Where rules clear an order the minutes are all of it.
  const sometimes = { isReviewed: 'sometimes', decisions: 0, medianSeconds: null };
  await stub(page, 'GET', '/conversion/review-time', answering(200, { data: sometimes }));
  await page.reload();
  await expect(fact('Processing time')).toHaveText(/^2-5 minutes(?! after)/);
  const steps = page.getByRole('heading', { name: 'How it works' }).locator('xpath=ancestor::section[1]');
  await expect(steps.getByRole('listitem')).toHaveCount(4);
});

test('[C-4] the deposit address is masked to its first and last 8 characters unless toggled, and copied whole for 2 seconds', async ({
  page,
  product,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.origin });
  const { wallets } = await openConversion(page, product);
  const [, usdc] = wallets;
  const address = usdc?.depositAddress ?? '';
  const terms = page.getByRole('region', { name: 'Terms' });
  const shown = terms.locator('code');
  await expect(shown).toHaveCount(0);
  await page.getByLabel('Coin', { exact: true }).selectOption({ label: 'USDC on Base' });
  await expect(shown).toHaveText(`${address.slice(0, 8)}…${address.slice(-8)}`);
  await press(page, 'Show full address');
  await expect(shown).toHaveText(address);
  await press(page, 'Hide full address');
  await expect(shown).toHaveText(`${address.slice(0, 8)}…${address.slice(-8)}`);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await press(page, 'Copy address');
  const copied = terms.getByRole('button', { name: 'Copied' });
  await expect(copied).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await page.clock.runFor(1999);
  await expect(copied).toBeVisible();
  await page.clock.runFor(1);
  await expect(copied).toHaveCount(0);
  await expect(terms.getByRole('button', { name: 'Copy address' })).toBeVisible();
});

test('[C-4] [E-6] a coin, then an amount above 0 in its decimals; nothing is sent before; naira is the amount times the rate', async ({
  page,
  product,
}) => {
  const { customer } = await openConversion(page, product);
  const sent: unknown[] = [];
  await stub(page, 'POST', '/conversion', (request) => {
    sent.push(request.sent());
    return request.passOn();
  });
  const amount = page.getByLabel('Amount', { exact: true });
  await amount.fill('7');
  await press(page, 'Generate Transaction');
  await expect(page.getByText('Please select a coin.').first()).toBeVisible();
  await page.getByLabel('Coin', { exact: true }).selectOption({ label: 'DOT on Polkadot' });
  await expect(page.getByText(/^1 DOT = ₦/).first()).toBeVisible();
  for (const [typed, words] of [
    ['', 'Please enter an amount greater than 0.'],
    ['0', 'Please enter an amount greater than 0.'],
    ['0.00', 'Please enter an amount greater than 0.'],
    ['-1', 'Please enter an amount greater than 0.'],
    ['1.12345678901', /decimals/],
  ] as const) {
    await amount.fill(typed);
    await press(page, 'Generate Transaction');
    await expect(page.getByText(words).first(), typed).toBeVisible();
  }
  expect(sent).toEqual([]);
  await amount.fill('1.1234567891');
  await press(page, 'Generate Transaction');
  await expect(page).toHaveURL(/\/convert-to-naira\/[\da-f-]{36}$/);
  expect(sent).toMatchObject([{ fromCurrency: 'DOT', fromAmount: '1.1234567891', network: 'polkadot' }]);
  const { data } = await product.call(endpoints.orders.listConversions, { token: customer.token });
  const [order] = data;
  // In whole numbers: ten decimals of the coin, and the rate in millionths of a naira.
  const [whole = '0', decimals = ''] = (order?.rate ?? '').split('.');
  const rate = BigInt(whole + decimals.padEnd(6, '0'));
  expect(order?.nairaKobo).toBe(String((11_234_567_891n * rate * 100n) / 10n ** 16n));
});

test('[C-4] Edit Payment Method and History lead there', async ({ page, product }) => {
  await openConversion(page, product);
  await page.getByRole('link', { name: 'Edit Payment Method' }).click();
  await expect(page).toHaveURL(`${product.origin}/account/payment-method`);
  await page.goBack();
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page).toHaveURL(`${product.origin}/account/convert-to-naira/history`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
