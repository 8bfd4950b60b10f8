// A payment link's page shows who asks for what, takes a coin and one of its real networks, and says plainly that it
// sends nothing yet; whatever is missing or fails is said in the specified words. The links are rows that the test
// writes itself, because links can't be made yet.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import pg from 'pg';
import { endpoints, TEXTS } from '@kobogate/contract';
import { externalServer, NO_EXTERNAL_SERVER } from '../support/databases.ts';
import { adminToken, signUp } from '../support/people.ts';
import { type Product, startProduct } from '../support/product.ts';
import { expect, test } from '../support/fixtures.ts';
import { axeFindings, overhang } from '../screens/findings.ts';

// A picture of one pixel.
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const LINKS = '**/api/payment-links/user/**';
const COINS = '**/api/payment-links/coins';

test.skip(externalServer === undefined, NO_EXTERNAL_SERVER);

let running: Product;
let address = '';
let bare = '';
let dressed = '';
let pictures: string[] = [];

async function sendPicture(token: string, kind: string): Promise<string> {
  const answer = await fetch(`${running.origin}/api/images?kind=${kind}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: Buffer.from(PIXEL, 'base64'),
  });
  return endpoints.images.upload.answer.parse(await answer.json()).data.id;
}

async function insertLink(client: pg.Client, link: { name: string; images: (string | null)[]; coins: string[] }) {
  const id = randomUUID();
  await client.query(
    `insert into payment_link (id, user_id, name, purpose, amount, banner_image_id, profile_image_id, coins)
     select $1, id, $2, 'A sample purpose', '25000.50', $3, $4, $5 from app_user limit 1`,
    [id, link.name, ...link.images, link.coins],
  );
  return id;
}

/** The operator no longer offers a coin that links still name. */
async function takeOffOffer({ call }: Product, currency: string, network: string): Promise<void> {
  const token = await adminToken(call);
  const { data } = await call(endpoints.products.list, { token });
  const product = data.products.find((row) => row.currency === currency && row.network === network);
  if (product === undefined) throw new Error(`there is no ${currency} on ${network}`);
  const { version, value } = product.terms;
  const body = { version, value: { ...value, isOffered: false } };
  await call(endpoints.products.save, { token, params: { currency, network }, body });
}

test.beforeAll(async () => {
  running = await startProduct({
    database: 'postgres',
    databaseAddress: async (given) => {
      address = given;
      return given;
    },
  });
  const { token } = await signUp(running);
  await takeOffOffer(running, 'ADA', 'cardano');
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  bare = await insertLink(client, { name: 'Sample Bakery', images: [null, null], coins: ['USDT', 'BNB', 'ADA'] });
  const images = [await sendPicture(token, 'banner'), await sendPicture(token, 'profile')];
  pictures = images.map((picture) => `/api/images/${picture}`);
  dressed = await insertLink(client, { name: 'Sample Studio', images, coins: ['USDC'] });
  await client.end();
});
test.afterAll(() => running.stop());

test('[A-14] [F-11] shows name, purpose, amount and pictures, with a look of its own where there are none', async ({
  page,
}) => {
  const { data } = await running.call(endpoints.paymentLinks.getPublic, { params: { id: bare } });
  expect(data).toMatchObject({
    name: 'Sample Bakery',
    purpose: 'A sample purpose',
    amount: '25000.50',
    bannerImage: null,
    profileImage: null,
    coins: ['USDT', 'BNB', 'ADA'],
  });
  await page.goto(`${running.origin}/custom-payment/${bare}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sample Bakery');
  await expect(page.getByText('A sample purpose')).toBeVisible();
  await expect(page.getByText('₦25,000.50')).toBeVisible();
  await expect(page.locator('[data-part=banner-fallback]')).toBeVisible();
  await expect(page.locator('[data-part=profile-fallback]')).toHaveText('SB');
  // The device's own face: nothing of this page waits for a font.
  for (const words of [page.getByRole('heading', { level: 1 }), page.getByText('Kobogate', { exact: true })]) {
    await expect(words).toHaveCSS('font-family', 'system-ui, sans-serif');
  }
  await page.goto(`${running.origin}/custom-payment/${dressed}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sample Studio');
  await expect(page.locator('img[data-part=banner]')).toHaveAttribute('src', pictures[0] ?? '');
  await expect(page.locator('img[data-part=profile]')).toHaveAttribute('src', pictures[1] ?? '');
});

test('[A-14] [A-16] coin, then its real networks; both are needed; nothing is sent, and the page says so', async ({
  page,
}) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith('data:') && new URL(request.url()).origin !== running.origin) {
      foreign.push(request.url());
    }
  });
  let isHeld = true;
  const release: (() => void)[] = [];
  await page.route(COINS, async (route) => {
    if (isHeld) await new Promise<void>((go) => release.push(go));
    await route.continue();
  });
  await page.goto(`${running.origin}/custom-payment/${bare}`);
  const coin = page.getByLabel('Cryptocurrency');
  const network = page.getByLabel('Network');
  const connect = page.getByRole('button', { name: 'Connect wallet' });
  await expect(network).toBeDisabled();
  await expect(network).toContainText('Loading networks...');
  isHeld = false;
  for (const go of release) go();
  await expect(network).toContainText('Choose a coin first');
  await expect(coin.getByRole('option')).toHaveText([
    'Choose a coin',
    'Tether USD (USDT)',
    'BNB (BNB)',
    'Cardano (ADA), not on offer',
  ]);

  const missing = page.getByRole('alert').filter({ hasText: TEXTS.paymentPairMissing });
  await connect.click();
  await expect(missing).toBeVisible();
  await coin.selectOption('USDT');
  await expect(missing).toBeHidden();
  const { data: offered } = await running.call(endpoints.paymentLinks.listCoins);
  const usdt = offered.find(({ currency }) => currency === 'USDT');
  await expect(network.getByRole('option')).toHaveText([
    'Choose a network',
    ...(usdt?.networks.map(({ name }) => name) ?? []),
  ]);
  await connect.click();
  await expect(missing).toBeVisible();
  await network.selectOption('polygon');
  await coin.selectOption('BNB');
  await expect(network).toHaveValue('');
  await expect(network.getByRole('option')).toHaveText(['Choose a network', 'BNB Smart Chain']);
  await network.selectOption('bsc');

  await expect(page.getByText('This page sends nothing yet')).toBeVisible();
  await expect(page.getByText('No transaction fee')).toBeVisible();
  await expect(page.getByText(/network’s own fee, which goes to the network and is yours to pay/)).toBeVisible();
  await expect(page.getByText('Paid out in 100 seconds')).toBeVisible();
  await connect.click();
  await expect(page.getByRole('alert')).toContainText('Nothing was sent');
  expect(foreign).toEqual([]);
});

test('[A-14] networks that fail to load are said, and loaded again on request', async ({ page }) => {
  await page.route(COINS, (route) => route.fulfill({ status: 503, json: { message: 'Please try again soon.' } }));
  await page.goto(`${running.origin}/custom-payment/${bare}`);
  await expect(page.getByRole('alert')).toContainText('The networks could not be loaded. Please try again soon.');
  await page.unroute(COINS);
  await page.getByRole('button', { name: 'Load networks again' }).click();
  await page.getByLabel('Cryptocurrency').selectOption('USDT');
  await page.getByLabel('Network').selectOption('bsc');
});

test('[A-15] a link that fails to load has the specified words and a Retry that reloads', async ({ page }) => {
  for (const fail of ['status', 'network'] as const) {
    await page.route(LINKS, (route) =>
      fail === 'network' ? route.abort() : route.fulfill({ status: 500, json: { message: 'Something broke.' } }),
    );
    await page.goto(`${running.origin}/custom-payment/${bare}`);
    const alert = page.getByRole('alert');
    await expect(alert.getByText(TEXTS.paymentLoadFailed, { exact: true })).toBeVisible();
    await expect(alert).toContainText(fail === 'network' ? TEXTS.networkError : 'Something broke.');
    await page.unroute(LINKS);
    await page.evaluate(() => document.documentElement.setAttribute('data-not-reloaded', 'true'));
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sample Bakery');
    await expect(page.locator('html')).not.toHaveAttribute('data-not-reloaded');
  }
});

test('[A-15] [B-11] where there is nothing, it says so', async ({ page }) => {
  await page.goto(`${running.origin}/custom-payment/${randomUUID()}`);
  await expect(page.getByText(TEXTS.noPaymentData, { exact: true })).toBeVisible();
  await expect(page.getByText(/There is no such payment link/)).toBeVisible();
  await page.route(LINKS, (route) => route.fulfill({ json: { data: null } }));
  await page.goto(`${running.origin}/custom-payment/${bare}`);
  await expect(page.getByText(TEXTS.noPaymentData, { exact: true })).toBeVisible();
});

test('[A-14] no accessibility fault that axe finds, nothing sideways at 320 px, light and dark', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const id of [bare, randomUUID()]) {
      await page.goto(`${running.origin}/custom-payment/${id}`);
      await expect(page.getByLabel(/^Loading/)).toHaveCount(0);
      await expect(page.getByText(/Connect wallet|No payment data/).first()).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      expect(await overhang(page)).toBe(0);
    }
  }
});

test('[F-11] the payment API may be another one: the page asks it, without a token, and nobody else', async ({
  page,
}) => {
  const asked = new Set<string>();
  const other = createServer((request, response) => {
    if (request.method !== 'OPTIONS') asked.add(`${request.url} ${request.headers.authorization ?? 'no token'}`);
    response
      .writeHead(200, {
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'accept, content-type',
      })
      .end(
        JSON.stringify({
          data: request.url?.endsWith('/coins')
            ? []
            : { name: 'Elsewhere', purpose: 'x', amount: '1', bannerImage: null, profileImage: null, coins: [] },
        }),
      );
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const bound = other.address();
  const base = `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}/pay/api`;
  const redirected = await startProduct({ environment: async () => ({ PAYMENT_API_URL: `${base}/` }) });
  try {
    await page.addInitScript(() => localStorage.setItem('kobogate_token', 'a-token'));
    await page.goto(`${redirected.origin}/custom-payment/any-id`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Elsewhere');
    await expect
      .poll(() => asked)
      .toEqual(new Set(['/pay/api/payment-links/coins no token', '/pay/api/payment-links/user/any-id no token']));
  } finally {
    await redirected.stop();
    other.close();
  }
});

test('[F-11] a page of another origin may read a link, and nothing that needs a session', async () => {
  const preflight = await fetch(`${running.origin}/api/payment-links/user/${bare}`, {
    method: 'OPTIONS',
    headers: { origin: 'https://other.example', 'access-control-request-method': 'GET' },
  });
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-headers')).not.toContain('authorization');
  const link = await fetch(`${running.origin}/api/payment-links/user/${bare}`);
  expect(link.headers.get('access-control-allow-origin')).toBe('*');
  for (const path of ['/api/payment-links', '/api/user', '/api/wallet/supported-coins']) {
    const answer = await fetch(`${running.origin}${path}`, { headers: { origin: 'https://other.example' } });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  }
});
