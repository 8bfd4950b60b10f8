import * as z from 'zod/mini';
import { amountInput, decimal, endpoint, instant, integer, messageAnswer, text } from './endpoint.ts';
import { ORDER_SEARCH_LENGTH } from './constants.ts';
import { byId, idInput, idSchema } from './ids.ts';
import {
  DEPOSIT_STATES,
  FUNDING_STATES,
  HISTORY_STATES,
  ORDER_STATUSES,
  PAYOUT_STATES,
  PRIORITIES,
  RATE_ANSWERS,
} from './states.ts';

/** One line of an order's history: a sentence for people, a type for programs. */
export const timelineEntrySchema = z.object({ at: instant, type: z.string(), text: z.string() });
export type TimelineEntry = z.output<typeof timelineEntrySchema>;

/** A transfer on the chain that counts towards the order. */
export const orderDepositSchema = z.object({
  transaction: z.string(),
  amount: decimal,
  status: z.enum(DEPOSIT_STATES),
  confirmations: z.number(),
  confirmationsNeeded: z.number(),
});

export const orderSchema = z.object({
  id: idSchema('Order'),
  /** A conversion of the owner's own coins, or a payment by one of their links. */
  kind: z.enum(['conversion', 'payment']),
  /** The link that it is paid by; null for a conversion. */
  paymentLinkId: z.nullable(idSchema('Link')),
  fromCurrency: z.string(),
  network: z.string(),
  networkName: z.string(),
  fromAmount: decimal,
  /** Naira for one whole coin, locked until `lockExpiresAt`. */
  rate: decimal,
  /** Naira that is paid, such as `15000.50`. */
  naira: decimal,
  nairaKobo: integer,
  lockExpiresAt: instant,
  /**
   * The lock has ended and the coins are not all there: `rate`, `naira` and `nairaKobo` are at the current rate, if there is
   * one; the rate that counts is that of the moment when the coins are final.
   */
  lockEnded: z.boolean(),
  /** Where the rate moved the naira by more than the operator's tolerance since `agreedKobo`; null: it did not. */
  rateMove: z.nullable(z.object({ agreedKobo: integer, answer: z.enum(RATE_ANSWERS), answerBy: z.nullable(instant) })),
  depositAddress: z.string(),
  status: z.enum(ORDER_STATUSES),
  funding: z.enum(FUNDING_STATES),
  payout: z.enum(PAYOUT_STATES),
  /** What still has to arrive at the deposit address for the order to be covered; `0` once it is. */
  missingAmount: decimal,
  /** What happens now and what comes next, in a sentence. */
  summary: z.string(),
  priority: z.enum(PRIORITIES),
  declineReason: z.nullable(z.string()),
  bankAccount: z.object({ bankName: z.string(), accountNumber: z.string(), accountName: z.string() }),
  createdAt: instant,
  updatedAt: instant,
});
export type Order = z.output<typeof orderSchema>;

/**
 * What a conversion's naira is made of: fee and VAT together are the difference between the market's rate and the
 * customer's.
 */
export const priceSchema = z.object({
  rate: decimal,
  /** Null in orders from before it was kept. */
  marketRate: z.nullable(decimal),
  /** What the coins are worth at the market's rate: naira, fee and VAT together. */
  grossKobo: integer,
  feeKobo: integer,
  vatKobo: integer,
  /** Borne by the gateway: no part of the sum. */
  stampDutyKobo: integer,
  nairaKobo: integer,
});
/** What an order was promised while its rate was locked; null where it still gets that. */
export const lockedTermsSchema = z.nullable(z.object({ rate: decimal, nairaKobo: integer }));

/** What one order is shown with beyond what a list has. */
export const orderDetails = {
  price: priceSchema,
  locked: lockedTermsSchema,
  deposits: z.array(orderDepositSchema),
  timeline: z.array(timelineEntrySchema),
};

export const orderDetailSchema = z.object({
  ...orderSchema.shape,
  ...orderDetails,
});
export type OrderDetail = z.output<typeof orderDetailSchema>;

export const quoteSchema = z.object({
  id: idSchema('Quote'),
  currency: z.string(),
  network: z.string(),
  rate: decimal,
  /** The rate and terms behind a quote: with them the fee and VAT of an amount are known before there is an order. */
  marketRate: decimal,
  expiresAt: instant,
});
export type Quote = z.output<typeof quoteSchema>;

export const orders = {
  quote: endpoint({
    method: 'POST',
    path: '/quotes',
    summary: 'Hold the rate of a pair for a short time, to be named in a conversion',
    access: 'user',
    body: z.object({ currency: text(20), network: text(40) }),
    answer: z.object({ data: quoteSchema }),
    success: 201,
    errors: [401, 422, 429],
  }),
  convert: endpoint({
    method: 'POST',
    path: '/conversion',
    summary:
      'Convert coins to naira at a locked rate: from the balance where it covers the amount, else from a deposit',
    access: 'user',
    takesKey: true,
    body: z.object({
      fromCurrency: text(20),
      fromAmount: amountInput,
      network: text(40),
      quoteId: z.optional(idInput('Quote')),
    }),
    answer: orderSchema,
    success: 201,
    errors: [401, 409, 422, 429],
  }),
  listConversions: endpoint({
    method: 'GET',
    path: '/conversion',
    summary: 'The signed-in user’s conversions that fit, newest first',
    access: 'user',
    query: z.object({
      before: z.optional(idInput('Order')),
      limit: z.optional(text(4)),
      /** An order’s or a payout’s reference, a transaction, or an account number. */
      search: z.optional(text(ORDER_SEARCH_LENGTH)),
      state: z.optional(z.enum(HISTORY_STATES)),
      currency: z.optional(text(20)),
      /** A bank’s name, as one of `banks` has it. */
      bank: z.optional(text(120)),
      /** Days of Lagos, such as `2026-11-21`, both included. */
      from: z.optional(text(10)),
      to: z.optional(text(10)),
    }),
    answer: z.object({
      data: z.array(orderSchema),
      next: z.nullable(z.string()),
      /** The banks and coins of all conversions that there are, sorted. */
      banks: z.array(z.string()),
      currencies: z.array(z.string()),
    }),
    errors: [401, 422],
  }),
  reviewTime: endpoint({
    method: 'GET',
    path: '/conversion/review-time',
    summary: 'Whether people review the signed-in user’s conversions, and how long reviews took in the last 24 hours',
    access: 'user',
    answer: z.object({
      data: z.object({
        /** `sometimes`: a small one is cleared by rules, without a person. */
        isReviewed: z.enum(['always', 'sometimes']),
        /** Orders that people decided on in the last 24 hours. */
        decisions: z.number(),
        /** From the last coins to the decision, in the middle of those; null where there were too few of them. */
        medianSeconds: z.nullable(z.number()),
      }),
    }),
    errors: [401],
  }),
  getConversion: endpoint({
    method: 'GET',
    path: '/conversion/{id}',
    summary: 'One conversion with its deposits and its timeline',
    access: 'user',
    params: byId('Order'),
    answer: z.object({ data: orderDetailSchema }),
    errors: [401, 404],
  }),
  answerRate: endpoint({
    method: 'POST',
    path: '/conversion/{id}/rate',
    summary:
      'Accept what a conversion is worth now, or take the coins back into the balance, where its owner was asked',
    access: 'user',
    params: byId('Order'),
    body: z.object({
      answer: z.enum(['accepted', 'declined'], 'Please answer accepted or declined'),
      /** The naira that was on screen: 409 where the amount has changed. */
      nairaKobo: text(30, 'Please send the naira that you saw'),
    }),
    answer: z.object({ ...messageAnswer.shape, data: orderDetailSchema }),
    errors: [401, 404, 409],
  }),
} as const;
