import { expect, type Page } from '@playwright/test';
import { TEXTS } from '@kobogate/contract';
import { PASSWORD } from '../support/people.ts';
import { answering, hold, stub, tokenIn } from '../support/stubs.ts';
import { OWN_REFUNDS } from './refund-samples.ts';
import { type Screen, SKELETON } from './screen.ts';

const WORDS = { message: 'The books are closed for a moment.' };
const ORDINARY = { isVerified: true, isAdmin: false };
const holding = (path: string) => async (page: Page) => {
  await hold(page, 'GET', path);
};
const refusing = (path: string) => (page: Page) => stub(page, 'GET', path, answering(422, WORDS));
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const openWalletDialog = async (page: Page) => {
  await press(page, 'Generate New Wallet');
  await page.getByRole('radio', { name: /USDT/ }).waitFor();
};
const toNetworks = async (page: Page) => {
  await openWalletDialog(page);
  await page.getByRole('radio', { name: /USDT/ }).check();
  await press(page, 'Next');
};

/** Types into the profile, loses the session with the save, and logs in again. */
const loseAndComeBack = async (page: Page) => {
  const token = await tokenIn(page);
  await press(page, 'Edit');
  await page.getByLabel('Last name').fill('Typed before');
  await stub(page, 'PATCH', '/user/update', answering(401, { message: 'Please log in again.' }));
  await stub(page, 'POST', '/auth/login', answering(200, { message: '', data: { token, ...ORDINARY } }));
  await press(page, 'Save');
  await page.getByLabel('E-mail address').fill('sample@example.test');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press(page, 'Login');
  await page.getByText('What you had typed is here again.').waitFor();
  await page.getByText(TEXTS.loginSuccess).waitFor({ state: 'hidden' });
};

/** A page of the account that reads one call: as it is, while it loads, and where that fails. */
const threeStates = (name: string, path: string, call: string): Screen[] => [
  { name: `account/${name}`, as: 'customer', path },
  { name: `account/${name}-loading`, as: 'customer', path, underWay: SKELETON, prepare: holding(call) },
  { name: `account/${name}-failed`, as: 'customer', path, prepare: refusing(call) },
];

/** The signed-in account but for conversions. */
export const ACCOUNT_SCREENS: readonly Screen[] = [
  {
    name: 'account/overlay',
    as: 'customer',
    path: '/account/dashboard',
    underWay: 'output',
    prepare: holding('/user'),
  },
  {
    name: 'account/profile-unavailable',
    as: 'customer',
    path: '/account/dashboard',
    prepare: (page) => stub(page, 'GET', '/user', answering(500)),
  },
  { name: 'account/dashboard-sample', as: 'newcomer', path: '/account/dashboard' },
  ...threeStates('dashboard', '/account/dashboard', '/dashboard'),
  {
    name: 'account/menu',
    as: 'customer',
    path: '/account/dashboard',
    act: async (page) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await press(page, 'Open menu');
      await page.getByRole('dialog', { name: 'Menu' }).waitFor();
    },
  },
  { name: 'account/not-found', as: 'newcomer', path: '/account/no-such-page' },
  { name: 'account/notifications-empty', as: 'newcomer', path: '/account/notifications' },
  ...threeStates('notifications', '/account/notifications', '/notifications'),
  { name: 'account/wallets-empty', as: 'newcomer', path: '/account/wallets' },
  ...threeStates('wallets', '/account/wallets', '/wallet'),
  {
    name: 'account/wallets-refund',
    as: 'customer',
    path: '/account/wallets',
    prepare: (page) => stub(page, 'GET', '/refunds', answering(200, { data: OWN_REFUNDS })),
    act: async (page) => {
      await press(page, 'Send coins back');
      await page.getByRole('form', { name: 'Send coins back' }).waitFor();
    },
  },
  {
    name: 'account/wallets-refunds',
    as: 'customer',
    path: '/account/wallets',
    prepare: (page) => stub(page, 'GET', '/refunds', answering(200, { data: OWN_REFUNDS })),
  },
  { name: 'account/wallet-dialog-currency', as: 'newcomer', path: '/account/wallets', act: openWalletDialog },
  {
    name: 'account/wallet-dialog-missing',
    as: 'newcomer',
    path: '/account/wallets',
    act: async (page) => {
      await openWalletDialog(page);
      await press(page, 'Next');
      await expect(page.getByRole('alert')).toBeInViewport();
    },
  },
  {
    name: 'account/wallet-dialog-nothing-found',
    as: 'newcomer',
    path: '/account/wallets',
    act: async (page) => {
      await openWalletDialog(page);
      await page.getByLabel('Search currencies').fill('no such coin');
      await page.getByText(TEXTS.noCurrencies).waitFor();
    },
  },
  { name: 'account/wallet-dialog-network', as: 'newcomer', path: '/account/wallets', act: toNetworks },
  {
    name: 'account/wallet-dialog-confirm',
    as: 'newcomer',
    path: '/account/wallets',
    act: async (page) => {
      await toNetworks(page);
      await page.getByRole('radio', { name: /BNB Smart Chain/ }).check();
      await press(page, 'Next');
      await page.getByRole('button', { name: 'Generate wallet' }).waitFor();
    },
  },
  {
    name: 'account/wallet-address',
    as: 'customer',
    path: '/account/wallets',
    act: async (page) => {
      await page.getByRole('button', { name: 'QR code' }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'account/statements-empty', as: 'newcomer', path: '/account/convert-to-naira/statements' },
  ...threeStates('statements', '/account/convert-to-naira/statements', '/statements'),
  { name: 'account/payment-method-empty', as: 'newcomer', path: '/account/payment-method' },
  ...threeStates('payment-method', '/account/payment-method', '/bank-account/me'),
  {
    name: 'account/payment-method-missing',
    as: 'newcomer',
    path: '/account/payment-method',
    act: async (page) => {
      await press(page, 'Save bank details');
      await press(page, 'Save wallet address');
      await page.getByText(TEXTS.walletDetailsMissing).first().waitFor();
    },
  },
  {
    name: 'account/payment-method-own-list',
    as: 'newcomer',
    path: '/account/payment-method',
    prepare: (page) => stub(page, 'GET', '/bank-account/banks', answering(200, { source: 'fallback', data: [] })),
  },
  {
    name: 'account/payment-method-banks',
    as: 'newcomer',
    path: '/account/payment-method',
    // While the list is open screen readers are kept in it; Tab closes it first, so the focus never lands in what is hidden.
    exempt: ['aria-hidden-focus', 'page-has-heading-one', 'region'],
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Bank name' }).fill('bank');
      await page.getByRole('option').first().waitFor();
    },
  },
  { name: 'account/profile', as: 'customer', path: '/account/profile' },
  { name: 'account/profile-edit', as: 'customer', path: '/account/profile', act: (page) => press(page, 'Edit') },
  {
    name: 'account/profile-invalid',
    as: 'customer',
    path: '/account/profile',
    act: async (page) => {
      await press(page, 'Edit');
      await page.getByLabel('Phone number').fill('12');
      await press(page, 'Save');
      await page.getByText(TEXTS.invalidPhone).waitFor();
    },
  },
  { name: 'account/profile-draft', as: 'customer', path: '/account/profile', act: loseAndComeBack },
  { name: 'account/settings', as: 'newcomer', path: '/account/settings' },
];
