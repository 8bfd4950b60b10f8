import type { UserId } from '@kobogate/contract';
import { formatNaira, type Kobo, toKobo } from '@kobogate/money';
import { balance, receivable } from '../../ledger/index.ts';
import type { Transaction } from '../../platform/database.ts';
import { insertOrderEvents, saveOrder } from './db.ts';
import { isAccountDisabled, loadClearedOrdersForUpdate } from '../customers/db.ts';
import { moveStatus, type Order } from './order.ts';

/** Why an order that had been cleared waits for an administrator. */
export const LOOKED_AT = 'We check it once more before any naira leaves; the coins are safe.';

const DISABLED = 'The account is disabled, so we review this order before any naira leaves. Nothing is lost.';

/**
 * Makes every order of a user that the policy cleared, and that has no payout yet, wait for an administrator, in the
 * transaction that disables the account. Orders that an administrator approved, or that a bank already has, go on.
 */
export async function holdOrders(tx: Transaction, userId: UserId): Promise<void> {
  for (const order of await loadClearedOrdersForUpdate(tx, userId)) await holdOrder(tx, order, DISABLED);
}

/**
 * The last check before a payout of a locked order is made: an order that the policy cleared, of an account that has
 * been disabled, waits for an administrator instead. Answers whether it does.
 */
export async function holdWhereDisabled(tx: Transaction, order: Order): Promise<boolean> {
  if (order.status !== 'processing' || !(await isAccountDisabled(tx, order.userId))) return false;
  await holdOrder(tx, order, DISABLED);
  return true;
}

/**
 * Makes a locked order that was cleared wait for an administrator; `text` says why, on its timeline and to
 * administrators.
 */
export async function holdOrder(tx: Transaction, order: Order, text: string): Promise<void> {
  await saveOrder(tx, { ...moveStatus(order, 'pending'), heldReason: text });
  await insertOrderEvents(tx, [{ orderId: order.id, type: 'held', text }]);
}

/** Naira, in kobo, that a customer received without an order: no order of theirs is paid before it is settled. */
export const owedNaira = async (tx: Transaction, userId: UserId): Promise<Kobo> =>
  toKobo(await balance(tx, receivable(userId, 'NGN')));

/** Why an order of theirs waits, as text that its owner may read. Pure. */
export const hasHadNaira = (owedKobo: Kobo): string =>
  `${formatNaira(owedKobo)} was paid to this account already, by a transfer without an order here. We settle ` +
  'that first; the coins are safe.';
