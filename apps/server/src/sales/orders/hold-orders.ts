import { formatNaira } from '@kobogate/money';
import { balance, receivable } from '../../ledger/index.ts';
import type { Transaction } from '../../platform/database.ts';
import { insertOrderEvents, saveOrder } from './db.ts';
import { isAccountDisabled, loadClearedOrdersForUpdate } from '../customers/db.ts';
import { moveStatus, type Order } from './order.ts';

/** Why an order that had been cleared waits for a person. */
export const LOOKED_AT = 'A person looks at it once more before any naira leaves; the coins are safe.';

const DISABLED = 'The account is disabled, so a person reviews this order before any naira leaves. Nothing is lost.';

/**
 * Makes every order of a user that the policy cleared, and that no payout was made for yet, wait for an admin, in the
 * transaction that disables the account. What an admin approved, or a bank already has, goes on.
 */
export async function holdOrders(tx: Transaction, userId: string): Promise<void> {
  for (const order of await loadClearedOrdersForUpdate(tx, userId)) await holdOrder(tx, order, DISABLED);
}

/**
 * The last look before a payout of a locked order is made: one that the policy cleared, of an account that is disabled
 * by now, waits for an admin instead. Answers whether it does.
 */
export async function holdWhereDisabled(tx: Transaction, order: Order): Promise<boolean> {
  if (order.status !== 'processing' || !(await isAccountDisabled(tx, order.userId))) return false;
  await holdOrder(tx, order, DISABLED);
  return true;
}

/** Makes a locked order that was cleared wait for an admin; `text` says why, on its timeline and to administrators. */
export async function holdOrder(tx: Transaction, order: Order, text: string): Promise<void> {
  await saveOrder(tx, { ...moveStatus(order, 'pending'), heldReason: text });
  await insertOrderEvents(tx, [{ orderId: order.id, type: 'held', text }]);
}

/** What a customer has had in naira, in kobo, without an order that it was for: no order of theirs is paid before it is settled. */
export const owedNaira = (tx: Transaction, userId: string): Promise<bigint> => balance(tx, receivable(userId, 'NGN'));

/** Why an order of theirs waits, in words that its owner may read. Pure. */
export const hasHadNaira = (owedKobo: bigint): string =>
  `${formatNaira(owedKobo)} was paid to this account already, by a transfer that no order here stands for. A person settles ` +
  'that first; the coins are safe.';
