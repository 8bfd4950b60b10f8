import {
  type AddressId,
  COVERED,
  type DeclineCode,
  type FundingState,
  type LinkId,
  type NameResolution,
  type OrderId,
  type OrderQuoteId,
  type OrderStatus,
  type PayoutState,
  type Priority,
  type RateAnswer,
  type RiskRule,
  type UserId,
  type WalletId,
} from '@kobogate/contract';
import type { Kobo, Rate } from '@kobogate/money';
import { conflict, type Failure, forbidden } from '../../platform/errors.ts';

/** A customer's order to turn coins into naira. Three independent states: status, funding, payout. */
export interface Order {
  readonly id: OrderId;
  /** A customer's own coins, or a payment by one of their links (sales/payments). */
  readonly kind: 'conversion' | 'payment';
  readonly userId: UserId;
  /** Where a conversion's coins arrive; null for a payment. */
  readonly walletId: WalletId | null;
  /** The address that was made for a payment, and the link that it is by; null for a conversion. */
  readonly addressId: AddressId | null;
  readonly paymentLinkId: LinkId | null;
  readonly currency: string;
  readonly network: string;
  /** Ledger asset, `CURRENCY@network`. */
  readonly asset: string;
  /** In the asset's smallest units. */
  readonly amount: bigint;
  /** Naira for one whole coin, and the kobo that are paid: replaced together where it is funded late. */
  readonly rate: Rate;
  readonly nairaKobo: Kobo;
  /** The amount that was last agreed on, in kobo: promised to the customer, accepted by them since, or approved. */
  readonly agreedKobo: Kobo;
  /**
   * What the customer was told or asked, or answered, where the rate moved by more than the tolerance; null: it did
   * not.
   */
  readonly rateAnswer: RateAnswer | null;
  /** Until when they may answer the question; null: there is none. */
  readonly answerBy: Date | null;
  /** Our earnings: the coins at the market's rate, less `nairaKobo`. */
  readonly spreadKobo: Kobo;
  readonly lockExpiresAt: Date;
  /** The record of the promise, which rate, naira and spread agree with. */
  readonly orderQuoteId: OrderQuoteId;
  readonly status: OrderStatus;
  readonly funding: FundingState;
  readonly payout: PayoutState;
  /** Smallest units of confirmed deposits that counted towards it; for a payment all that arrived for it. */
  readonly received: bigint;
  readonly priority: Priority;
  /** The sum of its weighed signs of risk, and which they are. */
  readonly risk: number;
  readonly riskRules: readonly RiskRule[];
  readonly bankAccount: BankAccountSnapshot;
  readonly declineReason: string | null;
  readonly declineCode: DeclineCode | null;
  /**
   * Until when an administrator's decision can be taken back: the order is pending until then, and nothing is done
   * before. Null: the decision took effect, or there is none.
   */
  readonly decisionDueAt: Date | null;
  /** Why it waits for an administrator although it was cleared before; null: it was not held. */
  readonly heldReason: string | null;
  /** Rises with each change; part of the ledger's source ids, so that a repeated step posts once. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/**
 * The bank's answer about the name on an account: `resolvedName` where it gave one. Unresolved never counts as
 * resolved.
 */
export interface NameVerdict {
  readonly nameResolution: NameResolution;
  readonly resolvedName: string | null;
}

/**
 * The payout account, copied when the order was made, or its payment priced again: approvers see the account that is
 * paid.
 */
export interface BankAccountSnapshot extends NameVerdict {
  readonly accountNumber: string;
  readonly bankCode: string;
  readonly bankName: string;
  readonly accountName: string;
}

/** An order to be saved, with its new version, and the version that was loaded. */
export interface OrderSave {
  readonly order: Order;
  readonly from: number;
}

/** The save of an order that was loaded at its version: the next one is written. */
export const nextOf = (order: Order): OrderSave => ({
  order: { ...order, version: order.version + 1 },
  from: order.version,
});

/** Which status may follow which. */
const STATUS_TRANSITIONS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ['approved', 'declined'],
  processing: ['approved', 'pending'],
  // Late coins may make it worth more than its approvers may clear.
  approved: ['pending'],
  declined: [],
};

/**
 * The order in its next status, with no earlier decision that can be taken back. Throws where the table does not allow
 * it: the caller decided on stale facts.
 */
export function moveStatus(order: Order, status: OrderStatus): Order {
  if (order.status !== status && !STATUS_TRANSITIONS[order.status].includes(status)) {
    throw new Error(`order ${order.id} can't go from ${order.status} to ${status}`);
  }
  return order.status === status ? order : { ...order, status, decisionDueAt: null };
}

/** Which payout state may follow which. */
const PAYOUT_TRANSITIONS: Readonly<Record<PayoutState, readonly PayoutState[]>> = {
  none: ['queued'],
  queued: ['sent', 'failed'],
  sent: ['paid', 'failed', 'unknown', 'queued'],
  unknown: ['paid', 'failed', 'queued'],
  paid: ['reversed'],
  failed: ['queued', 'paid'],
  reversed: ['queued', 'paid'],
};

/** The link that a payment is by. Throws for a conversion, which is by none. */
export function linkOf({ id, paymentLinkId }: Pick<Order, 'id' | 'paymentLinkId'>): LinkId {
  if (paymentLinkId === null) throw new Error(`order ${id} is no payment`);
  return paymentLinkId;
}

/** The coins for the order are held. */
export function isCovered({ funding }: Pick<Order, 'funding'>): boolean {
  return COVERED.has(funding);
}

/**
 * It counts towards its owner's day. Anyone may open a payment by a link and send a little for it, so that counts only
 * once it is covered, and nothing that has expired does (`COUNTS_TODAY` as SQL). Pure.
 */
export const countsToday = ({ kind, funding }: Pick<Order, 'kind' | 'funding'>): boolean =>
  kind === 'conversion' ? funding !== 'expired' : COVERED.has(funding);

/** Coins that arrive may still fund it. */
export function isOpen(order: Pick<Order, 'status' | 'funding'>): boolean {
  return order.status !== 'declined' && !isCovered(order);
}

/**
 * Coins held for an order, in smallest units: all of a covered one; for an uncovered payment what has arrived for it,
 * which a conversion leaves in the balance. Pure.
 */
export function setAsideFor({ kind, status, funding, amount, received }: Order): bigint {
  if (status === 'declined') return 0n;
  if (isCovered({ funding })) return amount;
  return kind === 'payment' ? received : 0n;
}

/** A payout leaves when the order is cleared and covered, and not twice. */
export function isPayable(order: Pick<Order, 'status' | 'funding' | 'payout'>): boolean {
  return (order.status === 'approved' || order.status === 'processing') && isCovered(order) && order.payout === 'none';
}

/**
 * The status that administrators see: of an order that they decided on, and whose decision can be taken back yet, the
 * one that it gets. Until then it is pending, its coins stay as they are, and its customer is not told. Pure.
 */
export function decidedStatus({ status, declineCode, decisionDueAt }: Decidable): OrderStatus {
  if (status !== 'pending' || decisionDueAt === null) return status;
  return declineCode === null ? 'approved' : 'declined';
}

/** A pending order whose terms change: an approval that can be taken back yet was for the earlier ones, and ends. Pure. */
export function withoutApproval(order: Order): Order {
  if (order.status !== 'pending' || decidedStatus(order) !== 'approved') return order;
  return { ...order, decisionDueAt: null, heldReason: 'It changed within seconds of its approval, which has ended.' };
}

type Decidable = Pick<Order, 'status' | 'declineCode' | 'decisionDueAt'>;

/** Why an administrator may not decide on an order, or null where they may. */
export function refuseDecision(order: Decidable & Pick<Order, 'userId'>, adminId: UserId): Failure | null {
  if (order.userId === adminId)
    return forbidden('You made this order, so another person of the team has to decide on it.');
  const decided = decidedStatus(order);
  if (decided !== 'pending') return conflict(`This order is already ${decided}.`);
  return null;
}

/**
 * A locked order with its payout's new state. One that the policy cleared is approved once it is paid. Throws where the
 * state may not follow the present one: the caller decided on stale facts. Pure.
 */
export function withPayout(order: Order, payout: PayoutState): Order {
  if (!PAYOUT_TRANSITIONS[order.payout].includes(payout)) {
    throw new Error(`the payout of order ${order.id} can't go from ${order.payout} to ${payout}`);
  }
  const status = payout === 'paid' && order.status === 'processing' ? 'approved' : order.status;
  return { ...moveStatus(order, status), payout };
}
