// Whatever the server does, each screen stays whole and says what happened: where every call fails or is not answered,
// or answers have the longest names, the most decimals and thousands of rows.
import { sampleChoosing } from '@kobogate/testkit/payer/samples.ts';
import type { Page } from '@playwright/test';
import { endpoints, ORDERS_BATCH_SIZE, TEXTS } from '@kobogate/contract';
import { interceptNothing } from '../support/intercept.ts';
import { expect, test } from '../support/fixtures.ts';
import { PAYER_PATH, stubPayerPage } from '../support/payer-page.ts';
import { makeScreens, onEveryCall, type Screens } from '../support/screens.ts';
import { answering, hold, signedIn, stub, tokenIn } from '../support/stubs.ts';

const wordsOf = (status: number): string => `The words of the server for ${status}.`;
const AGAIN = { name: /again|retry/i };
const LONGEST = 10_000;
const LISTED = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
/** No name is longer: a hundred characters, without a space to break at, in three directions of reading. */
const NAMES = { first_name: 'W'.repeat(84), last_name: `${'🧿'.repeat(4)}${'ح'.repeat(40)}` };
/** The smallest phone, the width where cards become tables, and the width where the sidebar is beside them. */
const WIDTHS = [320, 768, 1024] as const;
const DESKTOP = { width: 1280, height: 720 };

let screens: Screens;
test.beforeAll(async ({ product }) => {
  screens = await makeScreens(product);
  const { token } = screens.customer;
  await product.call(endpoints.accounts.updateUser, { token, body: NAMES });
});

const loading = (page: Page) => page.getByLabel(/^Loading/);
const overhang = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const role of ['customer', 'admin'] as const) {
  test(`[C-11] [B-11] ${role}: each screen shows a 500, a 403 and a 404 in words with a next step, and stays on its page and signed in`, async ({
    page,
    product,
  }) => {
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    await page.clock.install();
    await signedIn(page, screens[role].token);
    let status = 500;
    await onEveryCall(page, (request) =>
      answering(status, status === 500 ? {} : { message: wordsOf(status) })(request),
    );
    const main = page.getByRole('main');
    for (const path of screens[role].paths) {
      status = 500;
      await page.goto(product.origin + path);
      // Reading calls are repeated after a while; the clock skips that time.
      await expect(async () => {
        await page.clock.fastForward(3000);
        await expect(main.getByRole('alert').first(), path).toBeVisible({ timeout: 100 });
        await expect(loading(page), path).toHaveCount(0, { timeout: 100 });
      }).toPass({ timeout: 60_000, intervals: [50] });
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(/\S/);
      expect(await main.textContent(), path).not.toMatch(/undefined|NaN|\[object|null/);
      for (const next of [403, 404]) {
        status = next;
        await main.getByRole('button', AGAIN).first().click();
        await expect(main.getByText(wordsOf(status)).first(), path).toBeVisible();
      }
      expect(page.url()).toBe(product.origin + path);
      expect(await tokenIn(page)).toBe(screens[role].token);
    }
    expect(faults).toEqual([]);
  });

  test(`[C-11] ${role}: while no answer comes each screen waits in its place with a way out, then hardly moves, and fits every width`, async ({
    page,
    product,
  }) => {
    await signedIn(page, screens[role].token);
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const moved = 'value' in entry ? Number(entry.value) : 0;
          document.documentElement.dataset['moved'] = String(
            Number(document.documentElement.dataset['moved'] ?? 0) + moved,
          );
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const path of screens[role].paths) {
      let release: () => void = () => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await onEveryCall(page, async (request) => {
        await released;
        await request.passOn();
      });
      await page.goto(product.origin + path);
      await expect(loading(page).first(), path).toBeVisible();
      await expect(page.getByRole('alert'), path).toHaveCount(0);
      await expect(page.getByRole('navigation').getByRole('link').first(), path).toBeVisible();
      release();
      await expect(loading(page), path).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(/\S/);
      const moved = await page.evaluate(() => Number(document.documentElement.dataset['moved'] ?? 0));
      // What web.dev calls good for cumulative layout shift.
      expect.soft(moved, `${path} moved by ${moved}`).toBeLessThan(0.1);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        expect.soft(await overhang(page), `${path} at ${width}`).toBe(0);
      }
      await page.setViewportSize(DESKTOP);
      await interceptNothing(page);
    }
  });
}

test('a payment link with the longest name, purpose and amount stays within the smallest phone', async ({
  page,
  product,
}) => {
  const content = sampleChoosing({
    name: NAMES.first_name,
    purpose: `${NAMES.last_name} ${'m'.repeat(200)}`,
    amount: `${'9'.repeat(60)}.50`,
  });
  await stubPayerPage(page, content);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(product.origin + PAYER_PATH);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(content.link.name);
  expect(await overhang(page)).toBe(0);
});

test('bank names of any length and direction can be found and chosen on the smallest phone', async ({
  page,
  product,
}) => {
  const names = [NAMES.last_name, 'B'.repeat(90), ...Array.from({ length: 600 }, (_, index) => `Bank ${index}`)];
  const banks = names.map((bank_name, index) => ({ bank_name, bank_code: String(index), aliases: [] }));
  await signedIn(page, screens.customer.token);
  await stub(page, 'GET', '/bank-account/banks', answering(200, { source: 'live', data: banks }));
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${product.origin}/account/payment-method`);
  const search = page.getByRole('combobox', { name: 'Bank name' });
  for (const name of names.slice(0, 2)) {
    await search.fill(name.slice(0, 20));
    await page.getByRole('option', { name, exact: true }).click();
    await expect(search).toHaveValue(name);
    await expect(page.getByRole('listbox')).toHaveCount(0);
    expect(await overhang(page)).toBe(0);
  }
});

test('what is typed to find another bank stays when another call is answered', async ({ page, product }) => {
  const banks = ['Sample First Bank', 'Sample Second Bank'].map((bank_name, at) => ({
    bank_name,
    bank_code: String(at),
    aliases: [],
  }));
  const twoFactor = { isOn: true, totpSince: '2026-01-01T00:00:00.000Z', passkeys: [], recoveryCodesLeft: 10 };
  await signedIn(page, screens.customer.token);
  await stub(page, 'GET', '/bank-account/banks', answering(200, { source: 'live', data: banks }));
  const answerTwoFactor = await hold(page, 'GET', '/two-factor');
  await page.goto(`${product.origin}/account/payment-method`);
  const search = page.getByRole('combobox', { name: 'Bank name' });
  await search.fill('first');
  await page.getByRole('option', { name: 'Sample First Bank' }).click();
  await expect(page.getByLabel('Your password', { exact: true })).toBeVisible();

  await search.fill('second');
  answerTwoFactor(answering(200, { data: twoFactor }));
  await expect(page.getByText('Code of your app, or a recovery code')).toBeVisible();
  await expect(search).toHaveValue('second');
  await page.getByRole('option', { name: 'Sample Second Bank' }).click();
  await expect(search).toHaveValue('Sample Second Bank');
});

test('[C-5] where no provider can name its banks, our own list is offered, with a note', async ({ page, product }) => {
  await signedIn(page, screens.customer.token);
  const banks = [{ bank_name: 'Sample Own Bank', bank_code: '000999', aliases: [] }];
  await stub(page, 'GET', '/bank-account/banks', answering(200, { source: 'fallback', data: banks }));
  await page.goto(`${product.origin}/account/payment-method`);
  await expect(page.getByText('this is our own list of banks')).toBeVisible();
  const search = page.getByRole('combobox', { name: 'Bank name' });
  await search.fill('own');
  await page.getByRole('option', { name: 'Sample Own Bank' }).click();
  await expect(search).toHaveValue('Sample Own Bank');
});

test('an amount of 18 decimals is shown to the last one', async ({ page, product }) => {
  await signedIn(page, screens.customer.token);
  await page.goto(`${product.origin}/account/convert-to-naira/${screens.order.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('0.123456789012345678 ETH');
});

test('[D-2] 10,000 orders: ten rows at a time, five page numbers, and any page at once', async ({ page, product }) => {
  const [order] = await product.call(endpoints.adminOrders.list, { token: screens.admin.token });
  const byStatus = { pending: 0, processing: 0, approved: LONGEST, declined: 0 };
  const counts = {
    byStatus,
    toReview: 0,
    toReviewKobo: '0',
    oldestToReview: null,
    troubled: 0,
    undecided: 0,
    isSearchCut: false,
  };
  await signedIn(page, screens.admin.token);
  await stub(page, 'GET', '/order/admin/counts', answering(200, { data: counts }));
  await stub(page, 'GET', '/order/admin', (request) => {
    const skip = Number(request.url.searchParams.get('skip') ?? '0');
    const length = Math.min(ORDERS_BATCH_SIZE, LONGEST - skip);
    const rows = Array.from({ length }, (_, index) => ({ ...order, id: `order-${skip + index}` }));
    return answering(200, rows)(request);
  });
  await page.goto(`${product.origin}/admin/dashboard?tab=orders&page=1000`);
  const table = page.getByRole('table', { name: 'Orders' });
  await expect(table.getByRole('row')).toHaveCount(11);
  const pages = page.getByRole('navigation', { name: /pages/i }).getByRole('button', { name: /\d/ });
  await expect(pages).toHaveCount(5);
  await expect(pages.last()).toHaveText('1000');
});

test('[D-5] samples and their banner stay while the orders are asked for again and again', async ({
  page,
  product,
}) => {
  let isHeld = false;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await signedIn(page, screens.admin.token);
  await stub(page, 'GET', '/order/admin', async (request) => {
    if (isHeld) await held;
    await answering(422, { message: 'The list is closed.' })(request);
  });
  await page.goto(`${product.origin}/admin/dashboard?tab=orders`);
  const samples = page.getByRole('table', { name: 'Sample orders' });
  const banner = page.getByText(TEXTS.ordersLoadFailed);
  await expect(samples.getByRole('row')).toHaveCount(11);
  isHeld = true;
  const asked = page.waitForRequest((request) => request.url().includes('/api/order/admin'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await asked;
  await expect(page.getByRole('button', { name: 'Trying again...' })).toBeVisible();
  await expect(samples.getByRole('row')).toHaveCount(11);
  await expect(banner).toBeVisible();
  await page.getByLabel('Status').selectOption('pending');
  await expect(banner).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading orders' })).toHaveCount(0);
  release();
});

test('[H-5] [P10] an order with a listed sender, or to another name, is approved with a reason alone', async ({
  page,
  product,
}) => {
  const sent: unknown[] = [];
  const [any] = await product.call(endpoints.adminOrders.list, { token: screens.admin.token });
  const facts = { status: 'pending', payout: 'none', firstApproval: null };
  const doubtful = { nameResolution: 'mismatch', resolvedName: 'JOHN DOE ENTERPRISES', nameScore: 0 };
  const bankAccount = { ...any?.bankAccount, ...doubtful };
  const order = { ...any, ...facts, bankAccount, version: 7, listedSenders: [LISTED], customerName: 'Sample Listed' };
  await signedIn(page, screens.admin.token);
  await stub(page, 'GET', '/order/admin', answering(200, [order]));
  await stub(page, 'PUT', `/order/${any?.id}`, (request) => {
    sent.push(request.sent());
    return answering(200, { message: 'Order approved', data: { ...order, status: 'approved' } })(request);
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${product.origin}/admin/dashboard?tab=orders`);
  await expect(page.getByRole('table').getByText('Sanctions list')).toBeVisible();
  const said = page.getByRole('table').getByText(/0\s% alike: bank says .*JOHN DOE ENTERPRISES/);
  await expect(said.filter({ visible: true })).toHaveCount(1);
  await page.getByRole('button', { name: 'Approve the order of Sample Listed' }).click();
  const opened = page.getByRole('dialog', { name: 'Approve this order?' });
  await expect(opened.getByText(LISTED)).toBeVisible();
  await expect(opened.getByText(/JOHN DOE ENTERPRISES/)).toBeVisible();
  await opened.getByRole('button', { name: /^Approve/ }).click();
  const why = opened.getByLabel('To approve it, say why it may be paid');
  await expect(why).toBeFocused();
  // On a phone the field is below the first part of the dialog.
  await expect(opened.getByText('Please give a reason.')).toBeInViewport({ ratio: 1 });
  expect(sent).toEqual([]);
  await why.fill('The authority has released them.');
  await opened.getByRole('button', { name: /^Approve/ }).click();
  await expect
    .poll(() => sent)
    .toEqual([{ status: 'approved', version: 7, canUndo: true, reason: 'The authority has released them.' }]);
});

test('[H-5] a payout of a listed sender that is sent again shows the sender as its dialog opens, on a phone too', async ({
  page,
  product,
}) => {
  const [any] = await product.call(endpoints.adminOrders.list, { token: screens.admin.token });
  const facts = { status: 'approved', payout: 'failed', firstApproval: null };
  const order = { ...any, ...facts, version: 7, listedSenders: [LISTED], customerName: 'Sample Listed' };
  await signedIn(page, screens.admin.token);
  await stub(page, 'GET', '/order/admin', answering(200, [order]));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${product.origin}/admin/dashboard?tab=orders`);
  await page.getByRole('button', { name: /details of the order$/ }).click();
  await page.getByRole('button', { name: /^Retry the payout/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Send this payout again?' });
  await expect(dialog.getByLabel('Rail')).toBeFocused();
  await expect(dialog.getByText('On the sanctions list')).toBeInViewport({ ratio: 1 });
});
