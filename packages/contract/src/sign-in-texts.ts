import type { SignInProvider } from './constants.ts';
import { TEXTS } from './texts.ts';

export const PROVIDER_NAMES: Readonly<Record<SignInProvider, string>> = { google: 'Google', apple: 'Apple' };

/** The address from which a browser is sent to a provider. */
export const providerStartPath = (provider: SignInProvider): string => `/login/with/${provider}`;
/** The address to which the provider sends it back. */
export const providerAnswerPath = (provider: SignInProvider): string => `/login/from/${provider}`;

/** How long a sign-in by a provider may take, and how long what it proved may wait for the next step. */
export const PROVIDER_MINUTES = 10;

/** What the owner of an account that can't be signed in to is told. */
export const ACCOUNT_ENDED = {
  disabled:
    'This account is disabled, so logging in is not possible. Money in it is safe where it is. Please contact support.',
  closed:
    'This account is closed, so logging in is not possible. If coins still arrive for it, they are booked for you: please contact support.',
} as const;

/** What a page says after a provider's answer, each with its name in it. */
const AFTER_PROVIDER = {
  'link-first': (name: string) =>
    `Your e-mail address has an account here already. Log in with its password once: you are then asked whether ${name} may sign you in too.`,
  cancelled: (name: string) => `You left ${name} before it was done. Nothing was changed.`,
  ended: () =>
    `This sign-in did not finish: it took more than ${PROVIDER_MINUTES} minutes, was used already, or began in another browser. Please begin again.`,
  failed: (name: string) =>
    `${name} did not confirm who you are, so nothing was done. Please try again in a minute, or log in with your password.`,
  unproven: (name: string) =>
    `${name} gave us no e-mail address that we can write to, so it can’t sign you up here. Please use the form.`,
} as const;
type AfterProvider = keyof typeof AFTER_PROVIDER;
export type ProviderSaid = `${SignInProvider}-${AfterProvider}`;

/** The code of what a page says after a provider's answer. */
export const providerSaid = (provider: SignInProvider, what: AfterProvider): ProviderSaid => `${provider}-${what}`;

const sayingsOf = <Provider extends SignInProvider>(
  provider: Provider,
): Record<`${Provider}-${AfterProvider}`, string> =>
  // The names of an object are texts to the compiler.
  Object.fromEntries(
    Object.entries(AFTER_PROVIDER).map(([what, say]) => [`${provider}-${what}`, say(PROVIDER_NAMES[provider])]),
  ) as Record<`${Provider}-${AfterProvider}`, string>;

/** The result of the former page, by its code in the next page's address (`?said=`). */
export const SAID = {
  // Pure: a page that names none of it does not load it.
  .../* @__PURE__ */ sayingsOf('google'),
  .../* @__PURE__ */ sayingsOf('apple'),
  'account-disabled': ACCOUNT_ENDED.disabled,
  'account-closed': ACCOUNT_ENDED.closed,
  crowded: 'Too many attempts to log in. Please try again in ten minutes.',
  'signed-up': 'Account created. We sent a 4-digit code to your email.',
  'verify-first': TEXTS.verifyFirst,
  'code-sent': TEXTS.codeSent,
  'no-email': TEXTS.noEmail,
  'link-sent': TEXTS.resetLinkSent,
  'password-reset': TEXTS.passwordReset,
  'reset-stopped':
    'The request is stopped, and your second step stays as it is. If it was not you who asked, somebody knows your password: choose a new one now.',
} as const;
export type Said = keyof typeof SAID;
