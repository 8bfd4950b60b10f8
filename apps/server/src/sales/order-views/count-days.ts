import { type Database, limitLockWaits, type Transaction } from '../../platform/database.ts';
import { isLockTimeout } from '../../platform/database-errors.ts';
import { countNextDay, countNextSettledDay } from '../settled/db.ts';

/** Orders are not written while a longer transaction is waited for. */
const LONGEST_LOCK_WAIT_MS = 500;

/**
 * Adds the orders and the settled payments of the days that have passed to the kept counts, each day in a transaction of its own. A day that
 * can't be locked at this moment, such as while autovacuum works on its table, is counted next time: until then its
 * orders are counted when they are asked for. Answers whether all days are counted.
 */
export async function countDays({ database }: { database: Database }): Promise<boolean> {
  const areAll = [];
  for (const count of [countNextDay, countNextSettledDay]) areAll.push(await countAll(database, count));
  return areAll.every(Boolean);
}

async function countAll(database: Database, count: (tx: Transaction) => Promise<boolean>): Promise<boolean> {
  const countNext = (): Promise<boolean> =>
    database.transaction(async (tx) => {
      await limitLockWaits(tx, LONGEST_LOCK_WAIT_MS);
      return count(tx);
    });
  try {
    for (let isMore = true; isMore;) isMore = await countNext();
    return true;
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    return false;
  }
}
