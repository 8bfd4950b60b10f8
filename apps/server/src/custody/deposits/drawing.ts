import type { DepositId, UserId } from '@kobogate/contract';
import type { AccountRef, Transfer } from '../../ledger/index.ts';
import type { Transaction } from '../../platform/database.ts';

/** A deposit that was recorded late, whose coins a surplus may count already. */
export interface CountedDeposit {
  readonly id: DepositId;
  /** Null: its owner is not known. */
  readonly userId: UserId | null;
  readonly asset: string;
  readonly cameAs: string | null;
  readonly amount: bigint;
}

/** What a customer owes because a person has given them the same coins, as the deposit `givenId`. */
export interface Owing {
  readonly givenId: DepositId;
  readonly userId: UserId;
  readonly asset: string;
  readonly amount: bigint;
}

/** How such a deposit is credited, and who owes its coins then. */
export interface Drawn {
  readonly transfers: readonly Transfer[];
  readonly owing: readonly Owing[];
}

/**
 * Finds how a deposit is credited to `to` of which a surplus counts some coins; null where none does. Called once for a
 * deposit, in the transaction that credits it.
 */
export type DrawFromSurplus = (tx: Transaction, deposit: CountedDeposit, to: AccountRef) => Promise<Drawn | null>;

/**
 * Takes out of the books the surpluses of a network that were found above a height, whose blocks the chain has replaced. Answers what
 * left.
 */
export type TakeOutSurpluses = (
  tx: Transaction,
  network: string,
  height: bigint,
) => Promise<readonly { readonly asset: string; readonly amount: bigint }[]>;
