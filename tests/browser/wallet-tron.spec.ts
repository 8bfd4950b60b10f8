// On a phone, in the browser of a TRON wallet's app, a payer connects TronLink, and it sends exactly what is missing, once,
// signed for real on the sandbox's chain; a refusal counts as one, and the network's is not taken for the wallet's.
import { endpoints } from '@kobogate/contract';
import { axeFindings, overhang } from '../screens/findings.ts';
import { expect, test } from '../support/fixtures.ts';
import { createLink, linkAddress, paymentWhere } from '../support/payer.ts';
import { press } from '../support/press.ts';
import { CONFIRMATIONS } from '../support/product.ts';
import { hold, passOn } from '../support/stubs.ts';
import { announceTronLink } from '../support/tron-link.ts';

/** In seconds: a transfer expires ten minutes after the block that was the newest when it was prepared. */
const PAST_ITS_END = 660;

test('TronLink on a phone: declined once, refused by the network once, then signed and sent once, and the page shows it paid', async ({
  browser,
  product,
}) => {
  test.slow();
  const link = await createLink(product, { amount: '25000', coins: ['USDT'] });
  const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 640 } });
  const page = await context.newPage();
  const wallet = await announceTronLink(page);
  await page.goto(linkAddress(product, link));
  await page.getByLabel('Network').selectOption('tron');
  await press(page, 'Connect wallet');
  const dialog = page.getByRole('dialog', { name: 'Pay with a wallet' });
  await dialog.getByRole('button', { name: 'TronLink' }).click();
  await expect(dialog.getByRole('heading', { name: 'This account does not hold enough USDT' })).toBeVisible();
  const [findings, tooWide] = [await axeFindings(page), await overhang(page)];
  expect({ findings, tooWide }).toEqual({ findings: [], tooWide: 0 });
  await product.sandbox.pay('tron', 'USDT', wallet.address, '100');
  await product.sandbox.pay('tron', 'TRX', wallet.address, '100');
  await product.sandbox.mine('tron', 1);
  await dialog.getByRole('button', { name: 'Check again' }).click();
  const id = /\/payments\/(?<id>[\w-]+)/.exec(page.url())?.groups?.['id'] ?? '';
  const { data: payment } = await product.call(endpoints.payments.getPublic, { params: { id } });
  const pay = dialog.getByRole('button', { name: `Pay ${payment.missing} USDT` });
  wallet.mood = 'rejects-payment';
  await pay.click();
  await expect(dialog.getByRole('heading', { name: 'You declined in TronLink' })).toBeVisible();
  wallet.mood = 'willing';
  await dialog.getByRole('button', { name: 'Try again' }).click();
  // What it has signed reaches our server only once the network's time is past its end.
  const letGo = await hold(page, 'POST', `/payments/${id}/tron-transaction`);
  await pay.click();
  await expect(dialog.getByRole('heading', { name: 'Handing the payment to TRON.' })).toBeVisible();
  await product.sandbox.leap('tron', PAST_ITS_END);
  letGo(passOn);
  await expect(dialog.getByRole('heading', { name: 'TRON did not take the payment' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await pay.dblclick();
  await expect(dialog.getByRole('heading', { name: 'TronLink has sent it' })).toBeVisible();
  // The second press of a double click, late: it is not one of the button that has taken the place.
  await dialog.getByRole('button', { name: 'Back to the payment' }).dispatchEvent('click', { detail: 2 });
  await expect(dialog.getByRole('heading', { name: 'TronLink has sent it' })).toBeVisible();
  await product.sandbox.mine('tron', CONFIRMATIONS);
  const paid = await paymentWhere(product, id, 'paid', ({ state }) => state === 'paid');
  expect(paid).toMatchObject({ received: payment.amount, missing: '0', excess: '0' });
  expect([wallet.asked, paid.deposits.length]).toEqual([3, 1]);
  await expect(page.locator('[data-state=paid]')).toBeVisible();
  await context.close();
});
