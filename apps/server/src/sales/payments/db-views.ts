import type { DepositState } from '@kobogate/contract';
import type { Rate } from '@kobogate/money';
import type { Connection } from '../../platform/database.ts';
import { type OrderRow, readOrder } from '../orders/db.ts';
import { readRate } from '../../pricing/index.ts';
import { listOfferedRefunds, type OfferedRefund } from './db-refunds.ts';
import { FACTS, type FactsRow, type PaymentRecord, readFacts } from './db.ts';

/** A transfer to a payment's address. */
export interface ArrivedDeposit {
  readonly addressId: string;
  readonly transaction: string;
  readonly asset: string;
  readonly amount: bigint;
  readonly status: DepositState;
  readonly confirmations: number;
  readonly confirmationsNeeded: number;
}

/** A payment with everything that is shown of it. */
export interface PaymentView extends PaymentRecord {
  readonly address: string;
  readonly linkName: string;
  readonly successMessage: string | null;
  readonly redirectUrl: string | null;
  readonly marketRate: Rate | null;
  readonly feeKobo: bigint;
  readonly vatKobo: bigint;
  /** Whether the quote that it has now held a rate for some time. */
  readonly isRateHeld: boolean;
  readonly deposits: readonly ArrivedDeposit[];
  readonly refunds: readonly OfferedRefund[];
  readonly events: readonly { readonly at: Date; readonly type: string }[];
  /** When a payer could last see something change, in microseconds since 1970. */
  readonly version: number;
}

export interface ViewRow extends OrderRow, FactsRow {
  address: string;
  link_name: string;
  success_message: string | null;
  redirect_url: string | null;
  market_rate: string | null;
  fee_kobo: string;
  vat_kobo: string;
  is_rate_held: boolean;
  version_at: string;
}

/** When a payer could last see something of `o` change, in microseconds since 1970. */
const VERSION = `floor(extract(epoch from greatest(o.updated_at,
  (select max(d.updated_at) from deposit d where d.address_id = o.address_id))) * 1000000)::text`;

/** What is read of a payment for everybody who may see it. */
export const VIEW = `select o.*, ${FACTS}, a.address, l.name as link_name, l.success_message, l.redirect_url, q.market_rate, q.fee_kobo, q.vat_kobo,
    q.expires_at > q.made_at as is_rate_held,
    ${VERSION} as version_at
  from customer_order o
  join payment p on p.order_id = o.id
  join deposit_address a on a.id = o.address_id
  join payment_link l on l.id = o.payment_link_id
  join order_quote q on q.id = o.order_quote_id`;

/** One payment; null where it does not exist or, with `merchantId`, is somebody else's. */
export async function findPaymentView(
  connection: Connection,
  orderId: string,
  merchantId: string | null,
): Promise<PaymentView | null> {
  const rows = await connection.query<ViewRow>(
    `${VIEW} where o.id = $1 and ($2::uuid is null or o.user_id = $2)`,
    [orderId, merchantId],
    'payment-view',
  );
  const [view] = await complete(connection, rows);
  return view ?? null;
}

/** Payments with their transfers and events, in the order of the rows. */
export async function complete(connection: Connection, rows: readonly ViewRow[]): Promise<PaymentView[]> {
  if (rows.length === 0) return [];
  const orders = rows.map(readOrder);
  const [deposits, events, refunds] = await Promise.all([
    listArrived(
      connection,
      orders.flatMap(({ addressId }) => addressId ?? []),
    ),
    connection.query<{ order_id: string; at: Date; type: string }>(
      `select order_id, at, type from order_event where order_id = any($1::uuid[]) order by at, id`,
      [orders.map(({ id }) => id)],
      'payment-timelines',
    ),
    listOfferedRefunds(
      connection,
      orders.map(({ id }) => id),
    ),
  ]);
  return rows.map((row) => {
    const order = readOrder(row);
    return {
      order,
      facts: readFacts(row),
      address: row.address,
      linkName: row.link_name,
      successMessage: row.success_message,
      redirectUrl: row.redirect_url,
      marketRate: row.market_rate === null ? null : readRate(row.market_rate),
      feeKobo: BigInt(row.fee_kobo),
      vatKobo: BigInt(row.vat_kobo),
      isRateHeld: row.is_rate_held,
      deposits: deposits.filter(({ addressId }) => addressId === order.addressId),
      refunds: refunds.filter(({ orderId }) => orderId === order.id),
      events: events.filter((event) => event.order_id === order.id),
      version: Number(row.version_at),
    };
  });
}

async function listArrived(connection: Connection, addressIds: readonly string[]): Promise<ArrivedDeposit[]> {
  const rows = await connection.query<Omit<ArrivedDeposit, 'amount'> & { amount: string }>(
    `select address_id as "addressId", transaction, asset, amount, status, confirmations,
       confirmations_needed as "confirmationsNeeded"
     from deposit where address_id = any($1::uuid[]) order by seen_at, id`,
    [addressIds],
    'payment-deposits',
  );
  return rows.map((row) => Object.assign(row, { amount: BigInt(row.amount) }));
}

/** How a payment stands; null where there is none. */
export async function findPaymentVersion(connection: Connection, orderId: string): Promise<number | null> {
  const [row] = await connection.query<{ version: string }>(
    `select ${VERSION} as version from customer_order o where o.id = $1 and o.kind = 'payment'`,
    [orderId],
    'payment-version',
  );
  return row === undefined ? null : Number(row.version);
}

/**
 * Which of these payments have changed within the last six seconds of the database's clock, and how they stand. Longer than
 * the pause between two looks, so that a change that committed late is not missed.
 */
export async function readChangedPayments(
  connection: Connection,
  orderIds: readonly string[],
): Promise<{ id: string; version: number }[]> {
  const rows = await connection.query<{ id: string; version: string }>(
    `select o.id, ${VERSION} as version from customer_order o
     where o.id = any($1::uuid[]) and (o.updated_at > clock_timestamp() - interval '6 seconds' or exists (
       select 1 from deposit d
       where d.address_id = o.address_id and d.updated_at > clock_timestamp() - interval '6 seconds'))`,
    [orderIds],
    'payments-changed',
  );
  return rows.map(({ id, version }) => ({ id, version: Number(version) }));
}
