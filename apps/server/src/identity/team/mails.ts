import { INVITATION_HOURS, isolated, PRODUCT_NAME, type StaffRole } from '@kobogate/contract';
import { writeMail, type WrittenMail } from '../accounts/mails.ts';

/** A role with its article, in a sentence. */
export const ROLE_WORDS: Readonly<Record<StaffRole, string>> = {
  administrator: 'an administrator',
  support: 'a support colleague, who reads and writes notes',
  reviewer: 'a reviewer, who decides on orders, refunds and releases',
  finance: 'a finance colleague, who keeps the books and the treasury',
};

/** The mail with the link of an invitation, below the configured origin. */
export const invitationMail = (
  publicOrigin: string,
  { token, role, by }: { token: string; role: StaffRole; by: string },
): WrittenMail =>
  writeMail(`You are invited to the ${PRODUCT_NAME} team`, {
    paragraphs: [
      `${by === '' ? 'An administrator' : isolated(by)} invites you to be ${ROLE_WORDS[role]}.`,
      `The link works once, for ${INVITATION_HOURS} hours. Don’t forward it: it is for you alone.`,
    ],
    link: { label: 'See the invitation', url: `${publicOrigin}/join?token=${encodeURIComponent(token)}` },
    reason:
      'You get this mail because an administrator typed your address. If you did not expect it, ignore it: nothing happens then.',
  });

/** Notifies administrators, and who joined, that an invitation was accepted. */
export const joinedMail = (
  publicOrigin: string,
  { name, email, role, by }: { name: string; email: string; role: StaffRole; by: string },
): WrittenMail =>
  writeMail(`${name === '' ? email : isolated(name)} joined the ${PRODUCT_NAME} team`, {
    paragraphs: [
      `${isolated(name)} (${email}) accepted the invitation of ${isolated(by)}, and is now ${ROLE_WORDS[role]}.`,
      'If you did not expect this, disable the account, and talk to the person who invited them.',
    ],
    link: { label: 'See the team', url: `${publicOrigin}/admin/team` },
    reason: 'You get this mail because it is about who may do what here.',
  });
