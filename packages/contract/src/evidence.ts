import * as z from 'zod/mini';
import { decimal, endpoint, fileAnswer, instant, integer, STAFF_ROLES } from './endpoint.ts';
import { byId } from './ids.ts';
import { adminOrderSchema } from './admin-orders.ts';
import { orderDetailSchema } from './orders.ts';
import { riskReasonSchema } from './risk.ts';
import { kycTier } from './settings.ts';
import { PAYOUT_STATES } from './states.ts';

/** Everything that is known about an order, for a decision on it and for the questions of a bank or a regulator. */
export const evidenceSchema = z.object({
  order: z.object({ ...adminOrderSchema.shape, ...orderDetailSchema.shape, ...adminOrderSchema.shape }),
  customer: z.object({
    since: instant,
    isDisabled: z.boolean(),
    kycTier,
    lastSeenAt: z.nullable(instant),
    /** All that they were paid, in naira such as `15000.50`. */
    nairaPaidOut: decimal,
    /** Their orders of all time, by how they ended or stand. */
    orders: z.object({ all: z.number(), paid: z.number(), declined: z.number() }),
    /** Since when naira goes to the present payout account; null where none is saved. */
    accountSince: z.nullable(instant),
    /** The newest others. */
    others: z.array(adminOrderSchema),
  }),
  /**
   * Why an order that is pending waits by the present policy, the heaviest first; of a decided one the signs of risk that
   * it was decided with.
   */
  reasons: z.array(riskReasonSchema),
  /** Where its coins came from, by the chain’s word. */
  senders: z.array(z.object({ transaction: z.string(), addresses: z.array(z.string()) })),
  /** What administrators did on it, oldest first. */
  decisions: z.array(z.object({ at: instant, by: z.string(), text: z.string(), reason: z.nullable(z.string()) })),
  /** What the team wrote about it, oldest first. */
  notes: z.array(z.object({ at: instant, by: z.string(), text: z.string() })),
  /** Each instruction to a bank rail, newest first. */
  payouts: z.array(
    z.object({
      attempt: z.number(),
      rail: z.string(),
      reference: z.string(),
      amountKobo: integer,
      status: z.enum(PAYOUT_STATES),
      sessionId: z.nullable(z.string()),
      failureReason: z.nullable(z.string()),
      sentAt: z.nullable(instant),
      settledAt: z.nullable(instant),
    }),
  ),
  /** What was posted for it, its deposits and its payouts, oldest first. */
  ledger: z.array(
    z.object({
      at: instant,
      source: z.string(),
      text: z.string(),
      asset: z.string(),
      /** In the asset’s unit, such as `1.5`; naira for `NGN`. */
      amount: decimal,
      debit: z.string(),
      credit: z.string(),
    }),
  ),
});
export type Evidence = z.output<typeof evidenceSchema>;

export const evidence = {
  read: endpoint({
    method: 'GET',
    path: '/order/{id}/evidence',
    summary:
      'Everything that is known about an order: its deposits and their senders, price, timeline, customer, decisions, payouts ' +
      'and ledger entries',
    access: 'staff',
    roles: STAFF_ROLES,
    params: byId('Order'),
    answer: z.object({ data: evidenceSchema }),
    errors: [401, 403, 404],
  }),
  download: endpoint({
    method: 'GET',
    path: '/order/{id}/evidence/pdf',
    summary: 'The same as a PDF',
    access: 'staff',
    roles: STAFF_ROLES,
    params: byId('Order'),
    answer: fileAnswer,
    media: 'application/pdf',
    errors: [401, 403, 404],
  }),
} as const;
