import {
  KYC_TIERS,
  type KycTier,
  LEAST_AMOUNTS,
  type NameResolution,
  type Tiers,
  type OrderId,
  type QuoteId,
  type UserId,
  type WalletId,
} from '@kobogate/contract';
import type { Connection, Transaction } from '../../platform/database.ts';
import { EVERYBODY, type Exposure, NEWCOMERS } from './exposure.ts';
import type { OrderSearch } from '../order-views/order-search.ts';
import { limitsADay } from './tier-limits.ts';
import { type Rate, type Kobo, toKobo } from '@kobogate/money';
import { readRate } from '../../pricing/index.ts';
import type { BankAccountSnapshot, Order } from '../orders/order.ts';
import { COUNTS_TODAY, HAS_COINS_IN_TIME, type OrderRow, readOrder } from '../orders/db.ts';
import { type CustomerHistory, MANY_A_DAY } from '../risk/describe-risks.ts';

/** The locked naira of one owner. */
export interface KnownExposure {
  readonly kobo: Kobo;
  /** When it was counted; orders that have ended since may still be included. Null: never. */
  readonly countedAt: Date | null;
}

/**
 * Serialises the transactions that lock rates: exposure, and what their customers did before, that are read after this
 * stay true until the commit.
 */
export async function enterExposure(tx: Transaction): Promise<void> {
  await tx.query(`select 1 from locked_exposure where owner = $1 for update`, [EVERYBODY], 'exposure-enter');
}

/**
 * Prevents a deposit from funding the wallets until the commit, as a reference to them would: balances that are read
 * after this count it, or it sees the orders.
 */
export async function keepWallets(tx: Transaction, walletIds: readonly WalletId[]): Promise<void> {
  await tx.query(
    `select 1 from wallet where id = any ($1::uuid[]) order by id for key share`,
    [walletIds],
    'exposure-wallets',
  );
}

/** Those of these users of whom, and of whose payers, no coin has ever been final; dust does not count. */
export async function listNewcomers(tx: Transaction, userIds: readonly UserId[]): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: UserId }>(
    // Ends at the first coin that counts, however many there are.
    `select asked.id from unnest($1::uuid[]) as asked (id) where (
       select true from deposit d
       where d.user_id = asked.id and d.status = 'confirmed'
         and d.amount >= coalesce((select least from unnest($2::text[], $3::numeric[]) as dust (asset, least) where dust.asset = d.asset), 0)
       limit 1) is null`,
    [userIds, LEAST_AMOUNTS.map(({ code }) => code), LEAST_AMOUNTS.map(({ least }) => String(least))],
    'exposure-newcomers',
  );
  return new Set(rows.map(({ id }) => id));
}

/** The recorded locked naira of all customers together (owner `''`), of newcomers together, and of these users. */
export async function loadExposure(
  tx: Transaction,
  userIds: readonly UserId[],
): Promise<ReadonlyMap<string, KnownExposure>> {
  const rows = await tx.query<{ owner: string; kobo: string; counted_at: Date }>(
    `select owner, kobo, counted_at from locked_exposure where owner = any ($1::text[])`,
    [[EVERYBODY, NEWCOMERS, ...userIds]],
    'exposure-load',
  );
  return new Map(rows.map((row) => [row.owner, { kobo: toKobo(row.kobo), countedAt: row.counted_at }]));
}

/**
 * Counts the locked naira of these users, who may include all customers (`''`) and newcomers together, from their
 * orders at `now`.
 */
export async function countExposure(
  tx: Transaction,
  owners: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Kobo>> {
  const isTogether = (owner: string): boolean => owner === EVERYBODY || owner === NEWCOMERS;
  const rows = await tx.query<{ user_id: UserId; kobo: string }>(
    `select o.user_id, sum(o.naira_kobo)::text as kobo
     from customer_order o
     where o.status <> 'declined' and o.funding in ('awaiting', 'confirming', 'underpaid')
       and (o.funding = 'confirming' or o.lock_expires_at > $2 or ${HAS_COINS_IN_TIME})
       and ($3 or o.user_id = any ($1::uuid[]))
     group by 1`,
    [owners.filter((owner) => !isTogether(owner)), now, owners.some(isTogether)],
    'exposure-count',
  );
  const newcomers = owners.includes(NEWCOMERS)
    ? await listNewcomers(
        tx,
        rows.map(({ user_id: userId }) => userId),
      )
    : new Set<string>();
  const counted = new Map(owners.map((owner) => [owner, toKobo(0n)]));
  const add = (owner: string, kobo: string): void => {
    const before = counted.get(owner);
    if (before !== undefined) counted.set(owner, toKobo(before + BigInt(kobo)));
  };
  for (const { user_id: userId, kobo } of rows) {
    add(userId, kobo);
    add(EVERYBODY, kobo);
    if (newcomers.has(userId)) add(NEWCOMERS, kobo);
  }
  return counted;
}

/** Saves what is locked now; `countedAt` for those that were counted just now, the others keep theirs. */
export async function saveExposure(
  tx: Transaction,
  { total, newcomers, byUser }: Exposure,
  countedAt: ReadonlyMap<string, Date>,
): Promise<void> {
  const together = new Map([
    [EVERYBODY, total],
    [NEWCOMERS, newcomers],
  ]);
  const owners = [...together.keys(), ...byUser.keys()];
  await tx.query(
    `insert into locked_exposure (owner, kobo, counted_at)
     select * from unnest($1::text[], $2::numeric[], $3::timestamptz[])
     on conflict (owner) do update set kobo = excluded.kobo, counted_at = excluded.counted_at`,
    [
      owners,
      owners.map((owner) => String(together.get(owner) ?? byUser.get(owner) ?? 0n)),
      owners.map((owner) => (countedAt.get(owner) ?? new Date(0)).toISOString()),
    ],
    'exposure-save',
  );
}

const readTier = (rows: readonly { kyc_tier: number }[]): KycTier | null =>
  KYC_TIERS.find((tier) => tier === rows[0]?.kyc_tier) ?? null;

/** A user's tier; null where there is no such account. */
export async function findTier(connection: Connection, userId: UserId): Promise<KycTier | null> {
  return readTier(await connection.query(`select kyc_tier from app_user where id = $1`, [userId]));
}

/** The same as `findTier`, with the account locked until the transaction ends. */
export async function lockTier(tx: Transaction, userId: UserId): Promise<KycTier | null> {
  return (await lockTiers(tx, [userId])).get(userId) ?? null;
}

/** The tiers of users, whose accounts are locked in a fixed order until the transaction ends. */
export async function lockTiers(tx: Transaction, userIds: readonly UserId[]): Promise<ReadonlyMap<UserId, KycTier>> {
  const rows = await tx.query<{ id: UserId; kyc_tier: number }>(
    `select id, kyc_tier from app_user where id = any($1::uuid[]) order by id for no key update`,
    [userIds],
    'tiers-lock',
  );
  return new Map(rows.map((row) => [row.id, readTier([row]) ?? 0]));
}

/**
 * Kobo that each of the users has converted within the last day, by the quotes that hold, so that an older order whose
 * coins came late counts today. Leaves out declined and unpaid expired orders, payments that are not covered, and
 * those named by `except`.
 */
export async function readMadeToday(
  connection: Connection,
  userIds: readonly UserId[],
  except: readonly OrderId[] = [],
): Promise<Map<string, Kobo>> {
  const rows = await connection.query<{ user_id: UserId; kobo: string }>(
    `select o.user_id, sum(o.naira_kobo)::text as kobo from customer_order o join order_quote q on q.id = o.order_quote_id
     where o.user_id = any($1::uuid[]) and q.made_at > clock_timestamp() - interval '1 day'
       and o.status <> 'declined' and ${COUNTS_TODAY} and o.id <> all($2::uuid[])
     group by o.user_id`,
    [userIds, except],
    'made-today',
  );
  return new Map(rows.map(({ user_id: userId, kobo }) => [userId, toKobo(kobo)]));
}

/**
 * The same before a conversion; empty where no tier limits it. Locks the users until the transaction ends: their
 * simultaneous conversions count too.
 */
export async function loadMadeToday(
  tx: Transaction,
  tiers: Tiers,
  userIds: readonly UserId[],
  except: readonly OrderId[] = [],
): Promise<Map<string, Kobo>> {
  if (!limitsADay(tiers)) return new Map();
  await tx.query(
    `select 1 from app_user where id = any($1::uuid[]) order by id for no key update`,
    [userIds],
    'made-today-lock',
  );
  return readMadeToday(tx, userIds, except);
}

/** So many of a customer's newest paid orders say what is usual. */
const USUAL = 20;

export interface HistoryRow {
  paid_orders: number;
  paid_kobo: string;
  orders_today: number;
  account_changed_at: Date | null;
}

/**
 * As SQL: a join of what the customer `user` did before `now`, as a `HistoryRow` named `history`. It reads a few rows by an
 * index each, however many orders they have.
 */
export const historyOf = (user: string, now: string): string => `cross join lateral (
  select paid.orders as paid_orders, paid.kobo as paid_kobo, today.orders as orders_today, changed.at as account_changed_at
  from (select count(*)::int as orders, coalesce(sum(naira_kobo), 0)::text as kobo from (
      select naira_kobo from customer_order where user_id = ${user} and payout = 'paid' order by id desc limit ${USUAL}) newest) paid,
    (select count(*) filter (where created_at > ${now} - interval '1 day')::int as orders from (
      select created_at from customer_order where user_id = ${user} and kind = 'conversion' order by id desc
      limit ${MANY_A_DAY + 1}) newest) today,
    (select case when count(*) > 1 then max(at) end as at from (
      select at from bank_account_change where user_id = ${user} order by at desc limit 2) newest) changed
) history`;

/** Pure. */
export const readHistory = (row: HistoryRow): CustomerHistory => ({
  paidOrders: row.paid_orders,
  paidKobo: toKobo(row.paid_kobo),
  ordersToday: row.orders_today,
  accountChangedAt: row.account_changed_at,
});

/** The database's facts that a new order depends on. */
export interface OrderContext {
  readonly walletId: WalletId | null;
  readonly depositAddress: string;
  readonly bankAccount: BankAccountSnapshot | null;
  readonly isDisabled: boolean;
  /** When the customer's address was verified. */
  readonly customerSince: Date;
  readonly tier: KycTier;
  /** What the customer did before. */
  readonly history: CustomerHistory;
  /** The named quote, where it exists and is the caller's own. */
  readonly quote: {
    readonly id: QuoteId;
    readonly currency: string;
    readonly network: string;
    readonly rate: Rate;
    readonly marketRate: Rate;
    readonly evidence: string;
    readonly expiresAt: Date;
  } | null;
}

interface OrderInput {
  readonly userId: UserId;
  readonly fromCurrency: string;
  readonly network: string;
  readonly quoteId: QuoteId | undefined;
}

interface ContextRow extends HistoryRow {
  wallet_id: WalletId | null;
  address: string | null;
  account_number: string | null;
  bank_code: string;
  bank_name: string;
  account_name: string;
  name_resolution: NameResolution;
  resolved_name: string | null;
  is_disabled: boolean;
  customer_since: Date;
  kyc_tier: number;
  quote_id: QuoteId | null;
  currency: string;
  network: string;
  rate: string;
  market_rate: string | null;
  evidence: string;
  expires_at: Date;
}

/** The context of each input, in the inputs' order, in one round trip. */
export async function loadOrderContexts(tx: Connection, inputs: readonly OrderInput[]): Promise<OrderContext[]> {
  const rows = await tx.query<ContextRow>(
    `select w.id as wallet_id, a.address, b.account_number, b.bank_code, b.bank_name, b.account_name, b.name_resolution, b.resolved_name,
            u.disabled_at is not null as is_disabled, coalesce(u.verified_at, now()) as customer_since, coalesce(u.kyc_tier, 0) as kyc_tier, history.*,
            q.id as quote_id, q.currency, q.network, q.rate, q.market_rate, q.evidence, q.expires_at
     from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[]) with ordinality
            as input (user_id, currency, network, quote_id, position)
     left join app_user u on u.id = input.user_id
     left join wallet w on w.user_id = input.user_id and w.currency = input.currency and w.network = input.network
     left join deposit_address a on a.id = w.address_id
     left join bank_account b on b.user_id = input.user_id
     left join quote q on q.id = input.quote_id and q.user_id = input.user_id
     ${historyOf('input.user_id', 'clock_timestamp()')}
     order by input.position`,
    [
      inputs.map(({ userId }) => userId),
      inputs.map(({ fromCurrency }) => fromCurrency),
      inputs.map(({ network }) => network),
      inputs.map(({ quoteId }) => quoteId ?? null),
    ],
    'order-contexts',
  );
  return rows.map(readContext);
}

/** What the operator's policy judges a user's orders by, besides the order itself. */
export async function loadClearingFacts(connection: Connection, userId: UserId): Promise<OrderContext> {
  const [context] = await loadOrderContexts(connection, [
    { userId, fromCurrency: '', network: '', quoteId: undefined },
  ]);
  if (context === undefined) throw new Error('the database gave no context');
  return context;
}

function readContext(row: ContextRow): OrderContext {
  return {
    walletId: row.wallet_id,
    depositAddress: row.address ?? '',
    bankAccount:
      row.account_number === null
        ? null
        : {
            accountNumber: row.account_number,
            bankCode: row.bank_code,
            bankName: row.bank_name,
            accountName: row.account_name,
            nameResolution: row.name_resolution,
            resolvedName: row.resolved_name,
          },
    isDisabled: row.is_disabled,
    customerSince: row.customer_since,
    tier: KYC_TIERS.find((tier) => tier === row.kyc_tier) ?? 0,
    history: readHistory(row),
    quote:
      row.quote_id === null
        ? null
        : {
            id: row.quote_id,
            currency: row.currency,
            network: row.network,
            rate: readRate(row.rate),
            // The earnings of a quote from before market rates were stored are unknown.
            marketRate: readRate(row.market_rate ?? row.rate),
            evidence: row.evidence,
            expiresAt: row.expires_at,
          },
  };
}

/** How many conversions of each user wait for coins while their rate is locked at `now`; call `enterExposure` first. */
export async function countOpenOrders(
  tx: Transaction,
  userIds: readonly UserId[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query<{ user_id: UserId; orders: number }>(
    `select user_id, count(*)::int as orders from customer_order
     where user_id = any($1::uuid[]) and kind = 'conversion' and status <> 'declined'
       and funding in ('awaiting', 'underpaid') and lock_expires_at > $2
     group by user_id`,
    [userIds, now],
    'orders-open-count',
  );
  return new Map(rows.map(({ user_id: userId, orders }) => [userId, orders]));
}

/** Those of the users whose accounts are disabled. */
export async function listDisabledUsers(
  connection: Connection,
  userIds: readonly UserId[],
): Promise<ReadonlySet<UserId>> {
  const rows = await connection.query<{ id: UserId }>(
    `select id from app_user where id = any($1::uuid[]) and disabled_at is not null`,
    [userIds],
    'users-disabled',
  );
  return new Set(rows.map(({ id }) => id));
}

/** The user's orders that the policy cleared and that have no payout yet, locked in a fixed order. */
export async function loadClearedOrdersForUpdate(tx: Transaction, userId: UserId): Promise<Order[]> {
  const rows = await tx.query<OrderRow>(
    `select * from customer_order where user_id = $1 and status = 'processing' and payout = 'none'
     order by id for update`,
    [userId],
  );
  return rows.map(readOrder);
}

/** What a search found, and whether more orders match than it looked at. */
export interface FoundOrders {
  readonly ids: readonly OrderId[];
  readonly isCut: boolean;
}

/**
 * The newest orders that a search names, at most `limit`. Where it names very many customers, of up to a thousand, only
 * the newest orders of each are looked at.
 */
export async function findOrders(connection: Connection, search: OrderSearch, limit: number): Promise<FoundOrders> {
  const { orderId, transactions, accountNumber, bankText, person } = search;
  const rows = await connection.query<{ id: OrderId; isCut: boolean }>(
    `with customer as (
       select id from app_user where search_key like $5 or search_key like $6 limit 1000
     ), most as (
       select greatest(10, least($7, 5000 / greatest(1, count(*)))) as each from customer
     ), named as (
       select o.id, o.place from customer c cross join lateral (
         select id, row_number() over (order by id desc) as place from customer_order where user_id = c.id
         order by id desc limit (select each + 1 from most)) o order by o.id desc limit $7
     ), found as (
       select id from customer_order where id = $1
       union select o.id from deposit d join customer_order o on o.address_id = d.address_id where d.transaction = any($2::text[])
       union select od.order_id from deposit d join order_deposit od on od.deposit_id = d.id where d.transaction = any($2::text[])
       union (select id from customer_order where account_number = $3 order by id desc limit $7)
       union select order_id from payout where reference = $4
       union select order_id from payout where session_id = $4
       union select id from named
     )
     select id, exists (select from named, most where place > each) as "isCut"
     from found where id is not null order by id desc limit $7`,
    [orderId, transactions, accountNumber, bankText, person?.pattern ?? null, person?.digitsPattern ?? null, limit + 1],
  );
  return { ids: rows.slice(0, limit).map(({ id }) => id), isCut: rows.length > limit || rows[0]?.isCut === true };
}
