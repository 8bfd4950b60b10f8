// A customer reads and downloads a month's coins and naira; the page, both files and the bank agree to the kobo.
import { readFile } from 'node:fs/promises';
import { endpoints } from '@kobogate/contract';
import { newCustomer, orderWhere, payAndMine, placeOrder } from '../support/customer.ts';
import { adminToken } from '../support/people.ts';
import { expect, test } from '../support/fixtures.ts';
import { signedIn } from '../support/stubs.ts';

test('[C-11] a month’s statement shows what came in, was converted and was paid, and is downloaded', async ({
  page,
  product,
}) => {
  const customer = await newCustomer(product);
  const order = await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount: '40.5' });
  await payAndMine(product, order);
  const token = await adminToken(product.call);
  await product.call(endpoints.adminOrders.decide, { token, params: { id: order.id }, body: { status: 'approved' } });
  const paid = await orderWhere(product, customer.token, order.id, 'paid', ({ payout }) => payout === 'paid');

  await signedIn(page, customer.token);
  await page.goto(`${product.origin}/account/convert-to-naira/history`);
  await page.getByRole('link', { name: 'Statements' }).click();
  const entries = page.getByRole('table', { name: 'Entries' }).getByRole('row');
  await expect(entries).toHaveCount(4);
  await expect(entries.nth(1)).toContainText('Paid out');
  await expect(entries.nth(2)).toContainText('-40.5 USDT');
  await expect(entries.nth(3)).toContainText('worth when it came');
  const balances = page.getByRole('table', { name: 'Balances' }).getByRole('row');
  await expect(balances.nth(1).getByRole('cell')).toHaveText([/USDT/, /e0$/, /d40\.5$/, /d40\.5$/, /r0$/, /r0$/]);

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(`Sample Person, ${customer.email}`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeHidden();
  await expect(entries.nth(1).getByText(/ ago$|just now/)).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  const saving = async (name: string) => {
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    const file = await waiting;
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  const csv = await saving('Download CSV');
  expect(csv.name).toMatch(/^kobogate-statement-\d{4}-\d\d\.csv$/);
  expect(csv.bytes.toString('utf8').trim().split('\r\n').at(-1)).toContain(`,${paid.naira},`);
  const workbook = await saving('Download XLSX');
  expect(workbook.name).toMatch(/^kobogate-statement-\d{4}-\d\d\.xlsx$/);
  // A workbook is a ZIP archive.
  expect(workbook.bytes.subarray(0, 4)).toEqual(Buffer.from('PK\u0003\u0004'));
});
