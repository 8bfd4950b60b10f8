import type { QuoteId, UserId } from '@kobogate/contract';
import { formatRate, parseRate, type Rate } from '@kobogate/money';
import type { Connection, Transaction } from '../../platform/database.ts';
import type { KeptTick, RateTick } from './rate.ts';

/** The market's rate of a coin from `decidedAt` on. */
export interface MarketRate {
  readonly currency: string;
  readonly rate: Rate;
  readonly sources: readonly string[];
  readonly decidedAt: Date;
}

export interface QuoteRow {
  readonly id: QuoteId;
  readonly userId: UserId;
  readonly currency: string;
  readonly network: string;
  readonly rate: Rate;
  readonly marketRate: Rate;
  /** The ticks behind it, one line each. */
  readonly evidence: string;
  readonly expiresAt: Date;
}

interface TickRow {
  id: bigint;
  currency: string;
  source: string;
  quote: 'NGN' | 'USD';
  rate: string;
  observed_at: Date;
}

/** The newest tick of each currency and source from `since` up to `until`, both included. */
export async function latestTicks(connection: Connection, since: Date, until: Date): Promise<KeptTick[]> {
  const rows = await connection.query<TickRow>(
    `select distinct on (currency, source, quote) id, currency, source, quote, rate, observed_at
     from rate_tick where observed_at between $1 and $2 order by currency, source, quote, observed_at desc, id desc`,
    [since, until],
    'rates-latest',
  );
  return rows.map((row) => ({
    id: row.id,
    currency: row.currency,
    source: row.source,
    quote: row.quote,
    rate: readRate(row.rate),
    observedAt: row.observed_at,
  }));
}

interface MarketRow {
  currency: string;
  rate: string;
  sources: string[];
  decided_at: Date;
}

/** For each currency, the last rate decided within the period. */
export async function marketRatesBetween(
  connection: Connection,
  from: Date,
  to: Date,
): Promise<ReadonlyMap<string, MarketRate>> {
  const rows = await connection.query<MarketRow>(
    `select distinct on (currency) currency, rate, sources, decided_at
     from market_rate where decided_at between $1 and $2 order by currency, decided_at desc, id desc`,
    [from, to],
    'rates-market-between',
  );
  return new Map(rows.map((row) => [row.currency, readMarket(row)]));
}

/** For each currency and moment, in their order, the last rate decided up to then and not before `oldestMs` ago; null: none. */
export async function marketRatesAt(
  connection: Connection,
  wanted: readonly { readonly currency: string; readonly at: Date }[],
  oldestMs: number,
): Promise<(Rate | null)[]> {
  const rows = await connection.query<{ rate: string | null }>(
    `select last.rate from unnest($1::text[], $2::timestamptz[]) with ordinality as wanted (currency, at, position)
     left join lateral (
       select rate from market_rate m
       where m.currency = wanted.currency and m.decided_at <= wanted.at
         and m.decided_at >= wanted.at - $3::int * interval '1 ms'
       order by m.decided_at desc, m.id desc limit 1
     ) as last on true order by wanted.position`,
    [wanted.map(({ currency }) => currency), wanted.map(({ at }) => at.toISOString()), oldestMs],
    'rates-market-at',
  );
  return rows.map(({ rate }) => (rate === null ? null : readRate(rate)));
}

/** A coin's rates over a period, oldest first: the last of each slice of `sliceSeconds`. */
export async function marketHistory(
  connection: Connection,
  { currency, from, sliceSeconds }: { currency: string; from: Date; sliceSeconds: number },
): Promise<MarketRate[]> {
  const rows = await connection.query<MarketRow>(
    `select distinct on (slice) currency, rate, sources, decided_at,
            floor(extract(epoch from decided_at) / $3) as slice
     from market_rate where currency = $1 and decided_at >= $2 order by slice, decided_at desc, id desc`,
    [currency, from, sliceSeconds],
    'rates-history',
  );
  return rows.map(readMarket);
}

/** Reads a stored rate, which `formatRate` wrote. */
export function readRate(text: string): Rate {
  const parsed = parseRate(text);
  if (!parsed.ok) throw new Error(`the database holds a rate that is not one: ${text}`);
  return parsed.value;
}

function readMarket(row: MarketRow): MarketRate {
  return { currency: row.currency, rate: readRate(row.rate), sources: row.sources, decidedAt: row.decided_at };
}

/** Appends ticks to the history. */
export async function insertTicks(connection: Connection, ticks: readonly RateTick[]): Promise<void> {
  await connection.query(
    `insert into rate_tick (currency, source, quote, rate, observed_at)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::numeric[], $5::timestamptz[])`,
    [
      ticks.map(({ currency }) => currency),
      ticks.map(({ source }) => source),
      ticks.map(({ quote }) => quote),
      ticks.map(({ rate }) => formatRate(rate)),
      ticks.map(({ observedAt }) => observedAt.toISOString()),
    ],
  );
}

/** Appends decided rates to the history. */
export async function insertMarketRates(connection: Connection, rates: readonly MarketRate[]): Promise<void> {
  for (const { currency, rate, sources, decidedAt } of rates) {
    await connection.query(
      `insert into market_rate (currency, rate, sources, decided_at) values ($1, $2, $3, $4)`,
      [currency, formatRate(rate), sources, decidedAt],
      'rates-decided',
    );
  }
}

/** Records that the sources were asked at a time, and of how many coins each gave a rate. */
export async function saveSources(
  connection: Connection,
  sources: readonly { readonly name: string; readonly coins: number }[],
  at: Date,
): Promise<void> {
  await connection.query(
    `insert into rate_source as known (source, asked_at, answered_at, coins)
     select name, $3, case when coins > 0 then $3::timestamptz end, coins
     from unnest($1::text[], $2::int[]) as asked (name, coins) order by name
     on conflict (source) do update set asked_at = excluded.asked_at,
       answered_at = coalesce(excluded.answered_at, known.answered_at), coins = excluded.coins`,
    [sources.map(({ name }) => name), sources.map(({ coins }) => coins), at],
    'rates-sources',
  );
}

/** Deletes ticks and decided rates from before `before`. */
export async function deleteRatesBefore(connection: Connection, before: Date): Promise<void> {
  await connection.query(`delete from rate_tick where observed_at < $1`, [before]);
  await connection.query(`delete from market_rate where decided_at < $1`, [before]);
}

/** Records a quote. */
export async function insertQuote(connection: Connection | Transaction, quote: QuoteRow): Promise<void> {
  await connection.query(
    `insert into quote (id, user_id, currency, network, rate, market_rate, expires_at, evidence)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      quote.id,
      quote.userId,
      quote.currency,
      quote.network,
      formatRate(quote.rate),
      formatRate(quote.marketRate),
      quote.expiresAt,
      quote.evidence,
    ],
    'quote-insert',
  );
}

/** Deletes quotes. */
export async function deleteQuotes(connection: Connection, ids: readonly QuoteId[]): Promise<void> {
  await connection.query(`delete from quote where id = any($1::uuid[])`, [ids], 'quotes-delete');
}

/** When the newest price of any source was observed; null: never. */
export async function newestTickAt(connection: Connection): Promise<Date | null> {
  const [row] = await connection.query<{ at: Date | null }>(
    `select max(observed_at) as at from rate_tick`,
    [],
    'rates-newest-tick',
  );
  return row?.at ?? null;
}
