import { type ClearingPolicy, SHORT_AT_MOST_KOBO } from '@kobogate/contract';
import { formatNaira } from '@kobogate/money';
import { describeCoins } from '../orders/describe-order.ts';
import type { Order } from '../orders/order.ts';

const WHOLE_BASIS_POINTS = 10_000n;

/**
 * By how many smallest units a payment may be short and still be taken as paid: the operator's share of the amount,
 * rounded down, and never more than the worth of ₦100 at its own rate. Pure.
 */
export function shortBy(
  { amount, nairaKobo }: Pick<Order, 'amount' | 'nairaKobo'>,
  { shortBasisPoints }: Pick<ClearingPolicy, 'shortBasisPoints'>,
): bigint {
  const part = (amount * BigInt(shortBasisPoints)) / WHOLE_BASIS_POINTS;
  const most = nairaKobo === 0n ? 0n : (amount * SHORT_AT_MOST_KOBO) / nairaKobo;
  return part < most ? part : most;
}

/** Whether this many coins are the whole amount, or slightly short of it. Pure. */
export const isEnough = (received: bigint, asked: Pick<Order, 'amount'>, tolerance: bigint): boolean =>
  received > 0n && received + tolerance >= asked.amount;

/** The timeline text of a payment that was taken as paid for what had arrived: `asked` before, `paid` after. Pure. */
export function describeShort(asked: Pick<Order, 'amount'>, paid: Order): { type: string; text: string } {
  const missing = describeCoins(asked.amount - paid.amount, paid.asset);
  return {
    type: 'short',
    text: `${describeCoins(paid.amount, paid.asset)} arrived, ${missing} less than was asked for. The difference is small, so it is taken as paid, for its value: ${formatNaira(paid.nairaKobo)}.`,
  };
}
