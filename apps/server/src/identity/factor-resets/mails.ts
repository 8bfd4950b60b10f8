import { dateTimeText, isolated, PRODUCT_NAME, PROVIDER_NAMES } from '@kobogate/contract';
import { writeMail, type WrittenMail } from '../accounts/mails.ts';
import { type FactorReset, placeOfReset } from './factor-reset.ts';

const WHAT_GOES = 'your authenticator app, your passkeys and your recovery codes';
const at = (time: Date): string => dateTimeText(time.toISOString());
const newPassword = (publicOrigin: string) => ({ label: 'This was not me', url: `${publicOrigin}/forgot-password` });

function firstStep(begunBy: FactorReset['begunBy']): string {
  if (begunBy === 'sign-in') return 'your password was typed right';
  return begunBy === null ? 'your first step was right' : `${PROVIDER_NAMES[begunBy]} signed in to your account`;
}

/** Tells the owner that a request was made, and how to stop it. */
export function resetAskedMail(stopUrl: string, reset: Omit<FactorReset, 'first' | 'grantedAt'>): WrittenMail {
  const { device, address } = placeOfReset(reset);
  return writeMail(`Did you lose your second step at ${PRODUCT_NAME}?`, {
    paragraphs: [
      `On ${at(reset.askedAt)} ${firstStep(reset.begunBy)}, and somebody asked us to remove ${WHAT_GOES}, which were said to be lost: from ${device}${address === '' ? '' : `, network address ${address}`}.`,
      `Two of our administrators review it. Nothing is removed before ${at(reset.dueAt)}, and you can stop it until then. If you find your app, a passkey or a recovery code, log in with it: that ends the request too.`,
    ],
    link: { label: 'This was not me: stop it', url: stopUrl },
    reason: 'If it was you, there is nothing that you need to do. If not, stop it and choose a new password at once.',
  });
}

/** Tells the owner that two administrators have granted it. */
export const resetGrantedMail = (stopUrl: string, { dueAt, now }: { dueAt: Date; now: Date }): WrittenMail =>
  writeMail(`Your second step at ${PRODUCT_NAME} is about to be removed`, {
    paragraphs: [
      `Two administrators have looked at your request to remove ${WHAT_GOES}, and granted it.`,
      dueAt > now
        ? `It takes effect on ${at(dueAt)}. You then log in with your first step alone, and set up a new second step in Settings.`
        : 'Its wait is over, so that it takes effect within minutes. You then log in with your first step alone, and set up a new second step in Settings.',
    ],
    link: { label: 'This was not me: stop it', url: stopUrl },
    reason: 'If you did not ask for this, stop it and choose a new password at once.',
  });

/** Tells the owner why it was refused. */
export const resetRefusedMail = (publicOrigin: string, reason: string): WrittenMail =>
  writeMail(`Your second step at ${PRODUCT_NAME} stays`, {
    paragraphs: [
      'An administrator has looked at your request to remove your lost second step, and refused it. Nothing was changed.',
      `Reason: ${isolated(reason)}`,
      `You can ask again from the second step of logging in, or write to us: ${publicOrigin}/support`,
    ],
    link: newPassword(publicOrigin),
    reason: 'If you did not ask for this, choose a new password at once.',
  });

/** Tells the owner that it was stopped. */
export const resetStoppedMail = (publicOrigin: string): WrittenMail =>
  writeMail(`Your second step at ${PRODUCT_NAME} stays`, {
    paragraphs: [
      'The request to remove your second step was stopped by its mail, or from a device that is signed in. Nothing was changed.',
      'If it was not you who asked, somebody knows your first step: choose a new password now. That signs every device out.',
    ],
    link: { label: 'Choose a new password', url: `${publicOrigin}/forgot-password` },
    reason: 'If you have lost your second step and did not stop this, log in and ask again.',
  });

/** Tells the owner that it is done. */
export const resetDoneMail = (publicOrigin: string): WrittenMail =>
  writeMail(`Your second step at ${PRODUCT_NAME} was removed`, {
    paragraphs: [
      `As you asked, ${WHAT_GOES} were removed, and every device was signed out. Your first step alone is now enough to log in.`,
      'Please set up a new second step in Settings. For a while we review larger payouts before they leave, as after a change of the payout account.',
    ],
    link: newPassword(publicOrigin),
    reason: 'If it was not you, choose a new password at once and write to us.',
  });
