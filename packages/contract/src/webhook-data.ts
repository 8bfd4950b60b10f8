import * as z from 'zod/mini';
import { customValueSchema } from './custom-fields.ts';
import { decimal, instant, integer, metadataSchema } from './endpoint.ts';
import { idSchema } from './ids.ts';
import { ownLinkSchema } from './payment-links.ts';
import { merchantPaymentSchema, PAYMENT_REFUND_STATES } from './payments.ts';
import { PAYOUT_STATES } from './states.ts';
import { WEBHOOK_TEST, type WebhookSample } from './webhook-events.ts';

/** What a merchant knows a payment by, and what its payer gave; null and empty where it is about none. */
const named = {
  reference: z.nullable(z.string()),
  metadata: metadataSchema,
  /** What the payer gave for the link's own fields. */
  customValues: z.array(customValueSchema),
};

/** A payout to the merchant's bank account, of a payment by link or of a conversion. */
const payoutEventSchema = z.object({
  id: idSchema('Payout'),
  /** The order that it pays out; of a payment by link the same as `paymentId`. */
  orderId: idSchema('Order'),
  /** Null: it is of a conversion. */
  paymentId: z.nullable(idSchema('Order')),
  ...named,
  state: z.enum(PAYOUT_STATES),
  /** Counts from 1: a payout that failed is made again. */
  attempt: z.number(),
  nairaKobo: integer,
  bankName: z.string(),
  /** The last four digits of the account number. */
  accountEnding: z.string(),
  /** Our reference at the bank, and the bank's own; null: it gave none. */
  bankReference: z.string(),
  sessionId: z.nullable(z.string()),
  /** What the bank said; null where it paid. */
  failureReason: z.nullable(z.string()),
  createdAt: instant,
  /** When it ended; null: it has not. */
  settledAt: z.nullable(instant),
});
export type PayoutEventData = z.output<typeof payoutEventSchema>;

/** The state of coins that go back: of an offer to a payer, then of its refund. */
const REFUND_EVENT_STATES = [...PAYMENT_REFUND_STATES, 'withdrawn'] as const;

/** Coins that go back to a payer, or from the merchant's balance to an address. */
const refundEventSchema = z.object({
  /** Null: it is an offer still. */
  id: z.nullable(idSchema('Refund')),
  /** Null: it was no offer to a payer. */
  offerId: z.nullable(idSchema('Offer')),
  paymentId: z.nullable(idSchema('Order')),
  ...named,
  asset: z.string(),
  currency: z.string(),
  network: z.string(),
  networkName: z.string(),
  /** In coins; `fee` is the network's, taken from the amount, and `net` is what arrives. */
  amount: decimal,
  fee: decimal,
  net: decimal,
  state: z.enum(REFUND_EVENT_STATES),
  /** Where it goes; null: the payer has not said. */
  address: z.nullable(z.string()),
  transaction: z.nullable(z.string()),
  explorerUrl: z.nullable(z.string()),
  /** Why it was declined. */
  reason: z.nullable(z.string()),
});
export type RefundEventData = z.output<typeof refundEventSchema>;

const testDataSchema = z.object({ message: z.string() });

/** The `data` of each event, by its type. */
export const WEBHOOK_DATA = {
  [WEBHOOK_TEST]: testDataSchema,
  'payment.opened': merchantPaymentSchema,
  'payment.seen': merchantPaymentSchema,
  'payment.underpaid': merchantPaymentSchema,
  'payment.paid': merchantPaymentSchema,
  'payment.held': merchantPaymentSchema,
  'payment.reverted': merchantPaymentSchema,
  'payment.settled': merchantPaymentSchema,
  'payment.failed': merchantPaymentSchema,
  'payment.declined': merchantPaymentSchema,
  'payment.expired': merchantPaymentSchema,
  'payment.excess': merchantPaymentSchema,
  'payment.elsewhere': merchantPaymentSchema,
  'payout.paid': payoutEventSchema,
  'payout.failed': payoutEventSchema,
  'payout.reversed': payoutEventSchema,
  'payout.delayed': payoutEventSchema,
  'refund.offered': refundEventSchema,
  'refund.answered': refundEventSchema,
  'refund.withdrawn': refundEventSchema,
  'refund.requested': refundEventSchema,
  'refund.approved': refundEventSchema,
  'refund.declined': refundEventSchema,
  'refund.sent': refundEventSchema,
  'refund.final': refundEventSchema,
  'link.created': ownLinkSchema,
  'link.updated': ownLinkSchema,
  'link.deactivated': ownLinkSchema,
} as const satisfies Readonly<Record<WebhookSample, z.ZodMiniType>>;

/** The data of an event of this type. */
export type WebhookDataOf<Type extends WebhookSample> = z.output<(typeof WEBHOOK_DATA)[Type]>;
