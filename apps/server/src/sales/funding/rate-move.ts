import type { ClearingPolicy } from '@kobogate/contract';
import { formatNaira, type Kobo } from '@kobogate/money';
import { moveStatus, type Order } from '../orders/order.ts';

const WHOLE_BASIS_POINTS = 10_000n;

/** How long a customer may think about a lower amount; after that their coins are in their balance again. */
export const ANSWER_HOURS = 24;
const HOUR = 3_600_000;

/** Whether an amount in kobo differs from the agreed one by more than a tolerance in hundredths of a percent. Pure. */
export function isMoved(agreedKobo: Kobo, nairaKobo: Kobo, toleranceBasisPoints: number): boolean {
  const difference = nairaKobo > agreedKobo ? nairaKobo - agreedKobo : agreedKobo - nairaKobo;
  return difference * WHOLE_BASIS_POINTS > agreedKobo * BigInt(toleranceBasisPoints);
}

/**
 * The state of a repriced order. Within the tolerance it does not change. Beyond it an administrator checks again,
 * whatever cleared it: the caller resets the approvals. The customer of a conversion is told of a higher amount, and
 * asked about a lower one; a payment by link waits for no answer, because its payer has paid what was asked for. Pure.
 */
export function afterMove(
  order: Order,
  { rateMoveBasisPoints }: Pick<ClearingPolicy, 'rateMoveBasisPoints'>,
  now: Date,
): { order: Order; isBeyond: boolean } {
  if (!isMoved(order.agreedKobo, order.nairaKobo, rateMoveBasisPoints)) {
    return { order: { ...order, rateAnswer: null, answerBy: null }, isBeyond: false };
  }
  const isAsked = order.kind === 'conversion' && order.nairaKobo < order.agreedKobo;
  const moved: Order = {
    ...moveStatus(order, 'pending'),
    heldReason: describeMove(order),
    rateAnswer: isAsked ? 'asked' : 'told',
    answerBy: isAsked ? new Date(now.getTime() + ANSWER_HOURS * HOUR) : null,
  };
  return { order: moved, isBeyond: true };
}

/** What has changed, in a sentence for customers and administrators. Pure. */
export const describeMove = ({ agreedKobo, nairaKobo }: Pick<Order, 'agreedKobo' | 'nairaKobo'>): string =>
  `The rate has moved since this was agreed on: ${formatNaira(agreedKobo)} then, ${formatNaira(nairaKobo)} now.`;
