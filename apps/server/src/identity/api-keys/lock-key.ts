import type { Transaction } from '../../platform/database.ts';
import { unauthorized } from '../../platform/errors.ts';
import type { Caller } from '../../platform/route.ts';
import type { Account } from '../accounts/account.ts';
import { loadAccountForUpdate } from '../accounts/db.ts';
import { findLiveKey } from './db.ts';

/**
 * The account of a caller with an API key, locked until the transaction ends, if the key still works: it is revoked and
 * paused under this lock, so a write that was about to follow is refused. Throws 401 where it was, or the account is
 * disabled, and for a signed-in caller, who has no key.
 */
export async function lockKeyOwner(
  tx: Transaction,
  { userId, tokenHash }: Pick<Caller, 'userId' | 'tokenHash'>,
  now: Date,
): Promise<Account> {
  const account = await loadAccountForUpdate(tx, userId);
  // After the lock: this also sees a key that was revoked while we waited for it.
  const key = await findLiveKey(tx, tokenHash, now);
  if (account === null || key === null || key.pausedAt !== null || key.userId !== userId) {
    throw unauthorized('This API key was revoked or paused in the meantime. Nothing was changed.');
  }
  return account;
}
