import { dateText, isolated, type OrderId, PRODUCT_NAME, type StaffRole, type UserId } from '@kobogate/contract';
import { layOutMail } from '../platform/mail-layout.ts';
import { type Account, describePausedKeys, ROLE_WORDS } from '../identity/index.ts';

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

/** Notifies the owner that everything that is kept about them was downloaded. */
export function dataDownloadedMail(publicOrigin: string): WrittenMail {
  const subject = `Your data was downloaded from ${PRODUCT_NAME}`;
  const content = layOutMail({
    title: subject,
    paragraphs: [
      'A file with everything that we keep about you was downloaded. This was confirmed with your password.',
      'Keep the file safe: it has your bank account, your orders and where you signed in.',
    ],
    link: { label: 'This was not me', url: `${publicOrigin}/forgot-password` },
    reason: 'You get this mail because it is about the security of your account.',
  });
  return { subject, ...content };
}

/** Notifies the owner that the account was closed: what is erased, and what is kept until when. */
export function closedMail(
  publicOrigin: string,
  {
    isByOwner,
    left,
    eraseFrom,
    booksUntil,
  }: { isByOwner: boolean; left: string | null; eraseFrom: Date; booksUntil: Date | null },
): WrittenMail {
  const subject = `Your ${PRODUCT_NAME} account was closed`;
  const day = (at: Date): string => dateText(at.toISOString());
  const content = layOutMail({
    title: subject,
    paragraphs: [
      isByOwner
        ? 'Your account was closed, as you asked, and this was confirmed with your password. Logging in is no longer possible.'
        : 'An administrator closed your account. Logging in is no longer possible.',
      'Your payment links, API keys and webhooks have ended. If coins still arrive for you they are not lost: they are booked for you, and we decide with you where they go. Please write to us then.',
      ...(left === null
        ? []
        : [
            `${left} was too little to be converted or sent back. It was given up with the account, and stays in our books.`,
          ]),
      `From ${day(eraseFrom)} on we erase your name, e-mail and phone number, your bank account, refund addresses, pictures and links, your messages, and where you signed in. You can then use your e-mail address for a new account.`,
      booksUntil === null
        ? 'You had no orders, so there are no records of them. What our team decided about your account stays in the record of its acts, without your name.'
        : `The law requires us to keep the records of your orders, with the bank account that was paid and where coins came from, until ${day(booksUntil)}. What our team decided stays in the record of its acts.`,
    ],
    link: { label: 'Contact support', url: `${publicOrigin}/support` },
    reason: isByOwner
      ? 'If it was not you, please contact support at once: until it is erased your account can be opened again.'
      : 'You get this mail because it is about your account.',
  });
  return { subject, ...content };
}

/** Notifies administrators, and the user concerned, that a user got a role or lost it. */
export function roleMail(
  publicOrigin: string,
  { who, by, role, before }: { who: string; by: string; role: StaffRole | null; before: StaffRole | null },
): WrittenMail {
  const subject = roleSubject(role, before);
  const content = layOutMail({
    title: subject,
    paragraphs: [
      role !== null
        ? `${by} made ${who} ${ROLE_WORDS[role]}.`
        : `${by} took the ${before === 'administrator' ? 'administrator’s role' : `role ${before}`} from ${who}.`,
      role === 'administrator' || role === 'reviewer'
        ? 'Every device of that account was signed out. For a day it can’t approve orders that need two people.'
        : 'Every device of that account was signed out.',
      'If you did not expect this, talk to them, and disable the account.',
    ],
    link: { label: 'See all people', url: `${publicOrigin}/admin/users` },
    reason: 'You get this mail because it is about who may approve payouts.',
  });
  return { subject, ...content };
}

function roleSubject(role: StaffRole | null, before: StaffRole | null): string {
  if (role === 'administrator') return `There is a new ${PRODUCT_NAME} administrator`;
  if (before === 'administrator') return `A ${PRODUCT_NAME} administrator has left`;
  return role === null ? `A ${PRODUCT_NAME} colleague has left` : `A ${PRODUCT_NAME} colleague has a new role`;
}

/** Notifies administrators that a disabled person of the team is enabled again. */
export function staffEnabledMail(
  publicOrigin: string,
  { who, by, role }: { who: string; by: string; role: StaffRole | null },
): WrittenMail {
  const [title, whose] =
    role === 'administrator' ? ['administrator', 'an administrator’s'] : ['colleague', `one of the role ${role}`];
  const subject = `A ${PRODUCT_NAME} ${title} is enabled again`;
  const content = layOutMail({
    title: subject,
    paragraphs: [
      `${by} enabled the account of ${who} again, which is ${whose}.`,
      'For a day it can’t approve orders that need two people.',
      'If you did not expect this, talk to them, and disable the account.',
    ],
    link: { label: 'See all people', url: `${publicOrigin}/admin/users` },
    reason: 'You get this mail because it is about who may approve payouts.',
  });
  return { subject, ...content };
}

/** Notifies a person of the team that a note names them. */
export function mentionMail(
  publicOrigin: string,
  { by, userId, orderId }: { by: string; userId: UserId; orderId: OrderId | null },
): WrittenMail {
  const place = orderId === null ? 'a user' : 'an order';
  const subject = `${by === '' ? 'A colleague' : isolated(by)} named you in a note on ${place}`;
  const content = layOutMail({
    title: subject,
    paragraphs: ['The note is on the page of the link. Notes are for the team alone: please don’t forward them.'],
    link:
      orderId === null
        ? { label: 'Open the user', url: `${publicOrigin}/admin/users/${userId}` }
        : { label: 'Open the order', url: `${publicOrigin}/admin/dashboard?tab=orders&order=${orderId}` },
    reason: 'You get this mail because a note names you.',
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
