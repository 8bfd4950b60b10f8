import type { UserDetail, UserId } from '@kobogate/contract';
import type { Connection } from '../../platform/database.ts';
import { scoreName } from './bank-account.ts';
import { findBankAccount } from './db.ts';

/**
 * A user's payout account as administrators see it: only the last four digits of its number. Null before one is set.
 */
export async function viewPayoutAccount(connection: Connection, userId: UserId): Promise<UserDetail['payoutAccount']> {
  const account = await findBankAccount(connection, userId);
  if (account === null) return null;
  const { bankName, accountNumber, accountName, nameResolution, resolvedName, updatedAt } = account;
  return {
    bankName,
    accountNumberEnd: accountNumber.slice(-4),
    accountName,
    nameResolution,
    resolvedName,
    nameScore: scoreName(account),
    updatedAt: updatedAt.toISOString(),
  };
}
