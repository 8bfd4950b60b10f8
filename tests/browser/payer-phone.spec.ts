// On a small phone the first screen has everything that a payer needs to pay, in each language and for the longest
// addresses; and every open page of a link for one payment says at once that another payer has paid it.
import { PAYER_LANGUAGES } from '@kobogate/contract';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { createLink, linkAddress, openPayment, payPayment } from '../support/payer.ts';
import { axeFindings, overhang } from '../screens/findings.ts';

const PHONE = { width: 360, height: 640 };

/** How far down an element goes on the screen, without scrolling. */
async function bottomOf(element: Locator): Promise<number> {
  const box = await element.boundingBox();
  return box === null ? Number.POSITIVE_INFINITY : Math.ceil(box.y + box.height);
}

/** The address, its code, and the amount in coins and in naira: how far down each goes. */
const bottoms = async (page: Page): Promise<Record<string, number>> => ({
  code: await bottomOf(page.locator('[data-part=send] svg[role=img]').first()),
  coins: await bottomOf(page.locator('[data-part=send] .figures.font-bold')),
  naira: await bottomOf(page.locator('[data-part=send]').getByText('₦')),
  address: await bottomOf(page.locator('[data-part=send] .font-mono')),
  copy: await bottomOf(page.locator('[data-part=send] [data-copy]').last()),
});

test.describe('a phone of 360 by 640', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  for (const [currency, network] of [
    ['USDT', 'bsc'],
    ['ADA', 'cardano'],
    ['SOL', 'solana'],
    ['BTC', 'mainnet'],
  ] as const) {
    test(`shows address, code and both amounts of ${currency} at once, in every language`, async ({
      page,
      product,
    }) => {
      const linkId = await createLink(product, { amount: '25000.50', coins: [currency] });
      const payment = await openPayment(product, linkId, { currency, network });
      for (const language of PAYER_LANGUAGES) {
        await page.goto(linkAddress(product, linkId, `/payments/${payment.id}?lang=${language}`));
        const shown = await bottoms(page);
        expect(
          Object.values(shown).every((bottom) => bottom <= PHONE.height),
          JSON.stringify({ language, shown }),
        ).toBe(true);
        expect(await overhang(page)).toBe(0);
        // Texts twice as large, as a browser can be set to.
        await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
        expect([language, await overhang(page)]).toEqual([language, 0]);
      }
      expect(await axeFindings(page)).toEqual([]);
    });
  }
});

test('every open page of a link for one payment says at once that it is paid, and takes the address away', async ({
  browser,
  product,
}) => {
  const linkId = await createLink(product, { amount: '25000.50', coins: ['USDT'], isOnce: true });
  const pair = { currency: 'USDT', network: 'bsc' };
  const [paying, other] = [await openPayment(product, linkId, pair), await openPayment(product, linkId, pair)];
  const [choosing, waiting] = [await browser.newPage(), await browser.newPage()];
  await choosing.goto(linkAddress(product, linkId));
  await waiting.goto(linkAddress(product, linkId, `/payments/${other.id}`));
  await expect(waiting.getByRole('heading', { name: 'Send this payment' })).toBeVisible();
  await expect(choosing.getByRole('button', { name: 'Connect wallet' })).toBeVisible();

  await payPayment(product, paying);
  for (const page of [waiting, choosing]) {
    await expect(page.getByRole('heading', { name: 'This payment link has been paid already' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeHidden();
  }
  await expect(waiting.getByText('Please send nothing more.')).toBeVisible();
  await expect(waiting.getByText(other.address.slice(2, 6))).toBeHidden();
  await expect(waiting.getByRole('heading', { name: 'Send this payment' })).toBeHidden();

  // Without a script, and on another device, too.
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const read = await plain.newPage();
  await read.goto(linkAddress(product, linkId, `/payments/${other.id}`));
  await expect(read.getByRole('heading', { name: 'This payment link has been paid already' })).toBeVisible();
  await Promise.all([plain.close(), choosing.close(), waiting.close()]);
});
