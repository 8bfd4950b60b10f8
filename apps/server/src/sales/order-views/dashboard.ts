import { inLagos } from '@kobogate/contract';
import { type Kobo, sumKobo, toKobo } from '@kobogate/money';
/** Months shown on the dashboard, the present one included. */
const DASHBOARD_MONTHS = 6;

/**
 * Conversions of one month of Lagos in one coin. `kobo` counts those whose coins arrived and that were not declined.
 */
export interface MonthOfCoin {
  /** `2026-11`. */
  readonly month: string;
  readonly currency: string;
  readonly transactions: number;
  readonly kobo: Kobo;
}

export interface Figures {
  readonly transactions: number;
  readonly kobo: Kobo;
  readonly months: readonly { readonly month: string; readonly transactions: number; readonly kobo: Kobo }[];
  readonly assets: readonly { readonly currency: string; readonly kobo: Kobo }[];
}

/** The last `count` months of Lagos up to the one that `now` is in, oldest first, as `2026-11`. Pure. */
export function lastMonths(now: Date, count: number): string[] {
  const lagos = inLagos(now.getTime());
  return Array.from({ length: count }, (_, index) => {
    const first = Date.UTC(lagos.getUTCFullYear(), lagos.getUTCMonth() - (count - 1 - index), 1);
    return new Date(first).toISOString().slice(0, 7);
  });
}

const koboOf = (parts: readonly MonthOfCoin[]): Kobo => sumKobo(parts.map(({ kobo }) => kobo));
const transactionsOf = (parts: readonly MonthOfCoin[]): number =>
  parts.reduce((total, { transactions }) => total + transactions, 0);

/**
 * The figures of an account from its months and coins: everything over all time, by month for the last months, by coin
 * with the largest first. All of them use the same rows, so they agree with one another. Pure.
 */
export function sumUp(parts: readonly MonthOfCoin[], now: Date): Figures {
  const byCoin = new Map<string, Kobo>();
  for (const { currency, kobo } of parts) byCoin.set(currency, toKobo((byCoin.get(currency) ?? 0n) + kobo));
  return {
    transactions: transactionsOf(parts),
    kobo: koboOf(parts),
    months: lastMonths(now, DASHBOARD_MONTHS).map((month) => {
      const ofMonth = parts.filter((part) => part.month === month);
      return { month, transactions: transactionsOf(ofMonth), kobo: koboOf(ofMonth) };
    }),
    assets: [...byCoin]
      .map(([currency, kobo]) => ({ currency, kobo }))
      .filter(({ kobo }) => kobo > 0n)
      .toSorted((left, right) => (left.kobo === right.kobo ? 0 : left.kobo < right.kobo ? 1 : -1)),
  };
}
