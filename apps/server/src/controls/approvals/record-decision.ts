import type { Endpoint, OrderId, UserId } from '@kobogate/contract';
import type { Transaction } from '../../platform/database.ts';
import { type Failure, ruleBroken, unauthorized } from '../../platform/errors.ts';
import { requireSeen } from '../../platform/seen-version.ts';
import { decideApproval, type TwoPeople } from './approval.ts';
import { type AdminActionType, insertAdminAction, isNewAdmin, mayStillMake } from './db.ts';
import { approvalsWithin } from './threshold.ts';

/** The version that the administrator saw, and how to find out the present one. */
export interface SeenVersion {
  /** Null: the call names none. */
  readonly seen: number | null;
  readonly now: () => Promise<number>;
  /** The message about what has changed, for an administrator who saw another version. */
  readonly changed: string;
}

export interface Decision {
  readonly adminId: UserId;
  /** The user concerned; for an order or a payout, its owner. The administrator's own id where no other is known. */
  readonly userId: UserId;
  readonly orderId?: OrderId;
  /** The action's name in the record; null: another record holds it, and its writer asks `requireStillAllowed`. */
  readonly action: AdminActionType | null;
  readonly version?: SeenVersion;
  /** Why it may not be decided at this moment; null: it may. */
  readonly refusal?: Failure | null;
  readonly reason?: string | null;
  /** The error where no reason is given; null: it needs none. */
  readonly reasonNeeded?: Failure | null;
  /** What two administrators may have to agree on; absent: one decides. The first of them is recorded as `action`. */
  readonly second?: TwoPeople & { readonly action: AdminActionType | null };
}

/**
 * Every decision of an administrator passes through here, in the transaction that carries it out and has its subject locked. It
 * checks the version that was seen, the reason and, if one is needed, the second administrator, and records the decision. A
 * fresh proof of identity was checked before (identity's `admit.ts`). Answers `first` where a second administrator has to
 * approve too, and then only this is recorded; `second` or `alone` where it is carried out. Throws 409 if it has changed or
 * they approved it before; 422 without a reason; 403 for an administrator appointed within the last day; 401 if, since the call
 * began, they were disabled or given a role that may not decide it.
 */
export async function recordDecision(tx: Transaction, decision: Decision): Promise<'alone' | 'first' | 'second'> {
  const { adminId, userId, orderId, version, refusal = null, reason = null, reasonNeeded = null, second } = decision;
  if (version !== undefined && version.seen !== null) requireSeen(version.seen, await version.now(), version.changed);
  if (refusal !== null) throw refusal;
  if (reasonNeeded !== null && isBlank(reason)) throw reasonNeeded;
  const outcome = second === undefined ? 'alone' : await countApprovals(tx, adminId, second);
  const action = second !== undefined && outcome === 'first' ? second.action : decision.action;
  if (action === null) return outcome;
  // Their call may have waited for a bank since it was let in.
  const isRecorded = await insertAdminAction(tx, { action, adminId, userId, orderId: orderId ?? null, reason });
  if (!isRecorded) throw signedOut();
  return outcome;
}

/**
 * Throws 401 where a person was disabled, or given a role that may not make this call, since the call began: for what
 * another record holds than that of the acts.
 */
export async function requireStillAllowed(
  tx: Transaction,
  adminId: UserId,
  call: Pick<Endpoint, 'roles'>,
): Promise<void> {
  if (!(await mayStillMake(tx, adminId, call))) throw signedOut();
}

// A change of the role ends all sessions.
const signedOut = (): Failure =>
  unauthorized('You were signed out in the meantime. Nothing was done. Please sign in to continue.');

async function countApprovals(
  tx: Transaction,
  adminId: UserId,
  second: TwoPeople,
): Promise<'alone' | 'first' | 'second'> {
  const [approvals, isNew] = [await approvalsWithin(tx), await isNewAdmin(tx, adminId)];
  const approval = decideApproval({ ...second, adminId, approvals, isNewAdmin: isNew });
  if (approval.kind === 'refused') throw approval.failure;
  return approval.kind;
}

const isBlank = (reason: string | null): boolean => reason === null || reason.trim() === '';

/**
 * Throws 422 without a reason, before any outside call for a decision that needs one. `kept` says where it is shown.
 */
export function requireReason(reason: string | null, kept = 'The team reads it in the timeline.'): void {
  if (isBlank(reason)) throw ruleBroken(`Please give a reason. ${kept}`);
}
