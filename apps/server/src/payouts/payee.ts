import type { PayeeChoice } from '@kobogate/contract';
import { type Destination, isElsewhere, type Payout } from './payout.ts';

/** What is known of an order whose naira may go to another account. */
interface PayeeFacts {
  /** The account on the order. */
  readonly payee: Destination;
  /** Its owner's present payout account; null: none is set. */
  readonly present: Destination | null;
  /** Its payouts, newest first. */
  readonly payouts: readonly (Destination & Pick<Payout, 'status' | 'needsPerson'>)[];
  /** No rail pays to the bank of the newest one: while it is queued it can't leave. */
  readonly isBankUnknown: boolean;
}

/**
 * Whether the naira of an order can go to its owner's present payout account: only while no payout of it is under way or
 * paid, and none of them may have been paid after all. Pure.
 */
export function payeeStateOf({ payee, present, payouts, isBankUnknown }: PayeeFacts): PayeeChoice['state'] {
  const [newest] = payouts;
  if (newest === undefined || payouts.some(({ needsPerson }) => needsPerson)) return 'fixed';
  const isBack = newest.status === 'failed' || newest.status === 'reversed';
  if (!isBack && !(newest.status === 'queued' && isBankUnknown)) return 'fixed';
  if (present !== null && isElsewhere(payee, present)) return 'open';
  return isElsewhere(newest, payee) ? 'chosen' : 'same';
}
