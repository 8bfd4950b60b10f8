import type { RefundState } from '@kobogate/contract';
import type { Connection } from '../../platform/database.ts';

/** Coins of a payment that its merchant offers back, and what became of them. Amounts in smallest units. */
export interface OfferedRefund {
  readonly id: string;
  readonly orderId: string;
  readonly asset: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly status: 'offered' | 'answered' | 'confirmed';
  readonly address: string | null;
  /** The refund that it became, and its state; null before. */
  readonly refundId: string | null;
  readonly refundStatus: RefundState | null;
  readonly txid: string | null;
}

/** The offers of these payments that were not withdrawn, the oldest first. */
export async function listOfferedRefunds(
  connection: Connection,
  orderIds: readonly string[],
): Promise<OfferedRefund[]> {
  const rows = await connection.query<Omit<OfferedRefund, 'amount' | 'fee'> & { amount: string; fee: string }>(
    `select f.id, f.order_id as "orderId", f.asset, f.amount, f.fee, f.status, f.address,
       f.refund_id as "refundId", r.status as "refundStatus", r.txid
     from refund_offer f left join refund r on r.id = f.refund_id
     where f.order_id = any($1::uuid[]) and f.status <> 'withdrawn' order by f.offered_at, f.id`,
    [orderIds],
    'payment-refund-offers',
  );
  return rows.map((row) => Object.assign(row, { amount: BigInt(row.amount), fee: BigInt(row.fee) }));
}
