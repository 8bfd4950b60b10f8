import type { Transaction } from '../../platform/database.ts';
import { type Failure, ruleBroken } from '../../platform/errors.ts';
import { requireSeen } from '../../platform/seen-version.ts';
import { decideApproval, type TwoPeople } from './approval.ts';
import { type AdminActionType, insertAdminAction, isNewAdmin } from './db.ts';
import { approvalsWithin } from './threshold.ts';

/** What the administrator looked at, and how it is found out whether it is that still. */
export interface SeenVersion {
  /** Null: they do not say. */
  readonly seen: number | null;
  readonly now: () => Promise<number>;
  /** What has changed, for who decided on something else. */
  readonly changed: string;
}

export interface Decision {
  readonly adminId: string;
  /** On whom; for an order or a payout, whose it is. The administrator's own where no other is known. */
  readonly userId: string;
  readonly orderId?: string;
  /** As what it is put on record; null: a record of its own keeps it. */
  readonly action: AdminActionType | null;
  readonly version?: SeenVersion;
  /** Why it may not be decided at this moment; null: nothing is in its way. */
  readonly refusal?: Failure | null;
  readonly reason?: string | null;
  /** What is thrown where no reason is given; null: it needs none. */
  readonly reasonNeeded?: Failure | null;
  /** What two people may have to agree on; absent: one decides. The first of them is put on record as `action`. */
  readonly second?: TwoPeople & { readonly action: AdminActionType | null };
}

/**
 * Every decision of an administrator passes here, in the transaction that carries it out and holds what it is about: it asks for
 * the version that was seen, for the reason, and for the second person where it takes one, and puts the decision on record. A fresh
 * proof of who they are was asked for at the door (identity's `admit.ts`). Answers `first` where a second administrator has to
 * approve too, which is all that is to be noted then; `second` or `alone` where it is carried out. Throws 409 where it has
 * changed or they approved it before, 422 without a reason, 403 for who became an administrator within the last day.
 */
export async function recordDecision(tx: Transaction, decision: Decision): Promise<'alone' | 'first' | 'second'> {
  const { adminId, userId, orderId, version, refusal = null, reason = null, reasonNeeded = null, second } = decision;
  if (version !== undefined && version.seen !== null) requireSeen(version.seen, await version.now(), version.changed);
  if (refusal !== null) throw refusal;
  if (reasonNeeded !== null && isBlank(reason)) throw reasonNeeded;
  const outcome = second === undefined ? 'alone' : await countApprovals(tx, adminId, second);
  const action = second !== undefined && outcome === 'first' ? second.action : decision.action;
  if (action !== null) await insertAdminAction(tx, { action, adminId, userId, orderId: orderId ?? null, reason });
  return outcome;
}

async function countApprovals(
  tx: Transaction,
  adminId: string,
  second: TwoPeople,
): Promise<'alone' | 'first' | 'second'> {
  const [approvals, isNew] = [await approvalsWithin(tx), await isNewAdmin(tx, adminId)];
  const approval = decideApproval({ ...second, adminId, approvals, isNewAdmin: isNew });
  if (approval.kind === 'refused') throw approval.failure;
  return approval.kind;
}

const isBlank = (reason: string | null): boolean => reason === null || reason.trim() === '';

/** Throws 422 without a reason, before anything is asked outside for a decision that takes one. `kept` says what becomes of it. */
export function requireReason(reason: string | null, kept = 'Other administrators read it in the timeline.'): void {
  if (isBlank(reason)) throw ruleBroken(`Please give a reason. ${kept}`);
}
