import { type Failure, tooMany } from '../../platform/errors.ts';
import type { Exposing } from './exposure.ts';

/** When to try again: one of the customer's own locks may have ended by then. */
const RETRY_AFTER_SECONDS = 60;

/**
 * For each order in turn the reason why its customer may not make it, or null. No customer has more than `most` conversions
 * that wait for coins while their rate is locked, so that free orders fill neither the reviewers' list nor the limits. An order
 * that the balance covers does not wait. `openBefore` is by user. Pure.
 */
export function limitOpenOrders(
  orders: readonly (Exposing | null)[],
  openBefore: ReadonlyMap<string, number>,
  most: number,
): (Failure | null)[] {
  const open = new Map(openBefore);
  return orders.map((order) => {
    if (order === null || order.isCovered) return null;
    const count = open.get(order.userId) ?? 0;
    if (count >= most) return refuse(most);
    open.set(order.userId, count + 1);
    return null;
  });
}

const refuse = (most: number): Failure =>
  tooMany(
    `You have ${most} conversions that wait for their coins. Nothing was taken: please send the coins of one of them, or ` +
      'wait until its rate lock ends.',
    RETRY_AFTER_SECONDS,
    'too-many-open',
  );
