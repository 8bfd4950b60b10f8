import { PRODUCT_NAME } from '@kobogate/contract';
import { writeMail, type WrittenMail } from '../accounts/mails.ts';
import type { ApiKey } from './api-key.ts';

const NOT_ME =
  'If it was you, there is nothing that you need to do. If not, choose a new password at once, and revoke the keys that you do not know in Settings.';

/** Notifies the owner of an account that a key was created, and what it may do. */
export const keyMadeMail = (publicOrigin: string, { ending, scopes }: ApiKey): WrittenMail =>
  writeMail(`An API key was made at ${PRODUCT_NAME}`, {
    paragraphs: [
      `A program that has the key ending in ${ending} can act for your account. It may: ${scopes.join(', ')}.`,
      'No key reaches your bank account, your password or your payouts.',
    ],
    link: { label: 'This was not me', url: `${publicOrigin}/forgot-password` },
    reason: NOT_ME,
  });

/** Notifies the owner of an account that a paused key works again. */
export const keyResumedMail = (publicOrigin: string, { ending, scopes }: ApiKey): WrittenMail =>
  writeMail(`An API key works again at ${PRODUCT_NAME}`, {
    paragraphs: [
      `The key ending in ${ending} was paused, and works again: this was confirmed with your password. It may: ${scopes.join(', ')}.`,
    ],
    link: { label: 'This was not me', url: `${publicOrigin}/forgot-password` },
    reason: NOT_ME,
  });

/** Notifies the owner of an account that a key was revoked. */
export const keyRevokedMail = (publicOrigin: string, { ending }: ApiKey): WrittenMail =>
  writeMail(`An API key was revoked at ${PRODUCT_NAME}`, {
    paragraphs: [`The key ending in ${ending} was revoked. Programs that use it are refused from now on.`],
    link: { label: 'This was not me', url: `${publicOrigin}/forgot-password` },
    reason: NOT_ME,
  });
