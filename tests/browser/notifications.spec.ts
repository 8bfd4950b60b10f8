// What happens to a user's money appears on the open page without a reload and stays until it is cleared; a list that
// can't be loaded or cleared says so.
import { newCustomer, placeOrder } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { signUp } from '../support/people.ts';
import { answering, cutOff, hold, signedIn, stub } from '../support/stubs.ts';

const LIST = '/notifications';
const ADDRESS = '/account/notifications';

test('[C-3] [H-8] a payment appears live on the page and at the bell, and Clear empties both for good', async ({
  page,
  product,
}) => {
  const customer = await newCustomer(product);
  const order = await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount: '25.5' });
  await signedIn(page, customer.token);
  await page.goto(product.origin + ADDRESS);
  await expect(page.getByText('No notifications yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Clear' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible();
  await page.evaluate(() => document.documentElement.setAttribute('data-not-reloaded', 'true'));

  await product.sandbox.pay('bsc', 'USDT', order.depositAddress, '25.5');
  await product.sandbox.mine('bsc', 3);
  const list = page.getByRole('list', { name: 'Notifications' });
  const arrived = list.getByRole('listitem').filter({ hasText: '25.5 USDT on BNB Smart Chain arrived' });
  await expect(arrived).toContainText('Payment from Kobogate');
  await expect(arrived.locator('time')).toContainText('Lagos time');
  const count = await list.getByRole('listitem').count();
  await expect(page.getByRole('link', { name: `Notifications, ${count}` })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-not-reloaded', 'true');

  const clear = page.getByRole('button', { name: 'Clear', exact: true });
  const question = page.getByRole('dialog', { name: /^Clear/ });
  await clear.click();
  await question.getByRole('button', { name: 'Keep them' }).click();
  await expect(question).toBeHidden();
  await expect(list.getByRole('listitem')).toHaveCount(count);
  await clear.click();
  await question.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByText('No notifications yet')).toBeVisible();
  // The button is gone: the keyboard goes on from its page.
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText('No notifications yet')).toBeVisible();
});

test('[C-3] shows payments and updates with sender and time, and keeps them where clearing fails', async ({
  page,
  product,
}) => {
  const { token } = await signUp(product);
  await signedIn(page, token);
  const time = '2026-11-01T12:00:00.000Z';
  const data = [
    { id: '2', type: 'update', message: 'Your conversion was approved.', time, senderName: 'Kobogate', page: null },
    { id: '1', type: 'payment', message: 'Coins have arrived.', time, senderName: 'Sample Sender', page: null },
  ];
  await stub(page, 'GET', LIST, answering(200, { data }));
  await stub(page, 'DELETE', LIST, answering(503, { message: 'Please try again in a moment.' }));
  await page.goto(product.origin + ADDRESS);
  const entries = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
  await expect(entries).toHaveText([
    /Update from Kobogate.*Your conversion was approved\..*1 Nov(?: 2026)?, 13:00 Lagos time/,
    /Payment from Sample Sender.*Coins have arrived\./,
  ]);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByText('Please try again in a moment.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep them' }).click();
  await expect(entries).toHaveCount(2);
});

test('[C-3] [C-11] says that it is loading, and offers another try where it failed', async ({ page, product }) => {
  const { token } = await signUp(product);
  await signedIn(page, token);
  const answer = await hold(page, 'GET', LIST);
  await page.goto(product.origin + ADDRESS);
  await expect(page.getByLabel('Loading your notifications')).toBeVisible();
  answer(answering(422, { message: 'The list is being mended.' }));
  await expect(page.getByRole('alert')).toContainText('The list is being mended.');
  await stub(page, 'GET', LIST, cutOff);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toContainText('Kindly check your network (network error)');
  await stub(page, 'GET', LIST, answering(200, { data: [] }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No notifications yet')).toBeVisible();
});
