import type { DepositState } from '@kobogate/contract';
import type { Connection, Transaction } from '../../platform/database.ts';
import { type OrderRow, readOrder } from './db.ts';
import type { Order } from './order.ts';

export interface ArrivedDepositRow {
  readonly id: string;
  readonly userId: string;
  readonly asset: string;
  readonly amount: bigint;
  readonly seenAt: Date;
  readonly status: DepositState;
  readonly confirmations: number;
  readonly confirmationsNeeded: number;
  readonly transaction: string;
  /** The address that it came to. */
  readonly addressId: string;
  /** Whether that was made for a payment by link; `isForPayment` where it also is of the asset that was asked for. */
  readonly isAtPayment: boolean;
  readonly isForPayment: boolean;
}

interface DepositRow {
  id: string;
  user_id: string;
  asset: string;
  amount: string;
  seen_at: Date;
  status: DepositState;
  confirmations: number;
  confirmations_needed: number;
  transaction: string;
  address_id: string;
  payment_asset: string | null;
}

const DEPOSIT_COLUMNS = `d.id, d.user_id, d.asset, d.amount, d.seen_at, d.status, d.confirmations, d.confirmations_needed,
  d.transaction, d.address_id, (select a.payment_asset from deposit_address a where a.id = d.address_id) as payment_asset`;

function readDeposit(row: DepositRow): ArrivedDepositRow {
  return {
    id: row.id,
    userId: row.user_id,
    asset: row.asset,
    amount: BigInt(row.amount),
    seenAt: row.seen_at,
    status: row.status,
    confirmations: row.confirmations,
    confirmationsNeeded: row.confirmations_needed,
    transaction: row.transaction,
    addressId: row.address_id,
    isAtPayment: row.payment_asset !== null,
    isForPayment: row.payment_asset === row.asset,
  };
}

/** A deposit as the deposits feature has it; null where there is none. */
export async function loadDeposit(connection: Connection, id: string): Promise<ArrivedDepositRow | null> {
  const [row] = await connection.query<DepositRow>(`select ${DEPOSIT_COLUMNS} from deposit d where d.id = $1`, [id]);
  return row === undefined ? null : readDeposit(row);
}

/**
 * Waits until no order is being made on the wallet of this asset, and keeps new ones waiting: making one refers to the
 * wallet's row, which conflicts with this lock.
 */
export async function holdWallet(tx: Transaction, userId: string, asset: string): Promise<void> {
  await tx.query(`select id from wallet where user_id = $1 and currency || '@' || network = $2 for update`, [
    userId,
    asset,
  ]);
}

/** Whether coins of this asset for this user are on the chain and not final yet. */
export async function hasUnconfirmedDeposit(connection: Connection, userId: string, asset: string): Promise<boolean> {
  const rows = await connection.query(
    `select 1 from deposit d join deposit_address a on a.id = d.address_id and a.payment_asset is null
     where d.user_id = $1 and d.asset = $2 and d.status in ('seen', 'confirming') limit 1`,
    [userId, asset],
  );
  return rows.length > 0;
}

/** Deposits of an order: those that counted towards it and, while it is open, those still being confirmed. */
export async function listOrderDeposits(connection: Connection, order: Order): Promise<ArrivedDepositRow[]> {
  const isOpen = ['awaiting', 'confirming', 'underpaid', 'expired'].includes(order.funding);
  const rows = await connection.query<DepositRow>(
    `select ${DEPOSIT_COLUMNS} from deposit d
     where d.id in (select deposit_id from order_deposit where order_id = $1)
        or ($2 and d.user_id = $3 and d.asset = $4 and d.status in ('seen', 'confirming') and case
          when $5::uuid is null then not exists (
            select 1 from deposit_address a where a.id = d.address_id and a.payment_asset is not null)
          else d.address_id = $5 end)
     order by d.seen_at, d.id`,
    [order.id, isOpen, order.userId, order.asset, order.addressId],
  );
  return rows.map(readDeposit);
}

/** Records, once and for ever, which order a deposit counted towards. False where that was decided before. */
export async function claimDeposit(tx: Transaction, depositId: string): Promise<boolean> {
  const rows = await tx.query(
    `insert into order_deposit (deposit_id) values ($1) on conflict do nothing returning deposit_id`,
    [depositId],
  );
  return rows.length === 1;
}

/** Names the order that a claimed deposit counted towards; null where it counts towards none, or none any more. */
export async function assignDeposit(tx: Transaction, depositId: string, orderId: string | null): Promise<void> {
  await tx.query(`update order_deposit set order_id = $2 where deposit_id = $1`, [depositId, orderId]);
}

/** The order that a deposit counted towards, locked; null where it counted towards none. */
export async function loadOrderOfDepositForUpdate(tx: Transaction, depositId: string): Promise<Order | null> {
  const [row] = await tx.query<OrderRow>(
    `select o.* from customer_order o join order_deposit d on d.order_id = o.id where d.deposit_id = $1 for update of o`,
    [depositId],
  );
  return row === undefined ? null : readOrder(row);
}

/** Forgets what a deposit counted towards, because the chain took it back. */
export async function releaseDeposit(tx: Transaction, depositId: string): Promise<void> {
  await tx.query(`delete from order_deposit where deposit_id = $1`, [depositId]);
}

/** Smallest units of the confirmed deposits that counted towards an order and were seen until a moment. */
export async function sumAssignedUntil(connection: Connection, orderId: string, until: Date): Promise<bigint> {
  const [row] = await connection.query<{ amount: string }>(
    `select coalesce(sum(d.amount), 0)::text as amount from order_deposit o join deposit d on d.id = o.deposit_id
     where o.order_id = $1 and d.status = 'confirmed' and d.seen_at <= $2`,
    [orderId, until],
  );
  return BigInt(row?.amount ?? 0);
}
