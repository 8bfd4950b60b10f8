import { parseRate, type Rate, formatRate } from '@kobogate/money';
import type { Connection, Transaction } from '../../platform/database.ts';
import type { RateTick } from './rate.ts';

interface TickRow {
  currency: string;
  source: string;
  rate: string;
  observed_at: Date;
}

/** Appends ticks to the history. */
export async function insertTicks(connection: Connection, ticks: readonly RateTick[]): Promise<void> {
  await connection.query(
    `insert into rate_tick (currency, source, rate, observed_at)
     select * from unnest($1::text[], $2::text[], $3::numeric[], $4::timestamptz[])`,
    [
      ticks.map(({ currency }) => currency),
      ticks.map(({ source }) => source),
      ticks.map(({ rate }) => formatRate(rate)),
      ticks.map(({ observedAt }) => observedAt.toISOString()),
    ],
  );
}

/** The newest tick of each currency and source that is not older than `since`. */
export async function latestTicks(connection: Connection, since: Date): Promise<RateTick[]> {
  const rows = await connection.query<TickRow>(
    `select distinct on (currency, source) currency, source, rate, observed_at
     from rate_tick where observed_at >= $1 order by currency, source, observed_at desc`,
    [since],
    'rates-latest',
  );
  return rows.map(readTick);
}

/** For each currency, the ticks of the given stretch of time nearest to its end: one a source. */
export async function ticksBetween(connection: Connection, from: Date, to: Date): Promise<RateTick[]> {
  const rows = await connection.query<TickRow>(
    `select distinct on (currency, source) currency, source, rate, observed_at
     from rate_tick where observed_at between $1 and $2 order by currency, source, observed_at desc`,
    [from, to],
    'rates-between',
  );
  return rows.map(readTick);
}

/** Forgets ticks from before `before`. */
export async function deleteTicksBefore(connection: Connection, before: Date): Promise<void> {
  await connection.query(`delete from rate_tick where observed_at < $1`, [before]);
}

export interface QuoteRow {
  readonly id: string;
  readonly userId: string;
  readonly currency: string;
  readonly network: string;
  readonly rate: Rate;
  readonly marketRate: Rate;
  readonly expiresAt: Date;
}

/** Records a quote. */
export async function insertQuote(connection: Connection | Transaction, quote: QuoteRow): Promise<void> {
  await connection.query(
    `insert into quote (id, user_id, currency, network, rate, market_rate, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      quote.id,
      quote.userId,
      quote.currency,
      quote.network,
      formatRate(quote.rate),
      formatRate(quote.marketRate),
      quote.expiresAt,
    ],
    'quote-insert',
  );
}

/** Reads a rate that the database holds, which only ever held what `formatRate` wrote. */
export function readRate(text: string): Rate {
  const parsed = parseRate(text);
  if (!parsed.ok) throw new Error(`the database holds a rate that is not one: ${text}`);
  return parsed.value;
}

function readTick(row: TickRow): RateTick {
  return { currency: row.currency, source: row.source, rate: readRate(row.rate), observedAt: row.observed_at };
}
