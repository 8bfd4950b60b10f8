import type { UserId } from '@kobogate/contract';
import { ruleBroken } from '../../platform/errors.ts';
import { consumeRateLimitsInOrder } from '../../platform/throttle.ts';
import type { Destination } from '../payout.ts';
import { readName, refuseDetails } from './bank-account.ts';
import { hasCheckDigit } from './nuban.ts';
import { resolveName } from './resolve-name.ts';
import type { SaveDependencies } from './save-bank-account.ts';

/** Enough to correct a few digits, and few enough that nobody looks up other people's names by it. */
const limitsOf = (subject: UserId) => [
  { thing: 'bank-name-hour', subject, most: 15, windowSeconds: 3600 },
  { thing: 'bank-name-day', subject, most: 40, windowSeconds: 86_400 },
];

/**
 * The name on an account that is being typed, as the bank has it, and whether the number's last digit fits the bank.
 * Nothing is saved. Throws 422 for a broken rule and 429 for too many questions; a bank that gives no name is no fault.
 */
export async function lookUpName(
  { database, clock, rails, directory }: Pick<SaveDependencies, 'database' | 'clock' | 'rails' | 'directory'>,
  { userId, accountNumber, bankName }: Omit<Destination, 'accountName'> & { userId: UserId },
): Promise<{ name: string | null; digitFits: boolean }> {
  const refusal = refuseDetails({ accountNumber, bankName });
  if (refusal !== null) throw refusal;
  const bank = directory.find((await directory.listBanks()).banks, bankName);
  if (bank === undefined) throw ruleBroken('We do not know a bank of this name. Please pick one from the list.');
  await consumeRateLimitsInOrder(database, limitsOf(userId), clock.now(), 'You have asked for many names.');
  const code = directory.checkCode(bank);
  return {
    name: readName(await resolveName({ rails, directory }, bank, accountNumber)),
    digitFits: code === null || hasCheckDigit(code, accountNumber),
  };
}
