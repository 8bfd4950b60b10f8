import { expect } from '@playwright/test';
import { endpoints, TEXTS } from '@kobogate/contract';
import { changeAccount, newCustomer, refusedOrder } from '../support/customer.ts';
import { newLink } from '../support/payer.ts';
import { adminToken, PASSWORD, signUp } from '../support/people.ts';
import { press } from '../support/press.ts';
import type { Product } from '../support/product.ts';
import { at, type Form, openAs } from './form.ts';

async function withWallet(product: Product): Promise<string> {
  const { token } = await newCustomer(product);
  await product.call(endpoints.wallets.create, { token, params: { currency: 'USDT' }, query: { network: 'bsc' } });
  return token;
}

/** The signed-in account. */
export const ACCOUNT_FORMS: readonly Form[] = [
  {
    what: 'the profile',
    open: async (page, product) => {
      await openAs(page, product, '/account/profile', (await signUp(product)).token);
      return { 'Last name': 'Changed' };
    },
    reach: (page) => press(page, 'Edit'),
    button: 'Save',
    method: 'PATCH',
    call: /\/user\/update$/,
    done: (page) => page.getByText(TEXTS.profileUpdated),
  },
  {
    what: 'bank details',
    open: async (page, product) => {
      await openAs(page, product, '/account/payment-method', (await signUp(product)).token);
      return { 'Account number': '0123456789', 'Account name': 'Sample Person' };
    },
    reach: async (page) => {
      await page.getByRole('combobox', { name: 'Bank name' }).fill('Access Bank');
      await page.getByRole('option', { name: 'Access Bank', exact: true }).click();
    },
    button: 'Save bank details',
    method: 'PATCH',
    call: /\/bank-account$/,
    done: (page) => page.getByText(TEXTS.bankDetailsSaved),
  },
  {
    what: 'another account for a payout that failed',
    open: async (page, product) => {
      const customer = await newCustomer(product);
      const order = await refusedOrder(product, customer, await adminToken(product.call));
      await changeAccount(product, customer);
      await openAs(page, product, `/account/convert-to-naira/${order.id}`, customer.token);
      return {};
    },
    reach: async (page) => {
      await press(page, 'Send it there');
      // The button of the page has the same name.
      await page.getByRole('dialog').waitFor();
    },
    button: 'Send it there',
    method: 'PUT',
    call: /\/bank-account\/orders\/[\w-]+$/,
    done: (page) => page.getByRole('heading', { name: 'It goes to another account' }),
  },
  {
    what: 'a refund address',
    open: async (page, product) => {
      await openAs(page, product, '/account/payment-method', (await signUp(product)).token);
      return { 'Wallet address': '0x52908400098527886E0F7030069857D2E4169EE7' };
    },
    reach: async (page) => {
      await page.getByLabel('Currency').selectOption('ETH');
      await page.getByLabel('Network').selectOption('ethereum');
    },
    button: 'Save wallet address',
    method: 'PUT',
    call: /\/refund-address/,
    done: (page) => page.getByText(/saved/i).first(),
  },
  {
    what: 'a wallet',
    open: async (page, product) => {
      await openAs(page, product, '/account/wallets', (await signUp(product)).token);
      return {};
    },
    reach: async (page) => {
      await press(page, 'Generate New Wallet');
      await page.getByRole('dialog').getByRole('radio', { name: /USDT/ }).check();
      await press(page, 'Next');
      await page
        .getByRole('dialog')
        .getByRole('radio', { name: /BNB Smart Chain/ })
        .check();
      await press(page, 'Next');
    },
    button: 'Generate wallet',
    method: 'POST',
    call: /\/wallet\/USDT$/,
    done: (page) => page.getByRole('dialog', { name: 'Your USDT wallet is ready' }),
  },
  {
    what: 'a conversion',
    open: async (page, product) => {
      await openAs(page, product, '/account/convert-to-naira', await withWallet(product));
      await expect(page.getByText(/1 USDT = ₦/).first()).toBeVisible();
      return { Amount: '25.5' };
    },
    button: 'Generate Transaction',
    method: 'POST',
    call: /\/conversion$/,
    done: (page) => at(page, /\/convert-to-naira\/[\da-f-]{36}$/),
  },
  {
    what: 'the password',
    open: async (page, product) => {
      await openAs(page, product, '/account/settings', (await signUp(product)).token);
      return { 'Current password': PASSWORD, 'New password': `${PASSWORD} new` };
    },
    button: 'Change password',
    method: 'PUT',
    call: /\/password$/,
    done: (page) => page.getByText('Your password is changed, and'),
  },
  {
    what: 'an authenticator app',
    open: async (page, product) => {
      await openAs(page, product, '/account/settings', (await signUp(product)).token);
      return { 'Your password': PASSWORD };
    },
    reach: (page) => press(page, 'Set up authenticator app'),
    button: 'Continue',
    method: 'POST',
    call: /\/two-factor\/totp$/,
    done: (page) => page.getByLabel('Code from your app'),
  },
  {
    what: 'the download of their data',
    open: async (page, product) => {
      await openAs(page, product, '/account/settings#data', (await signUp(product)).token);
      return { 'Your password': PASSWORD };
    },
    reach: (page) => press(page, 'Download your data'),
    button: 'Download the file',
    method: 'POST',
    call: /\/user\/data$/,
    done: (page) => page.getByText('The file is on your device. Keep it safe.'),
  },
  {
    what: 'the closing of their account',
    open: async (page, product) => {
      await openAs(page, product, '/account/settings#closing', (await signUp(product)).token);
      return { 'Your password': PASSWORD };
    },
    reach: (page) => press(page, 'Close your account'),
    button: 'Close my account',
    method: 'POST',
    call: /\/user\/closing$/,
    done: (page) => expect(page).toHaveURL(/\/login/),
  },
  {
    what: 'an API key',
    open: async (page, product) => {
      await openAs(page, product, '/account/settings#api-keys', (await signUp(product)).token);
      return { Name: 'A sample key', 'Your password': PASSWORD };
    },
    reach: (page) => press(page, 'Create an API key'),
    button: 'Make the key',
    method: 'POST',
    call: /\/api-keys$/,
    done: (page) => page.getByRole('heading', { name: 'Copy your key now' }),
  },
  {
    what: 'a webhook',
    open: async (page, product) => {
      await openAs(page, product, '/account/settings#webhooks', (await signUp(product)).token);
      return { 'Address of your program': 'http://127.0.0.1:9/a-sample', 'Your password': PASSWORD };
    },
    reach: (page) => press(page, 'Add a webhook'),
    button: 'Add',
    method: 'POST',
    call: /\/webhooks\/endpoints$/,
    done: (page) => page.getByRole('button', { name: 'I have saved it' }),
  },
  {
    what: 'a payment link',
    open: async (page, product) => {
      await openAs(page, product, '/account/payment-link/new', (await newCustomer(product)).token);
      return { Name: 'Sample shop', Purpose: 'Bread', Amount: '25000.50', 'Message once paid': 'Thank you' };
    },
    button: 'Create link',
    method: 'POST',
    call: /\/payment-links$/,
    done: (page) => at(page, /\/payment-link\/[\w-]{36}$/),
  },
  {
    what: 'switching a payment link off',
    open: async (page, product) => {
      const { token } = await newCustomer(product);
      const { id } = await newLink(product, token);
      await openAs(page, product, `/account/payment-link/${id}`, token);
      await press(page, 'Switch off');
      return {};
    },
    button: 'Switch off',
    method: 'POST',
    call: /\/payment-links\/[^/]+\/deactivate$/,
    done: (page) => page.getByText('The link is switched off'),
  },
];
