import { KYC_TIERS, type KycTier, type NameResolution, type NetworkAsset, type Priority } from '@kobogate/contract';
import { formatRate, type Rate } from '@kobogate/money';
import type { Transaction } from '../../platform/database.ts';
import { readRate } from '../../pricing/index.ts';
import { type OrderRow, readOrder } from './db.ts';
import type { BankAccountSnapshot, Order } from './order.ts';
import type { OrderQuote } from './order-quote.ts';

/** What the database knows that a new order depends on. */
export interface OrderContext {
  readonly walletId: string | null;
  readonly depositAddress: string;
  readonly bankAccount: BankAccountSnapshot | null;
  /** Since when the customer's address is verified. */
  readonly customerSince: Date;
  readonly tier: KycTier;
  /** The named quote, where it exists and is the caller's own. */
  readonly quote: {
    readonly id: string;
    readonly currency: string;
    readonly network: string;
    readonly rate: Rate;
    readonly marketRate: Rate;
    readonly evidence: string;
    readonly expiresAt: Date;
  } | null;
}

interface OrderInput {
  readonly userId: string;
  readonly fromCurrency: string;
  readonly network: string;
  readonly quoteId: string | undefined;
  readonly idempotencyKey: string | undefined;
}

interface ContextRow {
  wallet_id: string | null;
  address: string | null;
  account_number: string | null;
  bank_code: string;
  bank_name: string;
  account_name: string;
  name_resolution: NameResolution;
  resolved_name: string | null;
  customer_since: Date;
  kyc_tier: number;
  quote_id: string | null;
  currency: string;
  network: string;
  rate: string;
  market_rate: string | null;
  evidence: string;
  expires_at: Date;
}

/** The context of each input, in the inputs' order, in one round trip. */
export async function loadOrderContexts(tx: Transaction, inputs: readonly OrderInput[]): Promise<OrderContext[]> {
  const rows = await tx.query<ContextRow>(
    `select w.id as wallet_id, a.address, b.account_number, b.bank_code, b.bank_name, b.account_name, b.name_resolution, b.resolved_name,
            coalesce(u.verified_at, now()) as customer_since, coalesce(u.kyc_tier, 0) as kyc_tier,
            q.id as quote_id, q.currency, q.network, q.rate, q.market_rate, q.evidence, q.expires_at
     from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[]) with ordinality
            as input (user_id, currency, network, quote_id, position)
     left join app_user u on u.id = input.user_id
     left join wallet w on w.user_id = input.user_id and w.currency = input.currency and w.network = input.network
     left join deposit_address a on a.id = w.address_id
     left join bank_account b on b.user_id = input.user_id
     left join quote q on q.id = input.quote_id and q.user_id = input.user_id
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
    customerSince: row.customer_since,
    tier: KYC_TIERS.find((tier) => tier === row.kyc_tier) ?? 0,
    quote:
      row.quote_id === null
        ? null
        : {
            id: row.quote_id,
            currency: row.currency,
            network: row.network,
            rate: readRate(row.rate),
            // A quote from before market rates were kept earns nothing that could be told.
            marketRate: readRate(row.market_rate ?? row.rate),
            evidence: row.evidence,
            expiresAt: row.expires_at,
          },
  };
}

/** A decided order, ready to be written. */
export interface NewOrder {
  readonly id: string;
  readonly userId: string;
  /** Where its coins arrive: a conversion's wallet, or the address that was made for a payment by a link. */
  readonly place: { readonly walletId: string } | { readonly addressId: string; readonly paymentLinkId: string };
  readonly asset: NetworkAsset;
  readonly amount: bigint;
  /** What it is promised; the lock ends with it. */
  readonly quote: OrderQuote;
  readonly idempotencyKey: string | null;
  readonly status: 'pending' | 'processing';
  readonly priority: Priority;
  readonly bankAccount: BankAccountSnapshot;
}

/** Writes new orders in one statement; one whose idempotency key is taken is left out of what comes back. */
export async function insertOrders(tx: Transaction, orders: readonly NewOrder[]): Promise<Order[]> {
  if (orders.length === 0) return [];
  const rows = await tx.query<OrderRow>(
    `insert into customer_order (id, kind, user_id, wallet_id, currency, network, asset, amount, rate, naira_kobo,
       lock_expires_at, quote_id, idempotency_key, status, funding, priority,
       account_number, bank_code, bank_name, account_name, spread_kobo, order_quote_id, address_id, payment_link_id,
       name_resolution, resolved_name, agreed_kobo)
     select id, case when wallet_id is null then 'payment' else 'conversion' end, user_id, wallet_id, currency, network, asset, amount, rate, naira_kobo,
       lock_expires_at, quote_id, idempotency_key, status, 'awaiting', priority,
       account_number, bank_code, bank_name, account_name, spread_kobo, order_quote_id, address_id, payment_link_id,
       name_resolution, resolved_name, naira_kobo
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::numeric[], $8::numeric[],
       $9::numeric[], $10::timestamptz[], $11::uuid[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[],
       $17::text[], $18::text[], $19::numeric[], $20::uuid[], $21::uuid[], $22::uuid[], $23::text[], $24::text[])
       as new_order (id, user_id, wallet_id, currency, network, asset, amount, rate, naira_kobo, lock_expires_at,
       quote_id, idempotency_key, status, priority, account_number, bank_code, bank_name, account_name,
       spread_kobo, order_quote_id, address_id, payment_link_id, name_resolution, resolved_name)
     on conflict (user_id, idempotency_key) where idempotency_key is not null do nothing
     returning *`,
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
    ],
    'orders-insert',
  );
  return rows.map(readOrder);
}

/** How many conversions of each user wait for coins while their rate is locked at `now`; the caller has entered (`enterExposure`). */
export async function countOpenOrders(
  tx: Transaction,
  userIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query<{ user_id: string; orders: number }>(
    `select user_id, count(*)::int as orders from customer_order
     where user_id = any($1::uuid[]) and kind = 'conversion' and status <> 'declined'
       and funding in ('awaiting', 'underpaid') and lock_expires_at > $2
     group by user_id`,
    [userIds, now],
    'orders-open-count',
  );
  return new Map(rows.map(({ user_id: userId, orders }) => [userId, orders]));
}

/** For each input that carries an idempotency key, the order that was made with it; null for the others. */
export async function loadOrdersByKey(tx: Transaction, inputs: readonly OrderInput[]): Promise<(Order | null)[]> {
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
