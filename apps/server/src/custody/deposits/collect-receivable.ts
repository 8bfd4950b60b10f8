import { coinsOfDebt, debtsOfCoins, type DepositId, type UserId } from '@kobogate/contract';
import { type AccountRef, balances, customer, exchange, post, receivable, type Transfer } from '../../ledger/index.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { isOwned, placeOf } from './deposit.ts';
import { listCorrected, listCredited } from './db.ts';

const MOST_TRIES = 5;

/** Coins of an asset in a customer's balance. */
interface Owner {
  readonly userId: UserId;
  readonly asset: string;
}

/** Where coins of a customer pay what they owe, and what that moves. */
interface Way extends Owner {
  readonly from: AccountRef;
  readonly owed: AccountRef;
  readonly transfers: (amount: bigint) => Transfer[];
}

/**
 * How a customer's coins of an asset pay debts: those of the same asset, and between a stray and its counterpart, which an
 * administrator may have credited for it, unit for unit and the other way round. Pure.
 */
function waysOf({ userId, asset }: Owner): Way[] {
  const own = { userId, asset, from: placeOf(userId, asset), owed: receivable(userId, asset) };
  const others = (assets: readonly string[]): string[] => assets.filter((each) => each !== asset);
  const pairs = [
    ...others(coinsOfDebt(asset)).map((counterpart) => ({ code: asset, counterpart })),
    ...others(debtsOfCoins(asset)).map((code) => ({ code, counterpart: asset })),
  ];
  return [
    { ...own, transfers: (amount) => [{ debit: own.from, credit: own.owed, amount }] },
    ...pairs.map(({ code, counterpart }): Way => {
      const [from, owed] = [customer(userId, counterpart), receivable(userId, code)];
      const transfers = (amount: bigint): Transfer[] => [
        { debit: from, credit: exchange(counterpart), amount },
        { debit: exchange(code), credit: owed, amount },
      ];
      return { userId, asset, from, owed, transfers };
    }),
  ];
}

/**
 * Collects from customers' balances what they owe us in an asset, as after a deposit that the chain took back; the
 * rest stays owed. A repeat takes only what is still owed, so it may be repeated at any time.
 */
export async function collectReceivables(tx: Transaction, owners: readonly Owner[]): Promise<void> {
  let left: readonly Owner[] = owners;
  for (let tries = 0; tries < MOST_TRIES && left.length > 0; tries += 1) {
    const once = new Map(left.map((owner) => [`${owner.userId} ${owner.asset}`, owner]));
    const ways = [...once.values()].flatMap(waysOf);
    const amounts = new Map(
      await balances(
        tx,
        ways.flatMap(({ from, owed }) => [from, owed]),
      ),
    );
    const debts = ways.flatMap((way) => {
      const [free, debt] = [amounts.get(way.from.code) ?? 0n, amounts.get(way.owed.code) ?? 0n];
      const amount = free < debt ? free : debt;
      if (amount <= 0n) return [];
      amounts.set(way.from.code, free - amount).set(way.owed.code, debt - amount);
      return [Object.assign({}, way, { amount })];
    });
    const corrected = await listCorrected(
      tx,
      debts.map(({ userId, owed }) => ({ userId, asset: owed.asset })),
    );
    const results = await post(
      tx,
      // A new id each time: the debt itself, which can't go below zero, limits the sum.
      debts.map(({ userId, owed, transfers, amount }) => ({
        source: corrected.has(`${userId} ${owed.asset}`) ? 'credit-corrected' : 'receivable-collected',
        sourceId: newId(),
        description: 'Collected for coins that are owed',
        transfers: transfers(amount),
      })),
    );
    // Refused: the balance was spent, or the debt collected, since it was read. Read again.
    left = debts.filter((_, index) => results[index]?.ok !== true);
  }
}

/**
 * Handles a reverted deposit, or one that was another's, once the orders that it had funded are undone: the coins that they returned to the
 * customer's balance are collected too. Does nothing where nothing is owed.
 */
export async function collectAfterRevert({ database }: { database: Database }, depositId: DepositId): Promise<void> {
  const owners = (await listCredited(database, [depositId])).filter(isOwned);
  if (owners.length > 0) await database.transaction((tx) => collectReceivables(tx, owners));
}
