import type {
  DeclineCode,
  FundingState,
  NameResolution,
  OrderStatus,
  PayoutState,
  Priority,
  RateAnswer,
} from '@kobogate/contract';
import { formatRate } from '@kobogate/money';
import type { Connection, Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { readRate } from '../../pricing/index.ts';
import type { Order } from './order.ts';

interface OrderRow {
  id: string;
  kind: Order['kind'];
  user_id: string;
  wallet_id: string | null;
  address_id: string | null;
  payment_link_id: string | null;
  currency: string;
  network: string;
  asset: string;
  amount: string;
  rate: string;
  naira_kobo: string;
  spread_kobo: string;
  agreed_kobo: string | null;
  rate_answer: RateAnswer | null;
  answer_by: Date | null;
  order_quote_id: string;
  lock_expires_at: Date;
  status: OrderStatus;
  funding: FundingState;
  payout: PayoutState;
  received: string;
  priority: Priority;
  account_number: string;
  bank_code: string;
  bank_name: string;
  account_name: string;
  name_resolution: NameResolution;
  resolved_name: string | null;
  decline_reason: string | null;
  held_reason: string | null;
  version: number;
  created_at: Date;
  updated_at: Date;
}

export function readOrder(row: OrderRow): Order {
  return {
    id: row.id,
    kind: row.kind,
    userId: row.user_id,
    walletId: row.wallet_id,
    addressId: row.address_id,
    paymentLinkId: row.payment_link_id,
    currency: row.currency,
    network: row.network,
    asset: row.asset,
    amount: BigInt(row.amount),
    rate: readRate(row.rate),
    nairaKobo: BigInt(row.naira_kobo),
    spreadKobo: BigInt(row.spread_kobo),
    agreedKobo: BigInt(row.agreed_kobo ?? row.naira_kobo),
    rateAnswer: row.rate_answer,
    answerBy: row.answer_by,
    orderQuoteId: row.order_quote_id,
    lockExpiresAt: row.lock_expires_at,
    status: row.status,
    funding: row.funding,
    payout: row.payout,
    received: BigInt(row.received),
    priority: row.priority,
    bankAccount: {
      accountNumber: row.account_number,
      bankCode: row.bank_code,
      bankName: row.bank_name,
      accountName: row.account_name,
      nameResolution: row.name_resolution,
      resolvedName: row.resolved_name,
    },
    declineReason: row.decline_reason,
    heldReason: row.held_reason,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** The order, locked until the transaction ends; null where there is none. */
export async function loadOrderForUpdate(tx: Transaction, id: string): Promise<Order | null> {
  const [row] = await tx.query<OrderRow>(`select * from customer_order where id = $1 for update`, [id], 'order-lock');
  return row === undefined ? null : readOrder(row);
}

/** The orders, locked in a fixed order until the transaction ends; those that there are not are left out. */
export async function loadOrdersForUpdate(tx: Transaction, ids: readonly string[]): Promise<Order[]> {
  const rows = await tx.query<OrderRow>(
    `select * from customer_order where id = any($1::uuid[]) order by id for update`,
    [ids],
    'orders-lock',
  );
  return rows.map(readOrder);
}

/** As `loadOrdersForUpdate`, without those that another transaction holds at this moment: it never waits. */
export async function loadFreeOrdersForUpdate(tx: Transaction, ids: readonly string[]): Promise<Order[]> {
  const rows = await tx.query<OrderRow>(
    `select * from customer_order where id = any($1::uuid[]) order by id for update skip locked`,
    [ids],
    'orders-lock-free',
  );
  return rows.map(readOrder);
}

/** Those of the ids that are an order's, whoever holds it. */
export async function listOrderIds(connection: Connection, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await connection.query<{ id: string }>(`select id from customer_order where id = any($1::uuid[])`, [
    ids,
  ]);
  return rows.map(({ id }) => id);
}

/** Saves the facts that may change. Throws where somebody else changed the order meanwhile: the caller held no lock. */
export async function saveOrder(tx: Transaction, order: Order): Promise<Order> {
  const [row] = await tx.query<OrderRow>(
    `update customer_order set rate = $3, naira_kobo = $4, status = $5, funding = $6, payout = $7, received = $8,
       priority = $9, decline_reason = $10, spread_kobo = $11, order_quote_id = $12, amount = $13,
       lock_expires_at = $14, account_number = $15, bank_code = $16, bank_name = $17, account_name = $18,
       name_resolution = $19, resolved_name = $20, held_reason = $21,
       agreed_kobo = $22, rate_answer = $23, answer_by = $24, version = version + 1, updated_at = clock_timestamp()
     where id = $1 and version = $2 returning *`,
    [
      order.id,
      order.version,
      formatRate(order.rate),
      order.nairaKobo,
      order.status,
      order.funding,
      order.payout,
      order.received,
      order.priority,
      order.declineReason,
      order.spreadKobo,
      order.orderQuoteId,
      order.amount,
      order.lockExpiresAt,
      order.bankAccount.accountNumber,
      order.bankAccount.bankCode,
      order.bankAccount.bankName,
      order.bankAccount.accountName,
      order.bankAccount.nameResolution,
      order.bankAccount.resolvedName,
      order.heldReason,
      order.agreedKobo,
      order.rateAnswer,
      order.answerBy,
    ],
    'order-save',
  );
  if (row === undefined) throw new Error(`order ${order.id} changed while it was being saved`);
  return readOrder(row);
}

/** Saves the states of locked orders, in one statement. Throws where somebody else changed one of them meanwhile. */
export async function saveOrderStates(tx: Transaction, orders: readonly Order[]): Promise<void> {
  if (orders.length === 0) return;
  const saved = await tx.query(
    `update customer_order o set status = s.status, payout = s.payout, version = o.version + 1,
       updated_at = clock_timestamp()
     from unnest($1::uuid[], $2::int[], $3::text[], $4::text[]) as s (id, version, status, payout)
     where o.id = s.id and o.version = s.version returning o.id`,
    [
      orders.map(({ id }) => id),
      orders.map(({ version }) => version),
      orders.map(({ status }) => status),
      orders.map(({ payout }) => payout),
    ],
    'order-states-save',
  );
  if (saved.length !== orders.length) throw new Error('an order changed while its state was being saved');
}

/** Records who decided on an order, when, and for a decline with which code. */
export async function saveDecision(
  tx: Transaction,
  { orderId, adminId, declineCode = null }: { orderId: string; adminId: string; declineCode?: DeclineCode | null },
): Promise<void> {
  await tx.query(
    `update customer_order set decided_by = $2, decided_at = clock_timestamp(), decline_code = $3 where id = $1`,
    [orderId, adminId, declineCode],
  );
}

export interface OrderEvent {
  readonly orderId: string;
  readonly type: string;
  readonly text: string;
}

/** Appends lines to the orders' timelines. */
export async function insertOrderEvents(tx: Transaction, events: readonly OrderEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx.query(
    `insert into order_event (id, order_id, type, text)
     select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[])`,
    [
      events.map(newId),
      events.map(({ orderId }) => orderId),
      events.map(({ type }) => type),
      events.map(({ text }) => text),
    ],
    'order-events',
  );
}

/** Orders whose customers were asked about the rate and have not answered until `now`, locked; those at work elsewhere are left out. */
export async function loadUnansweredOrdersForUpdate(tx: Transaction, now: Date): Promise<Order[]> {
  const rows = await tx.query<OrderRow>(
    `select * from customer_order where rate_answer = 'asked' and answer_by < $1 and status = 'pending'
     order by answer_by limit 200 for update skip locked`,
    [now],
  );
  return rows.map(readOrder);
}

/** The user's orders that the policy cleared and that no payout was made for yet, locked in a fixed order. */
export async function loadClearedOrdersForUpdate(tx: Transaction, userId: string): Promise<Order[]> {
  const rows = await tx.query<OrderRow>(
    `select * from customer_order where user_id = $1 and status = 'processing' and payout = 'none'
     order by id for update`,
    [userId],
  );
  return rows.map(readOrder);
}

/** Whether the account of a user is disabled. */
export async function isAccountDisabled(connection: Connection, userId: string): Promise<boolean> {
  const rows = await connection.query(`select 1 from app_user where id = $1 and disabled_at is not null`, [userId]);
  return rows.length > 0;
}

export { type OrderRow };
