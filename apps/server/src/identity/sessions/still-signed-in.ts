import type { Proof } from '@kobogate/contract';
import type { Transaction } from '../../platform/database.ts';
import { unauthorized } from '../../platform/errors.ts';
import type { Caller } from '../../platform/route.ts';
import type { Account } from '../accounts/account.ts';
import { loadAccountForUpdate } from '../accounts/db.ts';
import { findSessions } from './db.ts';

/** Answers the caller's account as `lockSignedIn` does, for one caller. */
export type LockOwner = (tx: Transaction) => Promise<Account>;

/**
 * The port that two-factor implements: proves that the owner is calling, and not a thief of the session. Throws 422 where the
 * proof is missing or wrong, 429 for too many. A proof alone is not enough: the transaction that writes has to begin with the
 * lock that it returns, which throws 401 if the session has ended since.
 */
export type ProveOwner = (caller: Caller, proof: Proof) => Promise<LockOwner>;

/**
 * The caller's account, locked until the transaction ends, if they are still signed in. Code that ends an account's sessions (a
 * new password by a reset link, disabling) does so under this lock, so a write that was about to follow is refused. Throws 401
 * where the session has ended or the account is gone or disabled, and for an API key, which has none.
 */
export async function lockSignedIn(
  tx: Transaction,
  { userId, tokenHash }: Pick<Caller, 'userId' | 'tokenHash'>,
  now: Date,
): Promise<Account> {
  const account = await loadAccountForUpdate(tx, userId);
  // After the lock: this also sees a session that ended while we waited for it.
  const [session] = await findSessions(tx, [tokenHash], now);
  if (account === null || session?.kind !== 'live' || session.account.id !== userId) {
    throw unauthorized('You were signed out in the meantime. Nothing was changed. Please sign in to continue.');
  }
  return account;
}
