import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { emit } from '../../platform/queue.ts';
import { revokeSessions } from '../accounts/db-sessions.ts';
import { lockAdminsAnd, saveDisabled } from '../accounts/db.ts';
import { recordAdminAction } from '../admin-actions/record-admin-action.ts';
import { holdOrders } from '../orders/hold-orders.ts';
import { countAdminsNeeded } from './admins-needed.ts';
import { disabledMail, enabledMail } from './mails.ts';
import { refuseStateChange } from './user-state.ts';

/**
 * Disables an account or enables it again, with a reason for the record and a mail to the owner. Disabling ends every
 * session at once, and orders that the policy cleared wait for an admin; deposits are credited as before.
 * Throws 404, 422 without a reason, 403 for the admin's own account, 409 for the last admin's and where nothing changes.
 */
export async function setUserState(
  { database, clock, publicOrigin }: { database: Database; clock: Clock; publicOrigin: string },
  input: { userId: string; adminId: string; state: 'active' | 'disabled'; reason: string },
): Promise<void> {
  const { userId, adminId, state, reason } = input;
  const isDisabling = state === 'disabled';
  await database.transaction(async (tx) => {
    const locked = await lockAdminsAnd(tx, userId);
    const target = locked.find(({ id }) => id === userId);
    if (target === undefined) throw notFound('There is no such account.');
    const activeAdmins = locked.filter(({ isAdmin, disabledAt }) => isAdmin && disabledAt === null);
    const refusal = refuseStateChange({
      wanted: state,
      reason,
      adminId,
      target,
      activeAdmins,
      adminsNeeded: await countAdminsNeeded(tx),
    });
    if (refusal !== null) throw refusal;
    const now = clock.now();
    await saveDisabled(tx, userId, isDisabling ? now : null);
    // Also when enabling: a sign-in that was under way at the moment of disabling must not come to life by it.
    await revokeSessions(tx, userId, now);
    if (isDisabling) await holdOrders(tx, userId);
    const action = isDisabling ? 'user-disabled' : 'user-enabled';
    await recordAdminAction(tx, { action, adminId, userId, reason });
    const mail = isDisabling ? disabledMail(publicOrigin) : enabledMail(publicOrigin);
    await emit(tx, { type: 'mail.send', payload: { to: target.email, ...mail } });
  });
}
