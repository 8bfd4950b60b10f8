import { isCurrency, RATE_RANGES, type RateHistory, type RateRange } from '@kobogate/contract';
import { formatRate } from '@kobogate/money';
import type { Clock } from '../../platform/clock.ts';
import type { Connection } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { marketHistory } from './db.ts';

/** A coin's decided rates over a range, at most one per slice of it. Throws 404 for an unknown coin. */
export async function readHistory(
  { database, clock }: { database: Connection; clock: Clock },
  { currency, range }: { currency: string; range: RateRange },
): Promise<RateHistory> {
  if (!isCurrency(currency)) throw notFound(`We do not know the currency ${currency.slice(0, 20)}.`);
  const { seconds, sliceSeconds } = RATE_RANGES[range];
  const from = new Date(clock.now().getTime() - seconds * 1000);
  const rates = await marketHistory(database, { currency, from, sliceSeconds });
  return {
    currency,
    range,
    points: rates.map(({ rate, decidedAt }) => ({ at: decidedAt.toISOString(), rate: formatRate(rate) })),
  };
}
