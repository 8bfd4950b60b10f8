import * as z from 'zod/mini';
import { decimal, endpoint, integer, text } from './endpoint.ts';
import { ORDER_STATUSES, PAYOUT_STATES } from './states.ts';

/** The longest stretch that one report covers: a leap year. */
export const REPORT_LONGEST_DAYS = 366;

/** What a report can be downloaded as, a table a file. */
export const REPORT_TABLES = ['days', 'assets', 'statuses'] as const;
export type ReportTable = (typeof REPORT_TABLES)[number];

/** A day of Lagos, such as `2026-11-21`. */
const day = z.string();

/** What the ledger booked in a period; all amounts in kobo. */
const figures = {
  /** Orders whose coins were exchanged for naira. */
  conversions: z.number(),
  /** Naira that these exchanges made payable to customers' bank accounts. */
  volumeKobo: integer,
  /** What the spread earned in them, without the VAT in it. */
  feesKobo: z.string(),
  /** Payouts that arrived, and their sum. */
  payouts: z.number(),
  paidOutKobo: integer,
  /** What came back after arrival. */
  returnedKobo: integer,
};

export const reportSchema = z.object({
  /** Both included. */
  from: day,
  to: day,
  totals: z.object({ orders: z.number(), ...figures }),
  /** Every day of the period, oldest first; a day without bookings has zeros. */
  days: z.array(z.object({ day, orders: z.number(), ...figures })),
  /** By coin and network, the largest volume first; only those with bookings. */
  assets: z.array(
    z.object({
      currency: z.string(),
      network: z.string(),
      networkName: z.string(),
      /** Coins exchanged, exact. */
      amount: decimal,
      ...figures,
    }),
  ),
  /** The orders made in the period, by their status now. */
  statuses: z.array(
    z.object({
      status: z.enum(ORDER_STATUSES),
      payout: z.enum(PAYOUT_STATES),
      orders: z.number(),
      nairaKobo: integer,
    }),
  ),
});
export type Report = z.output<typeof reportSchema>;

const range = { from: text(10), to: text(10) };

export const reports = {
  read: endpoint({
    method: 'GET',
    path: '/admin/reports',
    summary:
      'Volume, fees and payouts from the ledger by day of Lagos and by asset, and the orders made by status; ' +
      '`from` and `to` are days, both included',
    access: 'staff',
    roles: ['administrator', 'finance'],
    query: z.object(range),
    answer: z.object({ data: reportSchema }),
    errors: [401, 403, 422],
  }),
  download: endpoint({
    method: 'GET',
    path: '/admin/reports.csv',
    summary: 'One table of the report (days, assets or statuses) as CSV: amounts are exact decimals of naira or coins',
    access: 'staff',
    roles: ['administrator', 'finance'],
    query: z.object({ ...range, table: z.enum(REPORT_TABLES, 'The table must be days, assets or statuses') }),
    answer: z.string(),
    media: 'text/csv',
    errors: [401, 403, 422],
  }),
} as const;
