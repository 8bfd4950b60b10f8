// A paid customer finds the receipt where they look for it, with the exact figures of the order and of the bank, and
// saves it as a PDF; no other user gets it.
import { readFile } from 'node:fs/promises';
import { endpoints } from '@kobogate/contract';
import { formatNaira, toKobo } from '@kobogate/money';
import { newCustomer, orderWhere, payAndMine, placeOrder, transfersTo } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { send } from '../support/http.ts';
import { adminToken, signUp } from '../support/people.ts';
import { signedIn } from '../support/stubs.ts';
import { axeFindings } from '../screens/findings.ts';

test('[M2] [H-8] from the notification to the receipt: figures, transaction, bank session, PDF and paper', async ({
  page,
  product,
}) => {
  const { apiBase, call, origin } = product;
  const customer = await newCustomer(product);
  const { token } = customer;
  const order = await placeOrder(product, token, { currency: 'USDT', network: 'bsc', amount: '25.5' });
  const transaction = await payAndMine(product, order);
  const params = { id: order.id };
  await call(endpoints.adminOrders.decide, { token: await adminToken(call), params, body: { status: 'approved' } });
  await orderWhere(product, token, order.id, 'paid', ({ payout }) => payout === 'paid');

  await signedIn(page, token);
  await page.goto(`${origin}/account/notifications`);
  await page.getByRole('link', { name: 'Open the receipt' }).click();
  const sheet = page.getByRole('region', { name: 'Receipt' });
  const [transfer] = await transfersTo(product, customer);
  const { data: receipt } = await call(endpoints.receipts.read, { token, params });
  expect([receipt.price.nairaKobo, String(transfer?.amountKobo)]).toEqual([order.nairaKobo, order.nairaKobo]);
  await expect(sheet.getByRole('heading', { level: 1 })).toContainText(formatNaira(toKobo(order.nairaKobo)));
  for (const kobo of [receipt.price.grossKobo, `-${receipt.price.feeKobo}`, `-${receipt.price.vatKobo}`]) {
    await expect(sheet).toContainText(formatNaira(toKobo(kobo)));
  }
  await expect(sheet).toContainText('₦50.00, paid by');
  await expect(sheet).toContainText(receipt.payout?.sessionId ?? 'a session');
  await expect(sheet).not.toContainText(customer.accountNumber);
  await expect(sheet.getByRole('link', { name: new RegExp(transaction) })).toHaveAttribute(
    'href',
    `https://bscscan.com/tx/${transaction}`,
  );

  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download PDF' }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toBe(`kobogate-receipt-${order.id}.pdf`);
  expect((await readFile(await file.path(), 'latin1')).startsWith('%PDF-')).toBe(true);

  await page.emulateMedia({ media: 'print' });
  await expect(sheet).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download PDF' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  expect(await axeFindings(page)).toEqual([]);

  const stranger = await signUp(product);
  for (const path of [`/receipts/${order.id}`, `/receipts/${order.id}/pdf`]) {
    expect((await send('GET', apiBase + path, { token: stranger.token })).status).toBe(404);
  }
  await page.getByRole('link', { name: 'Conversion', exact: true }).click();
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('link', { name: 'Receipt for 25.5 USDT' })).toBeVisible();
});
