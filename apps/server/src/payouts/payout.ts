import { isolated, type PayoutState, type OrderId, type PayoutId } from '@kobogate/contract';
import { formatNaira, type Kobo } from '@kobogate/money';
import { readId } from '../platform/identifiers.ts';
import type { Order } from '../sales/index.ts';

/** One instruction to a bank rail. A retry is another payout, with another reference. */
export interface Payout {
  readonly id: PayoutId;
  readonly orderId: OrderId;
  /** Counts from 1 within the order. */
  readonly attempt: number;
  readonly rail: string;
  /** The only rail that may take it, where an administrator chose one; null: any. */
  readonly onlyRail: string | null;
  readonly reference: string;
  readonly amountKobo: Kobo;
  readonly accountNumber: string;
  readonly bankCode: string;
  readonly bankName: string;
  readonly accountName: string;
  readonly status: PayoutStatus;
  /** How many steps of the chain of checks are done: a check with another number is outdated. */
  readonly checks: number;
  /** Since when the rail has denied the reference without interruption. */
  readonly notFoundSince: Date | null;
  readonly needsPerson: boolean;
  /** Why a person is called to it, by the bank's last answer; null while none is, or from before it was kept. */
  readonly doubt: string | null;
  /** Whether an administrator was called to another payout of its order, which may have been paid after all. */
  readonly isContested: boolean;
  /**
   * Whether the sanctions list names a sender of its order's coins whom it did not name when the payout was made. Only
   * where it may still leave, else false.
   */
  readonly isListed: boolean;
  /** Whether its owner's account is disabled. Only where it is queued, else false. */
  readonly isOwnerDisabled: boolean;
  /** Queued, and a deposit of its owner was taken back since it was made. */
  readonly isTakenBack: boolean;
  /** How often it was sent to its rail. */
  readonly sends: number;
  /** How often two administrators have taken it as paid. */
  readonly takes: number;
  /** Whether the process that sent it last has not recorded yet how that ended: it may have died, or be stalled. */
  readonly isSendOpen: boolean;
  readonly sessionId: string | null;
  readonly failureReason: string | null;
  readonly sentAt: Date | null;
  readonly settledAt: Date | null;
}

export type PayoutStatus = Exclude<PayoutState, 'none'>;

/** A payout with its order, both locked until the transaction ends. */
export interface LockedPayout {
  readonly payout: Payout;
  readonly order: Order;
}

/** Sent to the rail, with no final answer yet. */
export function isUnderWay({ status }: Pick<Payout, 'status'>): boolean {
  return status === 'sent' || status === 'unknown';
}

/** How long the rail may answer "not found" before an administrator has to look; a rail may answer it too early. */
export const NOT_FOUND_WINDOW_MS = 15 * 60_000;

/**
 * Within how many milliseconds of its intent an instruction leaves, or not at all. Together with an adapter's time-out,
 * no longer than until the first check.
 */
export const SEND_WITHIN_MS = 15_000;

/**
 * How long after that no administrator can declare a payout not made: longer than TCP retransmits data while the other
 * side does not answer (some 15 minutes, tcp(7), `tcp_retries2`).
 */
export const SEND_MARGIN_MS = 16 * 60_000;

/**
 * Our reference for a payout at the rail, derived from what is paid and the attempt. If a restored database makes the same
 * payout again, it has the same reference, and the rail refuses it as a repeat. Letters, digits and dashes, 37 to 42 of them:
 * every rail accepts 16 to 50. Pure.
 */
export function referenceOf({ orderId, attempt }: Pick<Payout, 'orderId' | 'attempt'>): string {
  return `kg-${orderId.replaceAll('-', '')}-${attempt}`;
}

/**
 * The parts that a reference of this form was made of; null for any other text, such as an earlier form, which named
 * the payout. Pure.
 */
export function readReference(text: string): Pick<Payout, 'orderId' | 'attempt'> | null {
  const [, hex, attempt] = /^kg-([0-9a-f]{32})-([1-9]\d{0,5})$/.exec(text) ?? [];
  if (hex === undefined || attempt === undefined) return null;
  const orderId = readId<OrderId>(hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'));
  return orderId === null ? null : { orderId, attempt: Number(attempt) };
}

/** Whether a text can be one of our references, in today's form or the earlier one: any other text is ignored. Pure. */
export function isReference(text: string): boolean {
  return /^kg-[0-9a-f]{32}$/.test(text) || readReference(text) !== null;
}

/** The account that naira goes to, as people know it: each rail has its own code for the bank. */
export type Destination = Pick<Payout, 'accountNumber' | 'bankName' | 'accountName'>;

/** Whether naira goes to another account, or under another name, than before. Pure. */
export function isElsewhere(before: Destination, after: Destination): boolean {
  return (
    before.accountNumber !== after.accountNumber ||
    before.bankName !== after.bankName ||
    before.accountName !== after.accountName
  );
}

/** `ACCESS BANK 0000014579 (ADA OBI)`: for the timeline. */
export const describeDestination = ({ bankName, accountNumber, accountName }: Destination): string =>
  `${bankName} ${accountNumber} (${isolated(accountName)})`;

/** `₦15,000.00 to ACCESS BANK 0000014579 (ADA OBI)`: for the timeline. */
export const describePayout = (payout: Destination & Pick<Payout, 'amountKobo'>): string =>
  `${formatNaira(payout.amountKobo)} to ${describeDestination(payout)}`;
