import { isolated, PRODUCT_NAME } from '@kobogate/contract';
import { layOutMail } from '../platform/mail-layout.ts';
import { type Account, describePausedKeys } from '../identity/index.ts';

interface WrittenMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

// The reason stays with the administrators: it may be what an investigation is about.

/** How a mail names the administrator who acted. */
export function nameActor(actor: Pick<Account, 'firstName' | 'lastName'> | undefined): string {
  return actor === undefined ? 'An administrator' : isolated(`${actor.firstName} ${actor.lastName}`);
}

/** How a mail names whom it is about. */
export function nameSubject({ firstName, lastName, email }: Account): string {
  return `${isolated(`${firstName} ${lastName}`)} (${email})`;
}

/** Tells the owner that the account was disabled, and what that means for the money in it. */
export function disabledMail(publicOrigin: string): WrittenMail {
  const subject = `Your ${PRODUCT_NAME} account was disabled`;
  const content = layOutMail({
    title: subject,
    paragraphs: [
      'An administrator disabled your account, and every device was signed out. Nobody can log in to it for now.',
      'Your money is safe. Coins that arrive are still credited to you, and a person looks at each order before naira is paid.',
    ],
    link: { label: 'Contact support', url: `${publicOrigin}/support` },
    reason: 'You get this mail because it is about the security of your account.',
  });
  return { subject, ...content };
}

/** Tells administrators, and whom it is about, that somebody has become one or is none any more. */
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
        ? 'Every device of that account was signed out. For a day it does not approve orders that need two people.'
        : 'Every device of that account was signed out.',
      'If you did not expect this, talk to them, and disable the account.',
    ],
    link: { label: 'See all people', url: `${publicOrigin}/admin/users` },
    reason: 'You get this mail because it is about who may approve payouts.',
  });
  return { subject, ...content };
}

/** Tells administrators that one of them, whose account was disabled, is one again. */
export function adminEnabledMail(publicOrigin: string, { who, by }: { who: string; by: string }): WrittenMail {
  const subject = `A ${PRODUCT_NAME} administrator is enabled again`;
  const content = layOutMail({
    title: subject,
    paragraphs: [
      `${by} enabled the account of ${who} again, which is an administrator’s.`,
      'For a day it does not approve orders that need two people.',
      'If you did not expect this, talk to them, and disable the account.',
    ],
    link: { label: 'See all people', url: `${publicOrigin}/admin/users` },
    reason: 'You get this mail because it is about who may approve payouts.',
  });
  return { subject, ...content };
}

/** Tells the owner that the account can be used again, and how many API keys wait for them. */
export function enabledMail(publicOrigin: string, pausedKeys = 0): WrittenMail {
  const subject = `Your ${PRODUCT_NAME} account is enabled again`;
  const content = layOutMail({
    title: subject,
    paragraphs: [
      'You can log in again. Orders that wait for a review are looked at by a person.',
      ...(pausedKeys > 0 ? [describePausedKeys(pausedKeys, publicOrigin)] : []),
    ],
    link: { label: 'Log in', url: `${publicOrigin}/login` },
    reason: 'You get this mail because it is about the security of your account.',
  });
  return { subject, ...content };
}
