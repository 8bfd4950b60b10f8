import {
  ACCOUNT_NUMBER_PATTERN,
  type BankAccount as PresentedAccount,
  isolated,
  type NameResolution,
  TEXTS,
  type UserId,
} from '@kobogate/contract';
import { type Failure, ruleBroken } from '../../platform/errors.ts';
import type { NameAnswer } from '../bank-rail.ts';
import { compareNames, isSameName } from '../../sales/index.ts';
import { type Destination, isElsewhere } from '../payout.ts';
import { hasCheckDigit } from './nuban.ts';

/** The account that a user's naira goes to. */
export interface BankAccount {
  readonly userId: UserId;
  readonly accountNumber: string;
  readonly bankCode: string;
  readonly bankName: string;
  readonly accountName: string;
  readonly nameResolution: NameResolution;
  /** The name that the bank gave, or null where it gave none. */
  readonly resolvedName: string | null;
  readonly updatedAt: Date;
}

/** Answers that some banks give in place of a name, letters alone. */
const NO_NAMES = new Set(
  (
    'ok okay success successful null undefined none nil na unknown true false valid invalid error found notfound noname ' +
    'nonamefound notavailable accountname accountfound accountnotfound invalidaccount accountnameretrieved customer'
  ).split(' '),
);
/** Shorter than the shortest name. */
const FEWEST_LETTERS = 2;

/** The error in the form, or null. Pure. */
export function refuseDetails({
  accountNumber,
  ...names
}: Omit<Destination, 'accountName'> & Partial<Destination>): Failure | null {
  if ([accountNumber, ...Object.values(names)].includes('')) return ruleBroken(TEXTS.bankDetailsMissing);
  if (!ACCOUNT_NUMBER_PATTERN.test(accountNumber)) return ruleBroken('An account number has exactly 10 digits.');
  return null;
}

/**
 * The result of comparing the bank's answer with the typed name. An answer without a name, such as a literal "OK", is
 * unresolved, and unresolved never counts as resolved. Pure.
 */
export function judgeName(
  typed: string,
  answer: NameAnswer,
): { nameResolution: NameResolution; resolvedName: string | null } {
  const name = readName(answer);
  if (name === null) return { nameResolution: 'unresolved', resolvedName: null };
  return { nameResolution: isSameName(typed, name) ? 'resolved' : 'mismatch', resolvedName: name };
}

/** The name in a bank's answer; null where it has none, such as a literal "OK". Pure. */
export function readName(answer: NameAnswer): string | null {
  const name = answer.kind === 'resolved' ? answer.accountName.trim() : '';
  const letters = name.toLowerCase().replaceAll(/\P{L}/gu, '');
  return letters.length < FEWEST_LETTERS || NO_NAMES.has(letters) ? null : name;
}

/** The percentage of words of the account's name and the bank's that agree; null where the bank gave none. Pure. */
export function scoreName({ accountName, resolvedName }: Pick<BankAccount, 'accountName' | 'resolvedName'>) {
  return resolvedName === null ? null : compareNames(accountName, resolvedName).score;
}

/**
 * The message to the owner after saving: the fixed sentence, and where it matters a second one. `checkCode` is the code
 * that the check digits of the bank's numbers are made from, where one is known. Pure.
 */
export function describeSaved(account: BankAccount, checkCode: string | null): string {
  if (account.nameResolution === 'mismatch') {
    return `${TEXTS.bankDetailsSaved}. The bank has this account under the name ${isolated(account.resolvedName ?? '')}, which is not the name that you gave; please check it.`;
  }
  if (account.nameResolution === 'resolved') return TEXTS.bankDetailsSaved;
  const digits =
    checkCode === null || hasCheckDigit(checkCode, account.accountNumber)
      ? ''
      : ' Its last digit does not fit the bank, which is often a typing error.';
  return `${TEXTS.bankDetailsSaved}. The bank did not confirm the name on this account.${digits} Please check the number.`;
}

/** Whether a payout goes elsewhere, or its name is judged differently, than before. Pure. */
export function isChanged(before: BankAccount | null, after: Omit<BankAccount, 'updatedAt'>): boolean {
  return (
    before === null ||
    isElsewhere(before, after) ||
    before.bankCode !== after.bankCode ||
    before.nameResolution !== after.nameResolution ||
    before.resolvedName !== after.resolvedName
  );
}

/** The account as its owner sees it. */
export function presentBankAccount(account: BankAccount): PresentedAccount {
  return {
    accountNumber: account.accountNumber,
    bankName: account.bankName,
    accountName: account.accountName,
    nameResolution: account.nameResolution,
    resolvedName: account.resolvedName,
    nameScore: scoreName(account),
    updatedAt: account.updatedAt.toISOString(),
  };
}
