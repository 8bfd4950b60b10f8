import * as z from 'zod/mini';
import { text } from './endpoint.ts';

/** What has an id of its own. A payment is an order of its merchant's, and a customer, a merchant or an administrator a user. */
export type IdName =
  | 'Address'
  | 'ApiKey'
  | 'Code'
  | 'Delivery'
  | 'Deposit'
  | 'Endpoint'
  | 'Event'
  | 'FactorReset'
  | 'Fence'
  | 'FoundPayment'
  | 'FoundTransaction'
  | 'Image'
  | 'Invitation'
  | 'Link'
  | 'Notification'
  | 'Offer'
  | 'Order'
  | 'OrderQuote'
  | 'Outgoing'
  | 'Passkey'
  | 'Payout'
  | 'Plan'
  | 'Quote'
  | 'Reconciliation'
  | 'Refund'
  | 'Reset'
  | 'Session'
  | 'SignUp'
  | 'Transfer'
  | 'Unclaimed'
  | 'User'
  | 'Wallet'
  | 'WebhookEvent';

/** The id of one kind of thing: text that goes wherever text goes, while no text and no id of another kind goes for it. */
export type Id<Name extends IdName> = string & z.core.$brand<Name>;

export type AddressId = Id<'Address'>;
export type ApiKeyId = Id<'ApiKey'>;
/** Of a code that was sent by mail. */
export type CodeId = Id<'Code'>;
/** Of what is sent of one event to one endpoint of a merchant's. */
export type DeliveryId = Id<'Delivery'>;
export type DepositId = Id<'Deposit'>;
/** Of a merchant's program that webhooks are sent to. */
export type EndpointId = Id<'Endpoint'>;
/** Of a row of the queue. */
export type EventId = Id<'Event'>;
/** Of a request of a person who has lost the second factor. */
export type FactorResetId = Id<'FactorReset'>;
export type FenceId = Id<'Fence'>;
export type FoundPaymentId = Id<'FoundPayment'>;
export type FoundTransactionId = Id<'FoundTransaction'>;
/** Of a picture of a payment link. */
export type ImageId = Id<'Image'>;
/** Of a colleague into the team. */
export type InvitationId = Id<'Invitation'>;
export type LinkId = Id<'Link'>;
export type NotificationId = Id<'Notification'>;
/** Of coins that a merchant offers back to a payer. */
export type OfferId = Id<'Offer'>;
export type OrderId = Id<'Order'>;
/** Of the terms that an order was made with, where a `QuoteId` names a rate that was held before. */
export type OrderQuoteId = Id<'OrderQuote'>;
/** Of a transaction of ours that was sent. */
export type OutgoingId = Id<'Outgoing'>;
export type PasskeyId = Id<'Passkey'>;
export type PayoutId = Id<'Payout'>;
/** Of a plan of transactions that the operator signs. */
export type PlanId = Id<'Plan'>;
export type QuoteId = Id<'Quote'>;
export type ReconciliationId = Id<'Reconciliation'>;
export type RefundId = Id<'Refund'>;
/** Of a way to set a new password. */
export type ResetId = Id<'Reset'>;
export type SessionId = Id<'Session'>;
export type SignUpId = Id<'SignUp'>;
/** Of a transfer that a bank has and the restored books do not know. */
export type TransferId = Id<'Transfer'>;
/** Of coins without a known owner: their deposit's, or that of coins which no known payment explains. */
export type UnclaimedId = Id<'Unclaimed'>;
export type UserId = Id<'User'>;
export type WalletId = Id<'Wallet'>;
/** Of an event as a merchant's programs see it, the same at each of their endpoints. */
export type WebhookEventId = Id<'WebhookEvent'>;

/** An id in an answer or an event. */
export const idSchema = <Name extends IdName>(name: Name) => z.string().brand(name);

/**
 * An id in a request: what its caller says that it is. Whether it has the form of one is asked where it is looked up, as what
 * can't be one is answered as what isn't there; `sentence` is said where it is no text at all.
 */
export const idInput = <Name extends IdName>(name: Name, sentence?: string) => text(60, sentence).brand(name);

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
/** The id after which a page of a list begins: the `next` of the page before. */
export const cursorInput = <Name extends IdName>(name: Name) =>
  text(60).check(z.toLowerCase(), z.regex(UUID, 'Please give what `next` of the page before has')).brand(name);

/** The parameter of a path that names one thing. */
export const byId = <Name extends IdName>(name: Name) => z.object({ id: idInput(name) });
