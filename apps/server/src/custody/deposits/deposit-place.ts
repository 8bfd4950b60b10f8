import { findStray } from '@kobogate/contract';
import { type AccountRef, customer, held, suspense, unclaimed } from '../../ledger/index.ts';

/**
 * Where a customer's deposit of an asset is credited: what is on offer to their balance; a stray to suspense, where it stays
 * theirs until an admin credits its counterpart or it is refunded. Pure.
 */
export function placeOf(userId: string, asset: string): AccountRef {
  return findStray(asset) === undefined ? customer(userId, asset) : suspense(userId, asset);
}

/**
 * Where a deposit is credited when it is final: the asset that a payment asks for at its address is set aside for that
 * payment from the first moment, everything else goes where `placeOf` says; without an owner to suspense, until one is found. Pure.
 */
export function creditOf({ userId, asset, isForPayment }: CreditedDeposit): AccountRef {
  if (userId === null) return unclaimed(asset);
  return isForPayment ? held(userId, asset) : placeOf(userId, asset);
}

interface CreditedDeposit {
  /** Null: its owner is not known. */
  readonly userId: string | null;
  readonly asset: string;
  /** What a payment by link asks for, at the address that was made for it. */
  readonly isForPayment: boolean;
}
