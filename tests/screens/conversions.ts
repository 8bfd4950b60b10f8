import { expect, type Page } from '@playwright/test';
import { endpoints, nairaText, type PayeeChoice } from '@kobogate/contract';
import { press } from '../support/press.ts';
import { answering, passOn, stub } from '../support/stubs.ts';
import { dialog, heldCall, type Screen, SKELETON } from './screen.ts';
import type { World } from './world.ts';

export const CONVERT = '/account/convert-to-naira';
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
export const fillIn = async (page: Page) => {
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
const answerHistory = (shown: typeof points) =>
  answering(200, { data: { currency: 'USDT', range: 'day', points: shown } });
const history = heldCall('GET', HISTORY);
const NOBODYS = '00000000-0000-7000-8000-000000000000';

/** The order's naira can go to another payout account, or was to. */
const withPayee = (page: Page, state: 'open' | 'chosen') => {
  const before = { bankName: 'ACCESS BANK', accountNumber: '0000014579', accountName: 'Adaeze Ngozi Obi' };
  const present = {
    bankName: 'Guaranty Trust Bank',
    accountNumber: '0123456785',
    accountName: 'Adaeze Ngozi Chukwuemeka-Obi and Daughters Trading Company',
  };
  const data: PayeeChoice = { state, payee: state === 'open' ? before : present, present };
  return stub(page, 'GET', /^\/api\/bank-account\/orders\/[\w-]+$/, answering(200, { data }));
};

/** A page of one record: while it is loading, and where there is none. */
function loadingThenUnknown(name: string, path: string, call: string): Screen {
  const reading = heldCall('GET', `${call}/${NOBODYS}`);
  return {
    name: `conversions/${name}-loading`,
    as: 'customer',
    path: `${path}/${NOBODYS}`,
    underWay: SKELETON,
    prepare: reading.prepare,
    next: [{ name: `conversions/${name}-unknown`, act: async (page) => reading.answer(page, passOn) }],
  };
}

/** From a coin and an amount to naira at the bank. */
export const CONVERSION_SCREENS: readonly Screen[] = [
  { name: 'conversions/convert-no-wallet', as: 'newcomer', path: CONVERT },
  {
    name: 'conversions/convert',
    as: 'customer',
    path: CONVERT,
    prepare: (page) =>
      stub(page, 'POST', '/conversion', answering(409, { message: 'The rate has moved. Please look at the new one.' })),
    next: [
      {
        name: 'conversions/convert-missing',
        act: async (page) => {
          await press(page, 'Generate Transaction');
          await page.locator('[aria-invalid=true]').first().waitFor();
        },
      },
      { name: 'conversions/convert-filled', act: fillIn },
      {
        name: 'conversions/convert-long',
        act: async (page) => {
          await page.getByLabel('Amount', { exact: true }).fill('1'.repeat(30));
          await page
            .getByRole('status')
            .filter({ hasText: /^₦\d{1,3}(?:,\d{3}){9}/ })
            .waitFor();
        },
      },
      {
        name: 'conversions/convert-naira',
        act: async (page) => {
          await page.getByLabel('Naira to receive').fill('50000');
          await page
            .getByRole('status')
            .filter({ hasText: /^₦50,000/ })
            .waitFor();
        },
      },
      {
        name: 'conversions/convert-refused',
        act: async (page) => {
          await press(page, 'Generate Transaction');
          await page.getByRole('alert').first().waitFor();
        },
      },
    ],
  },
  {
    name: 'conversions/convert-rates-loading',
    as: 'customer',
    path: CONVERT,
    underWay: SKELETON,
    prepare: history.prepare,
    act: fillIn,
    next: [
      {
        name: 'conversions/convert-rates-failed',
        act: async (page) => history.answer(page, answering(422, { message: 'The rates are being counted.' })),
      },
      {
        name: 'conversions/convert-rates-empty',
        act: async (page) => {
          await stub(page, 'GET', HISTORY, answerHistory([]));
          await press(page, 'Try again');
          await expect(page.getByRole('alert')).toHaveCount(0);
        },
      },
    ],
  },
  {
    name: 'conversions/convert-rates',
    as: 'customer',
    path: CONVERT,
    prepare: (page) => stub(page, 'GET', HISTORY, answerHistory(points)),
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
    ...orderPage('review'),
    name: 'conversions/order-rate-asked',
    prepare: (page) =>
      stub(page, 'GET', /^\/api\/conversion\/[\w-]+$/, async (request) => {
        const { data } = endpoints.orders.getConversion.answer.parse(await request.serverAnswer());
        const answerBy = new Date(Date.now() + 20 * HOUR_MS).toISOString();
        const rateMove = { agreedKobo: '201487350', answer: 'asked', answerBy };
        const summary = `The rate has moved since this was agreed on: ₦2,014,873.50 then, ${nairaText(data.naira)} now. Please accept or decline it; without an answer the coins go back to your balance.`;
        await answering(200, { data: { ...data, status: 'pending', funding: 'late', rateMove, summary } })(request);
      }),
  },
  orderPage('awaiting'),
  orderPage('confirming'),
  orderPage('review'),
  {
    ...orderPage('review'),
    name: 'conversions/order-review-time',
    prepare: (page) =>
      stub(
        page,
        'GET',
        '/conversion/review-time',
        answering(200, { data: { isReviewed: 'sometimes', decisions: 34, medianSeconds: 700 } }),
      ),
  },
  orderPage('paid'),
  orderPage('declined'),
  orderPage('failed'),
  {
    ...orderPage('failed'),
    name: 'conversions/order-another-account',
    prepare: (page) => withPayee(page, 'open'),
    next: [dialog('conversions/order-another-account-asked', 'Send it there')],
  },
  { ...orderPage('failed'), name: 'conversions/order-readdressed', prepare: (page) => withPayee(page, 'chosen') },
  loadingThenUnknown('order', CONVERT, '/conversion'),
  receiptPage('paid'),
  receiptPage('review'),
  loadingThenUnknown('receipt', '/account/receipts', '/receipts'),
  {
    name: 'conversions/history',
    as: 'customer',
    path: `${CONVERT}/history`,
    next: [
      {
        name: 'conversions/history-filtered',
        act: async (page) => {
          await page.getByLabel('State').selectOption('paid');
          await expect(page).toHaveURL(/state=paid/);
        },
      },
      {
        name: 'conversions/history-nothing-fits',
        act: async (page) => {
          await page.getByLabel('Search').fill('no such reference');
          await page.getByText('No conversion fits').waitFor();
        },
      },
    ],
  },
  { name: 'conversions/history-empty', as: 'newcomer', path: `${CONVERT}/history` },
];
