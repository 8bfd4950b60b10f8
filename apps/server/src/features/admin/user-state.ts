import type { UserState } from '@kobogate/contract';
import { conflict, type Failure, forbidden, ruleBroken } from '../../platform/errors.ts';
import type { Account } from '../accounts/account.ts';

/** The state of an account. Disabled goes before everything else. Pure. */
export function stateOf({ verifiedAt, disabledAt }: Pick<Account, 'verifiedAt' | 'disabledAt'>): UserState {
  if (disabledAt !== null) return 'disabled';
  return verifiedAt === null ? 'unverified' : 'active';
}

/** A wish to disable or enable an account, with the accounts as they are locked. */
export interface StateChange {
  readonly wanted: 'active' | 'disabled';
  readonly reason: string;
  readonly adminId: string;
  readonly target: Account;
  /** Every admin whose account is not disabled. */
  readonly activeAdmins: readonly Pick<Account, 'id'>[];
}

/** Why an account may not be disabled or enabled, or null where it may. Pure. */
export function refuseStateChange({ wanted, reason, adminId, target, activeAdmins }: StateChange): Failure | null {
  if (reason === '') return ruleBroken('Please give a reason. Other administrators read it in the timeline.');
  // Two admins who disable each other at the same moment: the second finds that the first was quicker.
  if (!activeAdmins.some(({ id }) => id === adminId)) return forbidden('Your own account was disabled meanwhile.');
  const isDisabled = target.disabledAt !== null;
  if (wanted === 'active') return isDisabled ? null : conflict('This account is not disabled.');
  if (target.id === adminId) return forbidden('You can not disable your own account.');
  if (isDisabled) return conflict('This account is already disabled.');
  return activeAdmins.every(({ id }) => id === target.id)
    ? conflict('This is the last administrator, so the account can not be disabled.')
    : null;
}
