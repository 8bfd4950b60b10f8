import {
  type AddressId,
  COVERED,
  type DeclineCode,
  endpoints,
  type FundingState,
  type LinkId,
  type NameResolution,
  type NetworkAsset,
  type OrderId,
  type OrderQuoteId,
  type OrderStatus,
  type PayoutState,
  type Priority,
  type RateAnswer,
  type RiskRule,
  type UserId,
  type WalletId,
} from '@kobogate/contract';
import { formatRate, toKobo } from '@kobogate/money';
import { RECORDS_CHANGED } from '../../platform/change-feed.ts';
import type { Connection, Transaction } from '../../platform/database.ts';
import type { HeldRows, PastRows } from '../../platform/past-rows.ts';
import { newId } from '../../platform/identifiers.ts';
import { readRate } from '../../pricing/index.ts';
import { type BankAccountSnapshot, nextOf, type Order, type OrderSave } from './order.ts';
import type { OrderQuote } from '../quotes/order-quote.ts';
import { countsStill } from '../../controls/index.ts';

/**
 * Whether an order, as `o`, is one that users count and see: anyone may open a payment by a link, so it counts only
 * once something arrives for it.
 */
export const HAS_BEGUN = `(o.kind = 'conversion' or o.funding not in ('awaiting', 'expired'))`;

/** As SQL: the states of an order whose coins are all there. */
export const COVERED_AS_SQL = `(${[...COVERED].map((state) => `'${state}'`).join(', ')})`;

/** As SQL: `countsToday` of an order, as `o`. */
export const COUNTS_TODAY = `case o.kind when 'conversion' then o.funding <> 'expired' else o.funding in ${COVERED_AS_SQL} end`;

/**
 * As SQL, of an order as `o`: whether it is a conversion that coins on the chain may still pay at its locked rate. They
 * were seen while it held and are not final yet; of several orders that wait for the same coins one shows `confirming`.
 */
export const HAS_COINS_IN_TIME = `(o.kind = 'conversion' and exists (
    select from deposit d join deposit_address a on a.id = d.address_id
    where d.user_id = o.user_id and d.network = o.network and d.asset = o.asset and a.payment_asset is null
      and d.status in ('seen', 'confirming') and d.seen_at <= o.lock_expires_at))`;

/**
 * As SQL, of an order as `o` that is `asked` for: how often it was approved, by the lines of its timeline. The order's id alone, which
 * is known only as the statement runs, would have every month of the history planned.
 */
export const approvalsOf = (asked: '= $1' | '= any($1::uuid[])'): string =>
  `(select count(*)::int from order_event e where e.order_id = o.id and e.order_id ${asked} and e.type = 'approved')`;

export interface OrderRow {
  id: OrderId;
  kind: Order['kind'];
  user_id: UserId;
  wallet_id: WalletId | null;
  address_id: AddressId | null;
  payment_link_id: LinkId | null;
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
  order_quote_id: OrderQuoteId;
  lock_expires_at: Date;
  status: OrderStatus;
  funding: FundingState;
  payout: PayoutState;
  received: string;
  priority: Priority;
  risk: number;
  risk_rules: RiskRule[];
  account_number: string;
  bank_code: string;
  bank_name: string;
  account_name: string;
  name_resolution: NameResolution;
  resolved_name: string | null;
  decline_reason: string | null;
  decline_code: DeclineCode | null;
  decision_due_at: Date | null;
  held_reason: string | null;
  version: number;
  created_at: Date;
  updated_at: Date;
}

/** An order as its row in the database says. */
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
    nairaKobo: toKobo(row.naira_kobo),
    spreadKobo: toKobo(row.spread_kobo),
    agreedKobo: toKobo(row.agreed_kobo ?? row.naira_kobo),
    rateAnswer: row.rate_answer,
    answerBy: row.answer_by,
    orderQuoteId: row.order_quote_id,
    lockExpiresAt: row.lock_expires_at,
    status: row.status,
    funding: row.funding,
    payout: row.payout,
    received: BigInt(row.received),
    priority: row.priority,
    risk: row.risk,
    riskRules: row.risk_rules,
    bankAccount: {
      accountNumber: row.account_number,
      bankCode: row.bank_code,
      bankName: row.bank_name,
      accountName: row.account_name,
      nameResolution: row.name_resolution,
      resolvedName: row.resolved_name,
    },
    declineReason: row.decline_reason,
    declineCode: row.decline_code,
    decisionDueAt: row.decision_due_at,
    heldReason: row.held_reason,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** The order as it stands; null where there is none. What is decided on it loads it locked. */
export async function findOrder(connection: Connection, id: OrderId): Promise<Order | null> {
  const [row] = await connection.query<OrderRow>(`select * from customer_order where id = $1`, [id], 'order');
  return row === undefined ? null : readOrder(row);
}

/** The order, locked until the transaction ends; null where there is none. */
export async function loadOrderForUpdate(tx: Transaction, id: OrderId): Promise<Order | null> {
  return (await loadOrdersForUpdate(tx, [id]))[0] ?? null;
}

/** The orders, locked in a fixed order until the transaction ends; unknown ids are left out. */
export async function loadOrdersForUpdate(
  tx: Transaction,
  ids: readonly OrderId[],
  { skipLocked = false } = {},
): Promise<Order[]> {
  const rows = await tx.query<OrderRow>(
    `select * from customer_order where id = any($1::uuid[]) order by id for update${skipLocked ? ' skip locked' : ''}`,
    [ids],
    skipLocked ? 'orders-lock-free' : 'orders-lock',
  );
  return rows.map(readOrder);
}

/** The same as `loadOrdersForUpdate`, without those that another transaction has locked: it never waits. */
export const loadFreeOrdersForUpdate = (tx: Transaction, ids: readonly OrderId[]): Promise<Order[]> =>
  loadOrdersForUpdate(tx, ids, { skipLocked: true });

/** Those of the orders that coins on the chain may still pay at their locked rate. */
export async function listWithCoinsInTime(
  connection: Connection,
  ids: readonly OrderId[],
): Promise<ReadonlySet<OrderId>> {
  if (ids.length === 0) return new Set();
  const rows = await connection.query<{ id: OrderId }>(
    `select o.id from customer_order o where o.id = any($1::uuid[]) and ${HAS_COINS_IN_TIME}`,
    [ids],
    'orders-coins-in-time',
  );
  return new Set(rows.map(({ id }) => id));
}

/** Those of the ids that are an order's, locked or not. */
export async function listOrderIds(connection: Connection, ids: readonly OrderId[]): Promise<OrderId[]> {
  if (ids.length === 0) return [];
  const found = `select id from customer_order where id = any($1::uuid[])`;
  return (await connection.query<{ id: OrderId }>(found, [ids])).map(({ id }) => id);
}

/**
 * Saves the fields that may change. Throws where another transaction has changed the order: the caller held no lock.
 */
export async function saveOrder(tx: Transaction, order: Order): Promise<Order> {
  const next = nextOf(order);
  await saveOrders(tx, [next]);
  return next.order;
}

/** The same as `saveOrder` for several locked orders, in one statement. */
export async function saveOrders(tx: Transaction, saves: readonly OrderSave[]): Promise<void> {
  if (saves.length === 0) return;
  const orders = saves.map(({ order }) => order);
  const accounts = orders.map(({ bankAccount }) => bankAccount);
  const rows = await tx.query(
    `update customer_order o set version = s.version, rate = s.rate, naira_kobo = s.naira_kobo, status = s.status,
       funding = s.funding, payout = s.payout, received = s.received, priority = s.priority,
       decline_reason = s.decline_reason, spread_kobo = s.spread_kobo, order_quote_id = s.order_quote_id,
       amount = s.amount, lock_expires_at = s.lock_expires_at, account_number = s.account_number,
       bank_code = s.bank_code, bank_name = s.bank_name, account_name = s.account_name,
       name_resolution = s.name_resolution, resolved_name = s.resolved_name, held_reason = s.held_reason,
       agreed_kobo = s.agreed_kobo, rate_answer = s.rate_answer, answer_by = s.answer_by, risk = s.risk,
       risk_rules = string_to_array(s.risk_rules, ','), decision_due_at = s.decision_due_at, updated_at = clock_timestamp()
     from unnest($1::uuid[], $2::int[], $3::int[], $4::numeric[], $5::numeric[], $6::text[], $7::text[], $8::text[],
       $9::numeric[], $10::text[], $11::text[], $12::numeric[], $13::uuid[], $14::numeric[], $15::timestamptz[],
       $16::text[], $17::text[], $18::text[], $19::text[], $20::text[], $21::text[], $22::text[], $23::numeric[],
       $24::text[], $25::timestamptz[], $26::int[], $27::text[], $28::timestamptz[])
       as s (id, loaded, version, rate, naira_kobo, status, funding, payout, received, priority, decline_reason,
       spread_kobo, order_quote_id, amount, lock_expires_at, account_number, bank_code, bank_name, account_name,
       name_resolution, resolved_name, held_reason, agreed_kobo, rate_answer, answer_by, risk, risk_rules,
       decision_due_at)
     where o.id = s.id and o.version = s.loaded returning o.id`,
    [
      orders.map(({ id }) => id),
      saves.map(({ from }) => from),
      orders.map(({ version }) => version),
      orders.map(({ rate }) => formatRate(rate)),
      orders.map(({ nairaKobo }) => String(nairaKobo)),
      orders.map(({ status }) => status),
      orders.map(({ funding }) => funding),
      orders.map(({ payout }) => payout),
      orders.map(({ received }) => String(received)),
      orders.map(({ priority }) => priority),
      orders.map(({ declineReason }) => declineReason),
      orders.map(({ spreadKobo }) => String(spreadKobo)),
      orders.map(({ orderQuoteId }) => orderQuoteId),
      orders.map(({ amount }) => String(amount)),
      orders.map(({ lockExpiresAt }) => lockExpiresAt.toISOString()),
      accounts.map(({ accountNumber }) => accountNumber),
      accounts.map(({ bankCode }) => bankCode),
      accounts.map(({ bankName }) => bankName),
      accounts.map(({ accountName }) => accountName),
      accounts.map(({ nameResolution }) => nameResolution),
      accounts.map(({ resolvedName }) => resolvedName),
      orders.map(({ heldReason }) => heldReason),
      orders.map(({ agreedKobo }) => String(agreedKobo)),
      orders.map(({ rateAnswer }) => rateAnswer),
      orders.map(({ answerBy }) => answerBy?.toISOString() ?? null),
      orders.map(({ risk }) => risk),
      orders.map(({ riskRules }) => riskRules.join(',')),
      orders.map(({ decisionDueAt }) => decisionDueAt?.toISOString() ?? null),
    ],
    'orders-save',
  );
  if (rows.length !== saves.length) throw new Error('an order changed while it was being saved');
  tx.announce(RECORDS_CHANGED);
}

/** Records who decided on an order, when, and for a decline with which code. */
export async function saveDecision(
  tx: Transaction,
  { orderId, adminId, declineCode = null }: { orderId: OrderId; adminId: UserId; declineCode?: DeclineCode | null },
): Promise<void> {
  await tx.query(
    `update customer_order set decided_by = $2, decided_at = clock_timestamp(), decline_code = $3 where id = $1`,
    [orderId, adminId, declineCode],
    'order-decision',
  );
}

/** Which of an order's approvals its newest is, from 1 on, by the lines of its timeline. */
export async function countApprovals(tx: Transaction, orderId: OrderId): Promise<number> {
  const [row] = await tx.query<{ approvals: number }>(
    `select ${approvalsOf('= $1')} as approvals from customer_order o where o.id = $1`,
    [orderId],
    'order-approvals',
  );
  if (row === undefined) throw new Error(`no order ${orderId}`);
  return row.approvals;
}

export interface OrderEvent {
  readonly orderId: OrderId;
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

/** A new order, ready to be written. */
export interface NewOrder {
  readonly id: OrderId;
  readonly userId: UserId;
  /** Where its coins arrive: a conversion's wallet, or the address that was made for a payment by link. */
  readonly place: { readonly walletId: WalletId } | { readonly addressId: AddressId; readonly paymentLinkId: LinkId };
  readonly asset: NetworkAsset;
  readonly amount: bigint;
  /** The promised price; the lock ends with it. */
  readonly quote: OrderQuote;
  readonly idempotencyKey: string | null;
  readonly status: 'pending' | 'processing';
  readonly priority: Priority;
  readonly risk: number;
  readonly riskRules: readonly RiskRule[];
  readonly bankAccount: BankAccountSnapshot;
}

/** Writes new orders in one statement; one whose idempotency key is taken is left out of the result. */
export async function insertOrders(tx: Transaction, orders: readonly NewOrder[]): Promise<Order[]> {
  if (orders.length === 0) return [];
  const rows = await tx.query<Pick<OrderRow, 'id' | 'created_at' | 'updated_at'>>(
    `insert into customer_order (id, kind, user_id, wallet_id, currency, network, asset, amount, rate, naira_kobo,
       lock_expires_at, quote_id, idempotency_key, status, funding, priority,
       account_number, bank_code, bank_name, account_name, spread_kobo, order_quote_id, address_id, payment_link_id,
       name_resolution, resolved_name, agreed_kobo, risk, risk_rules)
     select id, case when wallet_id is null then 'payment' else 'conversion' end, user_id, wallet_id, currency, network, asset, amount, rate, naira_kobo,
       lock_expires_at, quote_id, idempotency_key, status, 'awaiting', priority,
       account_number, bank_code, bank_name, account_name, spread_kobo, order_quote_id, address_id, payment_link_id,
       name_resolution, resolved_name, naira_kobo, risk, string_to_array(risk_rules, ',')
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::numeric[], $8::numeric[],
       $9::numeric[], $10::timestamptz[], $11::uuid[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[],
       $17::text[], $18::text[], $19::numeric[], $20::uuid[], $21::uuid[], $22::uuid[], $23::text[], $24::text[],
       $25::int[], $26::text[])
       as new_order (id, user_id, wallet_id, currency, network, asset, amount, rate, naira_kobo, lock_expires_at,
       quote_id, idempotency_key, status, priority, account_number, bank_code, bank_name, account_name,
       spread_kobo, order_quote_id, address_id, payment_link_id, name_resolution, resolved_name, risk, risk_rules)
     on conflict (user_id, idempotency_key) where idempotency_key is not null do nothing
     returning id, created_at, updated_at`,
    [
      orders.map(({ id }) => id),
      orders.map(({ userId }) => userId),
      orders.map(({ place }) => ('walletId' in place ? place.walletId : null)),
      orders.map(({ asset }) => asset.currency),
      orders.map(({ asset }) => asset.network),
      orders.map(({ asset }) => asset.code),
      orders.map(({ amount }) => String(amount)),
      orders.map(({ quote }) => formatRate(quote.rate)),
      orders.map(({ quote }) => String(quote.nairaKobo)),
      orders.map(({ quote }) => quote.expiresAt.toISOString()),
      orders.map(({ quote }) => quote.heldQuoteId),
      orders.map(({ idempotencyKey }) => idempotencyKey),
      orders.map(({ status }) => status),
      orders.map(({ priority }) => priority),
      orders.map(({ bankAccount }) => bankAccount.accountNumber),
      orders.map(({ bankAccount }) => bankAccount.bankCode),
      orders.map(({ bankAccount }) => bankAccount.bankName),
      orders.map(({ bankAccount }) => bankAccount.accountName),
      orders.map(({ quote }) => String(quote.feeKobo + quote.vatKobo)),
      orders.map(({ quote }) => quote.id),
      orders.map(({ place }) => ('addressId' in place ? place.addressId : null)),
      orders.map(({ place }) => ('paymentLinkId' in place ? place.paymentLinkId : null)),
      orders.map(({ bankAccount }) => bankAccount.nameResolution),
      orders.map(({ bankAccount }) => bankAccount.resolvedName),
      orders.map(({ risk }) => risk),
      orders.map(({ riskRules }) => riskRules.join(',')),
    ],
    'orders-insert',
  );
  tx.announce(RECORDS_CHANGED);
  const written = new Map(rows.map((row) => [row.id, row]));
  return orders.flatMap((order) => {
    const row = written.get(order.id);
    return row === undefined ? [] : [asWritten(order, row.created_at, row.updated_at)];
  });
}

/** A new order as its row says: what it does not name itself has the columns' defaults. Pure. */
function asWritten(order: NewOrder, createdAt: Date, updatedAt: Date): Order {
  const { id, userId, place, asset, amount, quote, status, priority, risk, riskRules, bankAccount } = order;
  return {
    id,
    kind: 'walletId' in place ? 'conversion' : 'payment',
    userId,
    walletId: 'walletId' in place ? place.walletId : null,
    addressId: 'addressId' in place ? place.addressId : null,
    paymentLinkId: 'paymentLinkId' in place ? place.paymentLinkId : null,
    currency: asset.currency,
    network: asset.network,
    asset: asset.code,
    amount,
    rate: quote.rate,
    nairaKobo: quote.nairaKobo,
    spreadKobo: toKobo(quote.feeKobo + quote.vatKobo),
    agreedKobo: quote.nairaKobo,
    rateAnswer: null,
    answerBy: null,
    orderQuoteId: quote.id,
    lockExpiresAt: quote.expiresAt,
    status,
    funding: 'awaiting',
    payout: 'none',
    received: 0n,
    priority,
    risk,
    riskRules,
    bankAccount,
    declineReason: null,
    declineCode: null,
    decisionDueAt: null,
    heldReason: null,
    version: 1,
    createdAt,
    updatedAt,
  };
}

/** The owner of an input, and its key. */
interface KeyedInput {
  readonly userId: UserId;
  readonly idempotencyKey: string | undefined;
}

/** For each input that carries an idempotency key, the order that was made with it; null for the others. */
export async function loadOrdersByKey(tx: Transaction, inputs: readonly KeyedInput[]): Promise<(Order | null)[]> {
  const keyed = inputs.filter(({ idempotencyKey }) => idempotencyKey !== undefined);
  if (keyed.length === 0) return inputs.map(() => null);
  const rows = await tx.query<OrderRow & { idempotency_key: string }>(
    `select * from customer_order
     where (user_id, idempotency_key) in (select * from unnest($1::uuid[], $2::text[]))`,
    [keyed.map(({ userId }) => userId), keyed.map(({ idempotencyKey }) => idempotencyKey)],
    'orders-by-key',
  );
  const byKey = new Map(rows.map((row) => [`${row.user_id} ${row.idempotency_key}`, readOrder(row)]));
  return inputs.map(({ userId, idempotencyKey }) => byKey.get(`${userId} ${idempotencyKey}`) ?? null);
}

/**
 * Who gave an order the first of two approvals; null: none, an administrator whose approval no longer counts, or one
 * who approved before `knownSince`, when something relevant was found.
 */
export async function loadFirstApprover(
  tx: Transaction,
  orderId: OrderId,
  knownSince: Date | null = null,
): Promise<string | null> {
  const [row] = await tx.query<{ id: OrderId }>(
    `select a.id from customer_order o join app_user a on a.id = o.first_approved_by
     where o.id = $1 and ${countsStill('a', 'o.first_approved_at', endpoints.adminOrders.decide)}
       and ($2::timestamptz is null or o.first_approved_at >= $2)`,
    [orderId, knownSince],
    'order-first-approver',
  );
  return row?.id ?? null;
}

/** Records the first of two approvals of a locked order. */
export async function saveFirstApprover(tx: Transaction, orderId: OrderId, adminId: UserId): Promise<void> {
  await tx.query(
    `update customer_order set first_approved_by = $2, first_approved_at = clock_timestamp(), updated_at = clock_timestamp()
     where id = $1`,
    [orderId, adminId],
  );
  tx.announce(RECORDS_CHANGED);
}

/** Removes the record of who declined a locked order, which is decided on again; a first of two approvals stays. */
export async function forgetDecline(tx: Transaction, orderId: OrderId): Promise<void> {
  await tx.query(
    `update customer_order set decided_by = null, decided_at = null, decline_code = null where id = $1`,
    [orderId],
    'order-forget-decline',
  );
}

/** Removes all approvals of a locked order: it is decided on again. */
export async function forgetApprovals(tx: Transaction, orderId: OrderId): Promise<void> {
  await tx.query(
    `update customer_order set first_approved_by = null, first_approved_at = null, decided_by = null, decided_at = null,
       updated_at = clock_timestamp()
     where id = $1 and (first_approved_by is not null or decided_by is not null)`,
    [orderId],
    'order-forget-approvals',
  );
  tx.announce(RECORDS_CHANGED);
}

/** What stands in the place of an account and its holder that were erased. */
export const ERASED_PAYEE = 'Erased';

const NEVER_PAID = 'No coins came for it, and its payout account is no longer kept.';

/** As SQL: orders that are settled, or for which nothing was ever to be paid. */
const IS_SETTLED = `(payout = 'paid' or payout = 'none' and (status = 'declined' or funding in ('awaiting', 'expired')))`;

/**
 * Counts the orders from before a time whose account is still kept, at most `most` of them: those that are settled, and as held
 * `order` those that are not. Of held `law` it counts people instead, at most `most`: those who were erased, with a newer order.
 */
export async function countPayees(connection: Connection, before: Date, most: number): Promise<PastRows> {
  const [row] = await connection.query<HeldRows & { open: number; openSince: Date | null }>(
    `select count(*) filter (where settled)::int as count, min(created_at) filter (where settled) as oldest,
       count(*) filter (where not settled)::int as open, min(created_at) filter (where not settled) as "openSince"
     from (select created_at, ${IS_SETTLED} as settled from customer_order
       where created_at < $1 and account_name <> '${ERASED_PAYEE}' order by created_at limit $2) past`,
    [before, most],
  );
  const [law] = await connection.query<HeldRows>(
    `select count(*)::int as count, min(o.created_at) as oldest
     from (select id from app_user where erased_at is not null order by erased_at desc limit $2) u
     cross join lateral (select created_at from customer_order
       where user_id = u.id and created_at >= $1 and account_name <> '${ERASED_PAYEE}' order by created_at limit 1) o`,
    [before, most],
  );
  const { count, oldest, open, openSince } = row ?? { count: 0, oldest: null, open: 0, openSince: null };
  return { count, oldest, held: { order: { count: open, oldest: openSince }, law: law ?? { count: 0, oldest: null } } };
}

/**
 * Overwrites whose account the settled orders from before `before` were paid to: at most `limit`. One for which no coins came has
 * ended by it: coins that still come go to the balance. Answers the orders.
 */
export async function erasePayees(tx: Transaction, before: Date, limit: number): Promise<OrderId[]> {
  const rows = await tx.query<{ id: OrderId }>(
    `update customer_order set account_number = '', account_name = '${ERASED_PAYEE}', resolved_name = null,
       status = case when payout = 'none' then 'declined' else status end,
       decline_reason = case when payout = 'none' and status <> 'declined' then $3 else decline_reason end
     where id in (
       select id from customer_order where created_at < $1 and account_name <> '${ERASED_PAYEE}' and ${IS_SETTLED}
       order by created_at limit $2 for update skip locked) returning id`,
    [before, limit, NEVER_PAID],
  );
  const orderIds = rows.map(({ id }) => id);
  await tx.query(
    `update order_event set text = regexp_replace(text, '[0-9]{10} \\(.*\\)', 'an account that was erased')
     where order_id = any($1::uuid[]) and type like 'payout-%'`,
    [orderIds],
  );
  return orderIds;
}

/**
 * Saves the risk and the priority of orders that still wait and that no other transaction has locked. Nobody decides on these alone,
 * so the orders' versions stay.
 */
export async function saveWeights(
  tx: Transaction,
  weights: readonly Pick<NewOrder, 'id' | 'risk' | 'riskRules' | 'priority'>[],
): Promise<void> {
  await tx.query(
    `with free as (
       select id from customer_order where id = any($1::uuid[]) and status = 'pending'
       order by id for no key update skip locked
     )
     update customer_order o set risk = s.risk, risk_rules = string_to_array(s.rules, ','), priority = s.priority
     from free, unnest($1::uuid[], $2::int[], $3::text[], $4::text[]) as s (id, risk, rules, priority)
     where o.id = free.id and s.id = free.id`,
    [
      weights.map(({ id }) => id),
      weights.map(({ risk }) => risk),
      weights.map(({ riskRules }) => riskRules.join(',')),
      weights.map(({ priority }) => priority),
    ],
    'risk-save',
  );
}
