// The product's main job in a real browser: from sign-up to the transfer at the bank, each step seen
// to happen on the customer's open page without a reload.
import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { approveOrder } from '../support/press.ts';
import { mailCode, newEmail, PASSWORD, signUp as newPerson } from '../support/people.ts';
import { ADMIN, type Product } from '../support/product.ts';
import { expect, test } from '../support/fixtures.ts';
import { signedIn } from '../support/stubs.ts';

const AMOUNT = '25.5';
const BANK = 'Access Bank';

async function signUp(page: Page, { origin, sandbox }: Product, email: string): Promise<void> {
  await page.goto(`${origin}/`);
  await page.getByRole('link', { name: 'Register Now' }).first().click();
  await expect(page).toHaveURL(/\/signup$/);
  await page.getByLabel('First name').fill('Sample');
  await page.getByLabel('Last name').fill('Person');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Phone number').fill('+234 801 234 5678');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/verify-otp$/);
  const code = await mailCode(sandbox, email);
  await page.getByLabel('Digit 1 of 4').focus();
  await page.keyboard.type(code);
  await expect(page).toHaveURL(/\/account\/dashboard$/);
}

async function setBankAccount(page: Page, accountNumber: string): Promise<void> {
  await page.getByRole('link', { name: 'Set Payment Method' }).first().click();
  await page.getByLabel('Account number').fill(accountNumber);
  await page.getByRole('combobox', { name: 'Bank name' }).fill(BANK);
  await page.getByRole('option', { name: BANK, exact: true }).click();
  await page.getByLabel('Account name').fill('Sample Person');
  await page.getByRole('button', { name: 'Save bank details' }).click();
  await expect(page.getByText('Saved!')).toBeVisible();
}

async function makeWallet(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Wallet', exact: true }).first().click();
  await page.getByRole('button', { name: 'Generate New Wallet' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /USDT/ }).check();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('radio', { name: /BNB Smart Chain/ }).check();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('button', { name: 'Generate wallet' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
}

/** Fills in the conversion; leaves the order's page open. Answers the naira that were shown before, in kobo. */
async function convert(page: Page): Promise<string> {
  await page
    .getByRole('link', { name: /^Convert to Naira/ })
    .first()
    .click();
  await page.getByLabel('Coin', { exact: true }).selectOption({ label: 'USDT on BNB Smart Chain' });
  await page.getByLabel('Amount', { exact: true }).fill(AMOUNT);
  const naira = page.getByRole('status').filter({ hasText: /^₦/ });
  await expect(naira).toHaveText(/^₦[\d,]*[1-9][\d,]*\.\d\d$/);
  for (const part of [/^Worth at the market rate/, 'Fee', 'VAT, 7.5 % of the fee', 'Stamp duty on the transfer']) {
    const fact = page.getByRole('term').filter({ has: page.getByText(part, { exact: true }) });
    await expect(fact.locator('xpath=following-sibling::dd')).toHaveText(/₦[\d,]+\.\d\d|None/);
  }
  const shown = (await naira.textContent()) ?? '';
  await page.getByRole('button', { name: 'Generate Transaction' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${AMOUNT} USDT to`);
  return shown.replaceAll(/\D/g, '');
}

async function approveAsAdmin(page: Page, { origin }: Product, email: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel('E-mail address').fill(ADMIN.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard/);
  await expect(page.getByRole('heading', { name: 'Super Admin' })).toBeVisible();
  await page.getByRole('tab', { name: 'Orders' }).click();
  // After a decision the desk goes to the next order that waits, which may be on another page: of this customer's there is none.
  await page.getByLabel('Search').fill(email);
  const row = page.getByRole('row').filter({ hasText: email });
  await expect(row.getByText('Name not confirmed by the bank').filter({ visible: true })).toBeVisible();
  // The row shows a decision before the server has answered.
  const answered = page.waitForResponse((response) => response.request().method() === 'PUT');
  await approveOrder(page, row, 'Their passport and the bank’s letter are on file.');
  expect((await answered).status()).toBe(200);
  await expect(row.getByText('Approved')).toBeVisible();
}

test('[A-8] [A-9] [B-8] [C-4] [C-5] [C-8] [D-3] [H-4] [H-5] [H-8] from sign-up to the transfer at the bank', async ({
  page,
  browser,
  product,
}) => {
  const { sandbox } = product;
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  const email = newEmail();
  const accountNumber = String(randomInt(1_000_000_000, 9_999_999_999));

  await signUp(page, product, email);
  await setBankAccount(page, accountNumber);
  await makeWallet(page);
  const kobo = await convert(page);

  // From here on the customer's page is only watched.
  const timeline = page.getByRole('list', { name: 'Timeline of the order' });
  const toSend = page.getByLabel('What to send');
  const address = ((await toSend.locator('code').textContent()) ?? '').replaceAll(/\s/g, '');
  expect(address).toMatch(/^0x[\dA-Fa-f]{40}$/);
  await page.evaluate(() => document.documentElement.setAttribute('data-not-reloaded', 'true'));
  await sandbox.pay('bsc', 'USDT', address, AMOUNT);
  await sandbox.mine('bsc', 1);
  await expect(page.getByLabel('1 of 3 confirmations')).toBeVisible();
  await sandbox.mine('bsc', 2);
  await expect(toSend).toBeHidden();
  await expect(timeline).toContainText('We review the order');
  // An approval of what the administrator saw before would be refused: the coins have just changed it.
  await expect(timeline).toContainText('arrived and set aside for this order');

  const admin = await browser.newContext();
  await approveAsAdmin(await admin.newPage(), product, email);
  await admin.close();

  await expect(page.getByRole('status').filter({ hasText: 'Paid' })).toBeVisible();
  await expect(timeline.getByText(/^To come/)).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('data-not-reloaded', 'true');

  const transfers = (await sandbox.transfers()).filter((transfer) => transfer.accountNumber === accountNumber);
  expect(transfers.map(({ amountKobo, status }) => [String(amountKobo), status])).toEqual([[kobo, 'success']]);
  expect(faults).toEqual([]);
});

test('[B-10] no administrators’ page for a customer', async ({ page, product }) => {
  await signedIn(page, (await newPerson(product)).token);
  await page.goto(`${product.origin}/admin/dashboard`);
  await expect(page).toHaveURL(/\/account\/dashboard$/);
});
