import type { DepositState } from '@kobogate/contract';

/** Where each state may go. `dropped` and `reverted` are ends: what comes back is a new deposit. */
export const TRANSITIONS: Readonly<Record<DepositState, readonly DepositState[]>> = {
  seen: ['confirming', 'confirmed', 'dropped'],
  confirming: ['confirmed', 'dropped'],
  confirmed: ['reverted'],
  dropped: [],
  reverted: [],
};

/** What a deposit has where its owner is known. */
interface Owned {
  readonly userId: string;
}

/** Whether a deposit's owner is known: where it is not, no customer is told, and it counts towards nothing. Pure. */
export const isOwned = <Deposit extends { readonly userId: string | null }>(
  deposit: Deposit,
): deposit is Deposit & Owned => deposit.userId !== null;

/** A deposit that is not final yet. */
export interface OpenDeposit {
  readonly id: string;
  /** Null: its owner is not known. */
  readonly userId: string | null;
  readonly asset: string;
  /** What a payment by link asks for, at the address that was made for it. */
  readonly isForPayment: boolean;
  readonly amount: bigint;
  readonly blockHeight: bigint;
  readonly status: Extract<DepositState, 'seen' | 'confirming'>;
  readonly confirmations: number;
  /** By the policy of the day on which it was seen. */
  readonly confirmationsNeeded: number;
}

export interface Count {
  readonly status: Extract<DepositState, 'seen' | 'confirming' | 'confirmed'>;
  readonly confirmations: number;
}

/**
 * How far a deposit has got when the newest block that was read is `tip`: its own block is the first confirmation.
 * Counting stops at what is needed, and never goes back: what a reorganisation takes away is dropped, not uncounted.
 */
export function decideConfirmations(deposit: OpenDeposit, tip: bigint): Count {
  const deep = tip - deposit.blockHeight + 1n;
  const needed = BigInt(deposit.confirmationsNeeded);
  if (deep >= needed) return { status: 'confirmed', confirmations: deposit.confirmationsNeeded };
  const confirmations = Math.max(Number(deep), deposit.confirmations);
  return { status: confirmations > 1 ? 'confirming' : deposit.status, confirmations };
}

/** What becomes of a deposit whose block the chain has replaced; null for one that has ended already. */
export function decideRemoval(status: DepositState): Extract<DepositState, 'dropped' | 'reverted'> | null {
  return TRANSITIONS[status].find((next) => next === 'dropped' || next === 'reverted') ?? null;
}
