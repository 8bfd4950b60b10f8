import { dateTimeText, OTP_MINUTES, PRODUCT_NAME, PROVIDER_NAMES, type SignInProvider } from '@kobogate/contract';
import { layOutMail, type MailContent } from '../../platform/mail-layout.ts';
import { describeDevice, maskAddress, type Visitor } from './device.ts';

export interface WrittenMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** How long a reset link works. */
export const RESET_MINUTES = 60;

/** Renders a mail. None has a name that was typed at sign-up: strangers could use us to send their texts to others. */
export const writeMail = (subject: string, content: Omit<MailContent, 'title'>): WrittenMail => ({
  subject,
  ...layOutMail({ title: subject, ...content }),
});

/** The mail with a sign-up code. The code is the only group of four digits in it. */
export const codeMail = (code: string): WrittenMail =>
  writeMail(`Your ${PRODUCT_NAME} code`, {
    paragraphs: [
      `Type this code to verify your e-mail address. It is valid for ${OTP_MINUTES} minutes, and works where it was asked for: in the same browser.`,
    ],
    code,
    reason: `This address was used to sign up at ${PRODUCT_NAME}. If it was not you, ignore this mail: without the code the address can’t be used. Never tell the code to anyone.`,
  });

/** The mail with a reset link, below the configured origin. */
export const resetMail = (publicOrigin: string, token: string): WrittenMail =>
  writeMail(`Reset your ${PRODUCT_NAME} password`, {
    paragraphs: [`Choose a new password with this link. It works once, for ${RESET_MINUTES} minutes.`],
    link: { label: 'Choose a new password', url: `${publicOrigin}/reset-password?token=${encodeURIComponent(token)}` },
    reason: 'This link was requested on our site. If it was not you, ignore this mail: your password stays as it is.',
  });

/** The mail to the first administrator, with the link that sets the password. */
export const firstAdminMail = (publicOrigin: string, token: string): WrittenMail =>
  writeMail(`Set your ${PRODUCT_NAME} password`, {
    paragraphs: [
      `${PRODUCT_NAME} was started, and this address is its first administrator.`,
      `Choose a password with this link. It works once, for ${RESET_MINUTES} minutes; ${publicOrigin}/forgot-password mails another one.`,
    ],
    link: { label: 'Choose a password', url: `${publicOrigin}/reset-password?token=${encodeURIComponent(token)}` },
    reason: `The operator of ${publicOrigin} named this address as ADMIN_EMAIL. If that is not you, ignore this mail.`,
  });

/** Notifies the owner of an account that its address was used to sign up again. */
export const alreadyRegisteredMail = (publicOrigin: string): WrittenMail =>
  writeMail(`You already have a ${PRODUCT_NAME} account`, {
    paragraphs: [
      'Your e-mail address was used to sign up again. You have an account already, and nothing about it was changed.',
      `If it was you, please log in. If you have forgotten your password, choose a new one at ${publicOrigin}/forgot-password`,
    ],
    link: { label: 'Log in', url: `${publicOrigin}/login` },
    reason: 'If it was not you, there is nothing that you need to do.',
  });

/** Tells the owner of an address that an account without a password was opened for it; `proof` says how it was proven. */
export const openedByProviderMail = (
  publicOrigin: string,
  { provider, proof }: { provider: string; proof: string },
): WrittenMail =>
  writeMail(`Your ${PRODUCT_NAME} account`, {
    paragraphs: [
      `An account was opened for this e-mail address, and ${provider} signs in to it. It has no password until you choose one in Settings.`,
    ],
    link: { label: 'Open your account', url: `${publicOrigin}/account/dashboard` },
    reason: `${proof} If it was not you, secure your account at ${provider}, and choose a new password here: ${publicOrigin}/forgot-password`,
  });

/** Notifies the owner of an account of its first sign-in from a browser, program or network address. */
export function newPlaceMail(publicOrigin: string, { userAgent, address }: Visitor, now: Date): WrittenMail {
  const from = maskAddress(address);
  return writeMail(`New sign-in to your ${PRODUCT_NAME} account`, {
    paragraphs: [
      `Your account was signed in to from a device or place that it was not used from before: ${describeDevice(userAgent).device}${from === '' ? '' : `, network address ${from}`}, on ${dateTimeText(now.toISOString())}.`,
      'If it was not you, choose a new password now. That signs every device out and pauses your API keys.',
    ],
    link: { label: 'This was not me', url: `${publicOrigin}/forgot-password` },
    reason: 'If it was you, there is nothing that you need to do.',
  });
}

/**
 * Notifies the owner that the password was changed, which devices were signed out, how many API keys were paused, and
 * which providers were unlinked or still sign in.
 */
export const passwordChangedMail = (
  publicOrigin: string,
  {
    signedOut,
    pausedKeys,
    unlinked,
    linked,
  }: {
    signedOut: string;
    pausedKeys: number;
    unlinked: readonly SignInProvider[];
    linked: readonly SignInProvider[];
  },
): WrittenMail =>
  writeMail(`Your ${PRODUCT_NAME} password was changed`, {
    paragraphs: [
      `A new password was set for your account, and ${signedOut}.`,
      ...(pausedKeys > 0 ? [describePausedKeys(pausedKeys, publicOrigin)] : []),
      ...(unlinked.length > 0
        ? [`${describeUnlinked(unlinked)} If you miss it, link it again: ${publicOrigin}/account/settings#providers`]
        : []),
      ...(linked.length > 0
        ? [`${describeLinked(linked)} Unlink what is not yours: ${publicOrigin}/account/settings#providers`]
        : []),
    ],
    link: { label: 'This was not me', url: `${publicOrigin}/forgot-password` },
    reason: 'If it was you, there is nothing that you need to do.',
  });

const namesOf = (providers: readonly SignInProvider[]): string =>
  providers.map((provider) => PROVIDER_NAMES[provider]).join(' and ');

/** Which providers, one at least, a new password has unlinked. */
export const describeUnlinked = (providers: readonly SignInProvider[]): string =>
  `${namesOf(providers)} ${providers.length === 1 ? 'was unlinked and does' : 'were unlinked and do'} not sign in to your account any more.`;

/** Which providers, one at least, it has left. */
export const describeLinked = (providers: readonly SignInProvider[]): string =>
  `${namesOf(providers)} still ${providers.length === 1 ? 'signs' : 'sign'} in to your account.`;

/** How many other devices a new password signed out, as a part of a sentence. */
export function describeSignedOut(count: number): string {
  if (count === 0) return 'no other device was signed in';
  return count === 1 ? 'one other device was signed out' : `${count} other devices were signed out`;
}

/** What happened to the user's API keys, and what to do next. */
export const describePausedKeys = (count: number, publicOrigin: string): string =>
  `${count === 1 ? 'Your API key is' : `Your ${count} API keys are`} paused, so that a stolen one can’t be used. Your programs are refused until you let their keys work again, or make new ones: ${publicOrigin}/account/settings#api-keys`;
