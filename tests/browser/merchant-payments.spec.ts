// A merchant watches a link's payments come, finds and opens one, accepts what arrived for it, and exports the list.
import { readFile } from 'node:fs/promises';
import { endpoints } from '@kobogate/contract';
import { newCustomer } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { newLink, openPayment, payPayment, paymentWhere } from '../support/payer.ts';
import { PASSWORD } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { signedIn } from '../support/stubs.ts';

const PAYER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const PAIR = { currency: 'USDT', network: 'bsc' };

/** Uses up the rates that may be held for a merchant's payments, so that a short payment can be accepted at once. */
async function holdNoRates({ call }: Pick<Product, 'call'>, token: string): Promise<void> {
  const body = {
    name: 'Large',
    purpose: 'Sample',
    amount: '8330000.00',
    coins: ['USDT' as const],
  };
  const { data: large } = await call(endpoints.paymentLinks.create, { token, body });
  for (let count = 0; count < 3; count += 1) {
    await call(endpoints.payments.create, { token, body: { linkId: large.id, ...PAIR } });
  }
}

test('[C-9] payments are watched, found, opened, settled and exported', async ({ page, product }) => {
  const merchant = await newCustomer(product);
  const { token } = merchant;
  const link = await newLink(product, token);
  await holdNoRates(product, token);
  const opened = async (reference: string) =>
    (await product.call(endpoints.payments.create, { token, body: { linkId: link.id, ...PAIR, reference } })).data;
  const short = await opened('Order 1041');
  await opened('Order 1042');
  expect(short.lockExpiresAt).toBeNull();

  await signedIn(page, token);
  await page.goto(`${product.origin}/account/payment-link/${link.id}`);
  const rows = page.getByRole('table', { name: 'Payments of this link' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await page.getByLabel('Search').fill('order 1041');
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText('Waiting for coins');
  await payPayment(product, short, '10');
  await expect(rows.last()).toContainText('Part is missing');
  await page.getByLabel('State').selectOption({ label: 'Part is missing (1)' });
  await expect(rows).toHaveCount(2);

  // The payer asks for the current rate; both see it.
  const payer = await page.context().newPage();
  await payer.goto(`${product.origin}/custom-payment/${link.id}/payments/${short.id}`);
  await payer.getByRole('button', { name: 'Hold a new rate' }).click();
  await paymentWhere(product, short.id, 'renewed', ({ timeline }) => timeline.some(({ type }) => type === 'renewed'));
  await payer.close();

  await page.getByRole('link', { name: /^Open the payment of [\d.]+ USDT,/ }).click();
  await expect(page.getByRole('list', { name: 'Timeline of the payment' })).toContainText('The current rate is held');
  // What the payer's receipt calls it by, the address that they pay, and the page that they see.
  for (const fact of [short.id, short.address]) await expect(page.getByRole('main')).toContainText(fact);
  await expect(page.getByRole('link', { name: /^Payer’s page/ })).toHaveAttribute(
    'href',
    `${product.origin}/custom-payment/${link.id}/payments/${short.id}`,
  );
  await page.getByRole('button', { name: 'Accept the amount received' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take it' }).click();
  await expect(page.getByText('Paid', { exact: true })).toBeVisible();
  await expect(page.getByText('The naira is in your bank account')).toBeVisible();

  await page.getByRole('link', { name: 'Payment link', exact: true }).click();
  await expect(page.getByText(/^1 paid, ₦[\d,.]+ in all$/)).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export payments' });
  const saving = async () => {
    const waiting = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    const file = await waiting;
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  const csv = await saving();
  expect(csv.name).toMatch(/^kobogate-payments-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);
  expect(csv.bytes.toString('utf8').trim().split('\r\n').slice(1)).toEqual([
    expect.stringMatching(/,Paid,USDT,.*,In your bank account,.*,Order 1041,/),
    expect.stringMatching(/,Waiting for coins,USDT,.*,Order 1042,/),
  ]);
  await dialog.getByLabel('State').selectOption({ label: 'Paid' });
  await dialog.getByLabel('Format').selectOption({ label: 'Excel workbook (XLSX)' });
  const workbook = await saving();
  expect(workbook.name).toMatch(/\.xlsx$/);
  // A workbook is a ZIP archive.
  expect(workbook.bytes.subarray(0, 4)).toEqual(Buffer.from('PK\u0003\u0004'));
});

test('[D4] the excess of a payment is offered back, goes to the payer’s address, and is followed on both sides', async ({
  page,
  product,
}) => {
  const merchant = await newCustomer(product);
  const link = await newLink(product, merchant.token);
  const opened = await openPayment(product, link.id, PAIR);
  await payPayment(product, opened, (Number(opened.amount) + 5).toFixed(6));
  await paymentWhere(product, opened.id, 'paid out', ({ payout }) => payout === 'paid');

  await signedIn(page, merchant.token);
  await page.goto(`${product.origin}/account/notifications`);
  const news = page.getByRole('listitem').filter({ hasText: /More than .* arrived for a payment/ });
  await news.getByRole('link', { name: 'See the details' }).click();
  await expect(page).toHaveURL(new RegExp(`/account/payment-link/${link.id}/payments/${opened.id}$`));
  await page.getByRole('button', { name: 'Offer back' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Offer back' }).click();
  await expect(page.getByText('Waiting for an address')).toBeVisible();
  await page.getByRole('button', { name: /^Withdraw/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(page.getByText('The offer is withdrawn')).toBeVisible();
  await expect(page.getByText('Waiting for an address')).toBeHidden();
  await page.getByRole('button', { name: 'Offer back' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Offer back' }).click();
  await expect(page.getByText('Waiting for an address')).toBeVisible();

  const payer = await page.context().newPage();
  await payer.goto(`${product.origin}/custom-payment/${link.id}/payments/${opened.id}`);
  const address = payer.getByLabel('Your address on BNB Smart Chain');
  await address.fill(PAYER.replace('BeAed', 'beAed'));
  await payer.getByRole('button', { name: 'Send my address' }).click();
  await expect(payer.getByRole('alert')).toContainText('This is not an address on this network');
  await expect(address).toHaveValue(PAYER.replace('BeAed', 'beAed'));
  await address.fill(PAYER);
  await payer.getByRole('button', { name: 'Send my address' }).click();
  await expect(payer.getByText('4.7 USDT will go to this address')).toBeVisible();

  await expect(page.getByText('Yours to confirm')).toBeVisible();
  // On a phone the first screen has what the merchant is to do.
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => scrollTo(0, 0));
  await expect(page.getByRole('button', { name: 'Confirm address' })).toBeInViewport();
  if (size !== null) await page.setViewportSize(size);
  await page.getByRole('button', { name: 'Confirm address' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Send it there' }).click();
  await expect(page.getByText('With the operator')).toBeVisible();
  await expect(payer.getByText('4.7 USDT is being prepared for this address.')).toBeVisible();
  const { data } = await product.call(endpoints.refunds.list, { token: merchant.token });
  expect(data.refunds).toMatchObject([{ address: PAYER, amount: '5', fee: '0.3', status: 'requested' }]);
});
