// An administrator ends a payout that the bank never answered for and does not know, with the bank asked up to the end;
// sent again, it is paid once. Real bank protocol, real database; only the waiting time is skipped.
import pg from 'pg';
import { endpoints } from '@kobogate/contract';
import { newCustomer, orderWhere, payAndMine, placeOrder, transfersTo } from '../support/customer.ts';
import { externalServer, NO_EXTERNAL_SERVER } from '../support/databases.ts';
import { expect, test } from '../support/fixtures.ts';
import { adminToken } from '../support/people.ts';
import { signedIn } from '../support/stubs.ts';
import { eventually } from '../support/wait.ts';
import { axeFindings } from '../screens/findings.ts';

/** Makes the bank's denial of every payout older than it is. */
async function ageDenial(address: string | undefined): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query(`update payout set not_found_since = not_found_since - interval '20 minutes'`);
  await client.end();
}

test('[P1] [P2] [D-2] asked about again, marked as not sent, sent again and paid once', async ({ page, product }) => {
  test.skip(externalServer === undefined, NO_EXTERNAL_SERVER);
  test.slow();
  const { call, origin, sandbox } = product;
  const customer = await newCustomer(product);
  const order = await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount: '25' });
  await payAndMine(product, order);
  await orderWhere(product, customer.token, order.id, 'funded', ({ funding }) => funding === 'funded');
  await sandbox.behave('timeout', 1);
  const token = await adminToken(call);
  const params = { id: order.id };
  await call(endpoints.adminOrders.decide, { token, params, body: { status: 'approved' } });
  await orderWhere(product, customer.token, order.id, 'unknown', ({ payout }) => payout === 'unknown');
  await eventually('an administrator is asked', async () => {
    await call(endpoints.adminOrders.askPayout, { token, params });
    await ageDenial(product.environment['DATABASE_URL']);
    const { data } = await call(endpoints.adminOrders.get, { token, params });
    return data.payoutNeedsPerson || undefined;
  });

  await signedIn(page, token);
  await page.goto(`${origin}/admin/dashboard`);
  const work = page.getByRole('region', { name: 'Work' });
  await work.getByRole('button', { name: /^Unclear payout/ }).click();
  // From here to the payment by keyboard alone, in the queue.
  await work
    .getByRole('list', { name: 'Queue' })
    .getByRole('button', { name: /25 USDT/ })
    .press('Enter');
  const panel = page.getByRole('dialog', { name: /Sample Person/ });
  await panel.getByRole('button', { name: /^Ask the bank again/ }).press('Enter');
  await expect(page.getByText(/^The bank knows nothing of this payout so far\./)).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  await panel.getByRole('button', { name: /^Mark as not sent/ }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Mark this payout as not sent?' });
  // All that is decided on is there: what, to whom, and by which reference the bank is to be asked.
  const facts = [
    order.bankAccount.accountNumber,
    'BudPay',
    /kg-[0-9a-f]{32}-1/,
    /The rail has known nothing of it since/,
  ];
  for (const fact of facts) await expect(dialog).toContainText(fact);
  await dialog.getByRole('button', { name: 'Mark as not sent' }).press('Enter');
  await expect(dialog.getByText('Please give a reason.')).toBeVisible();
  await dialog.getByLabel('How do you know?').fill('A sample answer of the bank');
  await dialog.getByRole('button', { name: 'Mark as not sent' }).press('Enter');
  await expect(panel.getByText('Failed', { exact: true }).first()).toBeVisible();
  expect(await transfersTo(product, customer)).toEqual([]);

  await panel.getByRole('button', { name: /^Retry the payout/ }).press('Enter');
  const retry = page.getByRole('dialog', { name: 'Send this payout again?' });
  await retry.getByRole('button', { name: 'Send again' }).press('Enter');
  await expect(retry.getByText('Please give a reason.')).toBeVisible();
  await retry.getByLabel('Reason').fill('Their sample transfers work again');
  await retry.getByLabel('Rail').selectOption({ label: 'Paystack' });
  await retry.getByRole('button', { name: 'Send again' }).press('Enter');
  await expect(panel.getByText('Paid', { exact: true }).first()).toBeVisible();
  expect((await transfersTo(product, customer)).map(({ amountKobo }) => String(amountKobo))).toEqual([order.nairaKobo]);
  const { data: ledger } = await call(endpoints.admin.verifyLedger, { token });
  expect(ledger).toMatchObject({ ok: true, differences: [] });

  await panel.getByRole('link', { name: 'Sample Person' }).click();
  const timeline = page.getByRole('list', { name: 'Timeline of the account' });
  const decision = timeline.getByRole('listitem').filter({ hasText: 'Marked a payout as not sent.' });
  await expect(decision).toContainText('Reason: A sample answer of the bank');
  await expect(decision).toContainText('By Super Admin');
});
