import { PRODUCT_NAME } from '@kobogate/contract';
import { writeMail, type WrittenMail } from '../../identity/index.ts';

type Change = 'added' | 'moved' | 'rotated';

const TEXTS: Readonly<Record<Change, { subject: string; paragraph: (host: string) => string }>> = {
  added: {
    subject: 'A webhook was added',
    paragraph: (host) => `What happens to your payments is sent to ${host} from now on.`,
  },
  moved: {
    subject: 'A webhook goes to another address',
    paragraph: (host) => `What happens to your payments is sent to ${host} from now on.`,
  },
  rotated: {
    subject: 'A webhook has a second secret',
    paragraph: (host) => `What is sent to ${host} is signed with a new secret too, until the old one is retired.`,
  },
};

/**
 * Notifies the account's owner of a change in where events are sent, and how they are signed. Only the host of the
 * address is named.
 */
export const endpointMail = (publicOrigin: string, change: Change, url: string): WrittenMail =>
  writeMail(`${TEXTS[change].subject} at ${PRODUCT_NAME}`, {
    paragraphs: [TEXTS[change].paragraph(new URL(url).host)],
    link: { label: 'This was not me', url: `${publicOrigin}/forgot-password` },
    reason:
      'If it was you, there is nothing that you need to do. If not, choose a new password at once, and remove the webhook in Settings.',
  });
