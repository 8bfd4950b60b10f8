// A session alone can't change the payout account: the form asks for the password once something changes.
import { expect, test } from '../support/fixtures.ts';
import { newCustomer } from '../support/customer.ts';
import { PASSWORD } from '../support/people.ts';
import { signedIn } from '../support/stubs.ts';

test('[A8] [C-6] a saved bank account changes by the password only, which is asked for only then', async ({
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
