import type { AccountRef } from '@kobogate/server/src/ledger/chart.ts';
import { createMonthSealer } from '@kobogate/server/src/ledger/closed-months/closed-month.ts';
import { balances } from '@kobogate/server/src/ledger/db.ts';
import { post } from '@kobogate/server/src/ledger/post.ts';
import type { NewTransaction, PostResult } from '@kobogate/server/src/ledger/transaction.ts';
import type { Database } from '@kobogate/server/src/platform/database.ts';
import { newId } from '@kobogate/server/src/platform/identifiers.ts';

export const USDT = 'USDT@bsc';

/** For tests: a transaction of one transfer, of a source of its own unless one is named. */
export function transfer(
  debit: AccountRef,
  credit: AccountRef,
  amount: bigint,
  sourceId: string = newId(),
): NewTransaction {
  return { source: 'test', sourceId, description: 'a test', transfers: [{ debit, credit, amount }] };
}

/** For tests: posts one transaction in a database transaction of its own. */
export const postIn = async (database: Database, transaction: NewTransaction): Promise<PostResult | undefined> =>
  (await database.transaction((tx) => post(tx, [transaction])))[0];

/** For tests: the balances of these accounts, in their order. */
export const balancesIn = async (database: Database, refs: AccountRef[]): Promise<bigint[]> => [
  ...(await balances(database, refs)).values(),
];

/** For tests: posts transactions as one batch that is dated so. */
export const postAt = (
  database: Database,
  moment: string,
  transactions: readonly NewTransaction[],
): Promise<PostResult[]> =>
  database.transaction((tx) => post({ ...tx, clock: { now: () => new Date(moment) } }, transactions));

/** For tests: seals closed months with a key of their own. */
export const testMonthSealer = createMonthSealer(Buffer.alloc(32, 9));
