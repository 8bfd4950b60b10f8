import { TEXTS } from './texts.ts';
import type { SecondFactor, SecondStep } from './two-factor.ts';

/** Who may say to us who a person is, by OpenID Connect. */
export const SIGN_IN_PROVIDERS = ['google', 'apple'] as const;
export type SignInProvider = (typeof SIGN_IN_PROVIDERS)[number];

export const PROVIDER_NAMES: Readonly<Record<SignInProvider, string>> = { google: 'Google', apple: 'Apple' };

/** Where a browser is sent from, and where the provider sends it back to. */
export const providerStartPath = (provider: SignInProvider): string => `/login/with/${provider}`;
export const providerAnswerPath = (provider: SignInProvider): string => `/login/from/${provider}`;

/** How long a sign-in by a provider may take, and how long what it proved may wait for the next step. */
export const PROVIDER_MINUTES = 10;

/** The pages on the way in, which the server draws. */
export const SIGN_IN_PATHS = [
  '/login',
  '/signup',
  '/finish-signup',
  '/verify-otp',
  '/forgot-password',
  '/forgotten-password',
  '/reset-password',
  '/signed-in',
] as const;
export type SignInPath = (typeof SIGN_IN_PATHS)[number];

/** What the owner of an account that can't be signed in to is told. */
export const ACCOUNT_ENDED = {
  disabled:
    'This account is disabled, so logging in is not possible. Money in it is safe where it is. Please contact support.',
  closed:
    'This account is closed, so logging in is not possible. If coins still arrive for it they are booked for you: please contact support.',
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
    `${name} has not checked that your e-mail address is yours, so it can’t sign you in here. Please use the form.`,
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
} as const;
export type Said = keyof typeof SAID;

/** What is wrong with a form: as a whole, and by the names of its fields. */
export interface FormProblems {
  readonly whole: string | null;
  readonly fields: Readonly<Record<string, string>>;
}

/** One of the pages at one moment. */
export interface SignInView {
  readonly path: SignInPath;
  /** The year in Lagos. */
  readonly year: number;
  readonly said: Said | null;
  /** What was typed, by the names of the fields: never a password or a code. */
  readonly typed: Readonly<Record<string, string>>;
  readonly problems: FormProblems | null;
  /** The open second step of a login, and the chosen method. */
  readonly secondStep: (SecondStep & { readonly method: SecondFactor }) | null;
  /** The address that waits for its code, where the server knows it: without JavaScript. */
  readonly email: string | null;
  /** Whether the link for a new password is complete. */
  readonly hasToken: boolean;
  /** The page that a signed-in user was going to. */
  readonly next: string;
  /** The providers that the operator has connected. */
  readonly providers: readonly SignInProvider[];
  /** Who finishes signing up: whom a provider has named, by the address that it has proven. */
  readonly named: { readonly provider: SignInProvider; readonly email: string } | null;
}

/**
 * The pages on the way in as the web's build leaves them for the server, in `render/sign-in.mjs` below the web's
 * folder, under the name `signInPages`.
 */
export interface SignInPages {
  /** What the content security policy has to allow: the sources (`'sha256-…'`) of the inline style and script. */
  readonly inline: { readonly styles: readonly string[]; readonly scripts: readonly string[] };
  /** The whole document. */
  render(view: SignInView): string;
  /** What is wrong with a form before it is sent, by the rules that the browser checks too; null where nothing is. */
  findProblems(path: SignInPath, typed: Readonly<Record<string, string>>): FormProblems | null;
  /** A refusal's sentence at the field that it is about, where it is about one. */
  placeRefusal(path: SignInPath, sentence: string): FormProblems;
  /** Where a user on the way to `from` goes: there, if it is a page of the account or the administration. */
  returnPath(from: string): string | null;
}
