import type { Report, ReportTable } from '@kobogate/contract';
import { formatKobo, toKobo } from '@kobogate/money';
import { type Cell, writeCsv } from '../../platform/files/csv.ts';

const naira = (kobo: string): Cell => ({ decimal: formatKobo(toKobo(kobo)) });

const count = (value: number): Cell => ({ decimal: String(value) });

const FIGURES = ['Conversions', 'Volume (NGN)', 'Fees (NGN)', 'Payouts', 'Paid out (NGN)', 'Sent back (NGN)'];

type Figures = Omit<Report['totals'], 'orders'>;

const figureCells = (figures: Figures): Cell[] => [
  count(figures.conversions),
  naira(figures.volumeKobo),
  naira(figures.feesKobo),
  count(figures.payouts),
  naira(figures.paidOutKobo),
  naira(figures.returnedKobo),
];

const TABLES: Readonly<Record<ReportTable, (report: Report) => Cell[][]>> = {
  days: ({ days }) => [
    ['Day (Africa/Lagos)', 'Orders made', ...FIGURES],
    ...days.map((day) => [day.day, count(day.orders), ...figureCells(day)]),
  ],
  assets: ({ assets }) => [
    ['Coin', 'Network', 'Coins exchanged', ...FIGURES],
    ...assets.map((asset) => [asset.currency, asset.networkName, { decimal: asset.amount }, ...figureCells(asset)]),
  ],
  statuses: ({ statuses }) => [
    ['Order', 'Payout', 'Orders made', 'Naira (NGN)'],
    ...statuses.map(({ status, payout, orders, nairaKobo }) => [status, payout, count(orders), naira(nairaKobo)]),
  ],
};

/** One table of a report as CSV, a heading first: no totals, so that a spreadsheet sums every row once. */
export function tableAsCsv(report: Report, table: ReportTable): string {
  return writeCsv(TABLES[table](report));
}
