// Two officers work in one list at once, each in a browser of their own: each sees who looks at what, the second decision on
// an order is refused with a sentence and decides nothing, an approval is taken back for both, and what arrives moves no row.
import type { Browser, Page } from '@playwright/test';
import { endpoints } from '@kobogate/contract';
import { newCustomer, orderWhere, payAndMine, placeOrder } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { adminToken, newColleague } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { hold, passOn, signedIn } from '../support/stubs.ts';
import { eventually } from '../support/wait.ts';

const SIZE = { width: 1440, height: 900 };

async function openDesk(page: Page, product: Product, { token, search }: { token: string; search: string }) {
  await page.setViewportSize(SIZE);
  await signedIn(page, token);
  const query = new URLSearchParams({ tab: 'orders', sort: 'oldest', search });
  await page.goto(`${product.origin}/admin/dashboard?${query.toString()}`);
  const rows = page.getByRole('table', { name: 'Orders' }).getByRole('row');
  const dialog = page.getByRole('dialog', { name: 'Approve this order?' });
  return {
    page,
    rows,
    row: (coins: string) => rows.filter({ hasText: coins }),
    open: async (coins: string) =>
      rows
        .filter({ hasText: coins })
        .getByRole('button', { name: /details of the order$/ })
        .click(),
    approve: () => page.keyboard.press('a'),
    dialog,
    confirm: () => dialog.getByRole('button', { name: 'Approve order' }).click(),
  };
}

const newPage = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage();

test('[S2] two officers see who looks at what, decide nothing twice, and take back what both see', async ({
  page,
  browser,
  product,
}) => {
  test.slow();
  const { call } = product;
  const token = await adminToken(call);
  const colleague = await newColleague(product, token);
  const customer = await newCustomer(product);
  const search = customer.email;
  const funded = async (amount: string) => {
    const order = await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount });
    await payAndMine(product, order);
    return orderWhere(product, customer.token, order.id, 'funded', ({ funding }) => funding === 'funded');
  };
  const [first, second] = [await funded('31'), await funded('32')];
  const one = await openDesk(page, product, { token, search });
  const two = await openDesk(await newPage(browser), product, { token: colleague, search });
  await expect(one.rows).toHaveCount(3);
  await expect(two.rows).toHaveCount(3);

  await one.open('31 USDT');
  await expect(two.row('31 USDT')).toContainText('Super Admin looks at it');
  await two.open('31 USDT');
  await expect(one.page.getByText('Sample Person looks at it too.')).toBeVisible();
  await expect(two.page.getByText('Super Admin looks at it too.')).toBeVisible();

  // The colleague's decision is on its way when the other's arrives.
  const letGo = await hold(two.page, 'PUT', `/order/${first.id}`);
  await one.approve();
  await two.approve();
  await expect(one.dialog).toBeVisible();
  await expect(two.dialog).toBeVisible();
  await two.confirm();
  await one.confirm();
  await expect(one.page.getByText(/^Approved: Sample Person/)).toBeVisible();
  letGo(passOn);
  await expect(two.page.getByText('Not decided')).toBeVisible();
  await expect(two.page.getByText(/This order is already approved\./)).toBeVisible();
  const { data: evidence } = await call(endpoints.evidence.read, { token, params: { id: first.id } });
  expect(evidence.decisions.map(({ by, text }) => `${by}: ${text}`)).toEqual(['Super Admin: Order approved.']);

  await two.open('32 USDT');
  await expect(two.page.getByText('It waits for a decision.')).toBeVisible();
  // Taken back before its answer is there, as by a quick hand.
  const letSecondGo = await hold(two.page, 'PUT', `/order/${second.id}`);
  await two.approve();
  await two.confirm();
  await expect(two.row('32 USDT')).toContainText('Approved');
  await two.page.keyboard.press('u');
  letSecondGo(passOn);
  await eventually('it is approved and taken back', async () => {
    const { data } = await call(endpoints.evidence.read, { token, params: { id: second.id } });
    return data.decisions.length === 2 || undefined;
  });
  await expect(one.row('32 USDT')).toContainText('To review');
  await expect(two.row('32 USDT')).toContainText('To review');
  await orderWhere(product, customer.token, second.id, 'pending', ({ status }) => status === 'pending');

  const places = async () => [await one.rows.nth(1).boundingBox(), await two.rows.nth(2).boundingBox()];
  const before = await places();
  await funded('33');
  await expect(one.page.getByText('1 new')).toBeVisible();
  await expect(two.page.getByText('1 new')).toBeVisible();
  expect(await places()).toEqual(before);
  await two.page.context().close();
});
