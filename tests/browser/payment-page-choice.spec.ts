// A payer picks a coin, then one of its real networks: loading, failing, missing and early choices each have their
// words.
import { endpoints, TEXTS } from '@kobogate/contract';
import { expect, test } from '../support/fixtures.ts';
import { createLink, linkAddress, THREE_COINS, PIXEL } from '../support/payer.ts';
import { adminToken } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { holdFiles } from '../support/stubs.ts';

let running: Product;
let linkId = '';

test.beforeAll(async ({ product }) => {
  running = product;
  linkId = await createLink(running, THREE_COINS);
});

/** The requests of the page's script for the page. */
const PARTS = '**/custom-payment/**part=main**';

test('[A-14] [F-11] name, purpose, amount, coin, then its real networks; fee and promise; no third party is asked', async ({
  page,
}) => {
  const foreign: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith('data:') && new URL(request.url()).origin !== running.origin) {
      foreign.push(request.url());
    }
  });
  page.on('console', (line) => {
    if (line.type() === 'error') complaints.push(line.text());
  });
  const { data } = await running.call(endpoints.paymentLinks.getPublic, { params: { id: linkId } });
  expect(data).toMatchObject({
    name: 'Sample Bakery',
    purpose: 'A sample purpose',
    amount: '25000.50',
    bannerImage: null,
    profileImage: null,
    coins: ['USDT', 'BNB', 'DOT'],
  });
  await page.goto(linkAddress(running, linkId));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sample Bakery');
  await expect(page.getByText('A sample purpose')).toBeVisible();
  await expect(page.getByText('₦25,000.50')).toBeVisible();
  await expect(page.locator('[data-picture=profile]')).toHaveText('SB');
  await expect(page.locator('html')).toHaveCSS('font-family', /system-ui, sans-serif$/);
  const network = page.getByLabel('Network');
  await expect(network).toBeDisabled();
  await expect(network).toContainText('Choose a coin first');

  const release = await holdFiles(page, PARTS);
  await page.getByLabel('Cryptocurrency').focus();
  await page.getByLabel('Cryptocurrency').selectOption('USDT');
  await expect(network).toContainText('Loading networks...');
  await expect(network).toBeDisabled();
  release();
  const names = data?.networks.flatMap((pair) => (pair.currency === 'USDT' ? [pair.networkName] : []));
  await expect(network.getByRole('option')).toHaveText(['Choose a network', ...(names ?? [])]);
  await expect(page.getByLabel('Cryptocurrency')).toBeFocused();
  await page.getByLabel('Cryptocurrency').selectOption('BNB');
  await expect(network.getByRole('option')).toHaveText(['Choose a network', 'BNB Smart Chain']);
  await page.reload();
  await expect(page.getByLabel('Cryptocurrency')).toHaveValue('BNB');

  await expect(page.getByText(/Our fee is part of the rate, so you pay it/)).toBeVisible();
  await expect(page.getByText('Paid out in 100 seconds')).toBeVisible();
  expect({ foreign, complaints }).toEqual({ foreign: [], complaints: [] });
});

test('[A-14] the merchant’s pictures are shown in places that are kept for them', async ({ page }) => {
  const token = await adminToken(running.call);
  const upload = async (kind: string): Promise<string> => {
    const address = `${running.apiBase}/images?kind=${kind}`;
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(address, { method: 'POST', headers, body: Buffer.from(PIXEL, 'base64') });
    return endpoints.images.upload.answer.parse(await answer.json()).data.id;
  };
  const [bannerImageId, profileImageId] = [await upload('banner'), await upload('profile')];
  const dressed = await createLink(running, { ...THREE_COINS, bannerImageId, profileImageId });
  await page.goto(linkAddress(running, dressed));
  for (const [place, width, height] of [
    ['banner', 1200, 400],
    ['profile', 256, 256],
  ] as const) {
    const picture = page.locator(`[data-picture=${place}] img`);
    await expect(picture).toHaveJSProperty('naturalWidth', width);
    await expect(picture).toHaveAttribute('width', String(width));
    await expect(picture).toHaveAttribute('height', String(height));
  }
});

test('[A-14] networks that fail to load are said, and loaded again on request', async ({ page }) => {
  await page.goto(linkAddress(running, linkId));
  await page.route(PARTS, (route) => route.abort());
  await page.getByLabel('Cryptocurrency').selectOption('USDT');
  await expect(page.getByRole('alert')).toContainText('The networks could not be loaded.');
  await page.unroute(PARTS);
  await page.getByRole('button', { name: 'Load networks again' }).click();
  await page.getByLabel('Network').selectOption('bsc');
  await expect(page.getByRole('alert')).toBeHidden();
});

test('[A-14] an amount that is typed while the networks load stays', async ({ page }) => {
  const open = await createLink(running, { coins: ['USDT', 'BNB'], isAmountOpen: true });
  await page.goto(linkAddress(running, open));
  const release = await holdFiles(page, PARTS);
  await page.getByLabel('Cryptocurrency').selectOption('USDT');
  await page.getByLabel('Amount in NGN').fill('25000');
  release();
  await expect(page.getByLabel('Network')).toBeEnabled();
  await expect(page.getByLabel('Amount in NGN')).toHaveValue('25000');
});

test('[A-14] a press that a bad network loses can be made again after ten seconds, for the same payment', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto(linkAddress(running, linkId, '?currency=USDT'));
  await page.getByLabel('Network').selectOption('polygon');
  const keys: (string | null)[] = [];
  await page.route(linkAddress(running, linkId), (route) => {
    keys.push(new URLSearchParams(route.request().postData() ?? '').get('key'));
    // As where the payer stops a page that does not come.
    return keys.length === 1 ? route.abort('aborted') : route.continue();
  });
  const press = page.getByRole('button', { name: 'Show address and QR code' });
  await press.click();
  await expect(page.getByText('Opening the payment...')).toBeVisible();
  await page.clock.fastForward(10_000);
  await press.click();
  await expect(page.getByRole('heading', { name: 'Send this payment' })).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('[A-16] without both picks nothing is sent, and the page says what is missing', async ({ page }) => {
  await page.goto(linkAddress(running, linkId));
  const posted: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posted.push(request.url());
  });
  const missing = page.getByRole('alert').filter({ hasText: TEXTS.paymentPairMissing });
  const connect = page.getByRole('button', { name: 'Connect wallet' });
  const [coin, network] = [page.getByLabel('Cryptocurrency'), page.getByLabel('Network')];
  // Networks are loaded by the page's own script: from here on it handles presses, and no longer the server.
  await coin.selectOption('USDT');
  await expect(network).toBeEnabled();
  await connect.click();
  await expect(missing).toBeVisible();
  const release = await holdFiles(page, PARTS);
  await coin.selectOption('BNB');
  await expect(missing).toBeHidden();
  await connect.click();
  await expect(missing).toBeVisible();
  // The message outlives the request that was running.
  release();
  await expect(network).toBeEnabled();
  await expect(missing).toBeVisible();
  expect(posted).toEqual([]);
});

test('[A-14] a coin that is picked before the script has come gets its networks as soon as it has', async ({
  page,
}) => {
  const release = await holdFiles(page, '**/assets/payment-*.js');
  await page.goto(linkAddress(running, linkId), { waitUntil: 'commit' });
  await page.getByLabel('Cryptocurrency').selectOption('USDT');
  await expect(page.getByLabel('Network')).toBeDisabled();
  release();
  await page.getByLabel('Network').selectOption('bsc');
});
