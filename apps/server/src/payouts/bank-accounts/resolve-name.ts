import type { BankDirectory } from '../bank-directory.ts';
import type { Bank, BankRail, NameAnswer } from '../bank-rail.ts';
import { inSpan } from '../../platform/tracing.ts';
import type { Database } from '../../platform/database.ts';
import { type BankAccount, judgeName } from './bank-account.ts';
import { saveName } from './db.ts';

/**
 * The name on an account, from the first rail in order that pays to the bank and knows the account. Never throws for an
 * outside fault: where no rail knows it, it is unresolved with the last rail's reason.
 */
export async function resolveName(
  { rails, directory }: { rails: readonly Pick<BankRail, 'name' | 'resolveAccount'>[]; directory: BankDirectory },
  bank: Bank,
  accountNumber: string,
): Promise<NameAnswer> {
  let last: NameAnswer = { kind: 'unresolved', reason: 'no rail that can be asked pays to this bank' };
  for (const rail of rails) {
    const bankCode = await directory.codeOn(rail.name, bank);
    if (bankCode === null) continue;
    const attributes = { 'kobogate.rail': rail.name };
    last = await inSpan('bank: name', { kind: 'call', attributes }, () =>
      rail.resolveAccount({ bankCode, accountNumber }),
    );
    if (last.kind === 'resolved') return last;
  }
  return last;
}

/** The account that a bank is asked about, and the name that its owner typed. */
type NamedAccount = Pick<BankAccount, 'userId' | 'accountNumber' | 'bankCode' | 'bankName' | 'accountName'>;
type Verdict = Pick<BankAccount, 'nameResolution' | 'resolvedName'>;

/**
 * Asks the bank once more for the name on an account, and saves the answer for its owner too, if the account is still theirs.
 * That is not a change of the account, so it does not count as new and no mail is sent. Never throws for an outside fault: that
 * is unresolved, and leaves an earlier answer in place.
 */
export function createNameQuestion(dependencies: {
  readonly database: Database;
  readonly rails: readonly Pick<BankRail, 'name' | 'resolveAccount'>[];
  readonly directory: BankDirectory;
}): (account: NamedAccount) => Promise<Verdict> {
  return async (account) => {
    const verdict = judgeName(account.accountName, await resolveName(dependencies, account, account.accountNumber));
    if (verdict.nameResolution !== 'unresolved') await saveName(dependencies.database, account, verdict);
    return verdict;
  };
}
