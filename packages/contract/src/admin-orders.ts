import * as z from 'zod/mini';
import { nameVerdict, payeeSchema } from './bank-accounts.ts';
import { ORDER_SEARCH_LENGTH } from './constants.ts';
import { DECLINE_CODES } from './decline-reasons.ts';
import { endpoint, instant, integer, messageAnswer, seenVersion, text, STAFF_ROLES } from './endpoint.ts';
import { byId, idInput, idSchema } from './ids.ts';
import { ORDER_DATES } from './order-dates.ts';
import { orderDetails, orderSchema } from './orders.ts';
import { RISK_RULES } from './risk.ts';
import { ORDER_COINS, ORDER_STATUSES, type PayoutState, PRIORITIES } from './states.ts';

export const adminOrderSchema = z.object({
  ...orderSchema.shape,
  /** The payout account, with the bank's answer about the name on it. */
  bankAccount: z.object({ ...orderSchema.shape.bankAccount.shape, ...nameVerdict }),
  /** Changes with everything that is decided on. Sent with a decision. */
  version: z.number(),
  /** Why it waits for an administrator although it was cleared, or will be checked again; null: nothing was held. */
  heldReason: z.nullable(z.string()),
  /** The sum of its weighed signs of risk, by which its priority is decided. */
  risk: z.number(),
  /** These signs, the heaviest first. */
  riskRules: z.array(z.enum(RISK_RULES)),
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
  /** Why, by the bank's last answer (null: it was not kept), and by which rail and reference the bank knows the payout. */
  payoutDoubt: z._default(
    z.nullable(z.object({ reason: z.nullable(z.string()), rail: z.string(), reference: z.string() })),
    null,
  ),
  /** The first of two administrators who know from the bank that it was paid, with the bank's reference. */
  payoutClaim: z.nullable(
    z.object({ adminId: idSchema('User'), by: z.string(), at: instant, reference: z.string(), evidence: z.string() }),
  ),
  /** The rail of its newest payout, or the intended one while it is queued. Null: no payout was made yet. */
  payoutRail: z.nullable(z.string()),
  /**
   * The account that its last payout was meant for, while its owner wants the naira at another account, which the order has
   * now. Nobody has approved that one yet, so its next payout names the version, and takes two people above the second
   * threshold. Else null.
   */
  formerPayee: z._default(z.nullable(payeeSchema), null),
});
export type AdminOrder = z.output<typeof adminOrderSchema>;

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
  /** Orders whose payout the bank's answers do not settle. */
  undecided: z.number(),
  /** More orders match the search than it looks at, so that only the newest of them are counted and listed. */
  isSearchCut: z._default(z.boolean(), false),
});
export type OrderCounts = z.output<typeof orderCountsSchema>;

/** What a list of orders can be narrowed to by their payout, and the states behind each. */
export const PAYOUT_FILTERS = {
  none: ['none'],
  moving: ['queued', 'sent'],
  unknown: ['unknown'],
  failed: ['failed', 'reversed'],
  /** Of these, where an administrator has to decide what became of it. */
  undecided: ['sent', 'unknown', 'failed', 'reversed'],
  paid: ['paid'],
} as const satisfies Record<string, readonly PayoutState[]>;

const HOUR = 3_600_000;

/** The least ages that a list of orders can be narrowed to, in milliseconds. */
export const ORDER_AGES = { hour: HOUR, day: 24 * HOUR, 'three-days': 72 * HOUR, week: 168 * HOUR } as const;
export type OrderAge = keyof typeof ORDER_AGES;

const status = z.optional(z.enum(ORDER_STATUSES, 'The status must be pending, processing, approved or declined'));

const ordersFilter = {
  date: z.optional(z.enum(ORDER_DATES, 'The date must be all, today, week or month')),
  coins: z.optional(z.enum(ORDER_COINS, 'The coins must be arrived or awaited')),
  search: z.optional(text(ORDER_SEARCH_LENGTH)),
  payout: z.optional(
    z.enum(['none', 'moving', 'unknown', 'failed', 'undecided', 'paid'], 'The payout must be one of the filter’s'),
  ),
  currency: z.optional(text(20)),
  network: z.optional(text(40)),
  /** The code of the bank that is paid. */
  bank: z.optional(text(20)),
  /** The least naira, such as `15000.50`. */
  from: z.optional(text(30)),
  /** The most naira. */
  to: z.optional(text(30)),
  /** How long ago they were made at least. */
  age: z.optional(z.enum(['hour', 'day', 'three-days', 'week'], 'The age must be hour, day, three-days or week')),
  priority: z.optional(z.enum(PRIORITIES, 'The priority must be low, medium or high')),
  /** Whether a reason is stated why it waits. */
  held: z.optional(z.enum(['yes', 'no'], 'Held must be yes or no')),
};

/** The most orders that are counted, or skipped, under a filter that is not counted by day. */
export const ORDERS_COUNTED_AT_MOST = 1000;

/** The most orders that are approved in one call. */
export const APPROVED_TOGETHER_AT_MOST = 50;

/**
 * Whether an order may be approved with others at once: its coins are there, its risk is low, and nothing about it asks
 * for a second look. Pure.
 */
export const canApproveTogether = (order: AdminOrder): boolean =>
  order.status === 'pending' &&
  (order.funding === 'funded' || order.funding === 'overpaid') &&
  order.priority === 'low' &&
  order.bankAccount.nameResolution === 'resolved' &&
  order.listedSenders.length === 0 &&
  order.heldReason === null &&
  order.firstApproval === null &&
  order.rateMove === null;

/** An administrator's calls about orders. */
export const adminOrders = {
  list: endpoint({
    method: 'GET',
    path: '/order/admin',
    summary:
      'Orders, newest first, at most 100: filtered by status, time, least age, state of the coins or the payout, coin, ' +
      'network, bank, least and most naira, priority, or whether a reason is stated why they wait; after the first ' +
      '`skip` of them (1,000 at most under the filters that are not counted by day, and by risk), or after the order that ' +
      '`after` names. `order=oldest` has the oldest first, `order=riskiest` those of ' +
      'the highest risk, and of these the oldest. `search` finds the newest ' +
      '500 by the order, a transaction, a payout’s reference or session, the account number, or the customer. Where there are more, the ' +
      'header `Link` has the next page',
    access: 'staff',
    roles: STAFF_ROLES,
    query: z.object({
      ...ordersFilter,
      status,
      order: z.optional(z.enum(['newest', 'oldest', 'riskiest'], 'The order must be newest, oldest or riskiest')),
      skip: z.optional(text(9)),
      after: z.optional(idInput('Order')),
      limit: z.optional(text(4)),
    }),
    answer: z.array(adminOrderSchema),
    answerHeaders: {
      'X-Total-Count':
        'How many orders pass the filter, on all pages; at most 1,000 under the filters that are not counted by day',
      Link: 'The next page (`rel="next"`, RFC 8288); absent on the last one',
    },
    errors: [401, 403],
  }),
  count: endpoint({
    method: 'GET',
    path: '/order/admin/counts',
    summary:
      'How many orders there are of each status, or of one `status`, and how many of their payouts need a person. Under ' +
      'the filters that are not counted by day 1,000 are counted at most',
    access: 'staff',
    roles: STAFF_ROLES,
    query: z.object({ ...ordersFilter, status }),
    answer: z.object({ data: orderCountsSchema }),
    errors: [401, 403],
  }),
  get: endpoint({
    method: 'GET',
    path: '/order/{id}',
    summary: 'One order with its deposits and its timeline',
    access: 'staff',
    roles: STAFF_ROLES,
    params: byId('Order'),
    answer: z.object({
      data: z.object({
        ...adminOrderSchema.shape,
        ...orderDetails,
      }),
    }),
    errors: [401, 403, 404],
  }),
  decide: endpoint({
    method: 'PUT',
    path: '/order/{id}',
    summary:
      'Approve or decline a pending order. Above the operator’s second threshold the first approval leaves it pending: ' +
      'another person of the team has to approve it too. With a sender on the sanctions list, or an account whose name the bank ' +
      'denies or does not confirm, an approval takes a reason; an unconfirmed name is first asked for once more. ' +
      'With `version` a decision is refused with 409 where the order has changed since',
    access: 'staff',
    roles: ['administrator', 'reviewer'],
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
      /**
       * Nothing of the decision is done before `DECISION_WAITS_SECONDS` later: until then it can be taken back. The order
       * is decided here at once, and pending for its customer, and in counts and filters, until then.
       */
      canUndo: z.optional(z.boolean()),
    }),
    answer: z.object({ ...messageAnswer.shape, data: adminOrderSchema }),
    errors: [401, 403, 404, 409, 422],
  }),
  approveMany: endpoint({
    method: 'POST',
    path: '/order/admin/approvals',
    summary:
      `Approve up to ${APPROVED_TOGETHER_AT_MOST} clean orders of low risk, each as it was seen. One that is not clean, or has changed since, is ` +
      'refused with the reason, and the others are approved',
    access: 'staff',
    roles: ['administrator', 'reviewer'],
    proof: 'amount',
    body: z.object({
      orders: z
        .array(z.object({ id: idInput('Order'), version: seenVersion }))
        .check(
          z.minLength(1, 'Please choose at least one order'),
          z.maxLength(APPROVED_TOGETHER_AT_MOST, `Please choose at most ${APPROVED_TOGETHER_AT_MOST} orders`),
        ),
      /** As for one order. */
      canUndo: z.optional(z.boolean()),
    }),
    answer: z.object({
      ...messageAnswer.shape,
      data: z.array(
        z.object({
          id: idSchema('Order'),
          isApproved: z.boolean(),
          /** Why it was not; empty otherwise. */
          message: z.string(),
          order: z.nullable(adminOrderSchema),
        }),
      ),
    }),
    errors: [401, 403, 422],
  }),
  undo: endpoint({
    method: 'POST',
    path: '/order/{id}/undo',
    summary:
      'Take a decision back that can be (`canUndo`), for five seconds, of which its customer then hears nothing; or an ' +
      'approval while its payout was not made. The order is pending again; with an approval the first of two ends as well',
    access: 'staff',
    roles: ['administrator', 'reviewer'],
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
      'that is named. One that is still queued, of which nothing was sent, goes by the named rail. With a sender on the ' +
      'sanctions list, or to another account than the last one (`formerPayee`), it takes two people above the second threshold',
    access: 'staff',
    roles: ['administrator', 'reviewer'],
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
    access: 'staff',
    roles: ['administrator', 'reviewer'],
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
    access: 'staff',
    roles: ['administrator', 'reviewer'],
    proof: 'amount',
    params: byId('Order'),
    body: z.object({ reason: text(300, 'Please give a reason'), version: z.optional(seenVersion) }),
    answer: z.object({ ...messageAnswer.shape, data: adminOrderSchema }),
    errors: [401, 403, 404, 409, 422],
  }),
  takeAsPaid: endpoint({
    method: 'POST',
    path: '/order/{id}/payout/paid',
    summary:
      'Take a payout as paid that the bank’s answers do not settle: one administrator states the bank’s reference and what ' +
      'shows it, a second the same reference. The bank is asked once more, and where it says plainly how it ended, that is ' +
      'recorded instead. Nothing is sent',
    access: 'staff',
    roles: ['administrator', 'reviewer'],
    proof: 'fresh',
    params: byId('Order'),
    body: z.object({
      reference: text(60),
      reason: text(300, 'Please give a reason'),
      version: z.optional(seenVersion),
    }),
    answer: z.object({ ...messageAnswer.shape, data: adminOrderSchema }),
    errors: [401, 403, 404, 409, 422],
  }),
} as const;
