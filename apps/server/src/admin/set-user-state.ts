import type { UserId } from '@kobogate/contract';
import { conflict, notFound } from '../platform/errors.ts';
import { emitMany, type NewEvent } from '../events.ts';
import type { Transaction } from '../platform/database.ts';
import type { Caller } from '../platform/route.ts';
import {
  endInvitationOf,
  lapseReset,
  listKeys,
  lockAdminsAnd,
  lockSignedIn,
  pauseKeys,
  revokeSessions,
  saveDisabled,
} from '../identity/index.ts';
import { countAdminsNeeded, recordDecision } from '../controls/index.ts';
import { holdOrders } from '../sales/index.ts';
import { findClosed } from './closing/db.ts';
import { staffEnabledMail, disabledMail, enabledMail, nameActor, nameSubject } from './mails.ts';
import type { RoleDependencies } from './set-user-role.ts';
import { refuseStateChange } from './user-state.ts';

export interface StateDependencies extends RoleDependencies {
  /** Ends the payouts of theirs that the policy cleared and that no bank has yet. */
  readonly withdrawPayoutsOf: (tx: Transaction, userId: UserId) => Promise<void>;
  /** Settles what came for a closed account, which is open again. */
  readonly settleLateOf: (tx: Transaction, settled: { userId: UserId; by: UserId; reason: string }) => Promise<void>;
}

/**
 * Disables an account or enables it again, with a reason for the record and a mail to the owner. Disabling ends every session
 * at once and pauses the API keys until their owner resumes them. Orders that the policy cleared wait for an administrator,
 * even those whose payout no bank has yet. Deposits are credited as before. A closed account is opened again until its data is
 * erased: its owner then decides on coins that came. A person of the team who is enabled again counts as newly appointed: all
 * administrators are mailed. Throws 404; 422 without a reason; 403 for the administrator's own account; 409 for the last
 * administrator's, for one whose data was erased and if nothing changes; 401 if the caller has been signed out.
 */
export async function setUserState(
  { database, clock, publicOrigin, settleLateOf, withdrawPayoutsOf }: StateDependencies,
  input: { userId: UserId; caller: Caller; state: 'active' | 'disabled'; reason: string },
): Promise<void> {
  const { userId, caller, state, reason } = input;
  const adminId = caller.userId;
  const isDisabling = state === 'disabled';
  await database.transaction(async (tx) => {
    const locked = await lockAdminsAnd(tx, userId);
    // After all of them, who are locked in one order: our own row is among them.
    await lockSignedIn(tx, caller, clock.now());
    const target = locked.find(({ id }) => id === userId);
    if (target === undefined) throw notFound('There is no such account.');
    const activeAdmins = locked.filter(({ role, disabledAt }) => role === 'administrator' && disabledAt === null);
    const refusal = refuseStateChange({
      wanted: state,
      reason,
      adminId,
      target,
      activeAdmins,
      adminsNeeded: await countAdminsNeeded(tx),
    });
    if (refusal !== null) throw refusal;
    const closed = await findClosed(tx, userId);
    if ((closed?.erasedAt ?? null) !== null) {
      throw conflict('The data of this account was erased, so it can’t be opened again. Its owner can sign up again.');
    }
    const isStaffAgain = !isDisabling && target.role !== null;
    const now = clock.now();
    await saveDisabled(tx, userId, isDisabling ? now : null);
    if (closed !== null) await settleLateOf(tx, { userId, by: adminId, reason: 'The account is open again.' });
    // Also when enabling: a sign-in that was under way during the disabling must not become valid by it.
    await revokeSessions(tx, userId, now);
    await lapseReset(tx, userId, now);
    await pauseKeys(tx, userId, now);
    const pausedKeys = (await listKeys(tx, userId)).filter(({ pausedAt }) => pausedAt !== null).length;
    if (isDisabling) {
      await endInvitationOf(tx, { userId, by: adminId, now });
      await holdOrders(tx, userId);
      await withdrawPayoutsOf(tx, userId);
    }
    const action = isDisabling ? 'user-disabled' : 'user-enabled';
    await recordDecision(tx, { action, adminId, userId, reason });
    const mail = isDisabling ? disabledMail(publicOrigin) : enabledMail(publicOrigin, pausedKeys);
    const by = activeAdmins.find(({ id }) => id === adminId);
    const told = staffEnabledMail(publicOrigin, { who: nameSubject(target), by: nameActor(by), role: target.role });
    const readers = isStaffAgain ? activeAdmins : [];
    await emitMany(tx, [
      { type: 'mail.send', payload: { to: target.email, ...mail } },
      ...readers.map(({ email }): NewEvent => ({ type: 'mail.send', payload: { to: email, ...told } })),
    ]);
  });
}
