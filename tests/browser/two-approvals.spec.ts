// What one administrator may not do alone takes two in a real browser: a large order waits for the second, who got the
// role from an administrator with a fresh proof; and the customer of a declined order reads why.
// At its end one approval is enough again, for the other tests of the product.
import pg from 'pg';
import type { Page } from '@playwright/test';
import { endpoints } from '@kobogate/contract';
import { newCustomer, orderWhere, payAndMine, placeOrder } from '../support/customer.ts';
import { externalServer, NO_EXTERNAL_SERVER } from '../support/databases.ts';
import { expect, test } from '../support/fixtures.ts';
import { adminToken, fromNewAddress, PASSWORD, signUp } from '../support/people.ts';
import { ADMIN } from '../support/product.ts';
import { signedIn } from '../support/stubs.ts';
import { axeFindings } from '../screens/findings.ts';

const orderRow = (page: Page, email: string) =>
  page.getByRole('row').filter({ hasText: email, has: page.getByRole('button') });

test('[C3] [D-3] a user is made an administrator, two approve a large order, and a decline says why', async ({
  page,
  browser,
  product,
}) => {
  test.skip(externalServer === undefined, NO_EXTERNAL_SERVER);
  test.slow();
  const { call, origin } = product;
  const customer = await newCustomer(product);
  const order = await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount: '25' });
  await payAndMine(product, order);
  await orderWhere(product, customer.token, order.id, 'funded', ({ funding }) => funding === 'funded');
  const second = await signUp(product);
  const { data: secondUser } = await call(endpoints.accounts.getUser, { token: second.token });

  await signedIn(page, await adminToken(call));
  await page.goto(`${origin}/admin/users/${secondUser.id}`);
  await page.getByRole('button', { name: 'Set role' }).click();
  const role = page.getByRole('dialog', { name: 'Which role does this user have?' });
  await role.getByLabel('Role', { exact: true }).selectOption('Administrator');
  await role.getByLabel('Reason').fill('Joins the sample desk');
  const client = new pg.Client({ connectionString: product.environment['DATABASE_URL'] });
  await client.connect();
  // As after six minutes at the page, or with a stolen session.
  await client.query(`update session set proved_at = now() - interval '6 minutes'`);
  await role.getByRole('button', { name: 'Save role' }).click();
  const proof = page.getByRole('dialog', { name: 'Show that it is you' });
  await proof.getByRole('button', { name: 'Cancel' }).click();
  await expect(role.getByRole('alert')).toContainText('This takes your password again');
  await expect(role.getByLabel('Reason')).toHaveValue('Joins the sample desk');
  await role.getByRole('button', { name: 'Save role' }).click();
  await expect(proof.getByLabel('Your password')).toBeFocused();
  await proof.getByLabel('Your password').fill('not the password');
  await proof.getByRole('button', { name: 'Continue' }).click();
  await expect(proof.getByRole('alert')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await proof.getByLabel('Your password').fill(ADMIN.password);
  await proof.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Administrator', { exact: true })).toBeVisible();
  await client.query(`update app_user set admin_since = admin_since - interval '2 days' where id = $1`, [
    secondUser.id,
  ]);
  await client.end();

  await page.goto(`${origin}/admin/settings#approvals`);
  const approvals = page.getByRole('form', { name: 'two approvals' });
  await expect(approvals.getByLabel('Two approvals above')).toHaveValue('5000000');
  await approvals.getByLabel('Two approvals above').fill('1000');
  await approvals.getByRole('button', { name: 'Save two approvals' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  await page.goto(`${origin}/admin/dashboard?tab=orders&search=${order.id}`);
  const row = orderRow(page, customer.email);
  await row.getByRole('button', { name: /^Approve/ }).click();
  const approving = page.getByRole('dialog', { name: 'Approve this order?' });
  await expect(approving).toContainText('After yours nothing leaves: it waits for another reviewer or administrator.');
  await approving.getByRole('button', { name: 'Approve order' }).click();
  await expect(row.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  await row.getByRole('button', { name: /details of the order$/ }).click();
  await expect(page.getByText('You have approved it. Another person of the team has to approve it too.')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  const { data: login } = await call(endpoints.accounts.login, {
    body: { email: second.email, password: PASSWORD },
    headers: fromNewAddress(),
  });
  const theirs = await (await browser.newContext()).newPage();
  await signedIn(theirs, login.token ?? '');
  await theirs.goto(`${origin}/admin/dashboard?tab=orders&search=${order.id}`);
  const theirRow = orderRow(theirs, customer.email);
  await theirRow.getByRole('button', { name: /details of the order$/ }).click();
  await expect(theirs.getByText('Super Admin has approved it. A second person has to approve it too.')).toBeVisible();
  await theirs
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve/ })
    .click();
  const confirming = theirs.getByRole('dialog', { name: 'Approve this order?' });
  await expect(confirming).toContainText('so the naira leaves within seconds');
  await confirming.getByRole('button', { name: 'Approve order' }).click();
  await orderWhere(product, customer.token, order.id, 'paid', ({ payout }) => payout === 'paid');

  await page.goto(`${origin}/admin/settings#approvals`);
  await approvals.getByRole('switch', { name: 'Two people for large orders' }).click();
  await approvals.getByRole('button', { name: 'Save two approvals' }).click();
  await expect(page.getByText('You want one approval to be enough.')).toBeVisible();
  await theirs.goto(`${origin}/admin/settings#approvals`);
  await theirs.getByRole('button', { name: 'Refuse it' }).click();
  await theirs.getByRole('dialog').getByRole('button', { name: 'Refuse it' }).click();
  await expect(theirs.getByText('Refused. The rule stays as it is.')).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Confirm this' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('You want one approval to be enough.')).toHaveCount(0);
  await approvals.getByRole('switch', { name: 'Two people for large orders' }).uncheck();
  await approvals.getByRole('button', { name: 'Save two approvals' }).click();
  await expect(page.getByText('You want one approval to be enough.')).toBeVisible();
  await theirs.reload();
  await theirs.getByRole('button', { name: 'Confirm this' }).click();
  await theirs.getByRole('dialog').getByRole('button', { name: 'Confirm the change' }).click();
  await expect(theirs.getByText('Saved', { exact: true })).toBeVisible();

  const refused = await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount: '26' });
  await theirs.goto(`${origin}/admin/dashboard?tab=orders&status=pending`);
  await orderRow(theirs, customer.email)
    .getByRole('button', { name: /^Decline/ })
    .click();
  const dialog = theirs.getByRole('dialog', { name: 'Decline this order?' });
  await dialog.getByLabel('Reason', { exact: true }).selectOption('We could not find out where the coins come from.');
  await dialog.getByLabel('In your own words (optional)').fill('Please write to us.');
  await dialog.getByRole('button', { name: 'Decline order' }).click();
  const told = 'We could not find out where the coins come from. Please write to us.';
  await orderWhere(product, customer.token, refused.id, 'declined', ({ declineReason }) => declineReason === told);
  await theirs.context().close();
});
