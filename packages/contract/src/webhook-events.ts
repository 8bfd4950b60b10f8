import * as z from 'zod/mini';
import { instant } from './endpoint.ts';
import { idSchema } from './ids.ts';

/** The events that a merchant's program can receive. */
export const WEBHOOK_EVENTS = [
  'payment.opened', // a payer was given an address for it
  'payment.seen', // coins for it are on the chain, not final yet
  'payment.underpaid', // less than it asks for is final
  'payment.paid', // everything is final: hand over the goods
  'payment.held', // paid, and a person reviews it before the naira leaves
  'payment.reverted', // coins of a paid one were taken back, by the chain or as another payment's: do not hand the goods over; paid out already, they are owed
  'payment.settled', // the bank has paid the naira out
  'payment.failed', // a payout did not go through, or came back: the naira is safe with us, and a person looks into it
  'payment.declined', // it is not paid out: the coins are in the merchant's balance
  'payment.expired', // nothing came while it was open; its address is still watched
  'payment.excess', // more came than asked for: the rest is in the merchant's balance
  'payment.elsewhere', // another coin came, or on another network: it is in the merchant's balance
  'payout.paid', // the bank has paid it
  'payout.failed', // the bank did not pay it, or it was stopped before it left: the naira is safe with us, and a person looks into it
  'payout.reversed', // the bank paid it and sent it back
  'payout.delayed', // the bank gives no clear answer: a person asks, and nothing is sent twice
  'refund.offered', // the payer is asked where the coins go
  'refund.answered', // the payer gave an address: the merchant confirms it
  'refund.withdrawn', // the merchant withdrew the offer
  'refund.requested', // confirmed, or asked for from the balance: the operator reviews it
  'refund.approved', // it leaves with the next batch
  'refund.declined', // the coins are back where they were
  'refund.sent', // handed to the network
  'refund.final', // the coins are at the address, and final
  'link.created',
  'link.updated', // it was changed, or can be paid again
  'link.deactivated', // no payment can be opened by it any more
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** The event that a merchant sends itself as a test; every endpoint gets it, whatever it chose. */
export const WEBHOOK_TEST = 'webhook.test';
/** What can be sent as a sample: the test, and every event. */
export const WEBHOOK_SAMPLES = [WEBHOOK_TEST, ...WEBHOOK_EVENTS] as const;
export type WebhookSample = (typeof WEBHOOK_SAMPLES)[number];

/** An event as it is sent. A repeat has the same `id`; `sequence` counts the events of one endpoint. */
export const webhookBodySchema = z.object({
  id: idSchema('WebhookEvent'),
  type: z.string(),
  createdAt: instant,
  endpointId: idSchema('Endpoint'),
  sequence: z.number(),
  /** Asked for as a sample: nothing of it has happened. Only real events are to be acted on. */
  isSample: z.boolean(),
  /** By the type: `WEBHOOK_DATA`. */
  data: z.record(z.string(), z.unknown()),
});
export type WebhookBody = z.output<typeof webhookBodySchema>;
