import type {
  FundingState,
  KycTier,
  NameResolution,
  OrderStatus,
  PayoutState,
  Priority,
  RateAnswer,
  Settings,
} from '@kobogate/contract';
import type { Rate } from '@kobogate/money';
import { conflict, type Failure, forbidden } from '../../platform/errors.ts';
import { needsTwo } from '../../controls/index.ts';

/** A customer's order to turn coins into naira. Three independent facts: status, funding, payout. */
export interface Order {
  readonly id: string;
  /** A customer's own coins, or a payment by one of their links (sales/payments). */
  readonly kind: 'conversion' | 'payment';
  readonly userId: string;
  /** Where a conversion's coins arrive; null for a payment. */
  readonly walletId: string | null;
  /** The address that was made for a payment, and the link that it is by; null for a conversion. */
  readonly addressId: string | null;
  readonly paymentLinkId: string | null;
  readonly currency: string;
  readonly network: string;
  /** Ledger asset, `CURRENCY@network`. */
  readonly asset: string;
  /** In the asset's smallest units. */
  readonly amount: bigint;
  /** Naira for one whole coin, and the kobo that are paid: replaced together where it is funded late. */
  readonly rate: Rate;
  readonly nairaKobo: bigint;
  /** Naira that was last agreed on, in kobo: promised to the customer, taken by them since, or approved. */
  readonly agreedKobo: bigint;
  /** What the customer was told, asked or answered where the rate moved by more than the tolerance; null: it did not. */
  readonly rateAnswer: RateAnswer | null;
  /** Until when they may answer what they were asked; null: they were not. */
  readonly answerBy: Date | null;
  /** What the house earns by it: the coins at the market's rate, less `nairaKobo`. */
  readonly spreadKobo: bigint;
  readonly lockExpiresAt: Date;
  /** The record of what it was promised, with which rate, naira and spread agree. */
  readonly orderQuoteId: string;
  readonly status: OrderStatus;
  readonly funding: FundingState;
  readonly payout: PayoutState;
  /** Smallest units of confirmed deposits that counted towards it; of a payment all that arrived for it. */
  readonly received: bigint;
  readonly priority: Priority;
  readonly bankAccount: BankAccountSnapshot;
  readonly declineReason: string | null;
  /** Why it waits for a person although it was cleared before; null: nothing held it. */
  readonly heldReason: string | null;
  /** Rises with each change; part of the ledger's source ids, so that a repeated step posts once. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What a bank says of the name on an account: `resolvedName` where it said one. Unresolved is never taken for resolved. */
export interface NameVerdict {
  readonly nameResolution: NameResolution;
  readonly resolvedName: string | null;
}

/** Where the naira goes, as it stood when the order was made, or its payment priced anew: what approvers see is paid. */
export interface BankAccountSnapshot extends NameVerdict {
  readonly accountNumber: string;
  readonly bankCode: string;
  readonly bankName: string;
  readonly accountName: string;
}

/** Which status may follow which. */
const STATUS_TRANSITIONS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ['approved', 'declined'],
  processing: ['approved', 'pending'],
  // Late coins may make it worth more than those who approved it may clear.
  approved: ['pending'],
  declined: [],
};

/** The order in its next status. Throws where the table does not allow it: the caller decided on stale facts. */
export function moveStatus(order: Order, status: OrderStatus): Order {
  if (order.status !== status && !STATUS_TRANSITIONS[order.status].includes(status)) {
    throw new Error(`order ${order.id} can't go from ${order.status} to ${status}`);
  }
  return { ...order, status };
}

/** Which payout state may follow which. */
export const PAYOUT_TRANSITIONS: Readonly<Record<PayoutState, readonly PayoutState[]>> = {
  none: ['queued'],
  queued: ['sent'],
  sent: ['paid', 'failed', 'unknown', 'queued'],
  unknown: ['paid', 'failed', 'queued'],
  paid: ['reversed'],
  failed: ['queued'],
  reversed: ['queued'],
};

const COVERED: ReadonlySet<FundingState> = new Set(['funded', 'overpaid', 'late']);

/** The coins for the order are set aside. */
export function isCovered({ funding }: Pick<Order, 'funding'>): boolean {
  return COVERED.has(funding);
}

/** Coins that arrive may still fund it. */
export function isOpen(order: Pick<Order, 'status' | 'funding'>): boolean {
  return order.status !== 'declined' && !isCovered(order);
}

/**
 * Coins that are set aside for an order, in smallest units: all of a covered one; of a payment that is not, what has
 * arrived for it, which a conversion leaves in the balance. Pure.
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

/** Naira above which an order is looked at first, and above which it is looked at before others. In kobo. */
const HIGH_FROM_KOBO = 500_000_000n;
const MEDIUM_FROM_KOBO = 100_000_000n;

/** How soon an admin should look at an order, by its naira. */
export function decidePriority(nairaKobo: bigint): Priority {
  if (nairaKobo >= HIGH_FROM_KOBO) return 'high';
  return nairaKobo >= MEDIUM_FROM_KOBO ? 'medium' : 'low';
}

/** Whether the operator's policy lets an order of so many kobo pass without a person, as far as its amount goes. */
export function isBelowThreshold(
  nairaKobo: bigint,
  { clearing, approvals }: Pick<ClearingSettings, 'clearing' | 'approvals'>,
): boolean {
  const { automaticBelowKobo } = clearing;
  return automaticBelowKobo !== null && nairaKobo < BigInt(automaticBelowKobo) && !needsTwo(nairaKobo, approvals);
}

/** What decides on clearing by itself. */
export type ClearingSettings = Pick<Settings, 'clearing' | 'approvals' | 'tiers'>;

const DAY = 86_400_000;

/**
 * Cleared by policy where the naira is below the operator's threshold, the account was verified long enough ago, its
 * customer is known well enough, and the bank has confirmed its payout account's name; else it waits for an admin.
 */
export function decideClearing(
  order: { nairaKobo: bigint; bankAccount: NameVerdict | null; customerSince: Date; tier: KycTier; now: Date },
  settings: ClearingSettings,
): 'processing' | 'pending' {
  const age = order.now.getTime() - order.customerSince.getTime();
  // The database's clock may be ahead of ours: an account of this moment is not younger than no days.
  const isOldEnough = Math.max(age, 0) >= settings.clearing.minimumAccountDays * DAY;
  const isKnown = order.tier >= settings.tiers.minimumForAutomatic;
  return order.bankAccount?.nameResolution === 'resolved' &&
    isOldEnough &&
    isKnown &&
    isBelowThreshold(order.nairaKobo, settings)
    ? 'processing'
    : 'pending';
}

/** Why an admin may not decide on an order, or null where they may. */
export function refuseDecision(order: Pick<Order, 'status' | 'userId'>, adminId: string): Failure | null {
  if (order.userId === adminId) return forbidden('You made this order, so another administrator has to decide on it.');
  if (order.status !== 'pending') return conflict(`This order is already ${order.status}.`);
  return null;
}

/**
 * A locked order with what became of its payout. One that the policy cleared is approved once it is paid. Throws where
 * the state may not follow the present one: the caller decided on stale facts. Pure.
 */
export function withPayout(order: Order, payout: PayoutState): Order {
  if (!PAYOUT_TRANSITIONS[order.payout].includes(payout)) {
    throw new Error(`the payout of order ${order.id} can't go from ${order.payout} to ${payout}`);
  }
  const status = payout === 'paid' && order.status === 'processing' ? 'approved' : order.status;
  return { ...moveStatus(order, status), payout };
}
