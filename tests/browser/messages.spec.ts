// The message of a failed call: the server's words, else its fixed text, and where no answer
// came that the network is at fault.
import type { Page } from '@playwright/test';
import { VERIFICATION_EMAIL_STORAGE_KEY } from '@kobogate/contract';
import { interceptNothing } from '../support/intercept.ts';
import { expect, test } from '../support/fixtures.ts';
import { adminToken, PASSWORD, signUp } from '../support/people.ts';
import { press } from '../support/press.ts';
import { answering, cutOff, signedIn, store, stub } from '../support/stubs.ts';

const NETWORK = 'Kindly check your network (network error)';
const WORDS = 'The words of the server.';
const UNKNOWN_EMAIL = 'sample@example.test';

interface Row {
  readonly what: string;
  readonly method: string;
  readonly call: string;
  /** The page whose rendering or whose `act` makes the call. */
  readonly path: string;
  readonly as: 'visitor' | 'customer' | 'admin';
  readonly act?: (page: Page) => Promise<void>;
  /** Repeats the call from where `act` ended; `act` itself where it is left out. */
  readonly again?: (page: Page) => Promise<void>;
  readonly fallback: string;
}

const logIn = async (page: Page) => {
  await page.getByLabel('E-mail address').fill(UNKNOWN_EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press(page, 'Login');
};
const signUpByForm = async (page: Page) => {
  await expect(page.getByRole('main').locator('input')).toHaveCount(5);
  for (const field of await page.getByRole('main').locator('input').all()) await field.fill(UNKNOWN_EMAIL);
  await press(page, 'Create account');
};
const typeCode = async (page: Page) => {
  await page.getByLabel('Digit 1 of 4').focus();
  await page.keyboard.type('4826');
};
const askForLink = async (page: Page) => {
  await page.getByLabel('E-mail or phone number').fill(UNKNOWN_EMAIL);
  await press(page, 'Request Verification Link');
};
const setPassword = async (page: Page) => {
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await press(page, 'Reset Password');
};
const saveBank = async (page: Page) => {
  await page.getByLabel('Account number').fill('0123456789');
  await page.getByRole('combobox', { name: 'Bank name' }).fill('Access Bank');
  await page.getByRole('option', { name: 'Access Bank', exact: true }).click();
  await page.getByLabel('Account name').fill('Sample Person');
  await press(page, 'Save bank details');
};
const changeProfile = async (page: Page) => {
  await press(page, 'Edit');
  await page.getByLabel('Last name').fill('Changed');
  await press(page, 'Save');
};
const openWalletDialog = (page: Page) => press(page, 'Generate New Wallet');
const generateWallet = async (page: Page) => {
  await openWalletDialog(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /USDT/ }).check();
  await press(page, 'Next');
  await dialog.getByRole('radio', { name: /BNB Smart Chain/ }).check();
  await press(page, 'Next');
  await press(page, 'Generate wallet');
};

const ROWS: readonly Row[] = [
  {
    what: 'login',
    method: 'POST',
    call: '/auth/login',
    path: '/login',
    as: 'visitor',
    act: logIn,
    fallback: 'Login failed. Please check your credentials.',
  },
  {
    what: 'sign-up',
    method: 'POST',
    call: '/auth/register',
    path: '/signup',
    as: 'visitor',
    act: signUpByForm,
    fallback: 'Signup failed. Please try again.',
  },
  {
    what: 'the code',
    method: 'POST',
    call: '/auth/verify',
    path: '/verify-otp',
    as: 'visitor',
    act: typeCode,
    fallback: 'Verification failed. Please try again.',
  },
  {
    what: 'another code',
    method: 'POST',
    call: '/auth/resend-otp',
    path: '/verify-otp',
    as: 'visitor',
    act: (page) => press(page, 'Resend code'),
    fallback: 'Failed to resend code. Please try again.',
  },
  {
    what: 'a reset link',
    method: 'POST',
    call: '/auth/forgot-password',
    path: '/forgotten-password',
    as: 'visitor',
    act: askForLink,
    fallback: 'An error occurred while processing your request.',
  },
  {
    what: 'a new password',
    method: 'POST',
    call: '/auth/reset-password',
    path: '/reset-password?token=sample',
    as: 'visitor',
    act: setPassword,
    fallback: 'An error occurred while processing your request.',
  },
  {
    what: 'the profile',
    method: 'GET',
    call: '/user',
    path: '/account/wallets',
    as: 'customer',
    fallback: 'Failed to retrieve user data',
  },
  {
    what: 'the profile again',
    method: 'GET',
    call: '/user',
    path: '/account/wallets',
    as: 'customer',
    act: (page) => press(page, 'Try again'),
    fallback: 'Failed to refresh user data',
  },
  {
    what: 'bank details',
    method: 'GET',
    call: '/bank-account/me',
    path: '/account/payment-method',
    as: 'customer',
    fallback: 'Failed to load bank details',
  },
  {
    what: 'the list of banks',
    method: 'GET',
    call: '/bank-account/banks',
    path: '/account/payment-method',
    as: 'customer',
    fallback: 'Failed to load banks list',
  },
  {
    what: 'saving bank details',
    method: 'PATCH',
    call: '/bank-account',
    path: '/account/payment-method',
    as: 'customer',
    act: saveBank,
    again: (page) => press(page, 'Save bank details'),
    fallback: 'Failed to save bank details',
  },
  {
    what: 'currencies',
    method: 'GET',
    call: '/wallet/supported-coins',
    path: '/account/wallets',
    as: 'customer',
    act: openWalletDialog,
    fallback: 'Failed to load supported currencies.',
  },
  {
    what: 'a new wallet',
    method: 'POST',
    call: '/wallet/USDT',
    path: '/account/wallets',
    as: 'customer',
    act: generateWallet,
    again: (page) => press(page, 'Generate wallet'),
    fallback: 'Failed to generate wallet. Please try again.',
  },
  {
    what: 'saving the profile',
    method: 'PATCH',
    call: '/user/update',
    path: '/account/profile',
    as: 'customer',
    act: changeProfile,
    again: (page) => press(page, 'Save'),
    fallback: 'An error occurred while updating your profile.',
  },
  {
    what: 'orders',
    method: 'GET',
    call: '/order/admin',
    path: '/admin/dashboard?tab=orders',
    as: 'admin',
    fallback: 'Failed to fetch orders from API.',
  },
];

let tokens: Readonly<Record<Row['as'], string | null>>;

test.beforeAll(async ({ product }) => {
  tokens = { visitor: null, customer: (await signUp(product)).token, admin: await adminToken(product.call) };
});

const failures = [
  ['no words', answering(500), null],
  ['the server’s words', answering(422, { message: WORDS }), WORDS],
  ['no answer', cutOff, NETWORK],
] as const;

for (const { what, method, call, path, as, act, again = act, fallback } of ROWS) {
  test(`[G-1] [G-2] a failure of ${what} is shown: the server’s words, else “${fallback}”; or the network’s`, async ({
    page,
    product,
  }) => {
    const token = tokens[as];
    if (token !== null) await signedIn(page, token);
    else await store(page, { [VERIFICATION_EMAIL_STORAGE_KEY]: UNKNOWN_EMAIL });
    // Calls that only read are repeated after a while; the clock skips that time.
    await page.clock.install();
    for (const [index, [kind, answer, words]] of failures.entries()) {
      await interceptNothing(page);
      await stub(page, method, call, answer);
      if (index === 0 || method === 'GET') await page.goto(product.origin + path);
      await (index === 0 || method === 'GET' ? act : again)?.(page);
      const said = page.getByText(words ?? fallback, { exact: false }).first();
      await expect(async () => {
        if (method === 'GET') await page.clock.fastForward(2000);
        await expect(said, kind).toBeVisible({ timeout: 300 });
      }).toPass({ timeout: 60_000 });
      expect(page.url()).toBe(product.origin + path);
    }
  });
}

test('[G-1] a login that fails without any words is still said to have failed', async ({ page, product }) => {
  const body = { message: '', data: { token: 'sample', isVerified: true, isAdmin: false } };
  await stub(page, 'POST', '/auth/login', answering(200, body));
  await page.goto(`${product.origin}/login`);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new Error('');
    };
  });
  await logIn(page);
  await expect(page.getByText('Login failed. Please try again.')).toBeVisible();
});
