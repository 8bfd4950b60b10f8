import { type DepositState, isDust, type DepositId, type OrderId, type UserId } from '@kobogate/contract';
import type { Connection, Transaction } from '../../platform/database.ts';
import { type OrderRow, readOrder } from '../orders/db.ts';
import type { Order } from '../orders/order.ts';
import { type FundedTarget, routeDeposit, type Target } from './route-deposit.ts';

export interface ArrivedDeposit {
  readonly id: DepositId;
  readonly userId: UserId;
  readonly asset: string;
  readonly amount: bigint;
  readonly seenAt: Date;
  readonly status: DepositState;
  readonly confirmations: number;
  readonly confirmationsNeeded: number;
  readonly transaction: string;
}

interface DepositRow {
  id: DepositId;
  user_id: UserId;
  asset: string;
  amount: string;
  seen_at: Date;
  status: DepositState;
  confirmations: number;
  confirmations_needed: number;
  transaction: string;
}

const DEPOSIT_COLUMNS = `d.id, d.user_id, d.asset, d.amount, d.seen_at, d.status, d.confirmations, d.confirmations_needed,
  d.transaction`;

function readDeposit(row: DepositRow): ArrivedDeposit {
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
  };
}

/** A deposit as custody has it, with the target of its address; null where there is none. */
export async function loadRoutedDeposit(
  connection: Connection,
  id: DepositId,
): Promise<(ArrivedDeposit & { readonly target: Target }) | null> {
  const [row] = await connection.query<DepositRow & { payment_asset: string | null; payment_id: OrderId | null }>(
    `select ${DEPOSIT_COLUMNS}, a.payment_asset, o.id as payment_id
     from deposit d join deposit_address a on a.id = d.address_id left join customer_order o on o.address_id = a.id
     where d.id = $1`,
    [id],
    'deposit-route',
  );
  if (row === undefined) return null;
  const deposit = readDeposit(row);
  return {
    ...deposit,
    target: routeDeposit({ ...deposit, paymentAsset: row.payment_asset, paymentId: row.payment_id }),
  };
}

/**
 * Waits until no order is being made on the wallet of this asset, and blocks new ones: making one refers to the
 * wallet's row, which conflicts with this lock.
 */
export async function holdWallet(tx: Transaction, userId: UserId, asset: string): Promise<void> {
  await tx.query(`select id from wallet where user_id = $1 and currency || '@' || network = $2 for update`, [
    userId,
    asset,
  ]);
}

/** The conversions of a user and asset that a deposit may still fund, locked in a fixed order. */
export async function loadOpenConversionsForUpdate(tx: Transaction, userId: UserId, asset: string): Promise<Order[]> {
  const rows = await tx.query<OrderRow>(
    `select * from customer_order
     where user_id = $1 and asset = $2 and kind = 'conversion' and status <> 'declined'
       and funding in ('awaiting', 'confirming', 'underpaid', 'expired')
     order by id for update`,
    [userId, asset],
    'orders-open',
  );
  return rows.map(readOrder);
}

/** Whether coins for the deposit's target are on the chain and not final yet; dust does not count. */
export async function hasUnconfirmedDeposit(connection: Connection, target: FundedTarget): Promise<boolean> {
  const [place, values] =
    target.kind === 'payment'
      ? [
          'd.address_id = (select address_id from customer_order where id = $1) and a.payment_asset = d.asset',
          [target.orderId],
        ]
      : ['d.user_id = $1 and d.asset = $2 and a.payment_asset is null', [target.userId, target.asset]];
  const rows = await connection.query<{ asset: string; amount: string }>(
    `select d.asset, d.amount from deposit d join deposit_address a on a.id = d.address_id
     where ${place} and d.status in ('seen', 'confirming')`,
    values,
    `deposit-unconfirmed-${target.kind}`,
  );
  return rows.some(({ asset, amount }) => !isDust(asset, BigInt(amount)));
}

/** Deposits of an order: those that counted towards it and, while it is open, those still being confirmed. */
export async function listOrderDeposits(connection: Connection, order: Order): Promise<ArrivedDeposit[]> {
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

/**
 * Records, once and for ever, that a deposit's target is decided. False where it was decided before. Waits for a
 * transaction that is deciding it at this moment.
 */
export async function claimDeposit(tx: Transaction, depositId: DepositId): Promise<boolean> {
  const rows = await tx.query(
    `insert into order_deposit (deposit_id) values ($1) on conflict do nothing returning deposit_id`,
    [depositId],
  );
  return rows.length === 1;
}

/** Names the order that a claimed deposit counted towards; null where it counts towards none, or no longer. */
export async function assignDeposit(tx: Transaction, depositId: DepositId, orderId: OrderId | null): Promise<void> {
  await tx.query(`update order_deposit set order_id = $2 where deposit_id = $1`, [depositId, orderId]);
}

/**
 * The order that a claimed deposit counted towards, with that row locked until the transaction ends; null where it
 * counts towards none.
 */
export async function findOrderOfDepositForUpdate(tx: Transaction, depositId: DepositId): Promise<OrderId | null> {
  const [row] = await tx.query<{ order_id: OrderId | null }>(
    `select order_id from order_deposit where deposit_id = $1 for update`,
    [depositId],
  );
  return row?.order_id ?? null;
}

/** Smallest units of the confirmed deposits that counted towards an order and were seen before a given time. */
export async function sumAssignedUntil(connection: Connection, orderId: OrderId, until: Date): Promise<bigint> {
  const [row] = await connection.query<{ amount: string }>(
    `select coalesce(sum(d.amount), 0)::text as amount from order_deposit o join deposit d on d.id = o.deposit_id
     where o.order_id = $1 and d.status = 'confirmed' and d.seen_at <= $2`,
    [orderId, until],
  );
  return BigInt(row?.amount ?? 0);
}

/**
 * Orders to which nothing came until `now`, locked: conversions whose rate lock has ended, and payments that no longer
 * count as open. Those that another process has locked are skipped.
 */
export async function loadEndedOrdersForUpdate(tx: Transaction, now: Date): Promise<Order[]> {
  const rows = await tx.query<OrderRow>(
    // Uses the index of orders without coins, few at any moment: a rate never holds longer than a payment is open.
    `select o.* from customer_order o
     where o.status <> 'declined' and o.funding in ('awaiting') and o.lock_expires_at < $1
       and (o.kind = 'conversion' or exists (select 1 from payment p where p.order_id = o.id and p.open_until < $1))
     order by o.lock_expires_at limit 200 for update of o skip locked`,
    [now],
    'orders-ended',
  );
  return rows.map(readOrder);
}

/**
 * Orders whose customers were asked about the rate and have not answered until `now`, locked; those locked elsewhere
 * are left out.
 */
export async function loadUnansweredOrdersForUpdate(tx: Transaction, now: Date): Promise<Order[]> {
  const rows = await tx.query<OrderRow>(
    `select * from customer_order where rate_answer = 'asked' and answer_by < $1 and status = 'pending'
     order by answer_by limit 200 for update skip locked`,
    [now],
  );
  return rows.map(readOrder);
}
