// A payer who has picked gets an address and a held rate, and watches the payment settle: with a script and without
// one, in their language, on another device, after a reload and a lost connection.
import { readFile } from 'node:fs/promises';
import { endpoints, type Payment, TEXTS } from '@kobogate/contract';
import { samplePaying } from '@kobogate/testkit/payer/samples.ts';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { createLink, linkAddress, THREE_COINS } from '../support/payer.ts';
import { CONFIRMATIONS, type Product } from '../support/product.ts';
import { PAYER_PATH, stubPayerPage } from '../support/payer-page.ts';
import { answering, stub } from '../support/stubs.ts';
import { axeFindings, overhang } from '../screens/findings.ts';

let running: Product;
let linkId = '';

test.beforeAll(async ({ product }) => {
  running = product;
  linkId = await createLink(running, THREE_COINS);
});

const idIn = (page: Page): string => /\/payments\/(?<id>[\w-]+)/.exec(page.url())?.groups?.['id'] ?? '';

/** Opens a payment as a payer does, and answers it. */
async function openPayment(page: Page, network = 'bsc'): Promise<Payment> {
  await page.goto(linkAddress(running, linkId));
  await page.getByLabel('Cryptocurrency').selectOption('USDT');
  await page.getByLabel('Network').selectOption(network);
  await page.getByRole('button', { name: 'Show address and QR code' }).click();
  await expect(page.getByRole('heading', { name: 'Send this payment' })).toBeVisible();
  const { data } = await running.call(endpoints.payments.getPublic, { params: { id: idIn(page) } });
  return data;
}

const pay = ({ network, currency, address }: Payment, amount: string): Promise<string> =>
  running.sandbox.pay(network, currency, address, amount);

test('a payment is opened once, copied whole, watched live to the bank, on two devices, and its receipt is kept', async ({
  page,
  browser,
}) => {
  test.slow();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const payment = await openPayment(page);
  await expect(page.getByText(payment.address.slice(2, 6))).toBeVisible();
  const copy = page.getByRole('button', { name: 'Copy address' });
  await copy.click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(payment.address);
  await expect(copy).toBeVisible();
  await expect(page.locator('[data-left]')).toHaveText(/^14:\d\d$/);

  const other = await browser.newContext();
  const second = await other.newPage();
  await second.goto(page.url());
  for (const one of [page, second]) await expect(one.getByRole('heading', { name: 'Waiting for' })).toBeVisible();

  // A part only: the rest goes to the same address.
  await pay(payment, '10');
  await running.sandbox.mine('bsc', CONFIRMATIONS);
  const rest = (Number(payment.amount) - 10).toFixed(8).replace(/0+$/, '');
  for (const one of [page, second])
    await expect(one.getByRole('heading', { name: `${rest} USDT still missing` })).toBeVisible();
  await expect(page.getByText(payment.address.slice(2, 6))).toBeVisible();

  // The connection breaks while the rest comes; nothing is lost.
  await page.context().setOffline(true);
  await expect(page.getByText(/The connection is lost/)).toBeVisible();
  await pay(payment, rest);
  await running.sandbox.mine('bsc', 1);
  await expect(second.getByRole('heading', { name: /Confirming: 1 of 3|Your payment was seen/ })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/Waiting for 2 more confirmations/).first()).toBeVisible();
  await expect(page.getByText(/The connection is lost/)).toBeHidden();

  await running.sandbox.mine('bsc', CONFIRMATIONS);
  for (const one of [page, second]) {
    await expect(one.getByText('Thank you. ₦25,000.50 has reached the recipient’s bank.')).toBeVisible();
  }
  await other.close();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as PDF' }).click();
  const pdf = await readFile(await (await download).path(), 'latin1');
  expect(pdf.slice(0, 5)).toBe('%PDF-');
  expect(pdf).toContain('/Lang (en-NG)');
  const email = `payer-${idIn(page)}@example.test`;
  await page.getByLabel('Your e-mail address').fill('unknown');
  await page.getByRole('button', { name: 'Mail me the receipt' }).click();
  await expect(page.getByRole('alert')).toHaveText(TEXTS.invalidEmail);
  await page.getByLabel('Your e-mail address').fill(email);
  await page.getByRole('button', { name: 'Mail me the receipt' }).click();
  await expect(page.getByText('The receipt is on its way to you.')).toBeVisible();
  await expect.poll(async () => (await running.sandbox.mail(email)).length).toBe(1);
});

test('[I4] the time left is the server’s again with each answer: a phone that slept has counted nothing', async ({
  page,
  product,
}) => {
  const content = samplePaying();
  await stubPayerPage(page, content);
  await page.goto(product.origin + PAYER_PATH);
  await expect(page.locator('[data-left]')).toHaveText(/^14:5\d$/);
  // Ten minutes pass for the server, and none for the page.
  const payment = { ...content.payment, now: '2026-11-21T13:15:00.000Z' };
  await stub(page, 'GET', `/payments/${payment.id}/public`, answering(200, { data: payment }));
  await expect(page.locator('[data-left]')).toHaveText(/^4:5\d$/);
});

test('pressed twice, sent twice, gone back and pressed again: one choice opens one payment', async ({ page }) => {
  await page.goto(linkAddress(running, linkId, '?currency=USDT'));
  const key = await page.locator('input[name=key]').inputValue();
  const send = (network: string) =>
    page.request.post(linkAddress(running, linkId), {
      form: { key, currency: 'USDT', network, amount: '', next: 'address' },
      maxRedirects: 0,
    });
  const [first, again] = await Promise.all([send('polygon'), send('polygon')]);
  expect([first.status(), again.status()]).toEqual([303, 303]);
  expect(first.headers()['location']).toBe(again.headers()['location']);
  expect((await send('bsc')).headers()['location']).not.toBe(first.headers()['location']);
});

test('[A-14] Connect wallet opens the payment, and the wallet’s dialog over its address; Escape leads back to that', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(linkAddress(running, linkId, '?currency=USDT'));
  await page.getByLabel('Network').selectOption('polygon');
  expect(asked.filter((path) => path.includes('wallet'))).toEqual([]);
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay with a wallet' });
  await expect(dialog.getByText('No wallet was found in this browser')).toBeVisible();
  expect(page.url()).not.toContain('#');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Send this payment' })).toBeVisible();
  // No wallet can open here, so there is no button for one.
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Send this payment' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeHidden();
  await expect(dialog).toHaveCount(0);
});

test.describe('without a script', () => {
  let context: BrowserContext;
  test.beforeAll(async ({ browser }) => {
    context = await browser.newContext({ javaScriptEnabled: false });
  });
  test.afterAll(() => context.close());

  test('[A-14] [A-16] a payer picks, sees address, amount and picture, and reloads the payment’s state', async () => {
    const page = await context.newPage();
    await page.goto(linkAddress(running, linkId));
    await page.getByRole('button', { name: 'Connect wallet' }).click();
    await expect(page.getByRole('alert')).toHaveText(TEXTS.paymentPairMissing);
    await page.getByLabel('Cryptocurrency').selectOption('DOT');
    await page.getByRole('button', { name: 'Show networks' }).click();
    await expect(page.getByLabel('Network')).toHaveValue('polkadot');
    await page.getByRole('button', { name: 'Connect wallet' }).click();
    await expect(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible();
    const { data } = await running.call(endpoints.payments.getPublic, { params: { id: idIn(page) } });
    await expect(page.locator('[data-part=send] .font-mono')).toHaveText(
      (data.address.match(/.{1,4}/g) ?? []).join(' '),
    );
    await expect(page.getByText(`${data.amount} DOT`).first()).toBeVisible();
    await expect(page.getByRole('img', { name: /QR code to send DOT/ })).toBeVisible();
    // Controls that need a script are not shown.
    for (const name of ['Copy address', 'Connect wallet']) {
      await expect(page.getByRole('button', { name })).toHaveCount(0);
    }
    await page.getByRole('link', { name: 'Refresh' }).click();
    await expect(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible();
  });

  test('[A-14] each language is chosen by the browser or by hand, and stays chosen', async ({ browser }) => {
    for (const [locale, words] of [
      ['ha-NG', 'Haɗa walet'],
      ['yo', 'So wọ́lẹ́ẹ̀tì pọ̀'],
      ['ig-NG', 'Jikọọ wọlet'],
      ['fr', 'Connect wallet'],
    ] as const) {
      const local = await browser.newContext({ locale, javaScriptEnabled: false });
      const page = await local.newPage();
      await page.goto(linkAddress(running, linkId));
      await expect(page.getByRole('button', { name: words })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', locale === 'fr' ? 'en' : locale.slice(0, 2));
      await local.close();
    }
    const page = await context.newPage();
    await page.goto(linkAddress(running, linkId, '?currency=DOT'));
    await page.getByRole('link', { name: 'Pidgin' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'pcm');
    await page.getByRole('button', { name: 'Show address and QR code' }).click();
    await expect(page.getByRole('heading', { name: 'We dey wait for your payment' })).toBeVisible();
    await page.getByRole('link', { name: 'Check again' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'pcm');
  });
});

test('by keyboard alone, on the smallest phone, in both colours: picked, opened, nothing scrolls sideways, axe finds nothing', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(linkAddress(running, linkId));
  await page.getByLabel('Cryptocurrency').focus();
  await page.keyboard.type('Tether');
  await expect(page.getByLabel('Network')).toBeEnabled();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Network')).toBeFocused();
  await page.keyboard.type('Polygon');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await axeFindings(page)).toEqual([]);
    expect(await overhang(page)).toBe(0);
  }
});
