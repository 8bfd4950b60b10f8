import { PRODUCT_NAME } from '@kobogate/contract';
import { layOutMail } from '../../platform/mail-layout.ts';
import type { BankAccount } from './bank-account.ts';

/**
 * Notifies the owner of the account that their naira goes to from now on. Only the last four digits of its number are
 * shown.
 */
export function changedMail(
  { bankName, accountNumber }: BankAccount,
  publicOrigin: string,
): { subject: string; text: string; html: string } {
  const subject = `Your ${PRODUCT_NAME} payout account was changed`;
  const content = layOutMail({
    title: subject,
    paragraphs: [
      `Naira is paid out to the account that ends in ${accountNumber.slice(-4)} at ${bankName} from now on.`,
    ],
    link: { label: 'This was not me', url: `${publicOrigin}/forgot-password` },
    reason: 'If it was you, there is nothing that you need to do.',
  });
  return { subject, ...content };
}
