import * as z from 'zod/mini';
import { decimal, endpoint, fileAnswer, integer, text } from './endpoint.ts';
import { idSchema } from './ids.ts';

/** The newest entries that a statement shows; its files have all of them. */
export const STATEMENT_ENTRIES_SHOWN = 200;

/** The kinds of entry about a customer's coins and naira. */
export const STATEMENT_KINDS = [
  'received',
  'taken-back',
  'credit-corrected',
  'converted',
  'paid',
  'returned',
  'sent-back',
  'corrected',
] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];

/** A month of Lagos, such as `2026-11`. */
const month = text(7);

export const statementEntrySchema = z.object({
  /** ISO 8601. */
  at: z.string(),
  kind: z.enum(STATEMENT_KINDS),
  /** Null for naira alone: payouts and returned payouts. */
  coins: z.nullable(
    z.object({
      currency: z.string(),
      networkName: z.string(),
      /** Negative where it left the balance. */
      amount: decimal,
    }),
  ),
  /**
   * Kobo. Received: the coins' worth at that moment; converted: the order's naira; paid or returned: the amount that
   * moved. Null where no rate was known, or none is needed.
   */
  nairaKobo: z.nullable(integer),
  feeKobo: z.nullable(integer),
  vatKobo: z.nullable(integer),
  /** The transaction on the chain, the bank's session id, or our own number. */
  reference: z.string(),
  orderId: z.nullable(idSchema('Order')),
});
export type StatementEntry = z.output<typeof statementEntrySchema>;

export const statementSchema = z.object({
  month: z.string(),
  /** Whether the month is over: until then the statement still grows. */
  isComplete: z.boolean(),
  /** Every coin that was there or moved, with its balance before and after. Opening + in − out = closing. */
  coins: z.array(
    z.object({
      currency: z.string(),
      networkName: z.string(),
      opening: decimal,
      received: decimal,
      converted: decimal,
      /** Sent back, taken back by the chain, and corrections, together; negative where more came than went. */
      other: decimal,
      closing: decimal,
    }),
  ),
  totals: z.object({
    receivedKobo: integer,
    convertedKobo: integer,
    feeKobo: integer,
    vatKobo: integer,
    paidKobo: integer,
    returnedKobo: integer,
  }),
  /** The newest first. */
  entries: z.array(statementEntrySchema),
  entryCount: z.number(),
});
export type Statement = z.output<typeof statementSchema>;

const query = z.object({ month });
const errors = [401, 422] as const;
const ofFiles = [...errors, 429] as const;

export const statements = {
  read: endpoint({
    method: 'GET',
    path: '/statements',
    summary: `The caller’s coins and naira in one month of Lagos (\`2026-11\`), from the ledger; the newest ${STATEMENT_ENTRIES_SHOWN} entries`,
    access: 'user',
    query,
    answer: z.object({ data: statementSchema }),
    errors,
  }),
  downloadCsv: endpoint({
    method: 'GET',
    path: '/statements/file.csv',
    summary: 'Every entry of a month as CSV: amounts are exact decimals of coins and naira',
    access: 'user',
    query,
    answer: z.string(),
    media: 'text/csv',
    errors: ofFiles,
  }),
  downloadWorkbook: endpoint({
    method: 'GET',
    path: '/statements/file.xlsx',
    summary:
      'The month as a workbook (XLSX) with a sheet of balances and a sheet of entries, of which it may have 50,000; the CSV has any number',
    access: 'user',
    query,
    answer: fileAnswer,
    media: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    errors: ofFiles,
  }),
} as const;
