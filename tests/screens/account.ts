import { expect, type Page } from '@playwright/test';
import { TEXTS } from '@kobogate/contract';
import { PASSWORD } from '../support/people.ts';
import { press } from '../support/press.ts';
import { answering, passOn, stub, tokenIn } from '../support/stubs.ts';
import { OWN_REFUNDS } from './refund-samples.ts';
import { heldCall, type Screen, SKELETON, type State } from './screen.ts';

const CLOSABLE = {
  hindrances: [],
  left: '0.03 USDT on Ethereum',
  eraseFrom: '2026-02-04T09:00:00.000Z',
  booksUntil: '2032-12-31T23:00:00.000Z',
};
const NOT_CLOSABLE = {
  ...CLOSABLE,
  hindrances: [
    'There is money in the account: 25.5 USDT on Ethereum and 0.0125 BTC on Bitcoin. Convert it or have it sent back first.',
    'One payout is under way, or not known to have arrived. Wait until we know from the bank.',
  ],
};
const WORDS = { message: 'The books are closed for a moment.' };
const USED = '2026-11-01T09:00:00.000Z';
const WAYS = {
  hasPassword: true,
  ways: [
    {
      provider: 'google',
      isAvailable: true,
      linked: { email: 'a.rather.long.sample.address@gmail.test', isOwn: false, linkedAt: USED, lastUsedAt: USED },
    },
    { provider: 'apple', isAvailable: true, linked: null },
  ],
};
const ORDINARY = { isVerified: true, isAdmin: false };

/** Types into the opened profile, loses the session with the save, and logs in again. */
const loseAndComeBack = async (page: Page) => {
  const token = await tokenIn(page);
  await page.getByLabel('Last name').fill('Typed before');
  await page.getByLabel('Phone number').fill('08031234567');
  await stub(page, 'PATCH', '/user/update', answering(401, { message: 'Please log in again.' }));
  await stub(page, 'POST', '/auth/login', answering(200, { message: '', data: { token, ...ORDINARY } }));
  await press(page, 'Save');
  await page.getByLabel('E-mail address').fill('sample@example.test');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press(page, 'Login');
  await page.getByText('What you had typed is here again.').waitFor();
  await page.getByText(TEXTS.loginSuccess).waitFor({ state: 'hidden' });
};

/** A page of the account that reads one call: while it loads, where that fails, and after another try. */
function threeStates(name: string, path: string, call: string, next: readonly State[] = []): Screen {
  const reading = heldCall('GET', call);
  return {
    name: `account/${name}-loading`,
    as: 'customer',
    path,
    underWay: SKELETON,
    prepare: reading.prepare,
    next: [
      { name: `account/${name}-failed`, act: async (page) => reading.answer(page, answering(422, WORDS)) },
      { name: `account/${name}`, act: (page) => tryAgain(page, call) },
      ...next,
    ],
  };
}

const tryAgain = async (page: Page, call: string) => {
  await expect(page.getByRole('alert').first()).toBeVisible();
  await stub(page, 'GET', call, passOn);
  await press(page, 'Try again');
  await expect(page.getByRole('alert')).toHaveCount(0);
};

const profile = heldCall('GET', '/user');

/** The signed-in account except conversions. */
export const ACCOUNT_SCREENS: readonly Screen[] = [
  {
    name: 'account/overlay',
    as: 'customer',
    path: '/account/dashboard',
    underWay: 'output',
    prepare: profile.prepare,
    next: [{ name: 'account/profile-unavailable', act: async (page) => profile.answer(page, answering(422)) }],
  },
  { name: 'account/dashboard-sample', as: 'newcomer', path: '/account/dashboard' },
  threeStates('dashboard', '/account/dashboard', '/dashboard', [
    {
      name: 'account/menu',
      act: async (page) => {
        await page.setViewportSize({ width: 390, height: 844 });
        await press(page, 'Open menu');
        await page.getByRole('dialog', { name: 'Menu' }).waitFor();
      },
    },
  ]),
  {
    name: 'account/settings-providers',
    as: 'newcomer',
    path: '/account/settings#providers',
    prepare: (page) => stub(page, 'GET', '/user/providers', answering(200, { data: WAYS })),
  },
  {
    name: 'account/settings-password-linked',
    as: 'newcomer',
    path: '/account/settings#password',
    prepare: (page) => stub(page, 'GET', '/user/providers', answering(200, { data: WAYS })),
  },
  {
    name: 'account/settings-providers-alone',
    as: 'newcomer',
    path: '/account/settings#providers',
    prepare: (page) => stub(page, 'GET', '/user/providers', answering(200, { data: { ...WAYS, hasPassword: false } })),
  },
  threeStates('settings-providers-state', '/account/settings#providers', '/user/providers'),
  {
    name: 'account/settings-messages',
    as: 'customer',
    path: '/account/settings?part=messages',
  },
  {
    name: 'account/settings-data',
    as: 'customer',
    path: '/account/settings#data',
    next: [
      {
        name: 'account/settings-data-proof',
        act: async (page) => {
          await press(page, 'Download your data');
          await page.getByRole('dialog', { name: 'Download your data' }).waitFor();
        },
      },
    ],
  },
  threeStates('settings-closing-state', '/account/settings#closing', '/user/closing'),
  {
    name: 'account/settings-closing',
    as: 'customer',
    path: '/account/settings#closing',
    prepare: (page) => stub(page, 'GET', '/user/closing', answering(200, { data: CLOSABLE })),
    next: [
      {
        name: 'account/settings-closing-proof',
        act: async (page) => {
          await press(page, 'Close your account');
          await page.getByRole('dialog', { name: 'Close your account?' }).waitFor();
        },
      },
    ],
  },
  {
    name: 'account/settings-closing-hindered',
    as: 'customer',
    path: '/account/settings#closing',
    prepare: (page) => stub(page, 'GET', '/user/closing', answering(200, { data: NOT_CLOSABLE })),
    act: (page) => page.getByText('Your account can’t be closed yet.').waitFor(),
  },
  {
    name: 'account/palette',
    as: 'customer',
    path: '/account/wallets',
    // The dialog is a page of its own for as long as it is open.
    exempt: ['page-has-heading-one', 'region'],
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Find a page or action' }).waitFor();
    },
    next: [
      {
        name: 'account/palette-found',
        exempt: ['page-has-heading-one', 'region'],
        act: (page) => page.getByRole('combobox', { name: 'Find a page or action' }).fill('convert'),
      },
      {
        name: 'account/palette-nothing',
        exempt: ['page-has-heading-one', 'region'],
        act: (page) => page.getByRole('combobox', { name: 'Find a page or action' }).fill('no such thing'),
      },
    ],
  },
  { name: 'account/not-found', as: 'newcomer', path: '/account/no-such-page' },
  { name: 'account/notifications-empty', as: 'newcomer', path: '/account/notifications' },
  threeStates('notifications', '/account/notifications', '/notifications', [
    {
      name: 'account/notifications-clear',
      act: async (page) => {
        await press(page, 'Clear');
        await page.getByRole('dialog', { name: /^Clear/ }).waitFor();
      },
    },
  ]),
  {
    name: 'account/wallets-empty',
    as: 'newcomer',
    path: '/account/wallets',
    next: [
      {
        name: 'account/wallet-dialog-currency',
        act: async (page) => {
          await press(page, 'Generate New Wallet');
          await page.getByRole('radio', { name: /USDT/ }).waitFor();
        },
      },
      {
        name: 'account/wallet-dialog-missing',
        act: async (page) => {
          await press(page, 'Next');
          await expect(page.getByRole('alert')).toBeInViewport();
        },
      },
      {
        name: 'account/wallet-dialog-nothing-found',
        act: async (page) => {
          await page.getByLabel('Search currencies').fill('no such coin');
          await page.getByText(TEXTS.noCurrencies).waitFor();
        },
      },
      {
        name: 'account/wallet-dialog-network',
        act: async (page) => {
          await page.getByLabel('Search currencies').fill('');
          await page.getByRole('radio', { name: /USDT/ }).check();
          await press(page, 'Next');
          await page.getByRole('radio', { name: /BNB Smart Chain/ }).waitFor();
        },
      },
      {
        name: 'account/wallet-dialog-confirm',
        act: async (page) => {
          await page.getByRole('radio', { name: /BNB Smart Chain/ }).check();
          await press(page, 'Next');
          await page.getByRole('button', { name: 'Generate wallet' }).waitFor();
        },
      },
    ],
  },
  threeStates('wallets', '/account/wallets', '/wallet', [
    {
      name: 'account/wallet-address',
      act: async (page) => {
        await page.getByRole('button', { name: 'QR code' }).first().click();
        await page.getByRole('dialog').waitFor();
      },
    },
  ]),
  {
    name: 'account/wallets-refunds',
    as: 'customer',
    path: '/account/wallets',
    prepare: (page) => stub(page, 'GET', '/refunds', answering(200, { data: OWN_REFUNDS })),
    next: [
      {
        name: 'account/wallets-refund',
        act: async (page) => {
          await press(page, 'Send coins back');
          await page.getByRole('form', { name: 'Send coins back' }).waitFor();
        },
      },
    ],
  },
  { name: 'account/statements-empty', as: 'newcomer', path: '/account/convert-to-naira/statements' },
  threeStates('statements', '/account/convert-to-naira/statements', '/statements'),
  threeStates('payment-method', '/account/payment-method', '/bank-account/me'),
  {
    name: 'account/payment-method-empty',
    as: 'newcomer',
    path: '/account/payment-method',
    next: [
      {
        name: 'account/payment-method-missing',
        act: async (page) => {
          await press(page, 'Save bank details');
          await press(page, 'Save wallet address');
          await page.getByText(TEXTS.walletDetailsMissing).first().waitFor();
        },
      },
      {
        name: 'account/payment-method-banks',
        // While the list is open screen readers are kept in it; Tab closes it first, so the focus is never on a hidden
        // element.
        exempt: ['aria-hidden-focus', 'page-has-heading-one', 'region'],
        act: async (page) => {
          await page.getByRole('combobox', { name: 'Bank name' }).fill('bank');
          await page.getByRole('option').first().waitFor();
        },
      },
    ],
  },
  {
    name: 'account/payment-method-name',
    as: 'newcomer',
    path: '/account/payment-method',
    prepare: (page) =>
      stub(page, 'POST', '/bank-account/name', answering(200, { data: { name: 'ADA NGOZI OBI', digitFits: true } })),
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Bank name' }).fill('gtb');
      await page.getByRole('option', { name: /^Guaranty Trust Bank/ }).click();
      await page.getByLabel('Account name').fill('Ada Obi');
      await page.getByLabel('Account number').fill('0123456785');
      await page.getByRole('button', { name: 'Use the bank’s name' }).waitFor();
    },
    next: [
      {
        name: 'account/payment-method-name-used',
        act: async (page) => {
          await press(page, 'Use the bank’s name');
          await page.getByText('The name is written as the bank has it').waitFor();
        },
      },
    ],
  },
  {
    name: 'account/payment-method-no-name',
    as: 'newcomer',
    path: '/account/payment-method',
    prepare: (page) =>
      stub(page, 'POST', '/bank-account/name', answering(200, { data: { name: null, digitFits: false } })),
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Bank name' }).fill('uba');
      await page.getByRole('option', { name: /^United Bank/ }).click();
      await page.getByLabel('Account number').fill('0123456785');
      await page.getByText('The bank gave no name').waitFor();
    },
  },
  {
    name: 'account/payment-method-own-list',
    as: 'newcomer',
    path: '/account/payment-method',
    prepare: (page) => stub(page, 'GET', '/bank-account/banks', answering(200, { source: 'fallback', data: [] })),
  },
  {
    name: 'account/profile',
    as: 'customer',
    path: '/account/profile',
    next: [
      { name: 'account/profile-edit', act: (page) => press(page, 'Edit') },
      {
        name: 'account/profile-invalid',
        act: async (page) => {
          await page.getByLabel('Phone number').fill('12');
          await press(page, 'Save');
          await page.getByText(TEXTS.invalidPhone).waitFor();
        },
      },
      { name: 'account/profile-draft', act: loseAndComeBack },
    ],
  },
];
