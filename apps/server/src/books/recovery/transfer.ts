import type { Kobo } from '@kobogate/money';
import type { OrderId, TransferId, UserId } from '@kobogate/contract';
import { readReference, type StatementLine } from '../../payouts/index.ts';

/**
 * `open` is to be decided; `paid` was booked as the payout of an order; `owed`: its receiver owes it to us; `settled`:
 * no longer; `noted`: an administrator wrote why nothing is booked; `void`: it did not go through, as the bank reports.
 */
export type TransferStatus = 'open' | 'paid' | 'owed' | 'settled' | 'noted' | 'void';

/** A transfer that a bank made and that the books did not know. */
export interface Transfer {
  readonly id: TransferId;
  readonly rail: string;
  /** Our reference, in our form. */
  readonly reference: string;
  readonly amountKobo: Kobo;
  /** Where it went, as far as the bank says. */
  readonly accountNumber: string | null;
  readonly bankState: StatementLine['state'];
  readonly madeAt: Date;
  readonly status: TransferStatus;
  readonly orderId: OrderId | null;
  readonly userId: UserId | null;
  readonly reason: string | null;
  /** The decision of the first of two administrators. */
  readonly proposal: string | null;
  readonly firstApprovedBy: UserId | null;
  readonly firstApprovedAt: Date | null;
  readonly firstReason: string | null;
}

/**
 * Whether a transfer was decided on and the bank has not said how it ended: it may still fail. As an order's payout it is asked
 * about like any other. Pure.
 */
export const isUnended = ({ status, bankState }: Pick<Transfer, 'status' | 'bankState'>): boolean =>
  (status === 'owed' || status === 'noted' || status === 'settled') && hasNotEnded(bankState);

/** Whether the bank's word for a transfer leaves open how it ended. Pure. */
export const hasNotEnded = (state: Transfer['bankState']): boolean => state === 'pending' || state === 'unclear';

/** The facts of an order that decide whether a transfer was its payout. */
export interface OrderForTransfer {
  readonly id: OrderId;
  readonly nairaKobo: Kobo;
  readonly accountNumber: string;
  readonly status: string;
  readonly payout: string;
  /** Its coins are held. */
  readonly isCovered: boolean;
}

const MAY_BE_PAID: ReadonlySet<string> = new Set(['none', 'failed', 'reversed']);

/** Why a transfer can't be booked as the payout of an order, as text; null: it can. Pure. */
export function whyNotPayoutOf(
  { reference, amountKobo, accountNumber }: Pick<Transfer, 'reference' | 'amountKobo' | 'accountNumber'>,
  order: OrderForTransfer,
): string | null {
  const named = readReference(reference)?.orderId ?? order.id;
  if (named !== order.id) return 'The bank’s reference names another order.';
  if (order.status === 'declined') return 'The order is declined.';
  if (!MAY_BE_PAID.has(order.payout)) return `The order has a payout already, which is ${order.payout}.`;
  if (order.nairaKobo !== amountKobo) return 'The order has another amount, for example at the rate of another moment.';
  if (accountNumber !== null && accountNumber !== order.accountNumber) return 'The order goes to another account.';
  if (!order.isCovered) return 'The order’s coins are not in the books yet: the chains may still be read.';
  return null;
}
