// A customer whose bank has closed the account is led to another one on the order's page, and one of the team sees both
// before anything leaves.
import { endpoints } from '@kobogate/contract';
import { changeAccount, newCustomer, orderWhere, refusedOrder, transfersTo } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { adminToken, PASSWORD } from '../support/people.ts';
import { signedIn } from '../support/stubs.ts';
import { axeFindings } from '../screens/findings.ts';

test('[H-6] [P6] from a closed account to another one: changed, chosen, looked at and paid', async ({
  page,
  browser,
  product,
}) => {
  test.slow();
  const { call, origin, sandbox } = product;
  const customer = await newCustomer(product);
  const admin = await adminToken(call);
  const order = await refusedOrder(product, customer, admin);
  const number = String(Number(customer.accountNumber) - 1).padStart(10, '1');
  await sandbox.tellOfAccount({ accountNumber: number, bankCode: customer.bankCode, accountName: 'SAMPLE PERSON' });
  await signedIn(page, customer.token);
  await page.goto(`${origin}/account/convert-to-naira/${order.id}`);
  const card = page.getByRole('region', { name: 'The payout account' });
  await expect(card).toContainText(customer.accountNumber);
  expect(await axeFindings(page)).toEqual([]);

  await card.getByRole('link', { name: 'Change payout account' }).click();
  await page.getByLabel('Account number').fill(number);
  await page.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Save bank details' }).click();
  await expect(page.getByText('Saved!')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`${origin}/account/convert-to-naira/${order.id}`);

  await expect(card).toContainText(number);
  await card.getByRole('button', { name: 'Send it there' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Send this naira to another account?' });
  await expect(dialog).toContainText(number);
  await expect(dialog).toContainText(customer.accountNumber);
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Send it there' }).press('Enter');
  await expect(card.getByRole('heading')).toHaveText('It goes to another account');
  await expect(card).toContainText('A person reviews it');
  await expect(page.getByRole('list', { name: /What happened|Timeline/ })).toContainText('Another account was chosen');

  const theirs = await (await browser.newContext()).newPage();
  await signedIn(theirs, admin);
  await theirs.goto(`${origin}/admin/dashboard?tab=orders&payout=failed&order=${order.id}`);
  await expect(theirs.getByText('Another account than before')).toBeVisible();
  await theirs.getByRole('button', { name: /^Retry the payout/ }).click();
  const retry = theirs.getByRole('dialog', { name: 'Send this payout again?' });
  for (const account of [number, customer.accountNumber]) await expect(retry).toContainText(account);
  expect(await axeFindings(theirs)).toEqual([]);
  await retry.getByLabel('Reason').fill('Their account was closed');
  await retry.getByRole('button', { name: 'Send again' }).click();
  await orderWhere(product, customer.token, order.id, 'paid', ({ payout }) => payout === 'paid');
  await theirs.context().close();
  await expect(card).toHaveCount(0);
  expect(await transfersTo(product, { accountNumber: number, bankCode: customer.bankCode })).toHaveLength(1);
});

test('[P6] a page that shows another payout account than the present one changes nothing', async ({
  page,
  product,
}) => {
  const customer = await newCustomer(product);
  const order = await refusedOrder(product, customer, await adminToken(product.call));
  await changeAccount(product, customer);
  await signedIn(page, customer.token);
  await page.goto(`${product.origin}/account/convert-to-naira/${order.id}`);
  const card = page.getByRole('region', { name: 'The payout account' });
  await card.getByRole('button', { name: 'Send it there' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send this naira to another account?' });
  await changeAccount(product, customer);
  await dialog.getByRole('button', { name: 'Send it there' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Your payout account is another one by now');
  const params = { id: order.id };
  const { data } = await product.call(endpoints.orders.getConversion, { token: customer.token, params });
  expect(data.bankAccount.accountNumber).toBe(customer.accountNumber);
});
