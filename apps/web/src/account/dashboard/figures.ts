import type { Dashboard, Order } from '@kobogate/contract';
import { monthText, nairaOfKobo } from '../../lib/formats.ts';
import { wholePercents } from '../../ui/chart-scale.ts';
import { SAMPLE, type SampleRow } from './sample-figures.ts';

export interface MonthFigure {
  /** `Nov 2026`. */
  name: string;
  transactions: number;
  /** In hundredths of the figures' currency. */
  minor: bigint;
  /** The exact amount for people. */
  text: string;
}

export interface ShareFigure {
  name: string;
  percent: number;
  /** The exact amount for people; null for a sample. */
  text: string | null;
}

/** What the dashboard shows: an account's own figures, or the sample while there are none. */
export interface DashboardFigures {
  isSample: boolean;
  symbol: '₦' | '$';
  currencyName: string;
  transactions: string;
  volume: string;
  wallets: string;
  months: readonly MonthFigure[];
  split: readonly ShareFigure[];
  recent: { isSample: true; rows: readonly SampleRow[] } | { isSample: false; rows: readonly Order[] };
}

/** An account's figures for the screen; the marked sample where the account has no activity yet. */
export function figuresOf(dashboard: Dashboard): DashboardFigures {
  return dashboard.hasActivity ? ownFigures(dashboard) : sampleFigures(dashboard);
}

function ownFigures(dashboard: Dashboard): DashboardFigures {
  const percents = wholePercents(dashboard.assets.map(({ volumeKobo }) => BigInt(volumeKobo)));
  return {
    isSample: false,
    symbol: '₦',
    currencyName: 'naira',
    transactions: String(dashboard.transactions),
    volume: nairaOfKobo(dashboard.volumeKobo),
    wallets: String(dashboard.wallets),
    months: dashboard.months.map(({ month, transactions, volumeKobo }) => ({
      name: monthText(month),
      transactions,
      minor: BigInt(volumeKobo),
      text: nairaOfKobo(volumeKobo),
    })),
    split: dashboard.assets.map(({ currency, volumeKobo }, index) => ({
      name: currency,
      percent: percents[index] ?? 0,
      text: nairaOfKobo(volumeKobo),
    })),
    recent: { isSample: false, rows: dashboard.recent },
  };
}

function sampleFigures({ months }: Dashboard): DashboardFigures {
  return {
    isSample: true,
    symbol: '$',
    currencyName: 'US dollars',
    transactions: SAMPLE.transactions,
    volume: SAMPLE.volume,
    wallets: SAMPLE.wallets,
    months: months.map(({ month }, index) => {
      const sample = SAMPLE.months[index % SAMPLE.months.length] ?? { transactions: 0, cents: 0n, text: '$0' };
      return {
        name: monthText(month),
        transactions: sample.transactions,
        minor: sample.cents,
        text: sample.text,
      };
    }),
    split: SAMPLE.split.map(({ name, percent }) => ({ name, percent, text: null })),
    recent: { isSample: true, rows: SAMPLE.rows },
  };
}
