// A chain takes coins back after their naira has left: what the customer owes is in the work queue and on their page,
// where finance writes it off once, with a reason; then it is gone from both, and the account can be closed.
import { endpoints, networkNameOf } from '@kobogate/contract';
import { axeFindings } from '../screens/findings.ts';
import { newCustomer, orderWhere, payAndMine, placeOrder } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { adminToken } from '../support/people.ts';
import { CONFIRMATIONS } from '../support/product.ts';
import { signedIn } from '../support/stubs.ts';
import { eventually } from '../support/wait.ts';

const NETWORK = 'avalanche';
const COINS = `21.5 USDC on ${networkNameOf({ network: NETWORK })}`;

test('[D6] coins that a chain took back are written off in the work queue, once, and the account is free again', async ({
  page,
  product,
}) => {
  test.slow();
  const { call, origin, sandbox } = product;
  const customer = await newCustomer(product);
  const order = await placeOrder(product, customer.token, { currency: 'USDC', network: NETWORK, amount: '21.5' });
  const transaction = await payAndMine(product, order);
  await orderWhere(product, customer.token, order.id, 'funded', ({ funding }) => funding === 'funded');
  const token = await adminToken(call);
  await call(endpoints.adminOrders.decide, { token, params: { id: order.id }, body: { status: 'approved' } });
  await orderWhere(product, customer.token, order.id, 'paid', ({ payout }) => payout === 'paid');
  const { data: paid } = await call(endpoints.adminOrders.get, { token, params: { id: order.id } });
  const params = { id: paid.customerId };
  await sandbox.reorg(NETWORK, CONFIRMATIONS, [transaction]);
  await eventually('the coins are owed', async () => {
    await sandbox.mine(NETWORK, 1);
    const { data } = await call(endpoints.debts.ofUser, { token, params });
    return data.length === 1 || undefined;
  });

  await signedIn(page, token);
  await page.goto(`${origin}/admin/users/${params.id}`);
  const owed = page.getByRole('region', { name: 'Coins owed' });
  await expect(owed.getByText(COINS)).toBeVisible();
  await expect(page.getByText('This customer owes us')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  // From here by keyboard alone, in the queue.
  await page.goto(`${origin}/admin/dashboard?kind=debts`);
  const work = page.getByRole('region', { name: 'Work' });
  const row = work.getByRole('list', { name: 'Queue' }).getByRole('button', { name: /21.5 USDC/ });
  await row.press('Enter');
  const settle = page.getByRole('button', { name: `Settle ${COINS}` });
  await expect(settle).toBeFocused();
  await settle.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Settle ${COINS}?` });
  await dialog.getByRole('button', { name: 'Write it off' }).press('Enter');
  await expect(dialog.getByText('Please give a reason.')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByLabel('Reason').fill('A sample: they do not answer any more');
  await dialog.getByRole('button', { name: 'Write it off' }).press('Enter');
  await expect(page.getByText(`Settled. ${COINS} is written off.`).first()).toBeVisible();
  expect((await call(endpoints.debts.ofUser, { token, params })).data).toEqual([]);
  expect((await call(endpoints.admin.verifyLedger, { token })).data).toMatchObject({ ok: true, differences: [] });

  await page.goto(`${origin}/admin/users/${params.id}`);
  await expect(page.getByRole('list', { name: 'Timeline of the account' })).toContainText(
    'Settled coins that were owed.',
  );
  await expect(page.getByText('This customer owes us')).toHaveCount(0);
  expect((await call(endpoints.closing.ofUser, { token, params })).data.hindrances).toEqual([]);
});
