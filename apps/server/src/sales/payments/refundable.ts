import { findLedgerAsset, isDust } from '@kobogate/contract';
import { isCovered } from '../orders/order.ts';
import { refundFee } from '../../custody/index.ts';
import type { PaymentView } from './db.ts';

/** Coins of a payment that became no naira and are offered to nobody yet. Amounts in smallest units. */
export interface RefundableCoins {
  readonly asset: string;
  readonly amount: bigint;
  /** What the network costs, taken from the amount. */
  readonly fee: bigint;
  /** The payment is short, and ends where they are offered: until then they are kept for it. */
  readonly isClosing: boolean;
}

type Facts = Pick<PaymentView, 'order' | 'deposits' | 'refunds'>;

/**
 * What a merchant may offer back of a payment: of the coin that was asked for what is beyond the amount, all of one that
 * was declined, and all of one that stays short once its rate has ended; of any other coin all that came. Only what is final
 * on its chain, less what was offered or sent back before, and nothing of a coin while an offer of it is open. Pure.
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
    const spent = isAsked && order.status !== 'declined' && isCovered(order) ? order.amount : 0n;
    const final = deposits.filter((deposit) => deposit.asset === asset && deposit.status === 'confirmed');
    const amount = sum(final) - spent - sum(refunds.filter((refund) => refund.asset === asset && isTaken(refund)));
    const rest = amount - fee;
    return rest <= 0n || isDust(asset, rest) ? [] : [{ asset, amount, fee, isClosing: isAsked && isOpen }];
  });
}

/** Whether coins of this kind are offered, and the offer is neither confirmed nor withdrawn. Of each there is one at a time. Pure. */
export const hasOpenOffer = ({ refunds }: Pick<PaymentView, 'refunds'>, asset: string): boolean =>
  refunds.some((refund) => refund.asset === asset && refund.status !== 'confirmed');

const sum = (parts: readonly { readonly amount: bigint }[]): bigint =>
  parts.reduce((total, { amount }) => total + amount, 0n);

/** Coins of a refund that was declined are back where they lay. */
const isTaken = ({ refundStatus }: PaymentView['refunds'][number]): boolean => refundStatus !== 'declined';
