import * as z from 'zod/mini';
import { endpoint, fileAnswer, instant, integer, pageLimit, text } from './endpoint.ts';
import { idInput, idSchema } from './ids.ts';

const settledSum = z.object({ payments: z.number(), nairaKobo: integer });

/** What a merchant's links brought, what is on its way, and what waits for a person. */
export const paymentOverviewSchema = z.object({
  /** Naira that reached the bank account since midnight in Lagos, and between the two days. */
  today: settledSum,
  settled: settledSum,
  /** Coins were seen or came, and the naira is not in the bank account yet. */
  waiting: settledSum,
  /** A person of the gateway looks at it first, or at a payout that came back. */
  held: settledSum,
  /** A part of the coins is missing. */
  short: settledSum,
  /** What was settled between the two days by link, the largest first: at most 50. */
  links: z.array(z.object({ ...settledSum.shape, linkId: idSchema('Link'), name: z.string() })),
});
export type PaymentOverview = z.output<typeof paymentOverviewSchema>;

export const settledReferenceSchema = z.object({
  ...settledSum.shape,
  reference: z.string(),
  lastSettledAt: instant,
});
export type SettledReference = z.output<typeof settledReferenceSchema>;

/** Forms of a file of settled payments: our own columns, and what three programs import as a bank's statement. */
export const SETTLED_FORMATS = ['csv', 'quickbooks', 'xero', 'zoho'] as const;
export type SettledFormat = (typeof SETTLED_FORMATS)[number];

/** A day of Lagos, such as `2026-11-21`; both days are included. */
const day = text(10);
const settledBetween = { link: z.optional(idInput('Link')), from: day, to: day };
const settledFormat = z.enum(SETTLED_FORMATS, `Please ask for one of ${SETTLED_FORMATS.join(', ')}`);

/** What was settled, as the merchant's own books need it: a part of `payments`. */
export const settledPayments = {
  overview: endpoint({
    method: 'GET',
    path: '/payments/overview',
    summary:
      'What reached the signed-in user’s bank account today and between two days of Lagos, by link, and what has not yet',
    access: 'user',
    scope: 'payments:read',
    query: z.object({ from: day, to: day }),
    answer: z.object({ data: paymentOverviewSchema }),
    errors: [401, 422],
  }),
  references: endpoint({
    method: 'GET',
    path: '/payments/references',
    summary:
      'What was settled under each reference, in the order of the references: those that begin with a text, and after one. ' +
      '`total` counts those on all pages',
    access: 'user',
    scope: 'payments:read',
    query: z.object({ search: z.optional(text(100)), before: z.optional(text(100)), limit: z.optional(pageLimit) }),
    answer: z.object({ data: z.array(settledReferenceSchema), next: z.nullable(z.string()), total: z.number() }),
    errors: [401],
  }),
  downloadSettled: endpoint({
    method: 'GET',
    path: '/payments/settled.csv',
    summary:
      'Payments whose naira reached the bank account between two days of Lagos as CSV, oldest first: our own columns, or as ' +
      'QuickBooks, Xero and Zoho Books import them',
    access: 'user',
    scope: 'payments:read',
    query: z.object({ ...settledBetween, format: z._default(settledFormat, 'csv') }),
    answer: z.string(),
    media: 'text/csv',
    errors: [401, 422, 429],
  }),
  downloadSettledWorkbook: endpoint({
    method: 'GET',
    path: '/payments/settled.xlsx',
    summary: 'The same payments as a workbook (XLSX), at most 10,000',
    access: 'user',
    scope: 'payments:read',
    query: z.object(settledBetween),
    answer: fileAnswer,
    media: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    errors: [401, 422, 429],
  }),
} as const;
