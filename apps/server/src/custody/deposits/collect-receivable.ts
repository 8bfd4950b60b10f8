import type { DepositId, UserId } from '@kobogate/contract';
import { balances, post, receivable } from '../../ledger/index.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { placeOf } from './deposit.ts';
import { findDepositOwner } from './db.ts';

const MOST_TRIES = 5;

/**
 * Collects from a customer's balance what they owe us in an asset after a deposit that the chain took back; the rest
 * stays owed. A repeat takes only what is still owed, so it may be repeated at any time.
 */
export async function collectReceivable(tx: Transaction, userId: UserId, asset: string): Promise<void> {
  const from = placeOf(userId, asset);
  const owed = receivable(userId, asset);
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const amounts = await balances(tx, [from, owed]);
    const free = amounts.get(from.code) ?? 0n;
    const debt = amounts.get(owed.code) ?? 0n;
    const amount = free < debt ? free : debt;
    if (amount <= 0n) return;
    // A new id each time: the debt itself, which can't go below zero, limits the sum.
    const [result] = await post(tx, [
      {
        source: 'receivable-collected',
        sourceId: newId(),
        description: 'Collected for a deposit that the chain took back',
        transfers: [{ debit: from, credit: owed, amount }],
      },
    ]);
    // Refused: the balance was spent, or the debt collected, since it was read. Read again.
    if (result?.ok === true) return;
  }
}

/**
 * Handles a reverted deposit once the orders that it had funded are undone: the coins that they returned to the
 * customer's balance are collected too. Does nothing where nothing is owed.
 */
export async function collectAfterRevert({ database }: { database: Database }, depositId: DepositId): Promise<void> {
  const owner = await findDepositOwner(database, depositId);
  if (owner === null) return;
  await database.transaction((tx) => collectReceivable(tx, owner.userId, owner.asset));
}
