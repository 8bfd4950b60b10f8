import type { AdminOrder, OrderStatus } from '@kobogate/contract';

export interface Overview {
  counts: Readonly<Record<OrderStatus, number>>;
  /** Kobo of all pending orders. */
  pendingKobo: bigint;
  /** Orders whose payout a person has to look at: failed or sent back. */
  troubled: number;
  /** Orders of whose payout the bank does not say what it is: a person has to decide. */
  undecided: number;
}

/** What waits for the admin, counted over the whole list. */
export function overviewOf(orders: readonly AdminOrder[]): Overview {
  const counts: Record<OrderStatus, number> = { pending: 0, processing: 0, approved: 0, declined: 0 };
  for (const order of orders) counts[order.status] += 1;
  const pending = orders.filter((order) => order.status === 'pending');
  return {
    counts,
    pendingKobo: pending.reduce((sum, order) => sum + BigInt(order.nairaKobo), 0n),
    troubled: orders.filter((order) => order.payout === 'failed' || order.payout === 'reversed').length,
    undecided: orders.filter((order) => order.payout === 'unknown' && order.payoutNeedsPerson).length,
  };
}
