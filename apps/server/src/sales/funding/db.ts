import {
  type DepositState,
  isDust,
  type DepositId,
  type NetworkId,
  type OrderId,
  type UserId,
} from '@kobogate/contract';
import type { Connection, Transaction } from '../../platform/database.ts';
import { COVERED_AS_SQL, HAS_COINS_IN_TIME, type OrderRow, readOrder } from '../orders/db.ts';
import type { Order } from '../orders/order.ts';
import { type Arrival, type FundedTarget, keyOf } from './route-deposit.ts';

export interface ArrivedDeposit {
  readonly id: DepositId;
  readonly userId: UserId;
  readonly asset: string;
  readonly amount: bigint;
  readonly seenAt: Date;
  readonly knownAt: Date;
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
  known_at: Date;
  status: DepositState;
  confirmations: number;
  confirmations_needed: number;
  transaction: string;
}

const DEPOSIT_COLUMNS = `d.id, d.user_id, d.asset, d.amount, d.seen_at, coalesce(d.known_at, d.seen_at) as known_at, d.status,
  d.confirmations, d.confirmations_needed, d.transaction`;

function readDeposit(row: DepositRow): ArrivedDeposit {
  return {
    id: row.id,
    userId: row.user_id,
    asset: row.asset,
    amount: BigInt(row.amount),
    seenAt: row.seen_at,
    knownAt: row.known_at,
    status: row.status,
    confirmations: row.confirmations,
    confirmationsNeeded: row.confirmations_needed,
    transaction: row.transaction,
  };
}

/** Deposits as custody has them, each with what its address was made for; unknown ids are left out. */
export async function loadArrivals(
  connection: Connection,
  ids: readonly DepositId[],
): Promise<ReadonlyMap<DepositId, ArrivedDeposit & Arrival>> {
  const rows = await connection.query<DepositRow & { payment_asset: string | null; payment_id: OrderId | null }>(
    `select ${DEPOSIT_COLUMNS}, a.payment_asset, o.id as payment_id
     from deposit d join deposit_address a on a.id = d.address_id left join customer_order o on o.address_id = a.id
     where d.id = any($1::uuid[])`,
    [ids],
    'deposit-routes',
  );
  return new Map(
    rows.map((row) => [
      row.id,
      Object.assign(readDeposit(row), { paymentAsset: row.payment_asset, paymentId: row.payment_id }),
    ]),
  );
}

/**
 * Waits until no order is being made on the wallets of these coins, and blocks new ones: making one refers to the
 * wallet's row, which conflicts with this lock.
 */
export async function holdWallets(tx: Transaction, coins: readonly Coins[]): Promise<void> {
  if (coins.length === 0) return;
  await tx.query(
    `select w.id from wallet w join unnest($1::uuid[], $2::text[]) as coins (user_id, asset)
       on w.user_id = coins.user_id and w.currency || '@' || w.network = coins.asset
     order by w.id for update of w`,
    columnsOf(coins),
    'wallets-hold',
  );
}

/** The conversions of users and assets that a deposit may still fund, locked in a fixed order, oldest first. */
export async function loadOpenConversionsForUpdate(tx: Transaction, coins: readonly Coins[]): Promise<Order[]> {
  if (coins.length === 0) return [];
  const rows = await tx.query<OrderRow>(
    `select o.* from customer_order o
       join unnest($1::uuid[], $2::text[]) as coins (user_id, asset) on o.user_id = coins.user_id and o.asset = coins.asset
     where o.kind = 'conversion' and o.status <> 'declined'
       and o.funding in ('awaiting', 'confirming', 'underpaid', 'expired')
     order by o.id for update of o`,
    columnsOf(coins),
    'orders-open',
  );
  return rows.map(readOrder);
}

/** The conversions of a user and asset whose coins are held and that have no payout, locked, the newest first. */
export async function loadCoveredConversionsForUpdate(tx: Transaction, { userId, asset }: Coins): Promise<Order[]> {
  const rows = await tx.query<OrderRow>(
    `select * from customer_order where user_id = $1 and asset = $2 and kind = 'conversion' and status <> 'declined'
       and funding in ${COVERED_AS_SQL} and payout = 'none'
     order by id for update`,
    [userId, asset],
  );
  return rows.map(readOrder).toReversed();
}

/** Coins of an asset in the balance of a user. */
export interface Coins {
  readonly userId: UserId;
  readonly asset: string;
}

const columnsOf = (coins: readonly Coins[]) => [coins.map(({ userId }) => userId), coins.map(({ asset }) => asset)];

/** The keys of those targets for which coins are on the chain and not final yet; dust does not count. */
export async function listUnconfirmed(
  connection: Connection,
  targets: readonly FundedTarget[],
): Promise<ReadonlySet<string>> {
  const rows = await connection.query<{ asset: string; amount: string; user_id: UserId; order_id: OrderId | null }>(
    `select d.asset, d.amount, d.user_id, o.id as order_id
     from customer_order o join deposit d on d.address_id = o.address_id
     join deposit_address a on a.id = d.address_id and a.payment_asset = d.asset
     where o.id = any($1::uuid[]) and d.status in ('seen', 'confirming')
     union all
     select d.asset, d.amount, d.user_id, null
     from unnest($2::uuid[], $3::text[]) as coins (user_id, asset)
     join deposit d on d.user_id = coins.user_id and d.asset = coins.asset
     join deposit_address a on a.id = d.address_id and a.payment_asset is null
     where d.status in ('seen', 'confirming')`,
    [
      targets.flatMap((target) => (target.kind === 'payment' ? target.orderId : [])),
      ...columnsOf(targets.flatMap((target) => (target.kind === 'conversions' ? target : []))),
    ],
    'deposits-unconfirmed',
  );
  const found = rows.filter(({ asset, amount }) => !isDust(asset, BigInt(amount)));
  return new Set(
    found.map(({ asset, user_id: userId, order_id: orderId }) =>
      keyOf(orderId === null ? { kind: 'conversions', userId, asset } : { kind: 'payment', orderId }),
    ),
  );
}

/** Deposits of an order: those that counted towards it and, while it is open, those still being confirmed. */
export async function listOrderDeposits(connection: Connection, order: Order): Promise<ArrivedDeposit[]> {
  const isOpen = ['awaiting', 'confirming', 'underpaid', 'expired'].includes(order.funding);
  const rows = await connection.query<DepositRow>(
    `select ${DEPOSIT_COLUMNS} from deposit d
     where d.id in (
       select deposit_id from order_deposit where order_id = $1
       union
       select w.id from deposit w
       where $2 and w.user_id = $3 and w.asset = $4 and w.status in ('seen', 'confirming') and case
         when $5::uuid is null then not exists (
           select 1 from deposit_address a where a.id = w.address_id and a.payment_asset is not null)
         else w.address_id = $5 end)
     order by d.seen_at, d.id`,
    [order.id, isOpen, order.userId, order.asset, order.addressId],
  );
  return rows.map(readDeposit);
}

/** Another transaction has just changed what was decided on: `Database.transaction` runs the work again, and it sees that. */
export class DecidedSince extends Error {
  readonly code = '40001';
}

/**
 * Records, once and for ever, that deposits were decided on, each with the order that it counts towards, or null. Waits
 * for a transaction that is deciding on one of them at this moment, and asks for a repeat where it has.
 */
export async function insertDecisions(
  tx: Transaction,
  decisions: ReadonlyMap<DepositId, OrderId | null>,
): Promise<void> {
  if (decisions.size === 0) return;
  const rows = await tx.query(
    `insert into order_deposit (deposit_id, order_id)
     select * from unnest($1::uuid[], $2::uuid[]) as decided (deposit_id, order_id) order by deposit_id
     on conflict do nothing returning deposit_id`,
    [[...decisions.keys()], [...decisions.values()]],
    'decisions-insert',
  );
  if (rows.length !== decisions.size) throw new DecidedSince('a deposit has just been decided on');
}

/** The same as `insertDecisions` for one deposit that counts towards nothing; false where it was decided on before. */
export async function claimDeposit(tx: Transaction, depositId: DepositId): Promise<boolean> {
  const rows = await tx.query(
    `insert into order_deposit (deposit_id) values ($1) on conflict do nothing returning deposit_id`,
    [depositId],
  );
  return rows.length === 1;
}

/** What was decided on deposits before. */
export interface Decided {
  readonly depositIds: ReadonlySet<DepositId>;
  /** The confirmed deposits that count towards each order. */
  readonly counted: ReadonlyMap<OrderId, readonly { readonly amount: bigint; readonly seenAt: Date }[]>;
}

/** Which of these deposits were decided on, and what counts towards these orders. Call it with the orders locked. */
export async function loadDecided(
  tx: Transaction,
  depositIds: readonly DepositId[],
  orderIds: readonly OrderId[],
): Promise<Decided> {
  const rows = await tx.query<{
    deposit_id: DepositId;
    order_id: OrderId | null;
    amount: string;
    seen_at: Date;
    status: DepositState;
  }>(
    `select o.deposit_id, o.order_id, d.amount, d.seen_at, d.status
     from order_deposit o join deposit d on d.id = o.deposit_id
     where o.deposit_id = any($1::uuid[]) or o.order_id = any($2::uuid[])`,
    [depositIds, orderIds],
    'deposits-decided',
  );
  const counted = new Map<OrderId, { amount: bigint; seenAt: Date }[]>();
  for (const { order_id: orderId, amount, seen_at: seenAt, status } of rows) {
    if (orderId === null || status !== 'confirmed') continue;
    counted.set(orderId, [...(counted.get(orderId) ?? []), { amount: BigInt(amount), seenAt }]);
  }
  return { depositIds: new Set(rows.map(({ deposit_id: id }) => id)), counted };
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

/**
 * As SQL: orders `o` for which nothing came until $1: conversions whose rate lock has ended, unless coins that were seen before
 * may still pay them, and payments that no longer count as open. Uses the index of orders without coins, few at any moment: a rate
 * never holds longer than a payment is open.
 */
const HAVE_ENDED = `o.status <> 'declined' and o.funding in ('awaiting') and o.lock_expires_at < $1
  and case o.kind when 'conversion' then not ${HAS_COINS_IN_TIME}
    else exists (select 1 from payment p where p.order_id = o.id and p.open_until < $1) end`;

/** As SQL: whether the chain has taken back a credited deposit of a user since a time, or one turned out to be another's. */
export const wasTakenBackSince = (owner: string, since: string): string =>
  `(exists (select from deposit d where d.user_id = ${owner} and d.status = 'reverted' and d.updated_at >= ${since})
    or exists (select from surplus_share g where g.user_id = ${owner} and g.drawn_at >= ${since}))`;

/** Whether there is an order for which nothing came until `now`. */
export async function haveOrdersEnded(connection: Connection, now: Date): Promise<boolean> {
  const rows = await connection.query(
    `select 1 from customer_order o where ${HAVE_ENDED} limit 1`,
    [now],
    'have-orders-ended',
  );
  return rows.length > 0;
}

/** Orders for which nothing came until `now`, locked. Those that another process has locked are skipped. */
export async function loadEndedOrdersForUpdate(tx: Transaction, now: Date): Promise<Order[]> {
  const rows = await tx.query<OrderRow>(
    `select o.* from customer_order o where ${HAVE_ENDED}
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

/** How long after its rate has ended an order may still have coins on the way that are looked for at the usual pace. */
const LATE = '1 hour';

/** Which of these deposit addresses an order or a payment waits for coins at, however long ago its rate has ended. */
export async function listAwaited(connection: Connection, addresses: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await connection.query<{ address: string }>(
    `select a.address from deposit_address a where a.address = any($1::text[]) and exists (
       select from customer_order o where o.status <> 'declined' and o.funding in ('awaiting', 'underpaid', 'confirming')
         and (o.address_id = a.id or (o.address_id is null and o.user_id = a.user_id)))`,
    [addresses],
  );
  return new Set(rows.map(({ address }) => address));
}

/** The merchant of a payment by link and the asset that arrived; null for a conversion, or where nothing arrived. */
export async function findPaymentCoins(
  connection: Connection,
  orderId: OrderId,
): Promise<{ userId: UserId; asset: string } | null> {
  const [row] = await connection.query<{ userId: UserId; asset: string }>(
    `select user_id as "userId", asset from customer_order where id = $1 and kind = 'payment' and received > 0`,
    [orderId],
  );
  return row ?? null;
}

/** Those of these networks on which an order or a payment waits for coins, or did until an hour ago. */
export async function listExpected(
  connection: Connection,
  networks: readonly NetworkId[],
  now: Date,
): Promise<NetworkId[]> {
  const rows = await connection.query<{ network: NetworkId }>(
    `select network from unnest($1::text[]) as asked (network) where exists (select from customer_order o
       where o.network = asked.network and o.status <> 'declined'
         and o.funding in ('awaiting', 'underpaid') and o.lock_expires_at > $2::timestamptz - interval '${LATE}')`,
    [networks, now],
    'list-expected',
  );
  return rows.map(({ network }) => network);
}
