import { endpoints, TEXTS, VERIFICATION_EMAIL_STORAGE_KEY } from '@kobogate/contract';
import { createApp } from '../support/app-code.ts';
import { fromNewAddress, newEmail, PASSWORD, signUp, signUpForm } from '../support/people.ts';
import { press } from '../support/press.ts';
import { store } from '../support/stubs.ts';
import { eventually } from '../support/wait.ts';
import { at, type Form, openAs } from './form.ts';

/** The sign-in pages. */
export const AUTH_FORMS: readonly Form[] = [
  {
    what: 'login',
    open: async (page, product) => {
      const { email } = await signUp(product);
      await openAs(page, product, '/login');
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
      await openAs(page, product, '/signup');
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
    what: 'the rest of a sign-up by Google',
    open: async (page, product) => {
      await openAs(page, product, '/signup');
      await page.getByRole('link', { name: 'Continue with Google' }).click();
      await page.getByLabel('Another sample’s e-mail address').fill(newEmail());
      await press(page, 'Go on as this sample');
      const { first_name: first, last_name: last, phone } = signUpForm('');
      return { 'First name': first, 'Last name': last, 'Phone number': phone };
    },
    button: 'Create account',
    method: 'POST',
    call: /\/auth\/providers\/join$/,
    done: (page) => at(page, /\/account\/dashboard$/),
  },
  {
    what: 'linking Google',
    open: async (page, product) => {
      const { token } = await signUp(product);
      await openAs(page, product, '/account/settings', token);
      await page.getByRole('link', { name: 'Link Google' }).click();
      await page.getByLabel('Another sample’s e-mail address').fill(newEmail());
      await press(page, 'Go on as this sample');
      return { 'Your password': PASSWORD };
    },
    button: 'Link Google',
    method: 'POST',
    call: /\/user\/providers$/,
    done: (page) => page.getByText('Google is linked to your account.'),
  },
  {
    what: 'another code',
    open: async (page, product) => {
      const email = newEmail();
      await product.call(endpoints.accounts.register, { body: signUpForm(email), headers: fromNewAddress() });
      await store(page, { [VERIFICATION_EMAIL_STORAGE_KEY]: email });
      await openAs(page, product, '/verify-otp');
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
      await openAs(page, product, '/forgotten-password');
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
      await openAs(page, product, path);
      return { 'New password': `${PASSWORD} new` };
    },
    button: 'Reset Password',
    method: 'POST',
    call: /\/auth\/reset-password$/,
    done: (page) => page.getByText(TEXTS.passwordReset),
  },
  {
    what: 'the second step of logging in',
    open: async (page, product) => {
      const { email, token } = await signUp(product);
      const { enrolTotp, confirmTotp } = endpoints.twoFactor;
      const { secret } = (await product.call(enrolTotp, { token, body: { password: PASSWORD } })).data;
      const code = await createApp(secret)();
      const { recoveryCodes } = (await product.call(confirmTotp, { token, body: { code } })).data;
      await openAs(page, product, '/login');
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
];
