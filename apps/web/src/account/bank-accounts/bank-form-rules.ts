import { ACCOUNT_NUMBER_PATTERN, TEXTS, type BankAccount } from '@kobogate/contract';
import type { Problem } from '../../lib/use-form.ts';

export interface BankForm {
  accountNumber: string;
  bankName: string;
  accountName: string;
}

const PASSWORD_MISSING = 'Please enter your password: only you can change where your naira goes.';

/**
 * The first thing wrong with the form: all three fields, ten digits (NUBAN), and the password where `saved` changes; or
 * null.
 */
export function bankFormProblem(saved: BankForm | null, form: BankForm & { password: string }): Problem | null {
  const empty = (['accountNumber', 'bankName', 'accountName'] as const).find((field) => form[field].trim() === '');
  if (empty !== undefined) return { field: empty, text: TEXTS.bankDetailsMissing };
  if (!ACCOUNT_NUMBER_PATTERN.test(form.accountNumber.trim())) {
    return { field: 'accountNumber', text: 'An account number has exactly 10 digits.' };
  }
  return isMove(saved, form) && form.password === '' ? { field: 'password', text: PASSWORD_MISSING } : null;
}

/** Whether saving the form would change the saved payout account, which takes the owner's proof. */
export function isMove(saved: BankForm | null, form: BankForm): boolean {
  return (
    saved !== null &&
    (saved.accountNumber !== form.accountNumber.trim() ||
      saved.bankName !== form.bankName.trim() ||
      saved.accountName !== form.accountName.trim())
  );
}

/** The account for whose name the bank is asked: ten digits at a bank, other than the saved one; null for none. */
export function askedAccount(
  saved: BankForm | null,
  { accountNumber, bankName }: BankForm,
): Pick<BankForm, 'accountNumber' | 'bankName'> | null {
  if (!ACCOUNT_NUMBER_PATTERN.test(accountNumber) || bankName === '') return null;
  return saved?.accountNumber === accountNumber && saved.bankName === bankName ? null : { accountNumber, bankName };
}

/** Whether a name is written as the bank has it, whatever its case and spaces. */
export const isWrittenAs = (typed: string, name: string): boolean => plain(typed) === plain(name);

const plain = (name: string): string => name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** The digits of a typed or pasted account number, ten at most: people paste it in groups, as banks print it. */
export const typedNuban = (typed: string): string => typed.replace(/\D/g, '').slice(0, 10);

/** How many digits of a NUBAN are typed, as `typedNuban` gives them: `4 of 10 digits`. */
export function digitsHint(accountNumber: string): string {
  return `NUBAN: ${accountNumber.length} of 10 digits`;
}

export interface ResolutionWords {
  tone: 'success' | 'warning' | 'neutral';
  title: string;
  detail: string;
}

/** The bank's answer about the account's name, in words. Only a name that the bank confirmed reads as confirmed. */
export function resolutionWords({ nameResolution, resolvedName, accountName }: BankAccount): ResolutionWords {
  switch (nameResolution) {
    case 'resolved':
      return {
        tone: 'success',
        title: 'The bank confirmed the name',
        detail: `This account belongs to ${resolvedName ?? accountName}.`,
      };
    case 'mismatch':
      return {
        tone: 'warning',
        title: 'The bank has another name for this account',
        detail: `The bank says ${resolvedName ?? 'another name'}; you wrote ${accountName}. Please check the account number, the bank and the name. We check each payout until they agree.`,
      };
    case 'unresolved':
      return {
        tone: 'neutral',
        title: 'The name is not confirmed',
        detail:
          'The bank did not answer, or does not know this account. Please check the account number and the bank. We check each payout until the bank confirms the name.',
      };
  }
}
