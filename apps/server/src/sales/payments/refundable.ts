import { findLedgerAsset } from '@kobogate/contract';
import { isCovered } from '../orders/order.ts';
import { isTooLittle, refundFee } from '../../custody/index.ts';
import type { PaymentView } from './db.ts';

/** Coins of a payment that became no naira and are not offered for a refund. Amounts in smallest units. */
export interface RefundableCoins {
  readonly asset: string;
  readonly amount: bigint;
  /** The network fee, deducted from the amount. */
  readonly fee: bigint;
  /** The payment is short, and ends when they are offered: until then they are held for it. */
  readonly isClosing: boolean;
}

type Facts = Pick<PaymentView, 'order' | 'deposits' | 'refunds'>;

/**
 * What a merchant may offer to refund of a payment. Of the requested coin: the excess, everything of a declined payment, and
 * everything of one that stays short once its rate has ended. Of any other coin: everything that came. Only final coins, less
 * what was offered or refunded before, and nothing of a coin while an offer of it is open. Pure.
 */
export function refundableOf({ order, deposits, refunds }: Facts, now: Date): RefundableCoins[] {
  const isOpen = order.status !== 'declined' && !isCovered(order);
  const isKept = isOpen && (order.funding === 'confirming' || order.lockExpiresAt > now);
  const assets = [...new Set(deposits.map(({ asset }) => asset))];
  return assets.flatMap((asset) => {
    const known = findLedgerAsset(asset);
    const fee = known === undefined ? null : refundFee(known);
    const isAsked = asset === order.asset;
    if (fee === null || (isAsked && isKept) || hasOpenOffer({ refunds }, asset)) return [];
    const amount = leftOf({ order, deposits, refunds }, asset);
    return isTooLittle(asset, amount - fee) ? [] : [{ asset, amount, fee, isClosing: isAsked && isOpen }];
  });
}

/**
 * The final coins of an asset that a payment got, less what became naira and what was offered or refunded; below zero where
 * the chain has taken back more than is left, or more turned out to be another payment's. Pure.
 */
export function leftOf({ order, deposits, refunds }: Facts, asset: string): bigint {
  const isSpent = asset === order.asset && order.status !== 'declined' && isCovered(order);
  const final = deposits.filter((deposit) => deposit.asset === asset && deposit.status === 'confirmed');
  const taken = refunds.filter((refund) => refund.asset === asset && isTaken(refund));
  return sum(final.map(({ brought }) => ({ amount: brought }))) - (isSpent ? order.amount : 0n) - sum(taken);
}

/** Whether an offer of this coin is open: neither confirmed nor withdrawn. There is one at a time per coin. Pure. */
export const hasOpenOffer = ({ refunds }: Pick<PaymentView, 'refunds'>, asset: string): boolean =>
  refunds.some((refund) => refund.asset === asset && refund.status !== 'confirmed');

const sum = (parts: readonly { readonly amount: bigint }[]): bigint =>
  parts.reduce((total, { amount }) => total + amount, 0n);

/** Coins of a declined refund are back in their account. */
const isTaken = ({ refundStatus }: PaymentView['refunds'][number]): boolean => refundStatus !== 'declined';
