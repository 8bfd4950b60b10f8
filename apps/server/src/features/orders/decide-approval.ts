import type { Approvals } from '@kobogate/contract';
import { conflict, type Failure, forbidden } from '../../platform/errors.ts';

/** What an administrator's approval of a pending order comes to. */
export type Approval =
  /** One is enough. */
  | { readonly kind: 'alone' }
  /** The first of two. */
  | { readonly kind: 'first' }
  | { readonly kind: 'second' }
  | { readonly kind: 'refused'; readonly failure: Failure };

/** Whether the naira of an order is so much that two administrators have to approve it. Pure. */
export function needsTwo(nairaKobo: bigint, { secondAboveKobo }: Approvals): boolean {
  return secondAboveKobo !== null && nairaKobo > BigInt(secondAboveKobo);
}

/** Decides on an approval from who approved before, and whether the admin has only just become one. Pure. */
export function decideApproval(facts: {
  nairaKobo: bigint;
  adminId: string;
  approvals: Approvals;
  firstApprover: string | null;
  /** Made one within the last day: a day in which the other administrators hear of it. */
  isNewAdmin: boolean;
}): Approval {
  const { nairaKobo, adminId, approvals, firstApprover, isNewAdmin } = facts;
  if (!needsTwo(nairaKobo, approvals)) return { kind: 'alone' };
  if (isNewAdmin) {
    const text =
      'You have been an administrator for less than a day, so others approve orders of this size until then.';
    return { kind: 'refused', failure: forbidden(text) };
  }
  if (firstApprover === null) return { kind: 'first' };
  if (firstApprover !== adminId) return { kind: 'second' };
  const text = 'You have approved this order already. Another administrator has to approve it too.';
  return { kind: 'refused', failure: conflict(text) };
}
