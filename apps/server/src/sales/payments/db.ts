import type {
  AddressId,
  CustomValue,
  DepositState,
  LinkId,
  OrderId,
  PayerLanguage,
  PaymentState,
  PaymentTotals,
  UserId,
} from '@kobogate/contract';
import { BROUGHT } from '../../custody/index.ts';
import type { Connection, Transaction } from '../../platform/database.ts';
import type { PastRows } from '../../platform/past-rows.ts';
import { byPlace, groupBy } from '../../platform/group-by.ts';
import { MONTH_IS_PAID, monthsOf } from '../settled/db.ts';
import { ERASED_PAYEE, COVERED_AS_SQL, type OrderRow, readOrder } from '../orders/db.ts';
import type { Order } from '../orders/order.ts';
import type { Metadata } from '../payment-links/link.ts';
import type { AskedAmount } from './payment-amount.ts';
import { type Rate, type Kobo, toKobo } from '@kobogate/money';
import { readRate } from '../../pricing/index.ts';
import { listOfferedRefunds, type OfferedRefund } from '../refund-offers/db.ts';

/** The fields that only a payment has, besides its order. */
export interface PaymentFacts {
  readonly name: string;
  readonly purpose: string;
  readonly asked: AskedAmount;
  /** Until when it counts as open although nothing has arrived. */
  readonly openUntil: Date;
  readonly reference: string | null;
  /** The merchant's own data. */
  readonly metadata: Metadata;
  /** What the payer gave for the link's own fields. */
  readonly customValues: readonly CustomValue[];
  readonly payerEmail: string | null;
  /** The language in which the receipt was mailed. */
  readonly payerLanguage: PayerLanguage;
}

/** A payment: its order, and the fields that only it has. */
export interface PaymentRecord {
  readonly order: Order;
  readonly facts: PaymentFacts;
}

export interface FactsRow {
  name: string;
  purpose: string;
  amount_currency: string;
  asked_amount: string;
  open_until: Date;
  reference: string | null;
  metadata: Metadata;
  custom_values: CustomValue[];
  payer_email: string | null;
  payer_language: PayerLanguage;
}

/** The columns of a payment, as `p`, besides its order. */
export const FACTS = `p.name, p.purpose, p.amount_currency, p.amount as asked_amount, p.open_until, p.reference, p.metadata, p.custom_values, p.payer_email, p.payer_language`;

/** What a payment has besides its order, as its row in the database says. */
export function readFacts(row: FactsRow): PaymentFacts {
  return {
    name: row.name,
    purpose: row.purpose,
    asked: { currency: row.amount_currency, amount: row.asked_amount },
    openUntil: row.open_until,
    reference: row.reference,
    metadata: row.metadata,
    customValues: row.custom_values,
    payerEmail: row.payer_email,
    payerLanguage: row.payer_language,
  };
}

const readRecord = (row: OrderRow & FactsRow): PaymentRecord => ({ order: readOrder(row), facts: readFacts(row) });

/** A payment that is opened: nothing is known of its payer yet. */
export type NewPayment = Omit<PaymentFacts, 'payerEmail' | 'payerLanguage'> & { readonly orderId: OrderId };

/** Writes the fields that only payments have; their orders exist already. */
export async function insertPayments(tx: Transaction, payments: readonly NewPayment[]): Promise<void> {
  await tx.query(
    `insert into payment (order_id, name, purpose, amount_currency, amount, open_until, reference, metadata, custom_values)
     select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::text[],
       $8::jsonb[], $9::jsonb[])`,
    [
      payments.map(({ orderId }) => orderId),
      payments.map(({ name }) => name),
      payments.map(({ purpose }) => purpose),
      payments.map(({ asked }) => asked.currency),
      payments.map(({ asked }) => asked.amount),
      payments.map(({ openUntil }) => openUntil.toISOString()),
      payments.map(({ reference }) => reference),
      payments.map(({ metadata }) => JSON.stringify(metadata)),
      payments.map(({ customValues }) => JSON.stringify(customValues)),
    ],
    'payments-insert',
  );
}

/** A payment with its order locked; null where there is none. */
export async function loadPaymentForUpdate(tx: Transaction, orderId: OrderId): Promise<PaymentRecord | null> {
  const [row] = await tx.query<OrderRow & FactsRow>(`${LOCKED} for update of o`, [[orderId]], 'payment-lock');
  return row === undefined ? null : readRecord(row);
}

/** Payments with their orders locked in a fixed order, without those that another transaction has locked. */
export async function loadFreePaymentsForUpdate(
  tx: Transaction,
  orderIds: readonly OrderId[],
): Promise<ReadonlyMap<OrderId, PaymentRecord>> {
  if (orderIds.length === 0) return new Map();
  const rows = await tx.query<OrderRow & FactsRow>(
    `${LOCKED} order by o.id for update of o skip locked`,
    [orderIds],
    'payments-lock-free',
  );
  return new Map(rows.map((row) => [row.id, readRecord(row)]));
}

const LOCKED = `select o.*, ${FACTS} from customer_order o join payment p on p.order_id = o.id where o.id = any($1::uuid[])`;

/** Moves the time until which a payment counts as open. */
export async function saveOpenUntil(tx: Transaction, orderId: OrderId, openUntil: Date): Promise<void> {
  await tx.query(`update payment set open_until = $2 where order_id = $1`, [orderId, openUntil]);
}

/** The merchant of a payment; null where there is none. */
export async function findOwner(connection: Connection, orderId: OrderId): Promise<UserId | null> {
  const [row] = await connection.query<{ user_id: UserId }>(
    `select user_id from customer_order where id = $1 and kind = 'payment'`,
    [orderId],
    'payment-owner',
  );
  return row?.user_id ?? null;
}

/** Saves the address that a payer gave for the receipt, and their language. */
export async function savePayer(
  tx: Transaction,
  orderId: OrderId,
  { email, language }: { email: string; language: PayerLanguage },
): Promise<void> {
  await tx.query(`update payment set payer_email = $2, payer_language = $3 where order_id = $1`, [
    orderId,
    email,
    language,
  ]);
}

/** A transfer to a payment's address. */
export interface ArrivedDeposit {
  readonly addressId: AddressId;
  readonly transaction: string;
  readonly asset: string;
  readonly amount: bigint;
  /** Of it without coins that turned out to be another payment's. */
  readonly brought: bigint;
  readonly status: DepositState;
  readonly confirmations: number;
  readonly confirmationsNeeded: number;
}

/** A payment with all displayed data. */
export interface PaymentView extends PaymentRecord {
  readonly address: string;
  readonly linkName: string;
  readonly successMessage: string | null;
  readonly redirectUrl: string | null;
  readonly marketRate: Rate | null;
  readonly feeKobo: Kobo;
  readonly vatKobo: Kobo;
  /** Whether its present quote held a rate for some time. */
  readonly isRateHeld: boolean;
  /** Whether its link is for one payment, and another one was that. */
  readonly isLinkUsed: boolean;
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
  is_link_used: boolean;
  version_at: string;
}

/** When a payer could last see something of `o` change, in microseconds since 1970. */
const VERSION = `floor(extract(epoch from greatest(o.updated_at,
  (select max(d.updated_at) from deposit d where d.address_id = o.address_id),
  (select l.used_at from payment_link l where l.id = o.payment_link_id and l.is_once))) * 1000000)::text`;

/** The columns of a payment for everyone who may see it. */
const VIEW = `select o.*, ${FACTS}, a.address, l.name as link_name, l.success_message, l.redirect_url, q.market_rate, q.fee_kobo, q.vat_kobo,
    q.expires_at > q.made_at as is_rate_held, coalesce(l.is_once and l.used_by <> o.id, false) as is_link_used,
    ${VERSION} as version_at
  from customer_order o
  join payment p on p.order_id = o.id
  join deposit_address a on a.id = o.address_id
  join payment_link l on l.id = o.payment_link_id
  join order_quote q on q.id = o.order_quote_id`;

/** One payment; null where it does not exist or, with `merchantId`, belongs to another merchant. */
export async function findPaymentView(
  connection: Connection,
  orderId: OrderId,
  merchantId: UserId | null,
): Promise<PaymentView | null> {
  const rows = await connection.query<ViewRow>(
    `${VIEW} where o.id = $1 and ($2::uuid is null or o.user_id = $2)`,
    [orderId, merchantId],
    'payment-view',
  );
  const [view] = await complete(connection, rows);
  return view ?? null;
}

/** The payments of these ids, in any order. */
export async function listPaymentViewsById(connection: Connection, ids: readonly OrderId[]): Promise<PaymentView[]> {
  const rows = await connection.query<ViewRow>(`${VIEW} where o.id = any($1::uuid[])`, [ids], 'payments-by-id');
  return complete(connection, rows);
}

/** Payments with their transfers and events, in the order of the rows. */
export async function complete(connection: Connection, rows: readonly ViewRow[]): Promise<PaymentView[]> {
  if (rows.length === 0) return [];
  const found = rows.map((row) => ({ row, order: readOrder(row) }));
  const [deposits, events, refunds] = await Promise.all([
    listArrived(
      connection,
      found.flatMap(({ order }) => order.addressId ?? []),
    ),
    connection.query<{ order_id: OrderId; at: Date; type: string }>(
      // Of a prepared statement the first and the last, but not a list, say in which months it looks.
      `select order_id, at, type from order_event where order_id = any($1::uuid[])
         and order_id between ($1::uuid[])[1] and ($1::uuid[])[cardinality($1::uuid[])] order by at, id`,
      [found.map(({ order }) => order.id).toSorted()],
      'payment-timelines',
    ),
    listOfferedRefunds(
      connection,
      found.map(({ order }) => order.id),
    ),
  ]);
  const depositsOf = groupBy(deposits, ({ addressId }) => addressId);
  const refundsOf = groupBy(refunds, ({ orderId }) => orderId);
  const eventsOf = groupBy(events, ({ order_id: orderId }) => orderId);
  return found.map(({ row, order }) => ({
    order,
    facts: readFacts(row),
    address: row.address,
    linkName: row.link_name,
    successMessage: row.success_message,
    redirectUrl: row.redirect_url,
    marketRate: row.market_rate === null ? null : readRate(row.market_rate),
    feeKobo: toKobo(row.fee_kobo),
    vatKobo: toKobo(row.vat_kobo),
    isRateHeld: row.is_rate_held,
    isLinkUsed: row.is_link_used,
    deposits: order.addressId === null ? [] : (depositsOf.get(order.addressId) ?? []),
    refunds: refundsOf.get(order.id) ?? [],
    events: eventsOf.get(order.id) ?? [],
    version: Number(row.version_at),
  }));
}

async function listArrived(connection: Connection, addressIds: readonly AddressId[]): Promise<ArrivedDeposit[]> {
  const rows = await connection.query<Omit<ArrivedDeposit, 'amount' | 'brought'> & { amount: string; brought: string }>(
    `select address_id as "addressId", transaction, asset, amount, ${BROUGHT} as brought, status, confirmations,
       confirmations_needed as "confirmationsNeeded"
     from deposit d where address_id = any($1::uuid[]) order by seen_at, id`,
    [addressIds],
    'payment-deposits',
  );
  return rows.map(({ amount, brought, ...row }) =>
    Object.assign(row, { amount: BigInt(amount), brought: BigInt(brought) }),
  );
}

/** The state of a payment; null where there is none. */
export async function findPaymentVersion(connection: Connection, orderId: OrderId): Promise<number | null> {
  const [row] = await connection.query<{ version: string }>(
    `select ${VERSION} as version from customer_order o where o.id = $1 and o.kind = 'payment'`,
    [orderId],
    'payment-version',
  );
  return row === undefined ? null : Number(row.version);
}

/** The filters of a merchant's payments; null: none. */
export interface PaymentSearch {
  readonly linkId: LinkId | null;
  /** A part of the reference, the payer's e-mail or a transaction, or the payment's whole id; any case. */
  readonly search: string | null;
}

/** The filters of a page of a list. */
export interface PaymentFilter extends PaymentSearch {
  readonly state: PaymentState | null;
  /** Only payments that are older than this one. */
  readonly before: OrderId | null;
}

/** `stateOf` as SQL. */
const STATE = `case when o.status = 'declined' then 'declined' when o.funding in ${COVERED_AS_SQL} then 'paid'
  when o.funding = 'confirming' then case when exists (select 1 from deposit d where d.address_id = o.address_id
    and d.status = 'confirming') then 'confirming' else 'seen' end
  when o.funding in ('underpaid', 'expired') then o.funding else 'waiting' end`;

/** A merchant's own, $1; of the link $2, and with the text $3 in it. */
const FOUND = `o.user_id = $1 and o.kind = 'payment' and ($2::uuid is null or o.payment_link_id = $2)
  and ($3::text is null or o.id::text = lower($3) or strpos(lower(p.reference), lower($3)) > 0
    or strpos(lower(p.payer_email), lower($3)) > 0 or exists (select 1 from deposit d
      where d.address_id = o.address_id and strpos(lower(d.transaction), lower($3)) > 0))`;

/** At most `limit` of a merchant's payments, newest first. */
export async function findPaymentIds(
  connection: Connection,
  merchantId: UserId,
  { linkId, search, state, before, limit }: PaymentFilter & { limit: number },
): Promise<OrderId[]> {
  const rows = await connection.query<{ id: OrderId }>(
    `select o.id from customer_order o join payment p on p.order_id = o.id
     where ${FOUND} and ($4::text is null or ${STATE} = $4) and ($5::uuid is null or o.id < $5)
     order by o.id desc limit $6`,
    [merchantId, linkId, search, state, before, limit],
    'payments-of-merchant',
  );
  return rows.map(({ id }) => id);
}

/** For each of these merchants their newest payments, at most as many as are asked for, in the order in which they are asked for. */
export async function listNewestPayments(
  connection: Connection,
  asked: readonly { readonly merchantId: UserId; readonly most: number }[],
): Promise<OrderId[][]> {
  const rows = await connection.query<{ newest: OrderId[] }>(
    `select array(select id from customer_order where user_id = asked.user_id and kind = 'payment'
       order by id desc limit asked.most) as newest
     from unnest($1::uuid[], $2::int[]) with ordinality as asked (user_id, most, place) order by place`,
    [asked.map(({ merchantId }) => merchantId), asked.map(({ most }) => most)],
    'payments-newest',
  );
  return rows.map(({ newest }) => newest);
}

/** At most `limit` of a merchant's payments that were opened from `start` up to `end`, oldest first, after `after`. */
export async function listPaymentsOpened(
  connection: Connection,
  merchantId: UserId,
  filter: PaymentSearch & { state: PaymentState | null; start: Date; end: Date; after: string | null; limit: number },
): Promise<PaymentView[]> {
  const { linkId, search, state, start, end, after, limit } = filter;
  const rows = await connection.query<ViewRow>(
    `${VIEW} where ${FOUND} and ($4::text is null or ${STATE} = $4) and ($5::uuid is null or o.id > $5)
       and o.created_at >= $6 and o.created_at < $7
     order by o.id limit $8`,
    [merchantId, linkId, search, state, after, start, end, limit],
    'payments-opened',
  );
  return complete(connection, rows);
}

const SEARCHED = `select ${STATE} as state, 1 as orders, o.naira_kobo
  from customer_order o join payment p on p.order_id = o.id where ${FOUND}`;

const IS_ASKED = `payment_link_id is not null and (asked.link_id is null or payment_link_id = asked.link_id)`;
/** Whether their coins have been seen alone is not counted: they are looked at, and few. */
const IS_CONFIRMING = `(o.funding = 'confirming' and o.status <> 'declined')`;

/** All payments of the merchant, old ones as they were counted. */
const COUNTED = `
  select ${STATE} as state, 1 as orders, o.naira_kobo from customer_order o
  where user_id = asked.user_id and ${IS_ASKED} and ${IS_CONFIRMING}
  union all
  select case when o.status = 'declined' then 'declined' when ${MONTH_IS_PAID} then 'paid'
    when o.funding in ('underpaid', 'expired') then o.funding else 'waiting' end, o.orders, o.naira_kobo
  from (${monthsOf('user_id = asked.user_id', IS_ASKED)}) o where not ${IS_CONFIRMING}`;

const SUMS = 'state, sum(orders)::int as count, coalesce(sum(naira_kobo), 0)::text as kobo';
interface SumsRow {
  state: string;
  count: number;
  kobo: string;
}

/** For each merchant how many payments are in each state, of one link or of all (null), and the sum of the paid ones. */
export async function countPayments(
  at: Connection,
  asked: readonly { readonly merchantId: UserId; readonly linkId: LinkId | null }[],
): Promise<PaymentTotals[]> {
  const rows = await at.query<SumsRow & { place: bigint }>(
    `select asked.place, ${SUMS} from unnest($1::uuid[], $2::uuid[]) with ordinality as asked (user_id, link_id, place)
     cross join lateral (${COUNTED}) found group by 1, 2`,
    [asked.map(({ merchantId }) => merchantId), asked.map(({ linkId }) => linkId)],
    'payments-counted',
  );
  return byPlace(rows, asked.length).map(readTotals);
}

/** The same of those payments of a merchant that a search finds. */
export async function countFoundPayments(
  at: Connection,
  merchantId: UserId,
  { linkId, search }: PaymentSearch,
): Promise<PaymentTotals> {
  const rows = await at.query<SumsRow>(
    `select ${SUMS} from (${SEARCHED}) found group by state`,
    [merchantId, linkId, search],
    'payments-searched',
  );
  return readTotals(rows);
}

function readTotals(rows: readonly SumsRow[]): PaymentTotals {
  const countOf = (state: PaymentState) => rows.find((row) => row.state === state)?.count ?? 0;
  return {
    byState: {
      waiting: countOf('waiting'),
      seen: countOf('seen'),
      confirming: countOf('confirming'),
      underpaid: countOf('underpaid'),
      paid: countOf('paid'),
      expired: countOf('expired'),
      declined: countOf('declined'),
    },
    nairaKobo: rows.find(({ state }) => state === 'paid')?.kobo ?? '0',
  };
}

/** As SQL: payments that still have what a payer gave, or what a merchant's program noted beside it. */
const HAS_PAYER = `(payer_email is not null or custom_values <> '[]' or metadata <> '{}')`;

/** Counts the payments with something of a payer that were open until before a time, at most `most`. */
export async function countPayers(connection: Connection, before: Date, most: number): Promise<PastRows> {
  const [row] = await connection.query<PastRows>(
    `select count(*)::int as count, min(open_until) as oldest from (
       select open_until from payment where ${HAS_PAYER} and open_until < $1 order by open_until limit $2) past`,
    [before, most],
  );
  return row ?? { count: 0, oldest: null };
}

/**
 * Removes what payers gave, and what merchants' programs noted beside it, of payments that were open until before a time, at most
 * `limit`; answers of how many.
 */
export async function forgetPayers(tx: Transaction, before: Date, limit: number): Promise<number> {
  const rows = await tx.query(
    `update payment set payer_email = null, custom_values = '[]', metadata = '{}' where order_id in (
       select order_id from payment where ${HAS_PAYER} and open_until < $1
       order by open_until limit $2 for update skip locked) returning 1`,
    [before, limit],
  );
  return rows.length;
}

/** Overwrites what payments were for. */
export async function erasePurposes(tx: Transaction, orderIds: readonly OrderId[]): Promise<void> {
  await tx.query(
    `update payment set name = '${ERASED_PAYEE}', purpose = '', reference = null where order_id = any($1::uuid[])`,
    [orderIds],
  );
}
