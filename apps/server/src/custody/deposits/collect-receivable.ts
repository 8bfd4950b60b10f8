import type { DepositId, UserId } from '@kobogate/contract';
import { balances, post, receivable } from '../../ledger/index.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { isOwned, placeOf } from './deposit.ts';
import { listCredited } from './db.ts';

const MOST_TRIES = 5;

/** Coins of an asset in a customer's balance. */
interface Owner {
  readonly userId: UserId;
  readonly asset: string;
}

/**
 * Collects from customers' balances what they owe us in an asset after a deposit that the chain took back; the rest
 * stays owed. A repeat takes only what is still owed, so it may be repeated at any time.
 */
export async function collectReceivables(tx: Transaction, owners: readonly Owner[]): Promise<void> {
  let left = [...new Map(owners.map(({ userId, asset }) => [`${userId} ${asset}`, { userId, asset }])).values()];
  for (let tries = 0; tries < MOST_TRIES && left.length > 0; tries += 1) {
    const places = left.map(({ userId, asset }) => ({
      userId,
      asset,
      from: placeOf(userId, asset),
      owed: receivable(userId, asset),
    }));
    const amounts = await balances(
      tx,
      places.flatMap(({ from, owed }) => [from, owed]),
    );
    const debts = places.flatMap(({ userId, asset, from, owed }) => {
      const free = amounts.get(from.code) ?? 0n;
      const debt = amounts.get(owed.code) ?? 0n;
      const amount = free < debt ? free : debt;
      return amount > 0n ? [{ userId, asset, transfer: { debit: from, credit: owed, amount } }] : [];
    });
    const results = await post(
      tx,
      // A new id each time: the debt itself, which can't go below zero, limits the sum.
      debts.map(({ transfer }) => ({
        source: 'receivable-collected',
        sourceId: newId(),
        description: 'Collected for a deposit that the chain took back',
        transfers: [transfer],
      })),
    );
    // Refused: the balance was spent, or the debt collected, since it was read. Read again.
    left = debts.filter((_, index) => results[index]?.ok !== true);
  }
}

/**
 * Handles a reverted deposit once the orders that it had funded are undone: the coins that they returned to the
 * customer's balance are collected too. Does nothing where nothing is owed.
 */
export async function collectAfterRevert({ database }: { database: Database }, depositId: DepositId): Promise<void> {
  const owners = (await listCredited(database, [depositId])).filter(isOwned);
  if (owners.length > 0) await database.transaction((tx) => collectReceivables(tx, owners));
}
