import type { Page } from '@playwright/test';
import { answering, hold, stub } from '../support/stubs.ts';
import { type Screen, SKELETON } from './screen.ts';
import type { World } from './world.ts';

const CONVERT = '/account/convert-to-naira';
const orderPage = (name: keyof World['orders']): Screen => ({
  name: `conversions/order-${name}`,
  as: 'customer',
  path: ({ orders }) => `${CONVERT}/${orders[name].id}`,
});
const receiptPage = (name: keyof World['orders']): Screen => ({
  name: `conversions/receipt-${name}`,
  as: 'customer',
  path: ({ orders }) => `/account/receipts/${orders[name].id}`,
});
const fillIn = async (page: Page) => {
  await page.getByLabel('Coin', { exact: true }).selectOption({ label: 'USDT on BNB Smart Chain' });
  await page.getByLabel('Amount', { exact: true }).fill('25.5');
  await page
    .getByRole('status')
    .filter({ hasText: /^₦[\d,]*[1-9]/ })
    .waitFor();
};

const HISTORY = '/rates/USDT/history';
const HOUR_MS = 3_600_000;
/** A day of sample rates that rise and fall, up to now. */
const points = Array.from({ length: 25 }, (_, index) => ({
  at: new Date(Date.now() - (24 - index) * HOUR_MS).toISOString(),
  rate: String(1550 + Math.round(18 * Math.sin(index / 3)) + index),
}));
const historyOf = (shown: typeof points) => (page: Page) =>
  stub(page, 'GET', HISTORY, answering(200, { data: { currency: 'USDT', range: 'day', points: shown } }));

/** From a coin and an amount to naira at the bank. */
export const CONVERSION_SCREENS: readonly Screen[] = [
  { name: 'conversions/convert-no-wallet', as: 'newcomer', path: CONVERT },
  { name: 'conversions/convert', as: 'customer', path: CONVERT },
  { name: 'conversions/convert-filled', as: 'customer', path: CONVERT, act: fillIn },
  {
    name: 'conversions/convert-rates-loading',
    as: 'customer',
    path: CONVERT,
    underWay: SKELETON,
    prepare: async (page) => {
      await hold(page, 'GET', HISTORY);
    },
    act: fillIn,
  },
  { name: 'conversions/convert-rates', as: 'customer', path: CONVERT, prepare: historyOf(points), act: fillIn },
  { name: 'conversions/convert-rates-empty', as: 'customer', path: CONVERT, prepare: historyOf([]), act: fillIn },
  {
    name: 'conversions/convert-rates-failed',
    as: 'customer',
    path: CONVERT,
    prepare: (page) => stub(page, 'GET', HISTORY, answering(422, { message: 'The rates are being counted.' })),
    act: fillIn,
  },
  {
    name: 'conversions/convert-no-rate',
    as: 'customer',
    path: CONVERT,
    prepare: (page) =>
      stub(
        page,
        'POST',
        '/quotes',
        answering(503, {
          message: 'There is no current rate for USDT. Nothing was changed; please try again in a minute.',
        }),
      ),
    act: async (page) => {
      await page.getByLabel('Coin', { exact: true }).selectOption({ label: 'USDT on BNB Smart Chain' });
      await page.getByLabel('Amount', { exact: true }).fill('25.5');
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'conversions/convert-missing',
    as: 'customer',
    path: CONVERT,
    act: async (page) => {
      await page.getByRole('button', { name: 'Generate Transaction' }).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'conversions/convert-refused',
    as: 'customer',
    path: CONVERT,
    prepare: (page) =>
      stub(page, 'POST', '/conversion', answering(409, { message: 'The rate has moved. Please look at the new one.' })),
    act: async (page) => {
      await fillIn(page);
      await page.getByRole('button', { name: 'Generate Transaction' }).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  orderPage('awaiting'),
  orderPage('confirming'),
  orderPage('review'),
  orderPage('paid'),
  orderPage('declined'),
  orderPage('failed'),
  {
    name: 'conversions/order-loading',
    as: 'customer',
    path: `${CONVERT}/sample`,
    underWay: SKELETON,
    prepare: async (page) => {
      await hold(page, 'GET', '/conversion/sample');
    },
  },
  { name: 'conversions/order-unknown', as: 'customer', path: `${CONVERT}/00000000-0000-7000-8000-000000000000` },
  receiptPage('paid'),
  receiptPage('review'),
  {
    name: 'conversions/receipt-loading',
    as: 'customer',
    path: '/account/receipts/sample',
    underWay: SKELETON,
    prepare: async (page) => {
      await hold(page, 'GET', '/receipts/sample');
    },
  },
  {
    name: 'conversions/receipt-unknown',
    as: 'customer',
    path: '/account/receipts/00000000-0000-7000-8000-000000000000',
  },
  { name: 'conversions/history', as: 'customer', path: `${CONVERT}/history` },
  { name: 'conversions/history-empty', as: 'newcomer', path: `${CONVERT}/history` },
];
