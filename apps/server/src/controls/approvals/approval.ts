import type { Kobo } from '@kobogate/money';
import type { Approvals, UserId } from '@kobogate/contract';
import { conflict, type Failure, forbidden } from '../../platform/errors.ts';

/** The result of an administrator's approval. */
export type Approval =
  /** One is enough. */
  | { readonly kind: 'alone' }
  /** The first of two. */
  | { readonly kind: 'first' }
  | { readonly kind: 'second' }
  | { readonly kind: 'refused'; readonly failure: Failure };

/** Who may give the second of two approvals: the roles of the call that gives it. */
const OF_REVIEW = 'Another reviewer or administrator';
const OF_FINANCE = 'Another person of finance or an administrator';

const LESS_THAN_A_DAY = 'You have had a role in the team for less than a day, so others';
const ofThisSize = (thing: string, another: string) => ({
  isNew: `${LESS_THAN_A_DAY} approve ${thing}s of this size until then.`,
  again: `You have approved this ${thing} already. ${another} has to approve it too.`,
});
/** Why an approval does not count, by its subject. */
const REFUSALS = {
  order: ofThisSize('order', OF_REVIEW),
  refund: ofThisSize('refund', OF_REVIEW),
  transfer: ofThisSize('transfer', OF_FINANCE),
  payout: {
    isNew: `${LESS_THAN_A_DAY} take payouts as paid until then.`,
    again: `You have stated this already. ${OF_REVIEW} has to confirm it with the bank.`,
  },
  coins: ofThisSize('deposit', OF_FINANCE),
  deposit: ofThisSize('deposit', OF_REVIEW),
  debt: {
    isNew: `${LESS_THAN_A_DAY} settle debts of this size until then.`,
    again: `You have said this already. ${OF_FINANCE} has to say it too.`,
  },
  fence: {
    isNew: `${LESS_THAN_A_DAY} let payouts leave until then.`,
    again: 'You have said so already. Another administrator has to, or the operator on the machine.',
  },
  factor: {
    isNew: `${LESS_THAN_A_DAY} decide on lost second factors until then.`,
    again: 'You have granted this already. Another administrator has to grant it too.',
  },
  rule: {
    isNew: `${LESS_THAN_A_DAY} decide on this until then. The rule holds as it is.`,
    again: 'You have asked for this already. Another administrator has to ask for the same.',
  },
};
export type Approved = keyof typeof REFUSALS;

/**
 * Whether this amount of naira needs two administrators; null, an unknown value, does where there is a threshold. Pure.
 */
export function needsTwo(nairaKobo: Kobo | null, { secondAboveKobo }: Approvals): boolean {
  return secondAboveKobo !== null && (nairaKobo === null || nairaKobo > BigInt(secondAboveKobo));
}

/** Whether fewer decisions would need two administrators: one administrator alone may not decide that. Pure. */
export function isLooser(before: Approvals, after: Approvals): boolean {
  if (before.secondAboveKobo === null) return false;
  return after.secondAboveKobo === null || BigInt(after.secondAboveKobo) > BigInt(before.secondAboveKobo);
}

/** The subject that two administrators may have to agree on, and who has approved. */
export interface TwoPeople {
  readonly thing: Approved;
  /**
   * Its value in kobo, and the operator's threshold above which two are needed; null where no rate can be trusted. Or
   * two are always needed.
   */
  readonly nairaKobo: Kobo | null | 'always';
  /** Who has approved the same before, if that approval still counts. */
  readonly firstApprover: string | null;
}

export interface ApprovalFacts extends TwoPeople {
  readonly adminId: UserId;
  readonly approvals: Approvals;
  /** Appointed within the last day: a day in which the other administrators are notified. */
  readonly isNewAdmin: boolean;
}

/** Decides on an approval from who approved before, and whether the administrator is newly appointed. Pure. */
export function decideApproval(facts: ApprovalFacts): Approval {
  const { thing, nairaKobo, adminId, approvals, firstApprover, isNewAdmin } = facts;
  if (nairaKobo !== 'always' && !needsTwo(nairaKobo, approvals)) return { kind: 'alone' };
  if (isNewAdmin) return { kind: 'refused', failure: forbidden(REFUSALS[thing].isNew) };
  if (firstApprover === null) return { kind: 'first' };
  if (firstApprover !== adminId) return { kind: 'second' };
  return { kind: 'refused', failure: conflict(REFUSALS[thing].again) };
}
