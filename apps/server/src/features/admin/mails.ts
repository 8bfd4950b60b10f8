import { PRODUCT_NAME } from '@kobogate/contract';
import { layOutMail } from '../../platform/mail-layout.ts';

interface WrittenMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

// The reason stays with the administrators: it may be what an investigation is about.

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

/** Tells the owner that the account can be used again. */
export function enabledMail(publicOrigin: string): WrittenMail {
  const subject = `Your ${PRODUCT_NAME} account is enabled again`;
  const content = layOutMail({
    title: subject,
    paragraphs: ['You can log in again. Orders that wait for a review are looked at by a person.'],
    link: { label: 'Log in', url: `${publicOrigin}/login` },
    reason: 'You get this mail because it is about the security of your account.',
  });
  return { subject, ...content };
}
