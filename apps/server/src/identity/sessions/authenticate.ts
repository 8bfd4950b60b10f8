import { SESSION_ENDED } from '@kobogate/contract';
import { createBatchedRead } from '../../platform/batched-read.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { type Failure, unauthorized } from '../../platform/errors.ts';
import type { Caller } from '../../platform/route.ts';
import type { Account } from '../accounts/account.ts';
import { findAccount } from '../accounts/db.ts';
import { hashToken } from '../accounts/secrets.ts';
import { findSessions, type FoundSession, noteSeen } from './db.ts';

/**
 * The owner of a token, or null for a dead token or a disabled account. Throws 401 with the reason for a session that
 * expired. A background call (`isBackground`) does not count as use of the session.
 */
type Authenticate = (
  token: string,
  call?: { isBackground: boolean },
) => Promise<{ caller: Caller; user: Account } | null>;

/** The account that was loaded with a caller: in the same round trip, dropped with the request. */
const accounts = new WeakMap<Caller, Account>();

interface Look {
  readonly tokenHash: Buffer;
  readonly isBackground: boolean;
}

/**
 * Makes the function that authenticates a caller. Simultaneous requests are looked up in one round trip; nothing is
 * cached between them, so a token is dead as soon as its session is.
 */
export function createAuthenticator({ database, clock }: { database: Database; clock: Clock }): Authenticate {
  const find = async (looks: readonly Look[]): Promise<(FoundSession | null)[]> => {
    const now = clock.now();
    const hashes = looks.map(({ tokenHash }) => tokenHash);
    const found = await findSessions(database, hashes, now);
    const unseen = looks.flatMap(({ tokenHash, isBackground }, index) => {
      const session = found[index];
      return session?.kind === 'live' && session.isUnseen && !isBackground ? [tokenHash] : [];
    });
    // No call waits for this write, or fails with it: the session's next call makes it again.
    if (unseen.length > 0) void noteSeen(database, unseen, now).catch(() => undefined);
    return found;
  };
  const findSession = createBatchedRead(find);
  return async (token, { isBackground } = { isBackground: false }) => {
    const tokenHash = hashToken(token);
    const session = await findSession({ tokenHash, isBackground });
    if (session === null) return null;
    if (session.kind !== 'live') throw sessionEnded(session);
    const { account: user, provedAt } = session;
    const caller: Caller = { userId: user.id, role: user.role, tokenHash, provedAt };
    accounts.set(caller, user);
    return { caller, user };
  };
}

function sessionEnded({ kind, seconds }: { kind: 'idle' | 'over'; seconds: number }): Failure {
  const why =
    kind === 'idle'
      ? `because nothing was done here for ${inWords(seconds)}`
      : `because a session lasts no longer than ${inWords(seconds)}`;
  return unauthorized(`You were signed out ${why}. Please log in again to continue where you were.`, SESSION_ENDED);
}

/** A duration in the largest unit that divides it. Pure. */
function inWords(seconds: number): string {
  const [size, unit] = UNITS.find(([length]) => seconds % length === 0) ?? [60, 'minute'];
  const count = Math.round(seconds / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const UNITS = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
] as const;

/** The caller's account, as it was read with the token. Throws 401 where it is gone. */
export async function accountOf(database: Database, caller: Caller): Promise<Account> {
  const account = accounts.get(caller) ?? (await findAccount(database, caller.userId));
  if (account === null) throw unauthorized('Please sign in to continue.');
  return account;
}
