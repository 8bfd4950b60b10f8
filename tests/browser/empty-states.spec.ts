// An empty list says so in the specified words, with a first step beside them where there is one.
import { expect, test } from '../support/fixtures.ts';
import { adminToken, signUp } from '../support/people.ts';
import { answering, hold, signedIn, stub } from '../support/stubs.ts';

interface Empty {
  readonly what: string;
  readonly as: 'customer' | 'admin';
  readonly path: string;
  /** The call whose answer is empty. */
  readonly call: string;
  readonly empty: object;
  readonly said: string;
}

const EMPTY: readonly Empty[] = [
  {
    what: 'a review without orders',
    as: 'admin',
    path: '/admin/dashboard?tab=orders',
    call: '/order/admin',
    empty: [],
    said: 'No orders found.',
  },
  {
    what: 'an account to which nothing has happened',
    as: 'customer',
    path: '/account/notifications',
    call: '/notifications',
    empty: { data: [] },
    said: 'No notifications yet',
  },
];

for (const { what, as, path, call, empty, said } of EMPTY) {
  test(`[G-6] ${what}: “${said}”`, async ({ page, product }) => {
    await signedIn(page, as === 'admin' ? await adminToken(product.call) : (await signUp(product)).token);
    await stub(page, 'GET', call, answering(200, empty));
    await page.goto(product.origin + path);
    await expect(page.getByText(said, { exact: true })).toBeVisible();
  });
}

test('[C-8] [G-6] an account without wallets says so, beside a button that does not move, and so does a search without a coin', async ({
  page,
  product,
}) => {
  await signedIn(page, (await signUp(product)).token);
  const letGo = await hold(page, 'GET', '/wallet');
  await page.goto(`${product.origin}/account/wallets`);
  const generate = page.getByRole('button', { name: 'Generate New Wallet' });
  await expect(page.getByLabel('Loading your wallets')).toBeVisible();
  await expect(generate).toHaveCount(0);
  letGo(answering(200, { data: [] }));
  // At once: no press is lost.
  await generate.click();
  await page.getByRole('dialog').getByLabel('Search currencies').fill('no such coin');
  await expect(page.getByText('No currencies found.', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('You have no wallets yet', { exact: true })).toBeVisible();
  await expect(generate).toBeEnabled();
});
