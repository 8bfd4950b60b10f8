// Each toast stays as long as its kind should, by the clock, and toasts never cover the page.
import type { Locator, Page } from '@playwright/test';
import { TEXTS } from '@kobogate/contract';
import { expect, test } from '../support/fixtures.ts';
import { PASSWORD } from '../support/people.ts';
import { answering, hold, stub } from '../support/stubs.ts';

const WORDS = 'The words of the server.';
const UNKNOWN_EMAIL = 'sample@example.test';

const logIn = async (page: Page) => {
  await page.getByLabel('E-mail address').fill(UNKNOWN_EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
};

const START = new Date('2026-03-02T10:00:00Z');

async function open(page: Page, address: string): Promise<void> {
  await page.clock.install({ time: START });
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.clock.pauseAt(new Date('2026-03-02T11:00:00Z'));
}

/** How opaque a toast is, from 0 to 1. It fades in and out in real time, and begins to by the page's clock. */
const opacityOf = (toast: Locator) =>
  toast.evaluate((words) => {
    let opacity = 1;
    for (let at: Element | null = words; at !== null; at = at.parentElement) {
      opacity *= Number(getComputedStyle(at).opacity);
    }
    return opacity;
  });

/** Checks that a toast is there until its time is over, and not longer. */
async function expectToLast(page: Page, text: string, milliseconds: number): Promise<void> {
  const toast = page.getByText(text, { exact: true });
  await expect.poll(() => opacityOf(toast)).toBe(1);
  await page.clock.runFor(milliseconds - 1);
  await expect.poll(() => opacityOf(toast)).toBe(1);
  await page.clock.runFor(1);
  await expect.poll(() => opacityOf(toast)).toBe(0);
}

test('[G-4] an error stays 4 s', async ({ page, product }) => {
  await stub(page, 'POST', '/auth/login', answering(401, { message: WORDS }));
  await open(page, `${product.origin}/login`);
  await logIn(page);
  await expectToLast(page, WORDS, 4000);
});

test('[G-4] a success stays 2 s', async ({ page, product }) => {
  await stub(page, 'POST', '/auth/forgot-password', answering(200, { message: WORDS }));
  await open(page, `${product.origin}/forgotten-password`);
  await page.getByLabel('E-mail or phone number').fill(UNKNOWN_EMAIL);
  await page.getByRole('button', { name: 'Request Verification Link' }).click();
  await expectToLast(page, WORDS, 2000);
});

test('[G-4] any other stays 4 s', async ({ page, product }) => {
  const body = { message: '', data: { isVerified: false, isAdmin: false } };
  await stub(page, 'POST', '/auth/login', answering(200, body));
  await open(page, `${product.origin}/login`);
  await logIn(page);
  await expect(page).toHaveURL(/\/verify-otp$/);
  await expectToLast(page, TEXTS.verifyFirst, 4000);
});

test('[G-4] one of a running load stays until it is dismissed', async ({ page, product }) => {
  const letGo = await hold(page, 'POST', '/auth/login');
  await open(page, `${product.origin}/login`);
  await logIn(page);
  await page.clock.runFor(10_000);
  const toast = page.getByText('Still waiting for an answer.');
  await expect.poll(() => opacityOf(toast)).toBe(1);
  await page.clock.runFor(600_000);
  await expect.poll(() => opacityOf(toast)).toBe(1);
  await expect(page.getByLabel('E-mail address')).toHaveValue(UNKNOWN_EMAIL);
  letGo(answering(401, { message: WORDS }));
  await expect(page.getByText(WORDS)).toBeVisible();
  await expect.poll(() => opacityOf(toast)).toBe(0);
});

test('[G-4] at most 20 are there at once', async ({ page, product }) => {
  let count = 0;
  await stub(page, 'POST', '/auth/login', (request) => {
    count += 1;
    return answering(401, { message: `Refusal ${count}.` })(request);
  });
  await open(page, `${product.origin}/login`);
  await logIn(page);
  for (let time = 2; time <= 22; time += 1) {
    await expect(page.getByText(`Refusal ${time - 1}.`, { exact: true })).toHaveCount(1);
    await page.getByLabel('Password', { exact: true }).press('Enter');
  }
  await expect(page.getByText('Refusal 22.')).toHaveCount(1);
  await expect(page.getByText(/^Refusal \d+\.$/)).toHaveCount(20);
});
