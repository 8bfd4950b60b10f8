// The public pages arrive complete: readable without script, with the operator's own texts, small, cached as far as
// possible, and under a strict content security policy.
import { newCustomer } from '../support/customer.ts';
import { newLink } from '../support/payer.ts';
import { expect, test } from '../support/fixtures.ts';
import { holdFiles, signedIn } from '../support/stubs.ts';
import { collectViolations } from '../support/violations.ts';

const PUBLIC = {
  '/': 'Receive Crypto in style',
  '/about': 'About',
  '/contact': 'Contact',
  '/support': 'Support',
  '/terms': 'Terms of use',
  '/privacy': 'Privacy',
  '/aml-kyc': 'AML and KYC',
  '/cookies': 'Cookies',
  '/learn': 'P2P trading',
} as const;

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('every public page can be read, and links on', async ({ page, product }) => {
    for (const [path, heading] of Object.entries(PUBLIC)) {
      await page.goto(product.origin + path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.getByRole('contentinfo')).toContainText(`© ${new Date().getFullYear()} Kobogate`);
      // A switch that needs a script is not shown.
      await expect(page.getByRole('button', { name: /^Colours/ })).toHaveCount(0);
    }
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('About');
  });

  test('the start page shows every voice, and its questions open', async ({ page, product }) => {
    await page.goto(`${product.origin}/`);
    await expect(page.getByRole('region', { name: 'Testimonials' }).getByRole('figure')).toHaveCount(5);
    await expect(page.getByRole('region', { name: 'Testimonials' }).getByRole('button')).toHaveCount(0);
    const answer = page.getByText('no hidden fees. The naira');
    await expect(answer).toBeHidden();
    await page.getByText('Are there hidden fees?').click();
    await expect(answer).toBeVisible();
  });
});

test('a public page is revalidated cheaply, and files named by their content never', async ({ product }) => {
  const first = await fetch(`${product.origin}/`, { headers: { 'accept-encoding': 'br' } });
  expect(first.status).toBe(200);
  expect(first.headers.get('content-encoding')).toBe('br');
  expect(first.headers.get('cache-control')).toBe('no-cache');
  const html = await first.text();
  const again = await fetch(`${product.origin}/`, {
    headers: { 'if-none-match': first.headers.get('etag') ?? '', 'accept-encoding': 'br' },
  });
  expect([again.status, await again.text()]).toEqual([304, '']);
  const script = /data-module="(?<src>[^"]+)"/.exec(html)?.groups?.['src'] ?? '';
  const asset = await fetch(product.origin + script, { headers: { 'accept-encoding': 'br' } });
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(asset.headers.get('content-encoding')).toBe('br');
  expect((await fetch(product.origin + script, { method: 'HEAD' })).status).toBe(200);
  for (const path of ['/render/site.mjs', '/assets/..%2Frender%2Fsite.mjs', '/render/manifest.json', '/.built-from']) {
    expect((await fetch(product.origin + path)).status, path).toBe(404);
  }
  const slash = await fetch(`${product.origin}/about/`, { redirect: 'manual' });
  expect([slash.status, slash.headers.get('location')]).toEqual([308, '/about']);
});

test('a public page is the same for every visitor and asks for no session', async ({ page, product }) => {
  const customer = await newCustomer(product);
  await signedIn(page, customer.token);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request.url());
  });
  await page.goto(`${product.origin}/`);
  await expect(page.getByRole('main').getByRole('link', { name: 'Login', exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Register Now', exact: true })).toBeVisible();
  expect(calls).toEqual([]);
});

test('the choice of colours holds on every page, from its first paint on', async ({ page, product }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${product.origin}/`);
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await ground();
  await page.getByRole('button', { name: 'Colours: as this device. Switch to light' }).click();
  await page.getByRole('button', { name: 'Colours: light. Switch to dark' }).click();
  await expect(page.getByRole('button', { name: 'Colours: dark. Switch to as this device' })).toBeVisible();
  expect(await ground()).not.toBe(light);
  const dark = await ground();
  // Without the module nothing but the script inside the document can have set it.
  await page.route('**/assets/site-*.js', (route) => route.abort());
  await page.goto(`${product.origin}/about`);
  expect(await ground()).toBe(dark);
  await page.goto(`${product.origin}/login`);
  await expect(page.getByRole('button', { name: 'Colours: dark. Switch to as this device' })).toBeVisible();
  expect(await ground()).toBe(dark);
});

test('the page’s script is loaded after the page is painted, without a press', async ({ page, product }) => {
  for (const [path, module] of [
    ['/', 'site'],
    ['/custom-payment/no-such-link', 'payment'],
  ] as const) {
    const asked = page.waitForRequest(`**/assets/${module}-*.js`);
    await page.goto(product.origin + path);
    await (await asked).response();
    const times = () =>
      page.evaluate(() => ({
        painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
        asked: performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.js'))?.startTime ?? 0,
      }));
    await expect.poll(async () => (await times()).asked, path).toBeGreaterThan(0);
    const { painted, asked: begun } = await times();
    expect(painted, path).toBeGreaterThan(0);
    expect(begun, path).toBeGreaterThan(painted);
  }
});

test('a button that is pressed before its script is there works once it is', async ({ page, product }) => {
  const arrive = await holdFiles(page, '**/assets/site-*.js');
  await page.goto(`${product.origin}/`);
  await page.getByRole('button', { name: 'Colours: as this device. Switch to light' }).click();
  arrive();
  await expect(page.getByRole('button', { name: 'Colours: light. Switch to dark' })).toBeVisible();
});

test('the way back from the app to a public page shows it as it was left', async ({ page, product }) => {
  await page.goto(`${product.origin}/`);
  const question = page.getByText('Are there hidden fees?');
  await question.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(0);
  await page.getByRole('link', { name: 'Ask us' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Support');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(PUBLIC['/']);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
  await page.goto(`${product.origin}/login`);
  await page.getByRole('link', { name: 'Kobogate, start page' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(PUBLIC['/']);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back');
});

test.describe('the content security policy', () => {
  test('allows nothing inline but by its hash, no eval, and no text as script', async ({ product }) => {
    for (const path of ['/', '/about', '/login', '/account/dashboard', '/api/health']) {
      const answer = await fetch(product.origin + path, { headers: { accept: 'text/html' } });
      const policy = answer.headers.get('content-security-policy') ?? '';
      expect(policy, path).toContain("default-src 'none'");
      expect(policy, path).not.toContain('unsafe');
      expect(policy, path).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
    }
  });

  test('reports a violation where a page breaks it', async ({ page, product }) => {
    const found = await collectViolations(page);
    await page.goto(`${product.origin}/about`);
    await page.evaluate(() => {
      document.body.append(Object.assign(document.createElement('style'), { textContent: 'p { color: red }' }));
    });
    await expect.poll(() => found).toEqual([expect.stringContaining('/about: style-src-elem inline')]);
  });
});

test('a link’s page can be shown by chats with its picture, and private pages are left out by robots', async ({
  product,
}) => {
  const { token } = await newCustomer(product);
  const { id } = await newLink(product, token);
  const html = await (await fetch(`${product.origin}/custom-payment/${id}`)).text();
  const address = /<meta property="og:image" content="(?<address>[^"]+)"/.exec(html)?.groups?.['address'] ?? '';
  expect(new URL(address).pathname).toBe(`/custom-payment/${id}/picture.png`);
  const picture = await fetch(product.origin + new URL(address).pathname);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(5000);
  const robots = await (await fetch(`${product.origin}/robots.txt`)).text();
  expect(robots.match(/^Disallow: .+$/gm)).toEqual([
    'Disallow: /account',
    'Disallow: /admin',
    'Disallow: /api',
    'Disallow: /custom-payment/*/payments',
  ]);
  expect(html).toContain('<meta name="robots" content="noindex"/>');
});
