// A merchant's page on another host, under a strict policy of its own, opens the payment page above itself with one
// script, accepts the payment's state only from that page, and gets the focus back. Cases of the script alone
// run against a stand-in for the payment page; one payment goes the whole way in the real one.
import { endpoints } from '@kobogate/contract';
import type { Frame, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { type MerchantSite, startMerchant } from '../support/merchant.ts';
import { createLink } from '../support/payer.ts';
import { CONFIRMATIONS } from '../support/product.ts';
import { axeFindings } from '../screens/findings.ts';

const LINK = '00000000-0000-7000-8000-000000000000';

/** A stand-in for the framed payment page: it reports when its button is pressed. */
const FRAMED = `<!doctype html><title>Payment</title><button>Pay</button><script>
let embedder; addEventListener('message', (event) => {
  embedder = event.origin; document.title = embedder; parent.postMessage({ type: 'kobogate:ready' }, embedder); });
document.querySelector('button').onclick = () => parent.postMessage(
  { type: 'kobogate:payment', state: 'paid', paymentId: 'p1' }, embedder);
addEventListener('keydown', ({ key }) => { if (key === 'Escape') parent.postMessage({ type: 'kobogate:close' }, embedder); });
</script>`;

let merchant: MerchantSite;

test.beforeAll(async ({ product }) => {
  merchant = await startMerchant(
    product.origin,
    `<button id="own" data-kobogate-link="${LINK}" data-on-paid="order-paid">Pay here</button>
     <script src="${product.origin}/embed.js" data-link="${LINK}" data-label="Pay with Kobogate"></script>`,
  );
});
test.afterAll(() => merchant.stop());

/** Opens the merchant's page and records the events that its own scripts get, in order. */
async function openShop(page: Page, { origin } = merchant): Promise<{ heard: string[]; complaints: string[] }> {
  const heard: string[] = [];
  const complaints: string[] = [];
  await page.exposeFunction('note', (line: string) => heard.push(line));
  page.on('console', (line) => {
    if (line.type() === 'error') complaints.push(line.text());
  });
  await page.addInitScript(() => {
    if (window.top !== window) return;
    for (const name of ['kobogate:state', 'kobogate:paid', 'order-paid']) {
      document.addEventListener(name, (event) => {
        const { state, paymentId } = (event as CustomEvent).detail;
        Object(window).note(`${name} ${state} ${paymentId}`);
      });
    }
  });
  await page.route(`**/custom-payment/${LINK}?embed=1`, (route) =>
    route.fulfill({ contentType: 'text/html', body: FRAMED }),
  );
  await page.goto(origin);
  return { heard, complaints };
}

async function framedPage(page: Page): Promise<Frame> {
  await expect.poll(() => page.frames().some((frame) => frame.url().endsWith('?embed=1'))).toBe(true);
  const frame = page.frames().find((candidate) => candidate.url().endsWith('?embed=1'));
  if (frame === undefined) throw new Error('there is no frame');
  await expect.poll(() => frame.title()).toBe(merchant.origin);
  return frame;
}

test('the button opens the page in a dialog, reports come as events, Escape anywhere closes, the focus returns', async ({
  page,
}) => {
  const { heard, complaints } = await openShop(page);
  const button = page.getByRole('button', { name: 'Pay with Kobogate' });
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Payment' });
  await expect(dialog).toBeVisible();
  const frame = await framedPage(page);
  await frame.getByRole('button', { name: 'Pay' }).click();
  await expect.poll(() => heard).toEqual(['kobogate:state paid p1', 'kobogate:paid paid p1']);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
  expect(complaints).toEqual([]);
});

test("a merchant's own button works too, and names its own event", async ({ page }) => {
  const { heard } = await openShop(page);
  await page.getByRole('button', { name: 'Pay here' }).click();
  const frame = await framedPage(page);
  await frame.getByRole('button', { name: 'Pay' }).click();
  await expect.poll(() => heard).toEqual(['kobogate:state paid p1', 'order-paid paid p1']);
});

test('messages of other senders are ignored, and the page around the dialog is out of reach', async ({ page }) => {
  const { heard } = await openShop(page);
  await page.getByRole('button', { name: 'Pay with Kobogate' }).click();
  const frame = await framedPage(page);
  await page.evaluate(async () => {
    const forged = { type: 'kobogate:payment', state: 'paid', paymentId: 'forged' };
    const framed = [...document.querySelectorAll('div')].map((host) => host.shadowRoot?.querySelector('iframe'))[0];
    const other = document.body.appendChild(document.createElement('iframe'));
    const say = (source: Window | null | undefined, origin: string) =>
      window.dispatchEvent(new MessageEvent('message', { data: forged, source: source ?? null, origin }));
    // The merchant's own page; another frame that claims our origin; our frame after it was navigated elsewhere.
    window.postMessage(forged, '*');
    say(other.contentWindow, new URL(framed?.src ?? '').origin);
    say(framed?.contentWindow, 'https://evil.example');
    await new Promise((done) => setTimeout(done));
  });
  // Messages come in order: once this one is here, the forged ones have been handled.
  await frame.getByRole('button', { name: 'Pay' }).click();
  await expect.poll(() => heard).toEqual(['kobogate:state paid p1', 'kobogate:paid paid p1']);
  await page.locator('#own').focus();
  await expect(page.locator('#own')).not.toBeFocused();
});

test('where the browser blocks the frame a link opens the page in a tab', async ({ page, context, product }) => {
  await openShop(page);
  await page.route(`**/custom-payment/${LINK}?embed=1`, (route) => route.abort('blockedbyclient'));
  await page.getByRole('button', { name: 'Pay with Kobogate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Payment' });
  await expect(dialog.getByRole('status')).toHaveText(/Open it in a new tab/);
  const opened = context.waitForEvent('page');
  await dialog.getByRole('link', { name: 'Open in a new tab' }).click();
  await expect(await opened).toHaveURL(`${product.origin}/custom-payment/${LINK}`);
});

test('the whole screen on a phone, no accessibility fault that axe finds', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openShop(page);
  await page.getByRole('button', { name: 'Pay with Kobogate' }).click();
  await framedPage(page);
  const dialog = page.getByRole('dialog');
  expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  expect(await axeFindings(page)).toEqual([]);
});

test('the script goes to any site, and no page of the product into a frame', async ({ product }) => {
  const script = await fetch(`${product.origin}/embed.js`);
  expect(script.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(script.headers.get('cache-control')).toBe('public, max-age=600');
  for (const path of ['/', '/login', '/account/dashboard', '/developers']) {
    const { headers } = await fetch(product.origin + path, { headers: { accept: 'text/html' } });
    expect([path, headers.get('content-security-policy')]).toEqual([
      path,
      expect.stringContaining("frame-ancestors 'none'"),
    ]);
  }
});

test('[A-14] a payment is chosen, paid and reported in the real page, which stores nothing in a browser', async ({
  page,
  product,
}) => {
  const link = await createLink(product, { amount: '25000', coins: ['USDT'] });
  const shop = await startMerchant(
    product.origin,
    `<script src="${product.origin}/embed.js" data-link="${link}" data-reference="cart 80" data-label="Pay with Kobogate"></script>`,
  );
  try {
    const { heard, complaints } = await openShop(page, shop);
    await page.getByRole('button', { name: 'Pay with Kobogate' }).click();
    const frame = page.frameLocator('iframe');
    await frame.getByLabel('Cryptocurrency').selectOption('USDT');
    await frame.getByLabel('Network').selectOption('bsc');
    await frame.getByRole('button', { name: 'Show address and QR code' }).click();
    await expect.poll(() => heard).toEqual([expect.stringMatching(/^kobogate:state waiting \S+$/)]);
    const id = heard[0]?.split(' ')[2] ?? '';
    const { data: payment } = await product.call(endpoints.payments.getPublic, { params: { id } });
    await product.sandbox.pay('bsc', 'USDT', payment.address, payment.missing);
    await product.sandbox.mine('bsc', CONFIRMATIONS);
    await expect.poll(() => heard.slice(-2)).toEqual([`kobogate:state paid ${id}`, `kobogate:paid paid ${id}`]);
    await frame.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(complaints).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
  } finally {
    shop.stop();
  }
});

test('only the payment page may be framed, and only where it is asked for that', async ({ product }) => {
  const headersOf = async (path: string) =>
    (await fetch(`${product.origin}/custom-payment/${LINK}${path}`, { headers: { accept: 'text/html' } })).headers;
  const framed = await headersOf('?embed=1');
  expect(framed.get('content-security-policy')).toContain('frame-ancestors *');
  expect(framed.get('x-frame-options')).toBeNull();
  expect(framed.get('set-cookie')).toBeNull();
  const plain = await headersOf('');
  expect(plain.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(plain.get('x-frame-options')).not.toBeNull();
});
