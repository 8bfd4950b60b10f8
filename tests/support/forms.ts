import { expect, type Locator, type Page } from '@playwright/test';
import { endpoints, TEXTS, VERIFICATION_EMAIL_STORAGE_KEY } from '@kobogate/contract';
import { createApp } from './app-code.ts';
import { newCustomer } from './customer.ts';
import { newLink } from './payer.ts';
import { press } from './press.ts';
import { adminToken, fromNewAddress, newEmail, PASSWORD, signUp, signUpForm } from './people.ts';
import type { Product } from './product.ts';
import { signedIn, store } from './stubs.ts';
import { eventually } from './wait.ts';

type Values = Readonly<Record<string, string>>;

/** A form by which somebody sends something. */
export interface Form {
  readonly what: string;
  /** Prepares somebody and opens the page. Answers what to type, by label. */
  readonly open: (page: Page, product: Product) => Promise<Values>;
  /** Gets to the form and puts in what has no label to fill. */
  readonly reach?: (page: Page) => Promise<void>;
  readonly button: string;
  readonly method: string;
  readonly call: RegExp;
  readonly done: (page: Page) => Locator | Promise<void>;
}

/** Opens a page, as nobody unless there is a token. */
export const visit = async (page: Page, { origin }: Product, path: string, token?: string): Promise<void> => {
  if (token !== undefined) await signedIn(page, token);
  await page.goto(origin + path);
};
const at = (page: Page, path: RegExp) => expect(page).toHaveURL(path);

async function withWallet(product: Product): Promise<string> {
  const { token } = await newCustomer(product);
  await product.call(endpoints.wallets.create, { token, params: { currency: 'USDT' }, query: { network: 'bsc' } });
  return token;
}

/** Opens a new customer's page as an administrator. */
async function openUser(page: Page, product: Product): Promise<void> {
  const { email } = await signUp(product);
  const token = await adminToken(product.call);
  const { data } = await product.call(endpoints.adminUsers.list, { token, query: { search: email } });
  await visit(page, product, `/admin/users/${data[0]?.id}`, token);
}

/** The forms of every area, each opened by somebody of its own. */
export const FORMS: readonly Form[] = [
  {
    what: 'login',
    open: async (page, product) => {
      const { email } = await signUp(product);
      await visit(page, product, '/login');
      return { 'E-mail address': email, Password: PASSWORD };
    },
    button: 'Login',
    method: 'POST',
    call: /\/auth\/login$/,
    done: (page) => at(page, /\/account\/dashboard$/),
  },
  {
    what: 'sign-up',
    open: async (page, product) => {
      await visit(page, product, '/signup');
      const { first_name: first, last_name: last, email, phone, password } = signUpForm(newEmail());
      return {
        'First name': first,
        'Last name': last,
        'E-mail address': email,
        'Phone number': phone,
        Password: password,
      };
    },
    button: 'Create account',
    method: 'POST',
    call: /\/auth\/register$/,
    done: (page) => at(page, /\/verify-otp$/),
  },
  {
    what: 'another code',
    open: async (page, product) => {
      const email = newEmail();
      await product.call(endpoints.accounts.register, { body: signUpForm(email), headers: fromNewAddress() });
      await store(page, { [VERIFICATION_EMAIL_STORAGE_KEY]: email });
      await visit(page, product, '/verify-otp');
      return {};
    },
    button: 'Resend code',
    method: 'POST',
    call: /\/auth\/resend-otp$/,
    done: (page) => page.getByText(TEXTS.codeSent),
  },
  {
    what: 'asking for a reset link',
    open: async (page, product) => {
      await visit(page, product, '/forgotten-password');
      return { 'E-mail or phone number': newEmail() };
    },
    button: 'Request Verification Link',
    method: 'POST',
    call: /\/auth\/forgot-password$/,
    done: (page) => page.getByText(TEXTS.resetLinkSent),
  },
  {
    what: 'a new password by link',
    open: async (page, product) => {
      const { email } = await signUp(product);
      await product.call(endpoints.accounts.forgotPassword, { body: { email }, headers: fromNewAddress() });
      const path = await eventually('a mail with a link', async () => {
        const [mail] = await product.sandbox.mail(email);
        return /\/reset-password\?token=[\w-]+/.exec(mail?.text ?? '')?.[0];
      });
      await visit(page, product, path);
      return { 'New password': `${PASSWORD} anew` };
    },
    button: 'Reset Password',
    method: 'POST',
    call: /\/auth\/reset-password$/,
    done: (page) => page.getByText(TEXTS.passwordReset),
  },
  {
    what: 'the profile',
    open: async (page, product) => {
      await visit(page, product, '/account/profile', (await signUp(product)).token);
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
      await visit(page, product, '/account/payment-method', (await signUp(product)).token);
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
    what: 'a refund address',
    open: async (page, product) => {
      await visit(page, product, '/account/payment-method', (await signUp(product)).token);
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
      await visit(page, product, '/account/wallets', (await signUp(product)).token);
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
      await visit(page, product, '/account/convert-to-naira', await withWallet(product));
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
      await visit(page, product, '/account/settings', (await signUp(product)).token);
      return { 'Current password': PASSWORD, 'New password': `${PASSWORD} anew` };
    },
    button: 'Change password',
    method: 'PUT',
    call: /\/password$/,
    done: (page) => page.getByText('Your password is changed.'),
  },
  {
    what: 'the second step of logging in',
    open: async (page, product) => {
      const { email, token } = await signUp(product);
      const { enrolTotp, confirmTotp } = endpoints.twoFactor;
      const { secret } = (await product.call(enrolTotp, { token, body: { password: PASSWORD } })).data;
      const code = await createApp(secret)();
      const { recoveryCodes } = (await product.call(confirmTotp, { token, body: { code } })).data;
      await visit(page, product, '/login');
      await page.getByLabel('E-mail address').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await press(page, 'Login');
      await press(page, 'Use a recovery code');
      return { 'Recovery code': recoveryCodes?.[0] ?? '' };
    },
    button: 'Login',
    method: 'POST',
    call: /\/auth\/second-factor$/,
    done: (page) => at(page, /\/account\/dashboard$/),
  },
  {
    what: 'an authenticator app',
    open: async (page, product) => {
      await visit(page, product, '/account/settings', (await signUp(product)).token);
      return { 'Your password': PASSWORD };
    },
    reach: (page) => press(page, 'Set up authenticator app'),
    button: 'Continue',
    method: 'POST',
    call: /\/two-factor\/totp$/,
    done: (page) => page.getByLabel('Code from your app'),
  },
  {
    what: 'an API key',
    open: async (page, product) => {
      await visit(page, product, '/account/settings', (await signUp(product)).token);
      return { Name: 'A sample key', 'Your password': PASSWORD };
    },
    reach: (page) => press(page, 'Make an API key'),
    button: 'Make the key',
    method: 'POST',
    call: /\/api-keys$/,
    done: (page) => page.getByRole('heading', { name: 'Copy your key now' }),
  },
  {
    what: 'a webhook',
    open: async (page, product) => {
      await visit(page, product, '/account/settings', (await signUp(product)).token);
      return { 'Address of your program': 'http://127.0.0.1:9/a-sample', 'Your password': PASSWORD };
    },
    reach: (page) => press(page, 'Add a webhook'),
    button: 'Add',
    method: 'POST',
    call: /\/webhooks\/endpoints$/,
    done: (page) => page.getByRole('button', { name: 'I have kept it' }),
  },
  {
    what: 'a payment link',
    open: async (page, product) => {
      await visit(page, product, '/account/payment-link/new', (await newCustomer(product)).token);
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
      await visit(page, product, `/account/payment-link/${id}`, token);
      await press(page, 'Switch off');
      return {};
    },
    button: 'Switch off',
    method: 'POST',
    call: /\/payment-links\/[^/]+\/deactivate$/,
    done: (page) => page.getByText('The link is switched off'),
  },
  {
    what: 'disabling an account',
    open: async (page, product) => {
      await openUser(page, product);
      await press(page, 'Disable account');
      return { Reason: 'A sample reason' };
    },
    button: 'Disable account',
    method: 'PUT',
    call: /\/admin\/users\/[^/]+\/state$/,
    done: (page) => expect(page.getByRole('dialog')).toHaveCount(0),
  },
  {
    what: 'how well somebody is known',
    open: async (page, product) => {
      await openUser(page, product);
      await press(page, 'Set tier');
      return { Reason: 'A sample reason' };
    },
    reach: async (page) => {
      await page.getByLabel('Tier').selectOption('1');
    },
    button: 'Save tier',
    method: 'PUT',
    call: /\/admin\/users\/[^/]+\/tier$/,
    done: (page) => expect(page.getByRole('dialog')).toHaveCount(0),
  },
  {
    what: 'the terms of a coin',
    open: async (page, product) => {
      await visit(page, product, '/admin/products', await adminToken(product.call));
      await page.getByRole('button', { name: /^Edit DOT/ }).click();
      return { 'Largest conversion': '1000000' };
    },
    button: 'Save terms',
    method: 'PUT',
    call: /\/admin\/products\/DOT\/[^/]+$/,
    done: (page) => expect(page.getByRole('dialog')).toHaveCount(0),
  },
  {
    what: 'a comparison of a day',
    open: async (page, product) => {
      await visit(page, product, '/admin/reconciliation', await adminToken(product.call));
      await page.getByRole('button', { name: 'Compare', exact: true }).waitFor();
      return {};
    },
    button: 'Compare',
    method: 'POST',
    call: /\/admin\/reconciliations$/,
    done: (page) => at(page, /\/admin\/reconciliation\/[\w-]{36}$/),
  },
  {
    what: 'the limits',
    open: async (page, product) => {
      await visit(page, product, '/admin/settings', await adminToken(product.call));
      return { 'Largest conversion': '50000000' };
    },
    button: 'Save limits',
    method: 'PUT',
    call: /\/admin\/settings\/limits$/,
    done: (page) => page.getByText('Limits saved'),
  },
];
