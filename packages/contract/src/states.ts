/** The states of an order, a deposit and a payout, as they appear in the API. Each comment names the ways out. */

export const ORDER_STATUSES = [
  'pending', // waits for an administrator → approved, declined
  'processing', // cleared by policy and being settled → approved; → pending where a check objects
  'approved', // end; → pending where late coins make it worth more than one administrator may approve
  'declined', // end; held coins are back in the customer's balance
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const FUNDING_STATES = [
  'awaiting', // nothing has arrived → confirming, funded (from balance), expired
  'confirming', // a deposit is on the chain, not final yet → funded, underpaid, overpaid, late, awaiting (dropped)
  'funded', // end: exactly covered
  'underpaid', // part has arrived; the balance keeps it → confirming, funded, late
  'overpaid', // end: covered, the rest stays the customer's
  'late', // end: covered after the lock ended, at the rate of that moment
  'expired', // the lock ended unpaid; watched for ever → confirming, late
] as const;
export type FundingState = (typeof FUNDING_STATES)[number];

/** The states in which all coins of an order are there. */
export const COVERED: ReadonlySet<FundingState> = new Set(['funded', 'overpaid', 'late']);

export const PAYOUT_STATES = [
  'none', // not due yet → queued
  'queued', // the instruction is committed → sent
  'sent', // handed to the rail → paid, failed, unknown
  'unknown', // the rail's answer is missing; asked by the same reference → paid, failed
  'paid', // → reversed
  'failed', // nothing left the float → queued, by an administrator or a rule
  'reversed', // came back after success → queued, by an administrator
] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

/** Whether the coins of an order are all there. */
export const ORDER_COINS = ['arrived', 'awaited'] as const;
export type OrderCoins = (typeof ORDER_COINS)[number];

/** What happened to a conversion whose rate moved by more than the operator's tolerance after it was agreed on. */
export const RATE_ANSWERS = [
  'told', // worth more: its customer was told, and an administrator looks again
  'asked', // worth less: its customer decides → accepted, or the coins go back
  'accepted', // the customer accepted, and an administrator looks again
] as const;
export type RateAnswer = (typeof RATE_ANSWERS)[number];

export const DEPOSIT_STATES = [
  'seen', // in a block → confirming, confirmed, dropped
  'confirming', // counted, not final → confirmed, dropped
  'confirmed', // credited → reverted
  'dropped', // end: its block was replaced before it was final
  'reverted', // end: its block was replaced after it was credited; alarm and receivable
] as const;
export type DepositState = (typeof DEPOSIT_STATES)[number];

export const LINK_STATES = [
  'active', // may be paid → inactive, expired, used
  'inactive', // its owner has switched it off → active
  'expired', // its end has passed → active, where its owner sets a later end
  'used', // once-only, and a payment has covered it → active, where its owner makes it reusable
] as const;
export type LinkState = (typeof LINK_STATES)[number];

/** A payment by link as its payer sees it: what its order's status and funding mean together. */
export const PAYMENT_STATES = [
  'waiting', // nothing has arrived → seen, expired
  'seen', // coins are in a block → confirming, paid, underpaid, waiting (dropped)
  'confirming', // counted, not final → paid, underpaid, waiting (dropped)
  'underpaid', // part has arrived and is kept for it → seen, paid
  'paid', // covered; the naira follows, see its payout
  'expired', // nothing came in time; watched for ever → seen, waiting (renewed)
  'declined', // end; what arrived is in the merchant's balance
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

export const PRIORITIES = ['low', 'medium', 'high'] as const;
export type Priority = (typeof PRIORITIES)[number];

export const GENDERS = ['', 'male', 'female', 'other', 'prefer-not-to-say'] as const;
export type Gender = (typeof GENDERS)[number];

/** Where an order is, as its customer sees it: one of them at any time. */
export const HISTORY_STATES = [
  'waiting', // coins are still to come
  'asked', // its customer has a question to answer
  'review', // a person decides on it
  'moving', // the naira is on its way
  'attention', // the bank has not answered, or refused: we look into it
  'paid',
  'declined',
] as const;
export type HistoryState = (typeof HISTORY_STATES)[number];
