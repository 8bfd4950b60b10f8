// A session alone can't change the payout account: the form asks for the password once something changes.
import { randomInt } from 'node:crypto';
import { endpoints } from '@kobogate/contract';
import { expect, test } from '../support/fixtures.ts';
import { newCustomer } from '../support/customer.ts';
import { PASSWORD, signUp } from '../support/people.ts';
import { signedIn } from '../support/stubs.ts';

test('[A8] [C-5] a saved bank account changes by the password only, which is asked for only then', async ({
  page,
  product,
}) => {
  const { token, accountNumber } = await newCustomer(product);
  const other = accountNumber === '0123456789' ? '0123456780' : '0123456789';
  await signedIn(page, token);
  await page.goto(`${product.origin}/account/payment-method`);
  const number = page.getByLabel('Account number');
  const password = page.getByLabel('Your password', { exact: true });
  const save = page.getByRole('button', { name: 'Save bank details' });
  await expect(number).toHaveValue(accountNumber);
  await expect(password).toBeHidden();

  await number.fill(other);
  await expect(password).toBeVisible();
  await save.click();
  await expect(page.getByRole('alert')).toContainText('Please enter your password');
  await password.fill('not the password');
  await save.click();
  await expect(page.getByRole('alert')).toContainText('The current password is not right');
  await expect(number).toHaveValue(other);

  await password.fill(PASSWORD);
  await save.click();
  await expect(page.getByText('Saved!')).toBeVisible();
  await expect(password).toBeHidden();
  await page.reload();
  await expect(number).toHaveValue(other);
});

test('[C-5] the bank’s name for an account is there before anything is saved, and is taken over by a press', async ({
  page,
  product,
}) => {
  const { token } = await signUp(product);
  const { data: banks } = await product.call(endpoints.bankAccounts.listBanks, { token });
  const bank = banks.find(({ aliases }) => aliases.includes('UBA'));
  if (bank === undefined) throw new Error('no bank is called UBA');
  const accountNumber = String(randomInt(1_000_000_000, 9_999_999_999));
  await product.sandbox.tellOfAccount({ accountNumber, bankCode: bank.bank_code, accountName: 'OBI ADA NGOZI' });
  await signedIn(page, token);
  await page.goto(`${product.origin}/account/payment-method`);
  await page.getByRole('combobox', { name: 'Bank name' }).fill('uba');
  await page.getByRole('option', { name: new RegExp(`^${bank.bank_name}`) }).click();
  await page.getByLabel('Account number').fill(accountNumber);
  await expect(page.getByText('The bank has this account under the name OBI ADA NGOZI')).toBeVisible();
  expect((await product.call(endpoints.bankAccounts.getMine, { token })).data).toBeNull();
  await page.getByRole('button', { name: 'Use the bank’s name' }).click();
  await expect(page.getByLabel('Account name')).toHaveValue('OBI ADA NGOZI');
  await page.getByRole('button', { name: 'Save bank details' }).click();
  await expect(page.getByText('The bank confirmed the name')).toBeVisible();
});
