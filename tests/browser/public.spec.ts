// What a visitor without an account sees follows the specification to the letter: texts, links, and the carousel's
// timing.
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { signedIn } from '../support/stubs.ts';
import { signUp } from '../support/people.ts';

const START = new Date('2026-03-02T10:00:00Z');
const LATER = new Date('2026-03-02T11:00:00Z');

test('[A-1] the start page: where its navigation and its two buttons lead', async ({ page, product }) => {
  const home = `${product.origin}/`;
  await page.goto(home);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Receive Crypto in style');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link')).toHaveText(['Home', 'About', 'Contact', 'Support', 'Developers']);
  for (const name of ['About', 'Contact', 'Support']) {
    await navigation.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  }
  await navigation.getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(home);
  for (const [name, path] of [
    ['Register Now', '/signup'],
    ['Login', '/login'],
  ] as const) {
    await page.getByRole('main').getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(product.origin + path);
    await page.goBack();
  }
});

test('[A-2] three cards say how it works', async ({ page, product }) => {
  await page.goto(`${product.origin}/`);
  const cards = page.getByRole('region', { name: 'How it works' }).getByRole('listitem');
  await expect(cards.getByRole('heading')).toHaveText([
    'Create an account',
    'Set up personal details and get verified',
    'Choose the coin to convert',
  ]);
});

test.describe('the carousel', () => {
  const carousel = (page: Page) => page.getByRole('region', { name: 'Testimonials' });
  const control = (page: Page, name: string) => carousel(page).getByRole('button', { name });
  const expectShown = (page: Page, entry: number) =>
    expect(carousel(page).getByRole('figure')).toHaveAccessibleName(`${entry} of 5`);
  /** Takes pointer and focus out of the carousel. */
  const leave = async (page: Page, { moves = true } = {}) => {
    await page.getByRole('heading', { level: 1 }).click();
    // It is read out only while it is stopped.
    const live = carousel(page).locator('[aria-live]');
    await expect(live).toHaveAttribute('aria-live', moves ? 'off' : 'polite');
  };
  const jumpTo = async (page: Page, entry: number) => {
    await control(page, `Show testimonial ${entry}`).click();
    await expectShown(page, entry);
  };

  test.beforeEach(async ({ page, product }) => {
    await page.clock.install({ time: START });
    await page.goto(`${product.origin}/`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.clock.pauseAt(LATER);
  });

  test('[A-3] five entries, each with its quote, name, company and avatar; previous, next and jump', async ({
    page,
  }) => {
    const quotes = new Set<string | null>();
    for (const entry of [1, 2, 3, 4, 5]) {
      await jumpTo(page, entry);
      await expect(control(page, `Show testimonial ${entry}`)).toHaveAttribute('aria-current', 'true');
      const figure = carousel(page).getByRole('figure');
      quotes.add(await figure.getByRole('blockquote').textContent());
      await expect(figure).toContainText(/S\dSample Customer \w+ SampleA.+\(sample\)/);
    }
    expect(quotes.size).toBe(5);
    await control(page, 'Next testimonial').click();
    await expectShown(page, 1);
    await control(page, 'Previous testimonial').click();
    await expectShown(page, 5);
    await control(page, 'Previous testimonial').click();
    await expectShown(page, 4);
  });

  test('[A-3] it advances every 4000 ms, and round at the end', async ({ page }) => {
    await jumpTo(page, 1);
    await leave(page);
    await page.clock.runFor(3999);
    await expectShown(page, 1);
    await page.clock.runFor(1);
    await expectShown(page, 2);
    await page.clock.runFor(4000);
    await expectShown(page, 3);
    await page.clock.runFor(12_000);
    await expectShown(page, 1);
  });

  test('[A-3] it waits while the pointer is over it or the focus in it', async ({ page }) => {
    await jumpTo(page, 2);
    await leave(page);
    await carousel(page).hover();
    await page.clock.runFor(20_000);
    await expectShown(page, 2);
    await leave(page);
    await page.clock.runFor(4000);
    await expectShown(page, 3);
    await control(page, 'Next testimonial').focus();
    await page.clock.runFor(20_000);
    await expectShown(page, 3);
    await leave(page);
    await page.clock.runFor(4000);
    await expectShown(page, 4);
  });

  test('[A-3] under reduced motion it does not move, and can still be moved by hand', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await jumpTo(page, 2);
    await leave(page, { moves: false });
    await page.clock.runFor(20_000);
    await expectShown(page, 2);
    await control(page, 'Next testimonial').click();
    await expectShown(page, 3);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await leave(page);
    await page.clock.runFor(4000);
    await expectShown(page, 4);
  });

  test('[A-3] paused it stays paused, also when pointed at or moved by hand, until it is played again', async ({
    page,
  }) => {
    await jumpTo(page, 2);
    await control(page, 'Pause testimonials').click();
    await leave(page, { moves: false });
    await page.clock.runFor(20_000);
    await expectShown(page, 2);
    await carousel(page).hover();
    await leave(page, { moves: false });
    await page.clock.runFor(20_000);
    await expectShown(page, 2);
    await control(page, 'Next testimonial').click();
    await leave(page, { moves: false });
    await page.clock.runFor(20_000);
    await expectShown(page, 3);
    await control(page, 'Play testimonials').click();
    await leave(page);
    await page.clock.runFor(4000);
    await expectShown(page, 4);
  });
});

test('[A-4] four questions open and close by keyboard alone', async ({ page, product }) => {
  await page.goto(`${product.origin}/`);
  const questions = page.getByRole('region', { name: 'Questions' }).locator('summary');
  await expect(questions).toHaveCount(4);
  await questions.first().focus();
  const claims = [/processed within seconds/, /no hidden fees/, /Many popular wallets are supported/, /tried again/];
  for (const [index, claim] of claims.entries()) {
    const answer = page.getByText(claim);
    await expect(questions.nth(index)).toBeFocused();
    await expect(answer).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(answer).toBeVisible();
    await page.keyboard.press('Space');
    await expect(answer).toBeHidden();
    await page.keyboard.press('Tab');
  }
});

test('[A-5] the footer, and every link of the start page leads to an existing page', async ({ page, product }) => {
  await page.goto(`${product.origin}/`);
  const footer = page.getByRole('contentinfo');
  const links = (name: string) => footer.getByRole('navigation', { name }).getByRole('link');
  await expect(links('Quick links')).toHaveText(['Home', 'About', 'Contact', 'Support', 'Developers']);
  await expect(links('Legal')).toHaveText(['Terms of use', 'Privacy', 'AML and KYC', 'Cookies']);
  await expect(links('Social')).toHaveText(['X', 'Instagram', 'LinkedIn']);
  await expect(footer.locator('address')).toContainText('Lagos');
  // On its dark background the focus ring is light.
  await links('Quick links').first().focus();
  await page.keyboard.press('Tab');
  await expect(links('Quick links').nth(1)).toHaveCSS('outline-color', 'rgb(244, 241, 231)');

  for (const name of ['Terms of use', 'Privacy', 'AML and KYC', 'Cookies']) {
    await links('Legal').filter({ hasText: name }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  }
  await links('Social').first().click();
  await expect(page.getByRole('heading', { name: 'Social channels' })).toBeInViewport();

  await page.goto(`${product.origin}/`);
  const addresses = await page.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  for (const address of new Set(addresses)) {
    const { pathname, hash } = new URL(address, product.origin);
    await page.goto(new URL(address, product.origin).href);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('There is no page at'), pathname).toHaveCount(0);
    if (hash !== '') await expect(page.locator(hash)).toBeVisible();
  }
});

test('a public page weighs at most 20 kB on a phone, without pictures: it loads no font there', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const sizes: Promise<{ type: string; bytes: number }>[] = [];
  page.on('requestfinished', (request) => {
    const sized = request.sizes().then((size) => size.responseBodySize + size.responseHeadersSize);
    sizes.push(sized.then((bytes) => ({ type: request.resourceType(), bytes })));
  });
  for (const path of ['/', '/about', '/contact', '/terms']) {
    await page.goto(product.origin + path, { waitUntil: 'networkidle' });
    const loaded = (await Promise.all(sizes.splice(0))).filter(({ type }) => type !== 'image');
    expect(loaded.map(({ type }) => type)).not.toContain('font');
    const total = loaded.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(total, path).toBeLessThanOrEqual(20_000);
  }
});

test('[A-17] an unknown address is reported as one, with a link home', async ({ page, product }) => {
  const answer = await page.goto(`${product.origin}/no/such/page`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('main')).toContainText('There is no page at /no/such/page');
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await expect(page).toHaveURL(`${product.origin}/`);
  for (const path of ['/account/no-such-page', '/admin/no/such/page']) {
    await page.goto(product.origin + path);
    await expect(page.getByRole('main'), 'signed out').toContainText(`There is no page at ${path}`);
    await expect(page.getByRole('link', { name: 'Go to the start page' })).toBeVisible();
  }
  const { token } = await signUp(product);
  await signedIn(page, token);
  await page.goto(`${product.origin}/account/no-such-page`);
  await expect(page.getByRole('main')).toContainText('There is no page at /account/no-such-page');
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await expect(page).toHaveURL(`${product.origin}/account/dashboard`);
});

test('[A-17] a page that fails to draw, or to load, gives an error page with a next step', async ({
  page,
  product,
}) => {
  const { token } = await signUp(product);
  await signedIn(page, token);
  const broken = "export function Component() { throw new Error('It does not draw.'); }";
  await page.route('**/assets/{profile,wallets}-page-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: broken }),
  );
  await page.route('**/assets/settings-page-*.js', (route) => route.abort());
  for (const path of ['/account/profile', '/account/settings', '/account/wallets']) {
    await page.goto(product.origin + path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong on this page');
    await expect(page.getByText('your money is safe where it is')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await expect(page).toHaveURL(`${product.origin}/account/dashboard`);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Something went wrong on this page');
});

test('[A-17] a page whose file is gone since an update of the server is loaded again by itself', async ({
  page,
  product,
}) => {
  const { token } = await signUp(product);
  await signedIn(page, token);
  await page.goto(`${product.origin}/account/dashboard`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  let asked = 0;
  await page.route('**/assets/profile-page-*.js', (route) => {
    asked += 1;
    return asked === 1 ? route.fulfill({ status: 404, body: '{}' }) : route.continue();
  });
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Edit Profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  expect(asked).toBe(2);
});

test('the developers’ styleguide is not in the product', async ({ page, product }) => {
  await page.goto(`${product.origin}/styleguide`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This gate leads nowhere');
});
