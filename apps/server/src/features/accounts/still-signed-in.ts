import type { Transaction } from '../../platform/database.ts';
import { unauthorized } from '../../platform/errors.ts';
import type { Caller } from '../../platform/route.ts';
import type { Account } from './account.ts';
import { findSessions } from './db-sessions.ts';
import { loadAccountForUpdate } from './db.ts';

/**
 * The caller's account, locked until the transaction ends, where they are signed in still: whoever ends the session of an
 * account (a new password by a reset link, disabling) does so under this lock, and what is written afterwards counts for
 * nothing. Throws 401 where the session has ended or the account is gone or disabled.
 */
export async function lockSignedIn(
  tx: Transaction,
  { userId, tokenHash }: Pick<Caller, 'userId' | 'tokenHash'>,
  now: Date,
): Promise<Account> {
  const account = await loadAccountForUpdate(tx, userId);
  // After the lock: a session that ended while we waited for it is seen to have.
  const { accounts } = await findSessions(tx, [tokenHash], now);
  if (account === null || accounts[0]?.id !== userId) {
    throw unauthorized('You were signed out meanwhile. Nothing was changed. Please sign in to continue.');
  }
  return account;
}
