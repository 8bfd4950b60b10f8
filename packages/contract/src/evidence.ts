import * as z from 'zod/mini';
import { decimal, endpoint, fileAnswer, instant, integer, metadataSchema, STAFF_ROLES } from './endpoint.ts';
import { byId, idSchema } from './ids.ts';
import { adminOrderSchema } from './admin-orders.ts';
import { payeeSchema } from './bank-accounts.ts';
import { orderDetailSchema, priceSchema } from './orders.ts';
import { riskReasonSchema } from './risk.ts';
import { kycTier } from './settings.ts';
import { PAYOUT_STATES } from './states.ts';

/** Everything that is known about an order, for a decision on it and for the questions of a bank or a regulator. */
export const evidenceSchema = z.object({
  order: z.object({ ...adminOrderSchema.shape, ...orderDetailSchema.shape, ...adminOrderSchema.shape }),
  /** Naira for one whole coin at this moment, beside what was promised; null where no rate can be trusted. */
  rateNow: z._default(z.nullable(decimal), null),
  customer: z.object({
    since: instant,
    isDisabled: z.boolean(),
    /** What they owe us, such as coins that a chain took back after their naira had left: amounts with their coin and network. */
    owes: z._default(z.array(z.string()), []),
    kycTier,
    /** What the tier allows for one conversion and within 24 hours, null: without limit, and what was converted in these. */
    limits: z.object({ maximumKobo: z.nullable(integer), dayKobo: z.nullable(integer), madeKobo: integer }),
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
  /** Of a payment by link: what it was for, and what its payer and its merchant gave with it. Null for a conversion. */
  payment: z.nullable(
    z.object({
      link: z.string(),
      purpose: z.string(),
      payerEmail: z.nullable(z.string()),
      reference: z.nullable(z.string()),
      fields: z.array(z.object({ label: z.string(), value: z.string() })),
      metadata: metadataSchema,
      /** Coins of it that go back to its payer, or are offered to: the first offer first. */
      refunds: z.array(
        z.object({
          id: idSchema('Offer'),
          currency: z.string(),
          networkName: z.string(),
          amount: decimal,
          /** What the network costs, taken from the amount, and what is left. */
          fee: decimal,
          net: decimal,
          /** A `PaymentRefundState`, as text: with its list an account's pages would load the desk's calls. */
          state: z.string(),
          address: z.nullable(z.string()),
          transaction: z.nullable(z.string()),
          explorerUrl: z.nullable(z.string()),
        }),
      ),
    }),
  ),
  /**
   * Why an order that is pending waits by the present policy, the heaviest first; of a decided one the signs of risk that
   * it was decided with.
   */
  reasons: z.array(riskReasonSchema),
  /** The transactions of its coins, each with the block that has it and where the coins came from, by the chain’s word. */
  chain: z.array(
    z.object({
      transaction: z.string(),
      /** Where anybody can read it; null: nowhere that is known. */
      explorer: z.nullable(z.string()),
      height: z.number(),
      block: z.string(),
      /** The deposit address that the coins came to. */
      address: z.string(),
      senders: z.array(z.string()),
      seenAt: instant,
      finalAt: z.nullable(instant),
    }),
  ),
  /** What its customer was promised, the first promise first: the last one holds. */
  quotes: z.array(
    z.object({
      id: idSchema('OrderQuote'),
      reason: z.enum(['order', 'late', 'renewed', 'settled', 'short']),
      ...priceSchema.shape,
      madeAt: instant,
      expiresAt: instant,
      /** The prices of the market that the rate was taken from, a line each. */
      sources: z.array(z.string()),
      /** In hexadecimal. Null in orders from before quotes were signed. */
      signature: z.nullable(z.string()),
      /** Whether it is word for word what was signed. */
      isGenuine: z.nullable(z.boolean()),
    }),
  ),
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
      /** The account that it was to go to; empty texts once they were erased. */
      payee: z._default(payeeSchema, { accountNumber: '', bankName: '', accountName: '' }),
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
      'Everything that is known about an order: its deposits with their blocks and senders, signed quotes, timeline, customer, ' +
      'decisions, payouts and ledger entries',
    access: 'staff',
    roles: STAFF_ROLES,
    params: byId('Order'),
    answer: z.object({ data: evidenceSchema }),
    errors: [401, 403, 404],
  }),
  pack: endpoint({
    method: 'GET',
    path: '/order/{id}/evidence/pack',
    summary: 'The same for a bank’s or regulator’s question: one ZIP with the PDF and the JSON',
    access: 'staff',
    roles: STAFF_ROLES,
    params: byId('Order'),
    answer: fileAnswer,
    media: 'application/zip',
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
