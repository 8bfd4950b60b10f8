import { type TronTransfer, tronSignedBytes } from '@kobogate/plans';
import type { TronPrices, TronResources } from './read-tron.ts';

/** What the network adds to a transaction's size for its result (java-tron, MAX_RESULT_SIZE_IN_TX). */
const RESULT_BYTES = 64n;

/** The bytes of bandwidth that a transfer takes. Pure. */
export const bytesOf = (transfer: TronTransfer): bigint => BigInt(tronSignedBytes(transfer)) + RESULT_BYTES;

/** The most that a transfer burns of its sender's TRX, in sun: what that account may use for nothing is deducted. Pure. */
export function costOf(transfer: TronTransfer, prices: TronPrices, resources: TronResources): bigint {
  const { energy, freeBytes, stakedBytes } = resources;
  const staked = energy * prices.energy;
  const forEnergy = transfer.feeLimit > staked ? transfer.feeLimit - staked : 0n;
  const bytes = bytesOf(transfer);
  const isFree = stakedBytes >= bytes || freeBytes >= bytes;
  return forEnergy + (isFree ? 0n : bytes * prices.byte);
}
