import type { SessionId, UserId } from '@kobogate/contract';
import { saveDisabled } from '@kobogate/server/src/identity/accounts/db.ts';
import { hashToken } from '@kobogate/server/src/identity/accounts/secrets.ts';
import { insertSession, revokeSessions } from '@kobogate/server/src/identity/sessions/db.ts';
import { lockSignedIn, type ProveOwner } from '@kobogate/server/src/identity/sessions/still-signed-in.ts';
import { systemClock } from '@kobogate/server/src/platform/clock.ts';
import type { Database, Transaction } from '@kobogate/server/src/platform/database.ts';
import { ruleBroken } from '@kobogate/server/src/platform/errors.ts';
import { newId } from '@kobogate/server/src/platform/identifiers.ts';
import type { Caller } from '@kobogate/server/src/platform/route.ts';

/** For tests: signs a user in with a token that outlasts every test's clock, and answers the caller. */
export async function signIn(database: Database, userId: UserId, token: string = newId()): Promise<Caller> {
  const tokenHash = hashToken(token);
  const times = {
    createdAt: systemClock.now(),
    expiresAt: new Date('2100-01-01T00:00:00Z'),
    idleSeconds: 2_000_000_000,
  };
  const session = {
    id: newId<SessionId>(),
    userId,
    tokenHash,
    userAgent: '',
    address: '192.0.2.1',
    begunBy: 'sign-in' as const,
    ...times,
  };
  await database.transaction((tx) => insertSession(tx, session));
  return { userId, role: null, tokenHash, provedAt: times.createdAt };
}

/** For tests: the caller whose token is their id, once they are signed in with it. */
export const callerOf = (userId: UserId, isAdmin = false): Caller => ({
  userId,
  role: isAdmin ? 'administrator' : null,
  tokenHash: hashToken(userId),
  provedAt: null,
});

/**
 * For tests: accepts one password as every user's proof; `then` runs between the proof and the change that needs it.
 */
export const createTestProof =
  (password = 'right', then = async (_caller: Caller): Promise<void> => undefined): ProveOwner =>
  async (caller, proof) => {
    if (proof.password !== password) throw ruleBroken('not proven');
    await then(caller);
    return (tx) => lockSignedIn(tx, caller, systemClock.now());
  };

/** For tests: what ends all sessions of a user during their proof. */
export const SESSION_ENDS: readonly [string, (tx: Transaction, userId: UserId) => Promise<void>][] = [
  ['the password is reset', async (tx, userId) => void (await revokeSessions(tx, userId, systemClock.now()))],
  ['the account is disabled', (tx, userId) => saveDisabled(tx, userId, systemClock.now())],
];
