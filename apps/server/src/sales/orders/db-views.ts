import type { DeclineCode } from '@kobogate/contract';
import type { Connection } from '../../platform/database.ts';
import { countsStill } from '../../controls/index.ts';
import { HAS_BEGUN } from './db-begun.ts';
import { type OrderRow, readOrder } from './db.ts';
import type { Order } from './order.ts';

/** An order with what a list shows beside it. */
export interface OrderView {
  readonly order: Order;
  readonly depositAddress: string;
  /** The customer's free coins of the order's asset, in smallest units. */
  readonly freeBalance: bigint;
  readonly customerName: string;
  readonly customerEmail: string;
  /** A payout of it can't be settled by what the bank answers: somebody has to decide. */
  readonly payoutNeedsPerson: boolean;
  /** Of its newest payout; null before the first. */
  readonly payoutRail: string | null;
  readonly declineCode: DeclineCode | null;
  /** The first of two approvals that it needs. */
  readonly firstApproval: { readonly adminId: string; readonly by: string; readonly at: Date } | null;
}

export interface ViewRow extends OrderRow {
  address: string;
  first_name: string;
  last_name: string;
  email: string;
  needs_person: boolean;
  payout_rail: string | null;
  decline_code: DeclineCode | null;
  first_approved_by: string | null;
  first_approved_at: Date | null;
  first_approver: string | null;
}

/** What a list or a view of orders reads, with the orders as `o`. */
export const ORDER_VIEW = `select o.*, a.address, u.first_name, u.last_name, u.email,
    exists (select 1 from payout p where p.order_id = o.id and p.needs_person) as needs_person,
    (select coalesce(p.only_rail, p.rail) from payout p where p.order_id = o.id order by p.attempt desc limit 1) as payout_rail,
    first.first_name || ' ' || first.last_name as first_approver
  from customer_order o
  left join wallet w on w.id = o.wallet_id
  join deposit_address a on a.id = coalesce(o.address_id, w.address_id)
  join app_user u on u.id = o.user_id
  left join app_user first on first.id = o.first_approved_by
    and (o.status <> 'pending' or (${countsStill('first', 'o.first_approved_at')}))`;

export type ViewWithoutBalance = Omit<OrderView, 'freeBalance'>;

/** A row of `ORDER_VIEW` in the feature's words. Pure. */
export function readView(row: ViewRow): ViewWithoutBalance {
  return {
    order: readOrder(row),
    depositAddress: row.address,
    customerName: `${row.first_name} ${row.last_name}`.trim(),
    customerEmail: row.email,
    payoutNeedsPerson: row.needs_person,
    payoutRail: row.payout_rail,
    declineCode: row.decline_code,
    firstApproval: readFirstApproval(row),
  };
}

function readFirstApproval(row: ViewRow): OrderView['firstApproval'] {
  const { first_approved_by: adminId, first_approver: by, first_approved_at: at } = row;
  return adminId === null || by === null || at === null ? null : { adminId, by, at };
}

/**
 * A page of a user's orders, newest first: their conversions alone, or payments that have begun too; those older than the
 * order `before` where it is given.
 */
export async function listUserOrders(
  connection: Connection,
  userId: string,
  page: { before: string | null; limit: number; kinds: 'conversions' | 'all' },
): Promise<ViewWithoutBalance[]> {
  const rows = await connection.query<ViewRow>(
    `${ORDER_VIEW} where o.user_id = $1 and (o.kind = 'conversion' or $4 and ${HAS_BEGUN}) and ($2::uuid is null or o.id < $2)
     order by o.id desc limit $3`,
    [userId, page.before, page.limit, page.kinds === 'all'],
    'orders-of-user',
  );
  return rows.map(readView);
}

/** One order; null where it does not exist or, with `userId`, is somebody else's. */
export async function findOrderView(
  connection: Connection,
  orderId: string,
  userId: string | null,
): Promise<ViewWithoutBalance | null> {
  const [row] = await connection.query<ViewRow>(
    `${ORDER_VIEW} where o.id = $1 and ($2::uuid is null or o.user_id = $2)`,
    [orderId, userId],
    'order-view',
  );
  return row === undefined ? null : readView(row);
}

/** The naira (kobo) of an order as it is priced now; null where there is no such order. */
export async function findNaira(connection: Connection, orderId: string): Promise<bigint | null> {
  const [row] = await connection.query<{ naira: string }>(
    `select naira_kobo as naira from customer_order where id = $1`,
    [orderId],
  );
  return row === undefined ? null : BigInt(row.naira);
}

/** The timeline of an order, oldest first. */
export function listOrderEvents(
  connection: Connection,
  orderId: string,
): Promise<{ at: Date; type: string; text: string }[]> {
  return connection.query(
    `select at, type, text from order_event where order_id = $1 order by at, id`,
    [orderId],
    'order-timeline',
  );
}
