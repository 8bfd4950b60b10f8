import { PRODUCT_NAME, type Proof } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { ruleBroken } from '../../platform/errors.ts';
import { emit } from '../../events.ts';
import { layOutMail } from '../../platform/mail-layout.ts';
import type { Caller } from '../../platform/route.ts';
import { consumeRateLimit } from '../../platform/throttle.ts';
import { type LockOwner, lockSignedIn, type ProveOwner } from '../../identity/index.ts';
import type { BankDirectory } from '../bank-directory.ts';
import type { BankRail } from '../bank-rail.ts';
import { type Destination, isElsewhere } from '../payout.ts';
import { type BankAccount, isChanged, judgeName, refuseDetails } from './bank-account.ts';
import { findBankAccount, saveBankAccount as writeBankAccount } from './db.ts';
import { resolveName } from './resolve-name.ts';

export interface SaveDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly rails: readonly Pick<BankRail, 'name' | 'resolveAccount'>[];
  readonly directory: BankDirectory;
  readonly publicOrigin: string;
  readonly proveOwner: ProveOwner;
}

/**
 * Sets the caller's payout account. The first one needs no proof; a change needs the password, and a code where
 * two-factor is on, because the holder of a stolen session could otherwise pay themselves. The bank is asked for the
 * name on it before anything is written; its answer is stored beside the typed name. The owner is notified of a change
 * by mail. Throws 422 with a message for a broken rule or a missing or wrong proof, 429 for too many changes, 401 where
 * the caller was signed out while the bank was asked.
 */
export async function saveBankAccount(
  { database, clock, rails, directory, publicOrigin, proveOwner }: SaveDependencies,
  { caller, accountNumber, bankName, accountName, ...proof }: Destination & Proof & { caller: Caller },
): Promise<BankAccount> {
  const { userId } = caller;
  const details = { accountNumber, bankName, accountName };
  const refusal = refuseDetails(details);
  if (refusal !== null) throw refusal;
  const now = clock.now();
  // Each change asks the bank for a name: without a limit an account could be used to look up other people's names.
  const changes = { thing: 'bank-account-user', subject: userId, most: 20, windowSeconds: 3600 };
  await consumeRateLimit(database, [changes], now, 'You have changed your bank details very often.');
  const present = await findBankAccount(database, userId);
  const { banks } = await directory.listBanks();
  // A bank that was saved stays, also where it is not listed any more.
  const former = present === null ? [] : [present];
  const bank =
    former.find((each) => each.bankName.toLowerCase() === bankName.trim().toLowerCase()) ??
    // Before what people call the saved one: another may be listed by that very name.
    directory.find(banks, bankName) ??
    directory.find(former, bankName);
  if (bank === undefined) throw ruleBroken('We do not know a bank of this name. Please pick one from the list.');
  const goesElsewhere = present !== null && isElsewhere(present, { ...details, bankName: bank.bankName });
  const lockOwner: LockOwner = goesElsewhere
    ? await proveOwner(caller, proof)
    : (tx) => lockSignedIn(tx, caller, clock.now());
  const answer = await resolveName({ rails, directory }, bank, accountNumber);
  const named = { accountNumber, accountName, bankCode: bank.bankCode, bankName: bank.bankName };
  const account = { userId, ...named, ...judgeName(accountName, answer) };
  return database.transaction(async (tx) => {
    const { email } = await lockOwner(tx);
    const before = await findBankAccount(tx, userId);
    if (before !== null && !isChanged(before, account)) return before;
    // Another first account was saved in between: changing that needs a proof.
    if (before !== null && !goesElsewhere && isElsewhere(before, account)) {
      throw ruleBroken('Your bank details were changed at the same moment. Please look at them again.');
    }
    const saved = await writeBankAccount(tx, account, now);
    await emit(tx, { type: 'mail.send', payload: { to: email, ...changedMail(saved, publicOrigin) } });
    return saved;
  });
}

/**
 * Notifies the owner of the account that their naira goes to from now on. Only the last four digits of its number are
 * shown.
 */
function changedMail(
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
