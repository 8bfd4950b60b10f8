import type { SecondFactor } from './constants.ts';
import type { SignInProvider } from './constants.ts';
import type { Said } from './sign-in-texts.ts';
import type { LostFactor } from './lost-factor.ts';
import type { SecondStep } from './two-factor.ts';

/** The pages on the way in, which the server draws. */
export const SIGN_IN_PATHS = [
  '/login',
  '/signup',
  '/finish-signup',
  '/verify-otp',
  '/forgot-password',
  '/forgotten-password',
  '/reset-password',
  '/lost-second-step',
  '/signed-in',
] as const;
export type SignInPath = (typeof SIGN_IN_PATHS)[number];

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
  /** The open second step of a person who has lost it, and how their request stands. */
  readonly lost: (Pick<SecondStep, 'challenge'> & LostFactor) | null;
  /** The address that waits for its code, where the server knows it: without JavaScript. */
  readonly email: string | null;
  /** Whether the link of a mail, for a new password or to stop a reset, is complete. */
  readonly hasToken: boolean;
  /** The page that a signed-in user was going to. */
  readonly next: string;
  /** The providers that the operator has connected. */
  readonly providers: readonly SignInProvider[];
  /** Who finishes signing up: whom a provider has named. */
  readonly named: { readonly provider: SignInProvider; readonly email: string; readonly isProven: boolean } | null;
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
