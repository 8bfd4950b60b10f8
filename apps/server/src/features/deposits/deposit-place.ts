import { findStray } from '@kobogate/contract';
import { type AccountRef, customer, suspense } from '../../ledger/chart.ts';

/**
 * Where a customer's deposit of an asset is credited: what is on offer to their balance; a stray to suspense, where it stays
 * theirs until an admin credits its counterpart or it is refunded. Pure.
 */
export function placeOf(userId: string, asset: string): AccountRef {
  return findStray(asset) === undefined ? customer(userId, asset) : suspense(userId, asset);
}
