// The queue of decisions: each thing that waits is a row of its own, a colleague's decision moves no row, and with the keyboard alone
// an officer opens one where it is decided and comes back to the same row.
import { endpoints } from '@kobogate/contract';
import { newCustomer, orderWhere, payAndMine, placeOrder } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { adminToken } from '../support/people.ts';
import { signedIn } from '../support/stubs.ts';
import { collectViolations } from '../support/violations.ts';

test('[S8] the queue is worked by keyboard, holds still, and is come back to at the same row', async ({
  page,
  product,
}) => {
  test.slow();
  const { call } = product;
  const token = await adminToken(call);
  const customer = await newCustomer(product);
  const funded = async (amount: string) => {
    const order = await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount });
    await payAndMine(product, order);
    return orderWhere(product, customer.token, order.id, 'funded', ({ funding }) => funding === 'funded');
  };
  const first = await funded('41');
  await funded('42');
  await signedIn(page, token);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${product.origin}/admin/dashboard`);
  const work = page.getByRole('region', { name: 'Work' });
  const row = (coins: string) => work.getByRole('button', { name: new RegExp(`${coins} USDT`) });
  await work.getByRole('button', { name: /^To review/ }).click();
  await expect(row('41')).toBeVisible();
  await row('41').focus();
  await page.keyboard.press('ArrowDown');
  await expect(row('42')).toBeFocused();
  expect(await collectViolations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Back to the queue' })).toBeVisible();
  await expect(page.getByText('It waits for a decision.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the queue' }).press('Enter');
  await expect(row('42')).toBeFocused();

  const before = await row('42').boundingBox();
  const { data } = await call(endpoints.evidence.read, { token, params: { id: first.id } });
  await call(endpoints.adminOrders.decide, {
    token,
    params: { id: first.id },
    body: { status: 'declined', version: data.order.version, code: 'other', reason: 'A sample' },
  });
  await expect(work.getByText('1 done')).toBeVisible();
  expect(await row('42').boundingBox()).toEqual(before);
  await work.getByRole('button', { name: 'Show' }).click();
  await expect(row('41')).toHaveCount(0);
});
