import { isolated, PRODUCT_NAME } from '@kobogate/contract';
import { layOutMail } from '../platform/mail-layout.ts';
import { type Account, describePausedKeys } from '../identity/index.ts';

interface WrittenMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

// Only administrators see the reason: it may be the subject of an investigation.

/** The acting administrator's name in a mail. */
export function nameActor(actor: Pick<Account, 'firstName' | 'lastName'> | undefined): string {
  return actor === undefined ? 'An administrator' : isolated(`${actor.firstName} ${actor.lastName}`);
}

/** The name of the user concerned in a mail. */
export function nameSubject({ firstName, lastName, email }: Account): string {
  return `${isolated(`${firstName} ${lastName}`)} (${email})`;
}

/** Notifies the owner that the account was disabled, and what happens to the money in it. */
export function disabledMail(publicOrigin: string): WrittenMail {
  const subject = `Your ${PRODUCT_NAME} account was disabled`;
  const content = layOutMail({
    title: subject,
    paragraphs: [
      'An administrator disabled your account, and every device was signed out. Logging in is not possible for now.',
      'Your money is safe. Coins that arrive are still credited to you, and we check each order before naira is paid.',
    ],
    link: { label: 'Contact support', url: `${publicOrigin}/support` },
    reason: 'You get this mail because it is about the security of your account.',
  });
  return { subject, ...content };
}

/** Notifies administrators, and the user concerned, that a user was made an administrator or is no longer one. */
export function roleMail(
  publicOrigin: string,
  { who, by, isAdmin }: { who: string; by: string; isAdmin: boolean },
): WrittenMail {
  const subject = isAdmin ? `There is a new ${PRODUCT_NAME} administrator` : `A ${PRODUCT_NAME} administrator has left`;
  const content = layOutMail({
    title: subject,
    paragraphs: [
      isAdmin ? `${by} made ${who} an administrator.` : `${by} took the administrator’s role from ${who}.`,
      isAdmin
        ? 'Every device of that account was signed out. For a day it can’t approve orders that need two administrators.'
        : 'Every device of that account was signed out.',
      'If you did not expect this, talk to them, and disable the account.',
    ],
    link: { label: 'See all people', url: `${publicOrigin}/admin/users` },
    reason: 'You get this mail because it is about who may approve payouts.',
  });
  return { subject, ...content };
}

/** Notifies administrators that a disabled administrator is enabled again. */
export function adminEnabledMail(publicOrigin: string, { who, by }: { who: string; by: string }): WrittenMail {
  const subject = `A ${PRODUCT_NAME} administrator is enabled again`;
  const content = layOutMail({
    title: subject,
    paragraphs: [
      `${by} enabled the account of ${who} again, which is an administrator’s.`,
      'For a day it can’t approve orders that need two administrators.',
      'If you did not expect this, talk to them, and disable the account.',
    ],
    link: { label: 'See all people', url: `${publicOrigin}/admin/users` },
    reason: 'You get this mail because it is about who may approve payouts.',
  });
  return { subject, ...content };
}

/** Notifies the owner that the account can be used again, and how many API keys are paused. */
export function enabledMail(publicOrigin: string, pausedKeys = 0): WrittenMail {
  const subject = `Your ${PRODUCT_NAME} account is enabled again`;
  const content = layOutMail({
    title: subject,
    paragraphs: [
      'You can log in again. We will review the orders that wait.',
      ...(pausedKeys > 0 ? [describePausedKeys(pausedKeys, publicOrigin)] : []),
    ],
    link: { label: 'Log in', url: `${publicOrigin}/login` },
    reason: 'You get this mail because it is about the security of your account.',
  });
  return { subject, ...content };
}
