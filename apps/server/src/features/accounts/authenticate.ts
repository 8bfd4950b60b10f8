import DataLoader from 'dataloader';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { unauthorized } from '../../platform/errors.ts';
import type { Caller } from '../../platform/route.ts';
import type { Account } from './account.ts';
import { findSessions, noteSeen } from './db-sessions.ts';
import { findAccount } from './db.ts';
import { hashToken } from './secrets.ts';

/** Who a token belongs to, or null for a dead token or a disabled account. */
export type Authenticate = (token: string) => Promise<{ caller: Caller; user: Account } | null>;

/** The account that came with a caller: read in the same round trip, gone with the request. */
const accounts = new WeakMap<Caller, Account>();

/**
 * Makes the way to tell who calls. Requests of one moment are looked up in one round trip; nothing is kept between
 * moments, so that a token is dead as soon as its session is.
 */
export function createAuthenticator({ database, clock }: { database: Database; clock: Clock }): Authenticate {
  const find = async (hashes: readonly Buffer[]): Promise<(Account | null)[]> => {
    const now = clock.now();
    const { accounts: found, unseen } = await findSessions(database, hashes, now);
    // Nobody waits for this note, nor fails with it: the session's next call makes it again.
    if (unseen.length > 0) void noteSeen(database, unseen, now).catch(() => undefined);
    return found;
  };
  const sessions = new DataLoader<Buffer, Account | null>(find, {
    cache: false,
    maxBatchSize: 500,
    // After all sockets that are readable now: by itself the loader waits for one request's callbacks only.
    batchScheduleFn: (look) => {
      setImmediate(look);
    },
  });
  return async (token) => {
    const tokenHash = hashToken(token);
    const user = await sessions.load(tokenHash);
    if (user === null) return null;
    const caller: Caller = { userId: user.id, isAdmin: user.isAdmin, tokenHash };
    accounts.set(caller, user);
    return { caller, user };
  };
}

/** The caller's account, as it was read when the caller was told by the token. Throws 401 where it is gone. */
export async function accountOf(database: Database, caller: Caller): Promise<Account> {
  const account = accounts.get(caller) ?? (await findAccount(database, caller.userId));
  if (account === null) throw unauthorized('Please sign in to continue.');
  return account;
}
