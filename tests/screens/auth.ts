import type { Page } from '@playwright/test';
import { TEXTS, VERIFICATION_EMAIL_STORAGE_KEY } from '@kobogate/contract';
import { PASSWORD } from '../support/people.ts';
import { answering, hold, store, stub } from '../support/stubs.ts';
import type { Screen } from './screen.ts';

const EMAIL = 'sample@example.test';
const pressThenSee = (button: string, text: string) => async (page: Page) => {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByText(text).first().waitFor();
};
const logIn = async (page: Page) => {
  await page.getByLabel('E-mail address').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
};
const SECOND_FACTOR = { challenge: 'sample', methods: ['totp', 'passkey', 'recovery'] };
const asksForCode = (page: Page) =>
  stub(
    page,
    'POST',
    '/auth/login',
    answering(200, { message: '', data: { isVerified: true, isAdmin: false, secondFactor: SECOND_FACTOR } }),
  );
const toSecondStep = async (page: Page) => {
  await logIn(page);
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
};
const awaitingCode = (page: Page) => store(page, { [VERIFICATION_EMAIL_STORAGE_KEY]: EMAIL });

/** The way in. */
export const AUTH_SCREENS: readonly Screen[] = [
  { name: 'auth/login', as: 'nobody', path: '/login' },
  { name: 'auth/login-missing', as: 'nobody', path: '/login', act: pressThenSee('Login', TEXTS.fillRequired) },
  {
    name: 'auth/login-refused',
    as: 'nobody',
    path: '/login',
    prepare: (page) => stub(page, 'POST', '/auth/login', answering(401)),
    act: async (page) => {
      await logIn(page);
      await page.getByText(TEXTS.loginFailed).waitFor();
    },
  },
  {
    name: 'auth/login-pending',
    as: 'nobody',
    path: '/login',
    underWay: '[aria-busy=true]',
    prepare: async (page) => {
      await hold(page, 'POST', '/auth/login');
    },
    act: logIn,
  },
  { name: 'auth/login-second-step', as: 'nobody', path: '/login', prepare: asksForCode, act: toSecondStep },
  {
    name: 'auth/login-second-step-refused',
    as: 'nobody',
    path: '/login',
    prepare: async (page) => {
      await asksForCode(page);
      await stub(page, 'POST', '/auth/second-factor', answering(422, { message: 'This code is not right.' }));
    },
    act: async (page) => {
      await toSecondStep(page);
      await page.getByLabel('Code from your app').fill('123456');
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'auth/signup', as: 'nobody', path: '/signup' },
  {
    name: 'auth/signup-missing',
    as: 'nobody',
    path: '/signup',
    act: pressThenSee('Create account', TEXTS.fillRequired),
  },
  { name: 'auth/verify-otp', as: 'nobody', path: '/verify-otp', prepare: awaitingCode },
  {
    name: 'auth/verify-otp-refused',
    as: 'nobody',
    path: '/verify-otp',
    prepare: async (page) => {
      await awaitingCode(page);
      await stub(page, 'POST', '/auth/verify', answering(422));
    },
    act: async (page) => {
      await page.getByLabel('Digit 1 of 4').focus();
      await page.keyboard.type('4826');
      await page.getByText(TEXTS.verificationFailed).first().waitFor();
    },
  },
  { name: 'auth/forgot-password', as: 'nobody', path: '/forgot-password' },
  { name: 'auth/forgotten-password', as: 'nobody', path: '/forgotten-password' },
  {
    name: 'auth/forgotten-password-missing',
    as: 'nobody',
    path: '/forgotten-password',
    act: pressThenSee('Request Verification Link', TEXTS.fillRequired),
  },
  { name: 'auth/reset-password', as: 'nobody', path: '/reset-password?token=sample' },
  { name: 'auth/reset-password-incomplete', as: 'nobody', path: '/reset-password' },
];
