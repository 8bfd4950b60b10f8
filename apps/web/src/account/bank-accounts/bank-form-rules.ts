import { ACCOUNT_NUMBER_PATTERN, TEXTS, type BankAccount } from '@kobogate/contract';

export interface BankForm {
  accountNumber: string;
  bankName: string;
  accountName: string;
}

/** The form's first problem in words, or null: all three fields, then ten digits (NUBAN). */
export function bankFormProblem(form: BankForm): string | null {
  if ([form.accountNumber, form.bankName, form.accountName].some((value) => value.trim() === '')) {
    return TEXTS.bankDetailsMissing;
  }
  return ACCOUNT_NUMBER_PATTERN.test(form.accountNumber.trim()) ? null : 'An account number has exactly 10 digits.';
}

/** Whether saving the form would send naira elsewhere than what is saved now, which takes a proof of the owner. */
export function isMove(saved: BankForm | null, form: BankForm): boolean {
  return (
    saved !== null &&
    (saved.accountNumber !== form.accountNumber.trim() ||
      saved.bankName !== form.bankName.trim() ||
      saved.accountName !== form.accountName.trim())
  );
}

/** How far a NUBAN is typed: `4 of 10 digits`. */
export function digitsHint(accountNumber: string): string {
  return `NUBAN: ${accountNumber.replace(/\D/g, '').length} of 10 digits`;
}

export interface ResolutionWords {
  tone: 'success' | 'warning' | 'neutral';
  title: string;
  detail: string;
}

/** What the bank said of the account's name, in words. Only a name that the bank confirmed reads as confirmed. */
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
        detail: `The bank says ${resolvedName ?? 'another name'}; you wrote ${accountName}. Please check the account number, the bank and the name. A person looks at each payout until they agree.`,
      };
    case 'unresolved':
      return {
        tone: 'neutral',
        title: 'The name is not confirmed',
        detail:
          'The bank could not be asked, or does not know this account. Please check the account number and the bank. A person looks at each payout until the bank confirms the name.',
      };
  }
}
