// The queue of decisions: each thing that waits is a row of its own, a colleague's decision moves no row, and with the keyboard alone
// an officer opens one where it is decided and comes back to the same row.
import { endpoints, type WorkItem } from '@kobogate/contract';
import { newCustomer, orderWhere, payAndMine, placeOrder } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { adminToken } from '../support/people.ts';
import { ALL_REFUNDS, SUSPENSE } from '../screens/refund-samples.ts';
import { answering, signedIn, stub } from '../support/stubs.ts';
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

test('[S8] what is decided in a list of another page is marked there, and the way back leads to its row', async ({
  page,
  product,
}) => {
  const refund = ALL_REFUNDS[0];
  const kept = SUSPENSE[0];
  if (refund === undefined || kept === undefined) throw new Error('the samples have neither');
  const about = { since: '2026-01-05T09:30:00.000Z', about: 'Sample Person', nairaKobo: null, network: 'polygon' };
  const items: WorkItem[] = [
    { ...about, kind: 'refunds', id: refund.id, amount: '250.75', currency: 'USDT', networkName: 'Polygon' },
    {
      ...about,
      kind: 'suspense',
      id: `${kept.userId} ${kept.asset}`,
      amount: '120',
      currency: 'USDC.e',
      networkName: 'Polygon',
    },
  ];
  await stub(page, 'GET', '/admin/queue', answering(200, { data: items, next: null }));
  await stub(page, 'GET', '/admin/refunds', answering(200, { data: ALL_REFUNDS }));
  await stub(page, 'GET', '/admin/suspense', answering(200, { data: SUSPENSE }));
  await signedIn(page, await adminToken(product.call));
  await page.goto(`${product.origin}/admin/dashboard`);
  const queue = page.getByRole('region', { name: 'Work' }).getByRole('listitem').getByRole('button');
  // At first the lists of the page are loaded, then they are there.
  for (const [at, table] of [
    [1, 'Coins in suspense'],
    [0, 'Refunds'],
    [1, 'Coins in suspense'],
  ] as const) {
    const item = queue.nth(at);
    await item.focus();
    await page.keyboard.press('Enter');
    const marked = page.locator('tr[aria-current=true]');
    await expect(marked).toHaveCount(1);
    await expect(page.getByRole('table', { name: table }).locator(marked)).toBeInViewport();
    await page.getByRole('link', { name: 'Back to the queue' }).press('Enter');
    await expect(item).toBeFocused();
  }
});
