import type { StaffRole, UserId } from '@kobogate/contract';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { notFound } from '../platform/errors.ts';
import { emitMany } from '../events.ts';
import type { Caller } from '../platform/route.ts';
import {
  endInvitationOf,
  lockAdminsAnd,
  lockSignedIn,
  revokeSessions,
  saveRole,
  lapseReset,
} from '../identity/index.ts';
import { countAdminsNeeded, recordDecision, ROLE_ACTS } from '../controls/index.ts';
import { nameActor, nameSubject, roleMail } from './mails.ts';
import { refuseRoleChange } from './user-state.ts';

export interface RoleDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly publicOrigin: string;
}

/**
 * Gives a user a role of the operator's team, or takes it away, on record with a reason. Ends the account's sessions, so that
 * none has another role than it began with, and an invitation by which the account could give itself a role. Mails every
 * administrator and the account: this power is never given unnoticed. Throws 404, 422 without a reason, 403 for the
 * caller's own role, 409 where nothing changes, the account is not in use, or too few administrators would be left, 401 where
 * the caller has been signed out.
 */
export async function setUserRole(
  { database, clock, publicOrigin }: RoleDependencies,
  input: { userId: UserId; caller: Caller; role: StaffRole | null; reason: string },
): Promise<void> {
  const { userId, caller, role, reason } = input;
  const adminId = caller.userId;
  await database.transaction(async (tx) => {
    const locked = await lockAdminsAnd(tx, userId);
    // After all of them, who are locked in one order: our own row is among them.
    await lockSignedIn(tx, caller, clock.now());
    const target = locked.find(({ id }) => id === userId);
    if (target === undefined) throw notFound('There is no such account.');
    const activeAdmins = locked.filter((account) => account.role === 'administrator' && account.disabledAt === null);
    const adminsNeeded = await countAdminsNeeded(tx);
    const refusal = refuseRoleChange({ role, reason, adminId, target, activeAdmins, adminsNeeded });
    if (refusal !== null) throw refusal;
    const now = clock.now();
    await saveRole(tx, userId, role);
    await revokeSessions(tx, userId, now);
    // A second factor of the team is not removed by a request.
    await lapseReset(tx, userId, now);
    await endInvitationOf(tx, { userId, by: adminId, now });
    await recordDecision(tx, { action: ROLE_ACTS[role ?? 'none'], adminId, userId, reason });
    const by = activeAdmins.find(({ id }) => id === adminId);
    const mail = roleMail(publicOrigin, {
      who: nameSubject(target),
      by: nameActor(by),
      role,
      before: target.role,
    });
    const readers = new Set([target.email, ...activeAdmins.map(({ email }) => email)]);
    await emitMany(
      tx,
      [...readers].map((to) => ({ type: 'mail.send', payload: { to, ...mail } })),
    );
  });
}
