import type { OrderId, OrderQuoteId, QuoteId } from '@kobogate/contract';
import { formatRate, toKobo } from '@kobogate/money';
import type { Connection, Transaction } from '../../platform/database.ts';
import { readRate } from '../../pricing/index.ts';
import type { OrderQuote, QuoteSigner } from './order-quote.ts';

/** A quote as the database has it. Quotes from before signing have neither signature nor market rate. */
export type KeptQuote = Omit<OrderQuote, 'decimals' | 'marketRate'> & {
  readonly decimals: number | null;
  readonly marketRate: OrderQuote['marketRate'] | null;
  readonly signature: Buffer | null;
};

interface QuoteRow {
  id: OrderQuoteId;
  order_id: OrderId;
  held_quote_id: QuoteId | null;
  reason: OrderQuote['reason'];
  asset: string;
  decimals: number | null;
  amount: string;
  rate: string;
  market_rate: string | null;
  gross_kobo: string;
  naira_kobo: string;
  fee_kobo: string;
  vat_kobo: string;
  stamp_duty_kobo: string;
  made_at: Date;
  expires_at: Date;
  evidence: string;
  signature: Buffer | null;
}

function readQuote(row: QuoteRow): KeptQuote {
  return {
    id: row.id,
    orderId: row.order_id,
    heldQuoteId: row.held_quote_id,
    reason: row.reason,
    asset: row.asset,
    decimals: row.decimals,
    amount: BigInt(row.amount),
    rate: readRate(row.rate),
    marketRate: row.market_rate === null ? null : readRate(row.market_rate),
    grossKobo: toKobo(row.gross_kobo),
    nairaKobo: toKobo(row.naira_kobo),
    feeKobo: toKobo(row.fee_kobo),
    vatKobo: toKobo(row.vat_kobo),
    stampDutyKobo: toKobo(row.stamp_duty_kobo),
    madeAt: row.made_at,
    expiresAt: row.expires_at,
    evidence: row.evidence,
    signature: row.signature,
  };
}

/**
 * Signs and writes quotes, in one statement. Their orders exist already; the commit checks each order against its
 * quote.
 */
export async function insertOrderQuotes(
  tx: Transaction,
  signer: QuoteSigner,
  quotes: readonly OrderQuote[],
): Promise<void> {
  if (quotes.length === 0) return;
  await tx.query(
    `insert into order_quote (id, order_id, held_quote_id, reason, asset, decimals, amount, rate, market_rate, gross_kobo,
       naira_kobo, fee_kobo, vat_kobo, stamp_duty_kobo, made_at, expires_at, evidence, signature)
     select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::smallint[], $7::numeric[],
       $8::numeric[], $9::numeric[], $10::numeric[], $11::numeric[], $12::numeric[], $13::numeric[], $14::numeric[],
       $15::timestamptz[], $16::timestamptz[], $17::text[], $18::bytea[])`,
    [
      quotes.map(({ id }) => id),
      quotes.map(({ orderId }) => orderId),
      quotes.map(({ heldQuoteId }) => heldQuoteId),
      quotes.map(({ reason }) => reason),
      quotes.map(({ asset }) => asset),
      quotes.map(({ decimals }) => decimals),
      quotes.map(({ amount }) => String(amount)),
      quotes.map(({ rate }) => formatRate(rate)),
      quotes.map(({ marketRate }) => formatRate(marketRate)),
      quotes.map(({ grossKobo }) => String(grossKobo)),
      quotes.map(({ nairaKobo }) => String(nairaKobo)),
      quotes.map(({ feeKobo }) => String(feeKobo)),
      quotes.map(({ vatKobo }) => String(vatKobo)),
      quotes.map(({ stampDutyKobo }) => String(stampDutyKobo)),
      quotes.map(({ madeAt }) => madeAt.toISOString()),
      quotes.map(({ expiresAt }) => expiresAt.toISOString()),
      quotes.map(({ evidence }) => evidence),
      quotes.map((quote) => signer.sign(quote)),
    ],
    'order-quotes-insert',
  );
}

/** The quotes of an order, the first one first: the last one holds. */
export async function listOrderQuotes(connection: Connection, orderId: OrderId): Promise<KeptQuote[]> {
  const rows = await connection.query<QuoteRow>(`select * from order_quote where order_id = $1 order by made_at, id`, [
    orderId,
  ]);
  return rows.map(readQuote);
}

/** The present quotes of orders, by the quotes' ids. */
export async function loadQuotesOf(
  connection: Connection,
  orders: readonly { readonly orderQuoteId: OrderQuoteId }[],
): Promise<ReadonlyMap<string, KeptQuote>> {
  const rows = await connection.query<QuoteRow>(
    `select * from order_quote where id = any($1::uuid[])`,
    [orders.map(({ orderQuoteId }) => orderQuoteId)],
    'order-quotes-load',
  );
  return new Map(rows.map((row) => [row.id, readQuote(row)]));
}

/** Up to `limit` quotes whose ids follow `after`, in the order of their ids. */
export async function listQuotesAfter(connection: Connection, after: string, limit: number): Promise<KeptQuote[]> {
  const rows = await connection.query<QuoteRow>(`select * from order_quote where id > $1 order by id limit $2`, [
    after,
    limit,
  ]);
  return rows.map(readQuote);
}

/** Some of the newest signed quotes. */
export async function listSignedQuotes(connection: Connection, most: number): Promise<KeptQuote[]> {
  const rows = await connection.query<QuoteRow>(
    `select * from order_quote where signature is not null order by id desc limit $1`,
    [most],
  );
  return rows.map(readQuote);
}

/** Quoted = executed = paid. Each rule is one statement; columns: subject, detail. */
const CHECKS: Readonly<Record<string, string>> = {
  'order-as-quoted': `
    select 'order ' || o.id as subject, 'is not what its quote ' || q.id || ' says' as detail
    from customer_order o left join order_quote q on q.id = o.order_quote_id and q.order_id = o.id
    where q.id is null or (o.asset, o.amount, o.rate, o.naira_kobo, o.spread_kobo)
      is distinct from (q.asset, q.amount, q.rate, q.naira_kobo, q.fee_kobo + q.vat_kobo)`,
  'payout-as-quoted': `
    select 'payout ' || p.reference as subject, 'is not what the quote of its order says' as detail
    from payout p join customer_order o on o.id = p.order_id left join order_quote q on q.id = o.order_quote_id
    where (p.order_quote_id, p.amount_kobo) is distinct from (q.id, q.naira_kobo)`,
  'booked-as-quoted': `
    select 'order ' || o.id as subject,
      'was booked with ' || b.naira || ' kobo, a fee of ' || b.fee || ' and VAT of ' || b.vat || ', and its quote says '
        || q.naira_kobo || ', ' || q.fee_kobo || ' and ' || q.vat_kobo as detail
    from (
      select t.source_id::uuid as order_id,
        coalesce(sum(t.amount) filter (where a.kind = 'payable'), 0) as naira,
        coalesce(sum(t.amount) filter (where a.kind = 'spread-income'), 0) as fee,
        coalesce(sum(t.amount) filter (where a.kind = 'vat-due'), 0) as vat
      from ledger_transfer t join ledger_account a on a.id = t.credit_account
      where t.source = 'order-exchanged' group by t.source_id
    ) b join customer_order o on o.id = b.order_id join order_quote q on q.id = o.order_quote_id
    where (b.naira, b.fee, b.vat) is distinct from (q.naira_kobo, q.fee_kobo, q.vat_kobo)`,
  'quote-unsigned': `
    select 'quote ' || id as subject, 'has no signature' as detail from order_quote
    where signature is null and made_at >= (select min(applied_at) from schema_migration where name like '0020%')`,
};

/**
 * Every difference between a quote and what was executed, booked or paid, a sentence each that opens with the broken
 * rule; at most `most` of each.
 */
export async function findUnquoted(connection: Connection, most: number): Promise<string[]> {
  const differences: string[] = [];
  for (const [check, text] of Object.entries(CHECKS)) {
    const rows = await connection.query<{ subject: string; detail: string }>(`${text} limit ${most}`);
    differences.push(...rows.map(({ subject, detail }) => `${check}: ${subject} ${detail}`));
  }
  return differences;
}

/** Held rates that ended before a time and that no order was made at, the oldest first. */
export async function listUnusedQuotes(connection: Connection, before: Date, limit: number): Promise<QuoteId[]> {
  const rows = await connection.query<{ id: QuoteId }>(
    `select q.id from quote q
     where q.expires_at < $1
       and not exists (select from order_quote where held_quote_id = q.id)
       and not exists (select from customer_order where quote_id = q.id)
     order by q.expires_at limit $2`,
    [before, limit],
    'quotes-unused',
  );
  return rows.map(({ id }) => id);
}
