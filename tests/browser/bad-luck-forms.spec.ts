// Every form survives a moment without a network and an impatient finger: it says what happened, keeps what was typed,
// sends once however often it is pressed, and goes through as soon as the network is back.
import type { Locator, Page } from '@playwright/test';
import { endpoints, TEXTS, VERIFICATION_EMAIL_STORAGE_KEY } from '@kobogate/contract';
import { newCustomer } from '../support/customer.ts';
import { adminToken, fromNewAddress, newEmail, PASSWORD, signUp, signUpForm } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { expect, test } from '../support/fixtures.ts';
import { eventually } from '../support/wait.ts';
import { answering, cutOff, hold, signedIn, store, stub } from '../support/stubs.ts';

type Values = Readonly<Record<string, string>>;

interface Form {
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

const visit = async (page: Page, { origin }: Product, path: string, token?: string): Promise<void> => {
  if (token !== undefined) await signedIn(page, token);
  await page.goto(origin + path);
};
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const at = (page: Page, path: RegExp) => expect(page).toHaveURL(path);

async function withWallet(product: Product): Promise<string> {
  const { token } = await newCustomer(product);
  await product.call(endpoints.wallets.create, { token, params: { currency: 'USDT' }, query: { network: 'bsc' } });
  return token;
}

const FORMS: readonly Form[] = [
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
    what: 'disabling an account',
    open: async (page, product) => {
      const { email } = await signUp(product);
      const token = await adminToken(product.call);
      const { data } = await product.call(endpoints.adminUsers.list, { token, query: { search: email } });
      await visit(page, product, `/admin/users/${data[0]?.id}`, token);
      await press(page, 'Disable account');
      return { Reason: 'A sample reason' };
    },
    button: 'Disable account',
    method: 'PUT',
    call: /\/admin\/users\/[^/]+\/state$/,
    done: (page) => expect(page.getByRole('dialog')).toHaveCount(0),
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

/** Two presses in one breath: nothing is drawn between them. */
const pressTwice = (button: Locator): Promise<void> =>
  button.evaluate((element) => {
    if (!(element instanceof HTMLElement)) throw new Error('not a button');
    element.click();
    element.click();
  });

for (const { what, open, reach, button, method, call, done } of FORMS) {
  test(`[G-2] ${what}: without a network it says so and keeps what was typed; pressed twice it sends once`, async ({
    page,
    product,
  }) => {
    const values = await open(page, product);
    await reach?.(page);
    const fields = Object.entries(values).map(([label, value]) => ({
      field: page.getByLabel(label, { exact: true }),
      value,
    }));
    for (const { field, value } of fields) await field.fill(value);
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === method && call.test(new URL(request.url()).pathname)) sent += 1;
    });
    const submit = page.getByRole('button', { name: button, exact: true }).last();

    await page.context().setOffline(true);
    await pressTwice(submit);
    await expect(page.getByText(TEXTS.networkError).first()).toBeVisible();
    expect(sent).toBe(1);
    for (const { field, value } of fields) await expect(field).toHaveValue(value);

    await page.context().setOffline(false);
    await expect(submit).toBeEnabled();
    await pressTwice(submit);
    const sign = await done(page);
    if (sign !== undefined) await expect(sign).toBeVisible();
    expect(sent).toBe(2);
  });
}

test('[C-11] a dialog without an answer holds for 10 seconds, then says so and lets go', async ({ page, product }) => {
  await page.clock.install();
  await visit(page, product, '/account/settings', (await signUp(product)).token);
  await press(page, 'Make an API key');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('A sample key');
  await dialog.getByRole('checkbox').first().check();
  await dialog.locator('input[type=password]').fill(PASSWORD);
  await hold(page, 'POST', '/api-keys');
  await dialog.locator('button[type=submit]').click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await page.clock.fastForward(10_000);
  await expect(page.getByText('Still waiting for an answer.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('[C-11] a switch without an answer says so after 10 seconds, and goes back where none comes', async ({
  page,
  product,
}) => {
  await page.clock.install();
  await visit(page, product, '/account/settings', (await signUp(product)).token);
  const letGo = await hold(page, 'PATCH', '/notifications/choices');
  const payouts = page.getByRole('switch', { name: /^Payouts/ }).first();
  await payouts.click();
  await expect(payouts).not.toBeChecked();
  await page.clock.fastForward(10_000);
  await expect(page.getByText('Still waiting for an answer.')).toBeVisible();
  letGo(cutOff);
  await expect(page.getByRole('alert').getByText(TEXTS.networkError)).toBeVisible();
  await expect(payouts).toBeChecked();
  await expect(page.getByText('Still waiting for an answer.')).toHaveCount(0);
});

test('[C-11] choices of text messages that fail to load say so, and are there after another try', async ({
  page,
  product,
}) => {
  await signedIn(page, (await signUp(product)).token);
  await stub(page, 'GET', '/notifications/text-choices', answering(500, { message: 'The words of the server.' }));
  await page.goto(`${product.origin}/account/settings`);
  const section = page.getByRole('region', { name: 'Text messages' });
  await expect(section.getByText('The words of the server.')).toBeVisible();
  const choices = { deposit: true, approval: true, decline: true, payout: true, failure: true };
  await stub(page, 'GET', '/notifications/text-choices', answering(200, { data: choices }));
  await section.getByRole('button', { name: /again/i }).click();
  await expect(section.getByRole('switch')).toHaveCount(5);
});
