import type { Approvals } from '@kobogate/contract';
import { conflict, type Failure, forbidden } from '../../platform/errors.ts';

/** What an administrator's approval of a pending order or refund comes to. */
export type Approval =
  /** One is enough. */
  | { readonly kind: 'alone' }
  /** The first of two. */
  | { readonly kind: 'first' }
  | { readonly kind: 'second' }
  | { readonly kind: 'refused'; readonly failure: Failure };

/** Whether so much naira takes two administrators; null, which nobody knows the worth of, does where anything does. Pure. */
export function needsTwo(nairaKobo: bigint | null, { secondAboveKobo }: Approvals): boolean {
  return secondAboveKobo !== null && (nairaKobo === null || nairaKobo > BigInt(secondAboveKobo));
}

export interface ApprovalFacts {
  readonly thing: 'order' | 'refund' | 'transfer' | 'deposit';
  /** What it is worth; null where no rate can be trusted. */
  readonly nairaKobo: bigint | null;
  readonly adminId: string;
  readonly approvals: Approvals;
  readonly firstApprover: string | null;
  /** Made one within the last day: a day in which the other administrators hear of it. */
  readonly isNewAdmin: boolean;
}

/** Decides on an approval from who approved before, and whether the admin has only just become one. Pure. */
export function decideApproval(facts: ApprovalFacts): Approval {
  const { thing, nairaKobo, adminId, approvals, firstApprover, isNewAdmin } = facts;
  if (!needsTwo(nairaKobo, approvals)) return { kind: 'alone' };
  if (isNewAdmin) {
    const text = `You have been an administrator for less than a day, so others approve ${thing}s of this size until then.`;
    return { kind: 'refused', failure: forbidden(text) };
  }
  if (firstApprover === null) return { kind: 'first' };
  if (firstApprover !== adminId) return { kind: 'second' };
  const text = `You have approved this ${thing} already. Another administrator has to approve it too.`;
  return { kind: 'refused', failure: conflict(text) };
}
