// The session in a real browser: what starts it and what ends it, in this tab and in another, and the shell around it.
import type { Page } from '@playwright/test';
import { PROOF_NEEDED, TOKEN_STORAGE_KEY } from '@kobogate/contract';
import { expect, test } from '../support/fixtures.ts';
import { adminToken, newColleague, type Person, signUp } from '../support/people.ts';
import { answering, hold, passOn, signedIn, store, stub, tokenIn } from '../support/stubs.ts';

const WALLETS = '/account/wallets';
let person: Person;

test.beforeAll(async ({ product }) => {
  person = await signUp(product);
});

const profileCard = (page: Page) => page.getByRole('link', { name: /^Your profile, / });

test('[B-1] [B-4] the stored token is the session: read at start-up; another tab’s new one loads its profile, a removed one clears the user', async ({
  page,
  product,
}) => {
  const asked: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/user') asked.push(request.headers()['authorization']);
  });
  await page.goto(product.origin + WALLETS);
  await expect(page).toHaveURL(`${product.origin}/login`);
  expect(asked).toEqual([]);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), ['kobogate_token', person.token] as const);
  await page.goto(product.origin + WALLETS);
  await expect(profileCard(page)).toContainText(person.email);
  expect(asked).toEqual([`Bearer ${person.token}`]);

  const other = await signUp(product);
  const secondTab = await page.context().newPage();
  await secondTab.goto(`${product.origin}/about`);
  await secondTab.evaluate(([key, value]) => localStorage.setItem(key, value), [
    TOKEN_STORAGE_KEY,
    other.token,
  ] as const);
  await expect(profileCard(page)).toContainText(other.email);
  expect(asked).toEqual([`Bearer ${person.token}`, `Bearer ${other.token}`]);
  await expect(page).toHaveURL(product.origin + WALLETS);
  await secondTab.evaluate((key) => localStorage.removeItem(key), TOKEN_STORAGE_KEY);
  await expect(page).toHaveURL(`${product.origin}/login`);
  await expect(profileCard(page)).toHaveCount(0);
});

test('[B-3] a 401 from any call ends the session and leads to login', async ({ page, product }) => {
  await signedIn(page, person.token);
  await page.goto(`${product.origin}/account/payment-method`);
  await expect(profileCard(page)).toBeVisible();
  await stub(page, 'GET', '/wallet', answering(401, { message: 'Please log in again.' }));
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Wallet' }).click();
  await expect(page).toHaveURL(`${product.origin}/login`);
  expect(await tokenIn(page)).toBeNull();
  await expect(profileCard(page)).toHaveCount(0);
});

for (const [path, endpoint, act] of [
  [
    '/login',
    '/auth/login',
    async (page: Page) => {
      await page.getByLabel('E-mail address').fill('sample@example.test');
      await page.getByLabel('Password', { exact: true }).fill('sample');
      await page.getByRole('button', { name: 'Login', exact: true }).click();
    },
  ],
  [
    '/signup',
    '/auth/register',
    async (page: Page) => {
      await expect(page.getByRole('main').locator('input')).toHaveCount(5);
      for (const field of await page.getByRole('main').locator('input').all()) await field.fill('sample@example.test');
      await page.getByRole('button', { name: 'Create account' }).click();
    },
  ],
] as const) {
  test(`[B-3] on ${path} a 401 removes the token and stays, with the server’s words`, async ({ page, product }) => {
    await store(page, { [TOKEN_STORAGE_KEY]: person.token });
    await stub(page, 'POST', endpoint, answering(401, { message: 'The server says no.' }));
    await page.goto(product.origin + path);
    await act(page);
    await expect(page.getByText('The server says no.')).toBeVisible();
    await expect.poll(() => tokenIn(page)).toBeNull();
    expect(new URL(page.url()).pathname).toBe(path);
  });
}

test('[B-4] [A12] a question for one person’s proof is not left to the next, who signs in in another tab', async ({
  page,
  product,
}) => {
  const first = await adminToken(product.call);
  const second = await newColleague(product, first);
  const sent: string[] = [];
  await signedIn(page, first);
  await stub(page, 'PUT', '/admin/settings/exposure', (request) => {
    sent.push(request.method);
    return answering(403, { message: 'This takes your password again.', code: PROOF_NEEDED })(request);
  });
  await page.goto(`${product.origin}/admin/settings`);
  await page.getByLabel('One customer locks at most').fill('1234567');
  await page.getByRole('button', { name: 'Save rate locks' }).click();
  const asked = page.getByRole('dialog', { name: 'Show that it is you' });
  await expect(asked).toBeVisible();
  const secondTab = await page.context().newPage();
  await secondTab.goto(`${product.origin}/about`);
  await secondTab.evaluate(([key, value]) => localStorage.setItem(key, value), [TOKEN_STORAGE_KEY, second] as const);
  await expect(asked).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(sent).toEqual(['PUT']);
});

test('[B-4] a token removed in another tab clears the loading flag here', async ({ page, product }) => {
  await signedIn(page, person.token);
  await hold(page, 'GET', '/user');
  await page.goto(product.origin + WALLETS);
  await expect(page.getByText('Please wait...')).toBeVisible();
  const secondTab = await page.context().newPage();
  await secondTab.goto(`${product.origin}/about`);
  await secondTab.evaluate((key) => localStorage.removeItem(key), TOKEN_STORAGE_KEY);
  await expect(page).toHaveURL(`${product.origin}/login`);
  await expect(page.getByText('Please wait...')).toHaveCount(0);
});

test('[B-9] loading and error are set before an auth call and cleared after it', async ({ page, product }) => {
  const failed = page.getByText('The server is tired.');
  const wait = page.getByText('Please wait...');
  const retry = page.getByRole('button', { name: 'Try again' });
  await signedIn(page, person.token);
  const letFirstGo = await hold(page, 'GET', '/user');
  await page.goto(product.origin + WALLETS);
  await expect(wait).toBeVisible();
  letFirstGo(answering(503, { message: 'The server is tired.' }));
  await expect(failed).toBeVisible();
  await expect(wait).toHaveCount(0);

  const letSecondGo = await hold(page, 'GET', '/user');
  await retry.click();
  await expect(wait).toBeVisible();
  await expect(failed).toHaveCount(0);
  letSecondGo(answering(503, { message: 'The server is tired.' }));
  await expect(failed).toBeVisible();
  await expect(wait).toHaveCount(0);

  const letThirdGo = await hold(page, 'GET', '/user');
  await retry.click();
  await expect(wait).toBeVisible();
  letThirdGo(passOn);
  await expect(profileCard(page)).toBeVisible();
  await expect(failed).toHaveCount(0);
  await expect(wait).toHaveCount(0);
});

test('[B-11] the server’s 404 leaves the session alone, and the screen says it in its words', async ({
  page,
  product,
}) => {
  await signedIn(page, person.token);
  await page.goto(`${product.origin}/account/convert-to-naira/00000000-0000-7000-8000-000000000000`);
  await expect(page.getByRole('main').getByRole('alert')).toContainText(/no such/i);
  expect(await tokenIn(page)).toBe(person.token);
});

test.describe('[C-1] the shell', () => {
  const ENTRIES = [
    ['Dashboard', '/account/dashboard'],
    ['Convert to Naira New', '/account/convert-to-naira'],
    ['Edit Profile', '/account/profile'],
    ['Wallet', '/account/wallets'],
    ['Set Payment Method', '/account/payment-method'],
    ['Generate Payment link New', '/account/payment-link'],
    ['Settings', '/account/settings'],
  ] as const;

  test.beforeEach(async ({ page }) => {
    await signedIn(page, person.token);
  });

  test('[C-1] every entry of the sidebar leads to its page, and the profile card to the profile', async ({
    page,
    product,
  }) => {
    await page.goto(`${product.origin}/account`);
    const links = page.getByRole('navigation', { name: 'Account' }).getByRole('link');
    await expect(links).toHaveCount(ENTRIES.length);
    for (const [index, [name, path]] of ENTRIES.entries()) {
      await expect(links.nth(index)).toHaveAccessibleName(name);
      await links.nth(index).click();
      await expect(page).toHaveURL(product.origin + path);
      await expect(links.nth(index)).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText('There is no page at')).toHaveCount(0);
    }
    await profileCard(page).click();
    await expect(page).toHaveURL(`${product.origin}/account/profile`);
  });

  test('[C-1] Learn more opens the guide, and its note about it resets after 3 seconds', async ({ page, product }) => {
    await page.clock.install();
    await page.goto(product.origin + WALLETS);
    const card = page.getByRole('region', { name: 'Learn P2P Trading' });
    // The shell is rendered in steps, which a stopped clock would hold back.
    await expect(card).toBeVisible();
    await page.clock.pauseAt(Date.now() + 60_000);
    const opening = page.waitForEvent('popup');
    await card.getByRole('link', { name: 'Learn more' }).click();
    await expect(card).toContainText('The guide is open in another tab.');
    const guide = await opening;
    await expect(guide.getByRole('heading', { level: 1 })).toHaveText('P2P trading');
    await page.clock.runFor(2999);
    await expect(card).toContainText('The guide is open in another tab.');
    await page.clock.runFor(1);
    await expect(card).not.toContainText('The guide is open in another tab.');
  });

  test('[C-1] below 1024 px the same in a drawer that holds the focus and closes on Escape', async ({
    page,
    product,
  }) => {
    await page.setViewportSize({ width: 1024, height: 700 });
    await page.goto(product.origin + WALLETS);
    const menu = page.getByRole('button', { name: 'Open menu' });
    await expect(page.getByRole('navigation', { name: 'Account' })).toBeVisible();
    await expect(menu).toBeHidden();
    await page.setViewportSize({ width: 1023, height: 700 });
    await expect(page.getByRole('navigation', { name: 'Account' })).toBeHidden();

    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await menu.click();
    await expect(drawer.getByRole('navigation', { name: 'Account' }).getByRole('link')).toHaveCount(ENTRIES.length);
    await expect(drawer.getByRole('region', { name: 'Learn P2P Trading' })).toBeVisible();
    await expect(drawer.getByRole('button', { name: 'Logout' })).toBeVisible();
    const hasFocus = () => drawer.evaluate((panel) => panel.contains(document.activeElement));
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let press = 0; press < ENTRIES.length + 6; press += 1) {
        await page.keyboard.press(key);
        await expect.poll(hasFocus).toBe(true);
      }
    }
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(menu).toBeFocused();
    await menu.click();
    await drawer.getByRole('link', { name: 'Wallet' }).click();
    await expect(drawer).toBeHidden();
  });
});
