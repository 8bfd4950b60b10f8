import * as z from 'zod/mini';
import { nameVerdict } from './bank-accounts.ts';
import { ORDER_SEARCH_LENGTH } from './constants.ts';
import { DECLINE_CODES } from './decline-reasons.ts';
import { amountInput, decimal, endpoint, instant, integer, messageAnswer, seenVersion, text } from './endpoint.ts';
import { byId, idInput, idSchema } from './ids.ts';
import { ORDER_DATES } from './order-dates.ts';
import {
  DEPOSIT_STATES,
  FUNDING_STATES,
  ORDER_COINS,
  ORDER_STATUSES,
  PAYOUT_STATES,
  type PayoutState,
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
   * The lock has ended and the coins are not all there: `rate`, `naira` and `nairaKobo` are those of this moment, where
   * there is a rate, and what counts is the rate of the moment in which the coins are final.
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
const details = {
  price: priceSchema,
  locked: lockedTermsSchema,
  deposits: z.array(orderDepositSchema),
  timeline: z.array(timelineEntrySchema),
};

export const orderDetailSchema = z.object({
  ...orderSchema.shape,
  ...details,
});
export type OrderDetail = z.output<typeof orderDetailSchema>;

export const adminOrderSchema = z.object({
  ...orderSchema.shape,
  /** The payout account, with the bank's answer about the name on it. */
  bankAccount: z.object({ ...orderSchema.shape.bankAccount.shape, ...nameVerdict }),
  /** Changes with everything that is decided on. Sent with a decision. */
  version: z.number(),
  /** Why it waits for an administrator although it was cleared, or will be checked again; null: nothing was held. */
  heldReason: z.nullable(z.string()),
  customerId: idSchema('User'),
  customerName: z.string(),
  customerEmail: z.string(),
  /** Naira as a number, for display only. */
  amount: z.number(),
  date: instant,
  itemCount: z.number(),
  declineCode: z.nullable(z.enum(DECLINE_CODES)),
  /** The first of two approvals: by whom and when. Null: none, or the order needs no second. */
  firstApproval: z.nullable(z.object({ adminId: idSchema('User'), by: z.string(), at: instant })),
  /** The addresses of the sanctions list that its coins can be from: with any, an approval needs a reason. */
  listedSenders: z.array(z.string()),
  /** The bank's answers do not settle what became of the payout: an administrator has to decide. */
  payoutNeedsPerson: z.boolean(),
  /** The rail of its newest payout, or the intended one while it is queued. Null: no payout was made yet. */
  payoutRail: z.nullable(z.string()),
});
export type AdminOrder = z.output<typeof adminOrderSchema>;

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

export const orderCountsSchema = z.object({
  byStatus: z.object({
    pending: z.number(),
    processing: z.number(),
    approved: z.number(),
    declined: z.number(),
  }),
  /** Pending orders that are paid in and wait for an administrator. */
  toReview: z.number(),
  /** Their naira. */
  toReviewKobo: integer,
  /** When the oldest of them was made; null without any. */
  oldestToReview: z.nullable(instant),
  /** Orders whose payout failed or came back. */
  troubled: z.number(),
  /** Orders whose payout the bank gives no result for. */
  undecided: z.number(),
});
export type OrderCounts = z.output<typeof orderCountsSchema>;

/** What a list of orders can be narrowed to by their payout, and the states behind each. */
export const PAYOUT_FILTERS = {
  none: ['none'],
  moving: ['queued', 'sent'],
  unknown: ['unknown'],
  failed: ['failed', 'reversed'],
  paid: ['paid'],
} as const satisfies Record<string, readonly PayoutState[]>;

const ordersFilter = {
  date: z.optional(z.enum(ORDER_DATES, 'The date must be all, today, week or month')),
  coins: z.optional(z.enum(ORDER_COINS, 'The coins must be arrived or awaited')),
  search: z.optional(text(ORDER_SEARCH_LENGTH)),
  payout: z.optional(
    z.enum(['none', 'moving', 'unknown', 'failed', 'paid'], 'The payout must be none, moving, unknown, failed or paid'),
  ),
  currency: z.optional(text(20)),
  network: z.optional(text(40)),
  /** The code of the bank that is paid. */
  bank: z.optional(text(20)),
  /** The least naira, such as `15000.50`. */
  from: z.optional(text(30)),
  /** Whether a reason is stated why it waits. */
  held: z.optional(z.enum(['yes', 'no'], 'Held must be yes or no')),
};

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
    summary: 'The signed-in user’s conversions, newest first',
    access: 'user',
    query: z.object({ before: z.optional(idInput('Order')), limit: z.optional(text(4)) }),
    answer: z.object({ data: z.array(orderSchema), next: z.nullable(z.string()) }),
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
  listForAdmin: endpoint({
    method: 'GET',
    path: '/order/admin',
    summary:
      'Orders, newest first, at most 100: filtered by status, time, state of the coins or the payout, coin, network, bank, ' +
      'least naira, or whether a reason is stated why they wait; after the first ' +
      '`skip` of them, or after the order that `after` names. `order=oldest` has the oldest first. `search` finds the newest ' +
      '500 by the order, a transaction, a payout’s reference or session, the account number, or the customer. Where there are more, the ' +
      'header `Link` has the next page',
    access: 'admin',
    query: z.object({
      ...ordersFilter,
      status: z.optional(z.enum(ORDER_STATUSES, 'The status must be pending, processing, approved or declined')),
      order: z.optional(z.enum(['newest', 'oldest'], 'The order must be newest or oldest')),
      skip: z.optional(text(9)),
      after: z.optional(idInput('Order')),
      limit: z.optional(text(4)),
    }),
    answer: z.array(adminOrderSchema),
    answerHeaders: {
      'X-Total-Count':
        'How many orders pass the filter, on all pages; at most 10,000 under the filters that are not counted by day',
      Link: 'The next page (`rel="next"`, RFC 8288); absent on the last one',
    },
    errors: [401, 403],
  }),
  countForAdmin: endpoint({
    method: 'GET',
    path: '/order/admin/counts',
    summary: 'How many orders there are of each status, and how many of their payouts need an administrator',
    access: 'admin',
    query: z.object(ordersFilter),
    answer: z.object({ data: orderCountsSchema }),
    errors: [401, 403],
  }),
  getForAdmin: endpoint({
    method: 'GET',
    path: '/order/{id}',
    summary: 'One order with its deposits and its timeline',
    access: 'admin',
    params: byId('Order'),
    answer: z.object({
      data: z.object({
        ...adminOrderSchema.shape,
        ...details,
      }),
    }),
    errors: [401, 403, 404],
  }),
  decide: endpoint({
    method: 'PUT',
    path: '/order/{id}',
    summary:
      'Approve or decline a pending order. Above the operator’s second threshold the first approval leaves it pending: ' +
      'another administrator has to approve it too. With a sender on the sanctions list, or an account whose name the bank ' +
      'denies or does not confirm, an approval takes a reason; an unconfirmed name is first asked for once more. ' +
      'With `version` a decision is refused with 409 where the order has changed since',
    access: 'admin',
    proof: 'amount',
    params: byId('Order'),
    body: z.object({
      status: z.enum(['approved', 'declined'], 'The status must be approved or declined'),
      /**
       * Why it is declined: the customer reads the code's sentence, then the reason. The reason of an approval stays
       * internal.
       */
      code: z._default(z.enum(DECLINE_CODES, 'Please choose a reason from the list'), 'other'),
      reason: z.optional(text(300)),
      version: z.optional(seenVersion),
      /** The naira of an approval leaves `APPROVAL_WAITS_SECONDS` later: until then it can be taken back. */
      canUndo: z.optional(z.boolean()),
    }),
    answer: z.object({ ...messageAnswer.shape, data: adminOrderSchema }),
    errors: [401, 403, 404, 409, 422],
  }),
  undo: endpoint({
    method: 'POST',
    path: '/order/{id}/undo',
    summary:
      'Take an approval back whose payout was not made yet: the order is pending again, and every approval of it ends',
    access: 'admin',
    proof: 'none',
    params: byId('Order'),
    answer: z.object({ ...messageAnswer.shape, data: adminOrderSchema }),
    errors: [401, 403, 404, 409],
  }),
  retryPayout: endpoint({
    method: 'POST',
    path: '/order/{id}/payout/retry',
    summary:
      'Queue the payout of an order again after it failed or was reversed, by any rail that can take it or by the one ' +
      'that is named. One that is still queued, of which nothing was sent, goes by the named rail',
    access: 'admin',
    proof: 'amount',
    params: byId('Order'),
    body: z.object({
      reason: text(300, 'Please give a reason'),
      rail: z.optional(text(40)),
      version: z.optional(seenVersion),
    }),
    answer: z.object({ ...messageAnswer.shape, data: adminOrderSchema }),
    errors: [401, 403, 404, 409, 422],
  }),
  askPayout: endpoint({
    method: 'POST',
    path: '/order/{id}/payout/check',
    summary: 'Ask the bank about a payout that has no result yet; nothing is sent',
    access: 'admin',
    proof: 'none',
    params: byId('Order'),
    answer: z.object({ ...messageAnswer.shape, data: adminOrderSchema }),
    errors: [401, 403, 404, 409],
  }),
  declareNotMade: endpoint({
    method: 'POST',
    path: '/order/{id}/payout/not-made',
    summary:
      'Record that an unknown payout was not made. The bank is asked once more, and its answer wins: the payout ' +
      'fails only where the bank still does not know it after the waiting time',
    access: 'admin',
    proof: 'amount',
    params: byId('Order'),
    body: z.object({ reason: text(300, 'Please give a reason'), version: z.optional(seenVersion) }),
    answer: z.object({ ...messageAnswer.shape, data: adminOrderSchema }),
    errors: [401, 403, 404, 409, 422],
  }),
} as const;
