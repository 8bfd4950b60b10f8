// An empty list says so in the specified words, with a first step beside them where there is one.
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { adminToken, signUp } from '../support/people.ts';
import { answering, hold, signedIn, stub } from '../support/stubs.ts';

const searchForNothing = async (page: Page) => {
  await page.getByRole('button', { name: 'Generate New Wallet' }).click();
  await page.getByLabel('Search currencies').fill('no such coin');
};

interface Empty {
  readonly what: string;
  readonly as: 'customer' | 'admin';
  readonly path: string;
  /** The call whose answer is empty. */
  readonly call: string;
  readonly act?: (page: Page) => Promise<void>;
  readonly empty: object;
  readonly said: string;
  readonly firstStep?: string;
}

const EMPTY: readonly Empty[] = [
  {
    what: 'an account without wallets',
    as: 'customer',
    path: '/account/wallets',
    call: '/wallet',
    empty: { data: [] },
    said: 'You have no wallets yet',
    firstStep: 'Generate New Wallet',
  },
  {
    what: 'a search without a coin',
    as: 'customer',
    path: '/account/wallets',
    call: '/wallet',
    empty: { data: [] },
    act: searchForNothing,
    said: 'No currencies found.',
  },
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

for (const { what, as, path, call, empty, act, said, firstStep } of EMPTY) {
  test(`[G-6] ${what}: “${said}”`, async ({ page, product }) => {
    await signedIn(page, as === 'admin' ? await adminToken(product.call) : (await signUp(product)).token);
    await stub(page, 'GET', call, answering(200, empty));
    await page.goto(product.origin + path);
    await act?.(page);
    await expect(page.getByText(said, { exact: true })).toBeVisible();
    if (firstStep !== undefined) await expect(page.getByRole('button', { name: firstStep })).toBeEnabled();
  });
}

test('[C-8] [G-6] the button for a first wallet is there once and does not move: no press is lost', async ({
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
  await generate.click();
  await expect(page.getByRole('dialog')).toBeVisible();
});
