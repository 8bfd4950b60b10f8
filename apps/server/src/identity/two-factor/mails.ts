import { PRODUCT_NAME } from '@kobogate/contract';
import type { SIGN_IN_CHANGES } from '../accounts/db.ts';
import { writeMail, type WrittenMail } from '../accounts/mails.ts';

export type Change = (typeof SIGN_IN_CHANGES)[number];

const linked = (name: string) => ({
  subject: `${name} was linked`,
  paragraph: `From now on ${name} signs in to your account too, with your second step where you have one. You can unlink it in Settings.`,
});
const unlinked = (name: string) => ({
  subject: `${name} was unlinked`,
  paragraph: `${name} does not sign in to your account any more. Devices that it had signed in were signed out.`,
});

const TEXTS: Readonly<Record<Change, { subject: string; paragraph: string }>> = {
  'two-factor-on': {
    subject: 'Two-factor is on',
    paragraph: 'From now on, logging in to your account takes a second step besides your password.',
  },
  'two-factor-off': {
    subject: 'Two-factor is off',
    paragraph: 'From now on, your password alone is enough to log in to your account.',
  },
  'app-added': {
    subject: 'An authenticator app was added',
    paragraph: 'Codes of an authenticator app now work as the second step of logging in to your account.',
  },
  'app-replaced': {
    subject: 'Your authenticator app was replaced',
    paragraph: 'Codes of the new app now work as the second step of logging in; codes of the old one do not any more.',
  },
  'app-removed': {
    subject: 'Your authenticator app was removed',
    paragraph: 'Its codes do not work any more. Two-factor is still on, with your passkeys.',
  },
  'passkey-added': {
    subject: 'A passkey was added',
    paragraph: 'It now works as the second step of logging in to your account.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed',
    paragraph: 'It does not work for your account any more. Two-factor is still on.',
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    paragraph: 'One of your recovery codes was used instead of your app or passkey. It will not work again.',
  },
  'recovery-codes-renewed': {
    subject: 'You have new recovery codes',
    paragraph: 'Ten new recovery codes were made for your account. The old ones do not work any more.',
  },
  'google-linked': linked('Google'),
  'google-unlinked': unlinked('Google'),
  'apple-linked': linked('Apple'),
  'apple-unlinked': unlinked('Apple'),
};

/** Notifies the owner of an account of a change in how they sign in. */
export const changeMail = (publicOrigin: string, change: Change): WrittenMail =>
  writeMail(`${TEXTS[change].subject} at ${PRODUCT_NAME}`, {
    paragraphs: [TEXTS[change].paragraph],
    link: { label: 'This was not me', url: `${publicOrigin}/forgot-password` },
    reason: 'If it was you, there is nothing that you need to do. If not, choose a new password at once.',
  });
