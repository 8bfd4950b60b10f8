import type { Database } from '../../platform/database.ts';
import type { BankDirectory } from '../bank-directory.ts';
import type { BankRail } from '../bank-rail.ts';
import { type BankAccount, judgeName } from './bank-account.ts';
import { saveName } from './db.ts';
import { resolveName } from './resolve-name.ts';

/** The account that a bank is asked about, and the name that its owner typed. */
type NamedAccount = Pick<BankAccount, 'userId' | 'accountNumber' | 'bankCode' | 'bankName' | 'accountName'>;
type Verdict = Pick<BankAccount, 'nameResolution' | 'resolvedName'>;

/**
 * Asks the bank once more for the name on an account, and saves the answer for its owner too, where the account is
 * still theirs: that is not a change of the account, so it does not count as new and no mail is sent. Never throws for
 * an outside fault: that is unresolved, and leaves an earlier answer in place.
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
