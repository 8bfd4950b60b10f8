import type { SessionId } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import type { Caller } from '../../platform/route.ts';
import { revokeSession, revokeSessionOf, revokeSessions } from './db.ts';

/**
 * Signs the caller out of one of their sessions. Throws 404 where it has ended, never existed, or belongs to another
 * user.
 */
export async function endSession(
  { database, clock }: { database: Database; clock: Clock },
  { caller, id }: { caller: Caller; id: SessionId },
): Promise<void> {
  const session = { userId: caller.userId, id };
  if (!isId(id) || !(await database.transaction((tx) => revokeSessionOf(tx, session, clock.now())))) {
    throw notFound('This device is signed out already.');
  }
}

/** Signs the caller out everywhere but in the session that the call was made with. */
export async function endOtherSessions(
  { database, clock }: { database: Database; clock: Clock },
  { userId, tokenHash }: Caller,
): Promise<void> {
  await database.transaction((tx) => revokeSessions(tx, userId, clock.now(), { kept: tokenHash }));
}

/** Ends the caller's session; its token is dead everywhere from then on. */
export async function logOut({ database, clock }: { database: Database; clock: Clock }, caller: Caller): Promise<void> {
  await database.transaction((tx) => revokeSession(tx, caller, clock.now()));
}
