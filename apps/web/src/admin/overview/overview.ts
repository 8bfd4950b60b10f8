import type { AdminOrder, OrderCounts } from '@kobogate/contract';
import { coinsOf } from '../orders/order-filters.ts';

/** What waits for the administrator in a complete list of orders, counted as the server does. */
export function overviewOf(orders: readonly AdminOrder[]): OrderCounts {
  const byStatus: OrderCounts['byStatus'] = { pending: 0, processing: 0, approved: 0, declined: 0 };
  for (const order of orders) byStatus[order.status] += 1;
  const ready = orders.filter((order) => order.status === 'pending' && coinsOf(order) === 'arrived');
  return {
    byStatus,
    toReview: ready.length,
    toReviewKobo: String(ready.reduce((sum, order) => sum + BigInt(order.nairaKobo), 0n)),
    oldestToReview: ready.map(({ date }) => date).toSorted()[0] ?? null,
    troubled: orders.filter((order) => order.payout === 'failed' || order.payout === 'reversed').length,
    isSearchCut: false,
    undecided: orders.filter((order) => order.payout !== 'paid' && order.payoutNeedsPerson).length,
  };
}
