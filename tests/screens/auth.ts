import type { Page } from '@playwright/test';
import { TEXTS, VERIFICATION_EMAIL_STORAGE_KEY } from '@kobogate/contract';
import { PASSWORD } from '../support/people.ts';
import { press } from '../support/press.ts';
import { answering, store, stub } from '../support/stubs.ts';
import { heldCall, type Screen, type State } from './screen.ts';

const EMAIL = 'sample@example.test';
/** A form that is sent empty. */
const missing = (form: string, button: string): State => ({
  name: `auth/${form}-missing`,
  act: async (page) => {
    await press(page, button);
    await page.getByText(TEXTS.fillRequired).first().waitFor();
  },
});
const logIn = async (page: Page) => {
  await page.getByLabel('E-mail address').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press(page, 'Login');
};
const SECOND_FACTOR = { challenge: 'sample', methods: ['totp', 'passkey', 'recovery'] };
const login = heldCall('POST', '/auth/login');

/** The link of an invitation is good, and its address has an account or none. */
const invited =
  ({ hasAccount }: { readonly hasAccount: boolean }) =>
  (page: Page) => {
    const data = { email: EMAIL, role: 'reviewer', hasAccount, expiresAt: '2126-11-28T09:00:00.000Z' };
    return stub(page, 'POST', '/auth/invitation', answering(200, { data }));
  };

/** Whom Google has named, as the browser keeps it. */
const named = {
  provider: 'google',
  ticket: 'sample',
  email: EMAIL,
  first_name: 'Ada',
  last_name: 'Sample',
  hasAccount: false,
};
const keepNamed = (page: Page, isProven: boolean) => {
  const value = encodeURIComponent(JSON.stringify({ ...named, isProven }));
  return page.context().addCookies([{ name: 'kobogate_named', value, domain: '127.0.0.1', path: '/' }]);
};
const isNamed = (page: Page) => keepNamed(page, true);

/** The sign-in pages. */
export const AUTH_SCREENS: readonly Screen[] = [
  {
    name: 'auth/login',
    as: 'visitor',
    path: '/login',
    prepare: login.prepare,
    next: [
      missing('login', 'Login'),
      { name: 'auth/login-pending', underWay: '[aria-busy=true]', act: logIn },
      {
        name: 'auth/login-second-step',
        act: async (page) => {
          const data = { isVerified: true, isAdmin: false, secondFactor: SECOND_FACTOR };
          login.answer(page, answering(200, { message: '', data }));
          await page.getByRole('heading', { name: 'One more step' }).waitFor();
        },
      },
      {
        name: 'auth/login-second-step-refused',
        act: async (page) => {
          await stub(page, 'POST', '/auth/second-factor', answering(422, { message: 'This code is not right.' }));
          await page.getByLabel('Code from your app').fill('123456');
          await page.getByRole('alert').waitFor();
        },
      },
      {
        name: 'auth/login-refused',
        act: async (page) => {
          await stub(page, 'POST', '/auth/login', answering(401));
          await press(page, 'Back to login');
          await logIn(page);
          await page.getByText(TEXTS.loginFailed).waitFor();
        },
      },
    ],
  },
  { name: 'auth/signup', as: 'visitor', path: '/signup', next: [missing('signup', 'Create account')] },
  {
    name: 'auth/finish-signup',
    as: 'visitor',
    path: '/finish-signup',
    prepare: isNamed,
    next: [missing('finish-signup', 'Create account')],
  },
  {
    name: 'auth/finish-signup-unproven',
    as: 'visitor',
    path: '/finish-signup',
    prepare: (page) => keepNamed(page, false),
  },
  { name: 'auth/finish-signup-late', as: 'visitor', path: '/finish-signup' },
  { name: 'auth/login-to-link', as: 'visitor', path: '/login?said=google-link-first&from=%2Faccount%2Flink' },
  { name: 'auth/login-provider-failed', as: 'visitor', path: '/login?said=apple-failed' },
  { name: 'auth/link', as: 'newcomer', path: '/account/link', prepare: isNamed },
  { name: 'auth/link-cancelled', as: 'newcomer', path: '/account/link?said=google-cancelled' },
  {
    name: 'auth/verify-otp',
    as: 'visitor',
    path: '/verify-otp',
    prepare: async (page) => {
      await store(page, { [VERIFICATION_EMAIL_STORAGE_KEY]: EMAIL });
      await stub(page, 'POST', '/auth/verify', answering(422));
    },
    next: [
      {
        name: 'auth/verify-otp-refused',
        act: async (page) => {
          await page.getByLabel('Digit 1 of 4').focus();
          await page.keyboard.type('4826');
          await page.getByText(TEXTS.verificationFailed).first().waitFor();
        },
      },
    ],
  },
  { name: 'auth/forgot-password', as: 'visitor', path: '/forgot-password' },
  {
    name: 'auth/forgotten-password',
    as: 'visitor',
    path: '/forgotten-password',
    next: [missing('forgotten-password', 'Request Verification Link')],
  },
  { name: 'auth/reset-password', as: 'visitor', path: '/reset-password?token=sample' },
  {
    name: 'auth/join',
    as: 'visitor',
    path: '/join?token=sample',
    prepare: invited({ hasAccount: false }),
    next: [
      {
        name: 'auth/join-missing',
        act: async (page) => {
          await press(page, 'Join the team');
          await page.getByText('Please type your first name.').waitFor();
        },
      },
    ],
  },
  { name: 'auth/join-known', as: 'visitor', path: '/join?token=sample', prepare: invited({ hasAccount: true }) },
  {
    name: 'auth/join-accept',
    as: 'newcomer',
    path: '/account/join?token=sample',
    prepare: invited({ hasAccount: true }),
  },
  {
    name: 'auth/join-ended',
    as: 'visitor',
    path: '/join?token=sample',
    prepare: (page) =>
      stub(
        page,
        'POST',
        '/auth/invitation',
        answering(404, { message: 'This invitation has ended. Please ask for another.' }),
      ),
  },
  { name: 'auth/lost-second-step', as: 'visitor', path: '/lost-second-step' },
  { name: 'auth/lost-second-step-stop', as: 'visitor', path: '/lost-second-step?token=sample' },
  { name: 'auth/lost-second-step-stopped', as: 'visitor', path: '/forgot-password?said=reset-stopped' },
  { name: 'auth/reset-password-incomplete', as: 'visitor', path: '/reset-password' },
];
