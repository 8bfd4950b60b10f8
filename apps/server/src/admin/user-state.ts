import type { StaffRole, UserId, UserState } from '@kobogate/contract';
import { conflict, type Failure, forbidden, ruleBroken } from '../platform/errors.ts';
import type { Account } from '../identity/index.ts';

/** The state of an account. Closed takes precedence, then disabled. Pure. */
export function stateOf({
  verifiedAt,
  disabledAt,
  closedAt,
}: Pick<Account, 'verifiedAt' | 'disabledAt' | 'closedAt'>): UserState {
  if (closedAt !== null) return 'closed';
  if (disabledAt !== null) return 'disabled';
  return verifiedAt === null ? 'unverified' : 'active';
}

/** A request to disable or enable an account, with the locked accounts. */
export interface StateChange {
  readonly wanted: 'active' | 'disabled';
  readonly reason: string;
  readonly adminId: UserId;
  readonly target: Account;
  /** Every admin whose account is not disabled. */
  readonly activeAdmins: readonly Pick<Account, 'id'>[];
  /** The minimum number of administrators: two where large orders need two. */
  readonly adminsNeeded: 1 | 2;
}

/** Why an account may not be disabled or enabled, or null where it may. Pure. */
export function refuseStateChange(change: StateChange): Failure | null {
  const { wanted, reason, adminId, target, activeAdmins } = change;
  if (reason === '') return ruleBroken('Please give a reason. The team reads it in the timeline.');
  // Two administrators who disable each other at the same moment: the second finds that the first was quicker.
  if (!activeAdmins.some(({ id }) => id === adminId))
    return forbidden('Your own account was disabled in the meantime.');
  const isDisabled = target.disabledAt !== null;
  if (wanted === 'active') return isDisabled ? null : conflict('This account is not disabled.');
  if (target.closedAt !== null) return conflict('This account is closed.');
  if (target.id === adminId) return forbidden('You can’t disable your own account.');
  if (isDisabled) return conflict('This account is already disabled.');
  return refuseLosingAdmin(change);
}

/** Why an administrator may not be removed, or null where enough others are left. Pure. */
function refuseLosingAdmin({
  target,
  activeAdmins,
  adminsNeeded,
}: Pick<StateChange, 'target' | 'activeAdmins' | 'adminsNeeded'>): Failure | null {
  const others = activeAdmins.filter(({ id }) => id !== target.id).length;
  if (others === activeAdmins.length || others >= adminsNeeded) return null;
  return others === 0
    ? conflict('This is the last administrator, so the gateway would have none.')
    : conflict('Large orders need two administrators, and this is one of the last two. Please make another one first.');
}

/** A request to give a user a role, or to take it away with null, with the locked accounts. */
export type RoleChange = Omit<StateChange, 'wanted'> & { readonly role: StaffRole | null };

/** Why a user may not get a role or lose theirs; null where they may. Pure. */
export function refuseRoleChange(change: RoleChange): Failure | null {
  const { role, reason, adminId, target, activeAdmins } = change;
  if (reason === '') return ruleBroken('Please give a reason. The team reads it in the timeline.');
  if (!activeAdmins.some(({ id }) => id === adminId)) return forbidden('You are no longer an administrator.');
  if (target.id === adminId) return forbidden('You can’t change your own role.');
  if (target.role === role) {
    return conflict(role === null ? 'This user has no role.' : 'This user has this role already.');
  }
  if (role !== null && stateOf(target) !== 'active') {
    return conflict('Only an account that is verified and not disabled can have a role.');
  }
  return role === 'administrator' ? null : refuseLosingAdmin(change);
}
