import * as z from 'zod/mini';
import { endpoint, instant, text } from './endpoint.ts';
import { byId, idSchema } from './ids.ts';

/** `unclear`: a bank or a node gave no answer; `not-compared`: there is nothing to compare it with. */
export const RECONCILIATION_OUTCOMES = ['agrees', 'differs', 'unclear', 'not-compared'] as const;
export type ReconciliationOutcome = (typeof RECONCILIATION_OUTCOMES)[number];

export const DIFFERENCE_KINDS = [
  'missing-at-bank',
  'unknown-to-us',
  'doubled',
  'other-amount',
  'other-state',
  'other-fee',
  'float',
  'chain',
  'ledger',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** One difference between ours and theirs; all texts are for people. */
export const differenceSchema = z.object({
  kind: z.enum(DIFFERENCE_KINDS),
  /** Where: a rail, a place of coins, the ledger. */
  place: z.string(),
  /** The payout's reference, the asset, or the broken rule. */
  subject: z.string(),
  orderId: z.nullable(idSchema('Order')),
  ours: z.string(),
  theirs: z.string(),
  /** What to do. */
  advice: z.string(),
});
export type Difference = z.output<typeof differenceSchema>;

/** One rail, one network, or the ledger. */
export const comparedPartSchema = z.object({
  area: z.enum(['bank', 'chain', 'ledger']),
  name: z.string(),
  outcome: z.enum(RECONCILIATION_OUTCOMES),
  /** How many payouts, places of coins, or entries. */
  compared: z.number(),
  detail: z.string(),
  /**
   * Of a rail: how much more its provider has than our ledger, in kobo; null: not compared. Only its changes mean
   * something.
   */
  floatGapKobo: z.nullable(z.string()),
});
export type ComparedPart = z.output<typeof comparedPartSchema>;

/** The report of one day of Lagos, as it was when it was made. */
export const reconciliationSchema = z.object({
  parts: z.array(comparedPartSchema),
  /** The first of the differences; `differenceCount` has how many there are. */
  differences: z.array(differenceSchema),
});

const summary = {
  id: idSchema('Reconciliation'),
  /** A day of Lagos, such as `2026-11-21`. */
  day: z.string(),
  outcome: z.enum(RECONCILIATION_OUTCOMES),
  differenceCount: z.number(),
  startedAt: instant,
  finishedAt: instant,
  /** Automatic: once a day, and again where a bank or a node did not answer. */
  isScheduled: z.boolean(),
  /** How many automatic comparisons of the day there were before. */
  attempt: z.number(),
  /** Whether this day has not been compared since. */
  isNewest: z.boolean(),
  /** When it is compared again automatically; null: it is not. */
  nextAt: z.nullable(instant),
  /** The administrator who asked for it; null: the timer, or the operator's terminal. */
  runBy: z.nullable(z.string()),
};
export const reconciliationSummarySchema = z.object(summary);
export type ReconciliationSummary = z.output<typeof reconciliationSummarySchema>;
export const reconciliationDetailSchema = z.object({ ...summary, report: reconciliationSchema });
export type ReconciliationDetail = z.output<typeof reconciliationDetailSchema>;

export const reconciliations = {
  list: endpoint({
    method: 'GET',
    path: '/admin/reconciliations',
    summary: 'The newest 100 daily comparisons of chain, ledger and bank statement, newest first',
    access: 'staff',
    roles: ['administrator', 'finance'],
    answer: z.object({ data: z.array(reconciliationSummarySchema) }),
    errors: [401, 403],
  }),
  read: endpoint({
    method: 'GET',
    path: '/admin/reconciliations/{id}',
    summary: 'One comparison with every difference and what to do about it',
    access: 'staff',
    roles: ['administrator', 'finance'],
    params: byId('Reconciliation'),
    answer: z.object({ data: reconciliationDetailSchema }),
    errors: [401, 403, 404],
  }),
  run: endpoint({
    method: 'POST',
    path: '/admin/reconciliations',
    summary: 'Compare a day now. It asks every bank rail and every node, and may take minutes',
    access: 'staff',
    roles: ['administrator', 'finance'],
    proof: 'none',
    body: z.object({ day: text(10) }),
    answer: z.object({ data: reconciliationDetailSchema }),
    success: 201,
    errors: [401, 403, 409, 422],
  }),
} as const;
