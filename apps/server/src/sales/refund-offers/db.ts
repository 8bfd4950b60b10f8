import type { Connection, Transaction } from '../../platform/database.ts';
import type { DepositId, OfferId, OrderId, RefundId, RefundState } from '@kobogate/contract';

export type OfferStatus = 'offered' | 'answered' | 'confirmed' | 'withdrawn';

/** An offer as it is stored. Amounts in smallest units. */
export interface Offer {
  readonly id: OfferId;
  readonly orderId: OrderId;
  readonly asset: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly status: OfferStatus;
  readonly address: string | null;
}

type Row = Omit<Offer, 'amount' | 'fee'> & { amount: string; fee: string };

const read = (row: Row | undefined): Offer | null =>
  row === undefined ? null : Object.assign(row, { amount: BigInt(row.amount), fee: BigInt(row.fee) });

const COLUMNS = `id, order_id as "orderId", asset, amount, fee, status, address`;

/** An offer of a payment; null where there is none. */
export async function findOffer(connection: Connection, orderId: OrderId, id: OfferId): Promise<Offer | null> {
  const [row] = await connection.query<Row>(`select ${COLUMNS} from refund_offer where id = $2 and order_id = $1`, [
    orderId,
    id,
  ]);
  return read(row);
}

/** The same as `findOffer`, locked until the transaction ends. */
export async function loadOfferForUpdate(tx: Transaction, orderId: OrderId, id: OfferId): Promise<Offer | null> {
  const [row] = await tx.query<Row>(`select ${COLUMNS} from refund_offer where id = $2 and order_id = $1 for update`, [
    orderId,
    id,
  ]);
  return read(row);
}

/** Writes a new offer. */
export async function insertOffer(
  tx: Transaction,
  offer: Pick<Offer, 'id' | 'orderId' | 'asset' | 'amount' | 'fee'>,
): Promise<void> {
  await tx.query(`insert into refund_offer (id, order_id, asset, amount, fee) values ($1, $2, $3, $4, $5)`, [
    offer.id,
    offer.orderId,
    offer.asset,
    offer.amount.toString(),
    offer.fee.toString(),
  ]);
}

/** How many offers of a payment were ever made, including withdrawn ones. */
export async function countOffers(tx: Transaction, orderId: OrderId): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from refund_offer where order_id = $1`,
    [orderId],
  );
  return row?.count ?? 0;
}

/** Saves the address that the payer gave. */
export async function saveAnswer(tx: Transaction, id: OfferId, address: string): Promise<void> {
  await tx.query(
    `update refund_offer set status = 'answered', address = $2, answered_at = clock_timestamp() where id = $1`,
    [id, address],
  );
}

/** Ends an offer: as the refund that it became, or withdrawn. */
export async function saveEnd(tx: Transaction, id: OfferId, refundId: RefundId | null): Promise<void> {
  await tx.query(
    `update refund_offer set status = case when $2::uuid is null then 'withdrawn' else 'confirmed' end, refund_id = $2,
       ended_at = clock_timestamp() where id = $1`,
    [id, refundId],
  );
}

/** The payment of the offer that became this refund; null where no payment offered it. */
export async function findOrderOfRefund(connection: Connection, refundId: RefundId): Promise<OrderId | null> {
  const [row] = await connection.query<{ order_id: OrderId }>(
    `select order_id from refund_offer where refund_id = $1`,
    [refundId],
  );
  return row?.order_id ?? null;
}

/** The payment that got a deposit, where an offer of that coin became a refund; null otherwise. */
export async function findRefundedOrder(connection: Connection, depositId: DepositId): Promise<OrderId | null> {
  const [row] = await connection.query<{ order_id: OrderId }>(
    `select f.order_id from deposit d join customer_order o on o.address_id = d.address_id
       join refund_offer f on f.order_id = o.id and f.asset = d.asset and f.status = 'confirmed'
     where d.id = $1 limit 1`,
    [depositId],
  );
  return row?.order_id ?? null;
}

/** Records that a state of this refund is on the timeline; false where it was before. */
export async function claimTelling(tx: Transaction, refundId: RefundId, state: string): Promise<boolean> {
  const rows = await tx.query(
    `update refund_offer set told = told || $2::text where refund_id = $1 and not told @> array[$2::text] returning id`,
    [refundId, state],
  );
  return rows.length === 1;
}

/** Coins of a payment that its merchant offers to refund, and their state. Amounts in smallest units. */
export interface OfferedRefund {
  readonly id: OfferId;
  readonly orderId: OrderId;
  readonly asset: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly status: 'offered' | 'answered' | 'confirmed';
  readonly address: string | null;
  /** The refund that it became, and its state; null before. */
  readonly refundId: RefundId | null;
  readonly refundStatus: RefundState | null;
  readonly txid: string | null;
}

/** The offers of these payments that were not withdrawn, the oldest first. */
export async function listOfferedRefunds(
  connection: Connection,
  orderIds: readonly OrderId[],
): Promise<OfferedRefund[]> {
  const rows = await connection.query<Omit<OfferedRefund, 'amount' | 'fee'> & { amount: string; fee: string }>(
    `select f.id, f.order_id as "orderId", f.asset, f.amount, f.fee, f.status, f.address,
       f.refund_id as "refundId", r.status as "refundStatus", r.txid
     from refund_offer f left join refund r on r.id = f.refund_id
     where f.order_id = any($1::uuid[]) and f.status <> 'withdrawn' order by f.offered_at, f.id`,
    [orderIds],
    'payment-refund-offers',
  );
  return rows.map(({ amount, fee, ...row }) => Object.assign(row, { amount: BigInt(amount), fee: BigInt(fee) }));
}
