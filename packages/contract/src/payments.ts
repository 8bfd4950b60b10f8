import * as z from 'zod/mini';
import { customValueSchema, customValuesInput } from './custom-fields.ts';
import { EMAIL_PATTERN, PAYER_LANGUAGES } from './constants.ts';
import {
  amountInput,
  decimal,
  endpoint,
  fileAnswer,
  instant,
  integer,
  messageAnswer,
  metadataInput,
  metadataSchema,
  pageLimit,
  text,
} from './endpoint.ts';
import { byId, cursorInput, idInput, idSchema } from './ids.ts';
import { REFUND_STATES } from './refunds.ts';
import { settledPayments } from './settled-payments.ts';
import { DEPOSIT_STATES, PAYMENT_STATES, PAYOUT_STATES } from './states.ts';

/** A transfer that arrived at the payment's address, in any coin and network. */
export const paymentDepositSchema = z.object({
  transaction: z.string(),
  explorerUrl: z.nullable(z.string()),
  currency: z.string(),
  network: z.string(),
  networkName: z.string(),
  amount: decimal,
  state: z.enum(DEPOSIT_STATES),
  confirmations: z.number(),
  confirmationsNeeded: z.number(),
  /** An estimate by the network's usual time between blocks; null where there is nothing to wait for. */
  secondsLeft: z.nullable(z.number()),
  /** It came on another network, or as another coin, than was chosen: it does not count towards the payment. */
  isElsewhere: z.boolean(),
});
export type PaymentDeposit = z.output<typeof paymentDepositSchema>;

/** The state of coins that a merchant offers back: the offer's own states, then those of its refund. */
export const PAYMENT_REFUND_STATES = [
  'offered', // the payer is asked for an address → answered, or deleted where it is withdrawn
  'answered', // the merchant checks the address → requested, or deleted where it is withdrawn
  ...REFUND_STATES,
] as const;
export type PaymentRefundState = (typeof PAYMENT_REFUND_STATES)[number];

const coinsBack = {
  asset: z.string(),
  currency: z.string(),
  networkName: z.string(),
  amount: decimal,
  /** What the network costs, taken from the amount, and what is left. */
  fee: decimal,
  net: decimal,
};

/** Coins of a payment that its merchant offers back to its payer. */
export const paymentRefundSchema = z.object({
  id: idSchema('Offer'),
  ...coinsBack,
  state: z.enum(PAYMENT_REFUND_STATES),
  /** Where the payer wants them; null: they have not said. */
  address: z.nullable(z.string()),
  transaction: z.nullable(z.string()),
  explorerUrl: z.nullable(z.string()),
});
export type PaymentRefund = z.output<typeof paymentRefundSchema>;

/** One payment by a link, as its payer sees it. No sentences: the page writes them in the payer's language. */
export const paymentSchema = z.object({
  id: idSchema('Order'),
  linkId: idSchema('Link'),
  /** The amount that was shown when it was opened. */
  name: z.string(),
  purpose: z.string(),
  currency: z.string(),
  network: z.string(),
  networkName: z.string(),
  /** Coins asked for in all, received (confirmed), still missing, and received beyond what was asked for. */
  amount: decimal,
  received: decimal,
  missing: decimal,
  excess: decimal,
  address: z.string(),
  /**
   * What opens a wallet with everything filled in, with `missing` as amount; null where the network has no such form,
   * and once nothing is missing.
   */
  uri: z.nullable(z.string()),
  /** Naira for one whole coin, and the merchant's naira. */
  rate: decimal,
  marketRate: z.nullable(decimal),
  nairaKobo: integer,
  feeKobo: integer,
  vatKobo: integer,
  /** Until when the rate holds; null: none was held, and the rate of the moment when the coins are final will count. */
  lockExpiresAt: z.nullable(instant),
  /** The server's clock, so that a countdown does not depend on the payer's. */
  now: instant,
  state: z.enum(PAYMENT_STATES),
  /** Came after the lock had ended: counted at the rate of that moment. */
  isLate: z.boolean(),
  payout: z.enum(PAYOUT_STATES),
  /** Paid, and an administrator checks it before the naira leaves. */
  isHeld: z._default(z.boolean(), false),
  /** Within how many hours of being paid the operator decides about a held one; null: it is not held. */
  reviewHours: z._default(z.nullable(z.number()), null),
  /** Another payment has used the link, which is for one payment, and nothing has come for this one: nothing is asked for. */
  isLinkUsed: z._default(z.boolean(), false),
  deposits: z.array(paymentDepositSchema),
  /**
   * Oldest first; types: opened, renewed, deposit-seen, deposit-dropped, deposit-reverted,
   * deposit-corrected, elsewhere, underpaid, funded, overpaid, late, short, second, settled, expired, held, approved, declined, payout-queued, payout-sent,
   * payout-unknown, payout-needs-person, payout-repeated, payout-paid, payout-failed, payout-reversed, payout-readdressed,
   * refund-offered, refund-answered, refund-withdrawn, refund-confirmed, refund-approved, refund-sent, refund-final,
   * refund-declined.
   */
  timeline: z.array(z.object({ at: instant, type: z.string() })),
  /** Coins that the merchant offers back, oldest first. */
  refunds: z._default(z.array(paymentRefundSchema), []),
  /** What the payer gave for the link's own fields. */
  customValues: z._default(z.array(customValueSchema), []),
  /** The merchant's message once it is paid, and the address to redirect to. Null before. */
  successMessage: z.nullable(z.string()),
  redirectUrl: z.nullable(z.string()),
  createdAt: instant,
  updatedAt: instant,
  /** Rises with each change that a payer can see. */
  version: z.number(),
});
export type Payment = z.output<typeof paymentSchema>;

/** The same as its merchant sees it. */
export const merchantPaymentSchema = z.object({
  ...paymentSchema.shape,
  /** The link's current name. */
  linkName: z.string(),
  /** A payment is an order of the merchant's: the same id. */
  orderId: idSchema('Order'),
  payerEmail: z.nullable(z.string()),
  /** The page on which it is paid. */
  pageUrl: z.string(),
  /** The merchant's own name for it; null: none was given. A visitor of the link's page can choose it freely. */
  reference: z.nullable(z.string()),
  /** The merchant's own data: as it was opened through the API with, else the link's at that time. */
  metadata: metadataSchema,
  /** What happens now and what comes next, in a sentence. */
  summary: z.string(),
  /** Coins that can be offered back now; `isClosing` where that ends a payment that is short. */
  refundable: z.array(z.object({ ...coinsBack, isClosing: z.boolean() })),
});
export type MerchantPayment = z.output<typeof merchantPaymentSchema>;

/** How many payments there are in each state, and the naira of those that are paid. */
export const paymentTotalsSchema = z.object({
  byState: z.record(z.enum(PAYMENT_STATES), z.number()),
  nairaKobo: integer,
});
export type PaymentTotals = z.output<typeof paymentTotalsSchema>;

const id = byId('Order');
const found = {
  link: z.optional(idInput('Link')),
  /** A part of the reference, the payer's e-mail or a transaction, or the payment's whole number. */
  search: z.optional(text(200)),
};
const inState = z.optional(z.enum(PAYMENT_STATES, `Please ask for a state of ${PAYMENT_STATES.join(', ')}`));
/** A day of Lagos, such as `2026-11-21`; both days are included. */
const day = text(10);
const exported = z.object({ ...found, state: inState, from: day, to: day });
const shown = z.object({ data: paymentSchema });
const own = z.object({ data: merchantPaymentSchema });
const pair = { currency: text(20), network: text(40) };

/**
 * The stream of one payment's changes, below the API's base; asked for without a token. Its event `payment` has the
 * data `{"id", "version"}`.
 */
export const paymentEventsPath = (order: string): string => `/payments/${order}/events`;

export const payments = {
  open: endpoint({
    method: 'POST',
    path: '/payment-links/{id}/payments',
    summary: 'Open a payment: an address of its own, and a rate that is held for some minutes',
    access: 'public',
    takesKey: true,
    isOpen: true,
    params: byId('Link'),
    // The amount of a link where the payer chooses it, in the link's own currency.
    // The reference is one that the merchant put into the address of the page, or of its embed.
    body: z.object({
      ...pair,
      amount: z.optional(amountInput),
      reference: z.optional(text(100)),
      customValues: z.optional(customValuesInput),
    }),
    answer: shown,
    success: 201,
    errors: [404, 409, 422, 429],
  }),
  getPublic: endpoint({
    method: 'GET',
    path: '/payments/{id}/public',
    summary: 'What a payer sees of a payment',
    access: 'public',
    isOpen: true,
    params: id,
    answer: shown,
    errors: [404],
  }),
  renew: endpoint({
    method: 'POST',
    path: '/payments/{id}/rate',
    summary:
      'Hold the current rate, once the former lock has ended: the coins asked for are computed again, and what has ' +
      'arrived counts towards it',
    access: 'public',
    isOpen: true,
    params: id,
    answer: shown,
    errors: [404, 409, 422, 429],
  }),
  mailReceipt: endpoint({
    method: 'POST',
    path: '/payments/{id}/receipt',
    summary: 'Mail the receipt of a payment to its payer, once it is paid',
    access: 'public',
    isOpen: true,
    params: id,
    body: z.object({
      email: text(254).check(z.regex(EMAIL_PATTERN, 'Please enter a valid email address')),
      /** That it is written in. */
      language: z._default(z.enum(PAYER_LANGUAGES, `Please ask for one of ${PAYER_LANGUAGES.join(', ')}`), 'en'),
    }),
    answer: messageAnswer,
    errors: [404, 409, 422, 429],
  }),
  list: endpoint({
    method: 'GET',
    path: '/payments',
    summary:
      'Payments by the signed-in user’s links, newest first: those of a link, those in a state, and those whose reference, ' +
      'payer’s e-mail or transaction has a text in it',
    access: 'user',
    scope: 'payments:read',
    query: z.object({
      ...found,
      state: inState,
      before: z.optional(cursorInput('Order')),
      limit: z.optional(pageLimit),
    }),
    answer: z.object({ data: z.array(merchantPaymentSchema), next: z.nullable(z.string()), total: z.number() }),
    errors: [401],
  }),
  totals: endpoint({
    method: 'GET',
    path: '/payments/totals',
    summary: 'How many of the signed-in user’s payments are in each state, and what the paid ones come to',
    access: 'user',
    scope: 'payments:read',
    query: z.object(found),
    answer: z.object({ data: paymentTotalsSchema }),
    errors: [401],
  }),
  ...settledPayments,
  downloadCsv: endpoint({
    method: 'GET',
    path: '/payments/file.csv',
    summary:
      'Payments that were opened between two days of Lagos as CSV, oldest first: amounts are exact decimals. One file of a merchant at a time',
    access: 'user',
    scope: 'payments:read',
    query: exported,
    answer: z.string(),
    media: 'text/csv',
    errors: [401, 422, 429],
  }),
  downloadWorkbook: endpoint({
    method: 'GET',
    path: '/payments/file.xlsx',
    summary: 'The same payments as a workbook (XLSX), at most 10,000',
    access: 'user',
    scope: 'payments:read',
    query: exported,
    answer: fileAnswer,
    media: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    errors: [401, 422, 429],
  }),
  get: endpoint({
    method: 'GET',
    path: '/payments/{id}',
    summary: 'One payment by the signed-in user’s links',
    access: 'user',
    scope: 'payments:read',
    params: id,
    answer: own,
    errors: [401, 404],
  }),
  settle: endpoint({
    method: 'POST',
    path: '/payments/{id}/settle',
    summary:
      'Accept what has arrived for a payment that stays short, once its rate has ended: at the current rate. Less than ' +
      'the smallest payout goes to the balance, and the payment is declined',
    access: 'user',
    params: id,
    answer: own,
    errors: [401, 404, 409, 422],
  }),
  create: endpoint({
    method: 'POST',
    path: '/payments',
    summary: 'Open a payment by one of the signed-in user’s links, to be shown to a payer',
    takesKey: true,
    access: 'user',
    scope: 'payments:write',
    body: z.object({
      linkId: idInput('Link'),
      ...pair,
      amount: z.optional(amountInput),
      reference: z.optional(text(100)),
      /** Your own data, never shown to the payer: up to 20 pairs. Left out: the link’s. */
      metadata: z.optional(metadataInput),
      /** For the link's own fields, by their keys. */
      customValues: z.optional(customValuesInput),
    }),
    answer: own,
    success: 201,
    errors: [401, 404, 409, 422, 429],
  }),
} as const;
