import type { UserId } from '@kobogate/contract';
import { formatNaira, type Kobo, toKobo } from '@kobogate/money';
import { emit } from '../../events.ts';
import { balances, receivable } from '../../ledger/index.ts';
import type { Transaction } from '../../platform/database.ts';
import { conflict } from '../../platform/errors.ts';
import { insertOrderEvents, saveOrder } from './db.ts';
import { loadClearedOrdersForUpdate } from '../customers/db.ts';
import { isCovered, moveStatus, type Order } from './order.ts';

/** Why an order that had been cleared waits for an administrator. */
export const LOOKED_AT = 'We check it once more before any naira leaves; the coins are safe.';

/** Why an order of a disabled account waits. */
export const DISABLED = 'The account is disabled, so we review this order before any naira leaves. Nothing is lost.';

/**
 * Makes every order of a user that the policy cleared, and that has no payout yet, wait for an administrator, in the
 * transaction that disables the account. Orders that an administrator approved, or that a bank already has, go on.
 */
export async function holdOrders(tx: Transaction, userId: UserId): Promise<void> {
  for (const order of await loadClearedOrdersForUpdate(tx, userId)) await holdOrder(tx, order, DISABLED);
}

/**
 * Makes a locked order that was cleared wait for an administrator; `text` says why, on its timeline and to
 * administrators. Where its coins are there its owner is told.
 */
export async function holdOrder(tx: Transaction, order: Order, text: string): Promise<void> {
  await saveOrder(tx, { ...moveStatus(order, 'pending'), heldReason: text });
  await insertOrderEvents(tx, [{ orderId: order.id, type: 'held', text }]);
  if (isCovered(order)) await emit(tx, { type: 'order.held', payload: { orderId: order.id } });
}

/** What customers received without an order, in kobo, without those who owe nothing: no order of theirs is paid before. */
export async function owedNaira(tx: Transaction, userIds: readonly UserId[]): Promise<ReadonlyMap<UserId, Kobo>> {
  const amounts = await balances(
    tx,
    userIds.map((userId) => receivable(userId, 'NGN')),
  );
  const owed = userIds.map((userId) => [userId, toKobo(amounts.get(receivable(userId, 'NGN').code) ?? 0n)] as const);
  return new Map(owed.filter(([, kobo]) => kobo > 0n));
}

/** Throws 409 where a customer received naira without an order: an administrator settles that before one of theirs is approved or sent again. */
export async function requireNothingOwed(tx: Transaction, userId: UserId): Promise<void> {
  const owed = (await owedNaira(tx, [userId])).get(userId);
  if (owed !== undefined) throw conflict(`${hasHadNaira(owed)} It is on the recovery page.`);
}

/** Why an order of theirs waits, as text that its owner may read. Pure. */
export const hasHadNaira = (owedKobo: Kobo): string =>
  `${formatNaira(owedKobo)} was paid to this account already, by a transfer without an order here. We settle ` +
  'that first; the coins are safe.';
