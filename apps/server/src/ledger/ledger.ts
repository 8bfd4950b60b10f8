import { isRepeatable } from '../platform/database-errors.ts';
import type { Database } from '../platform/database.ts';
import { createGroup } from '../platform/group.ts';
import { planBatch } from './plan.ts';
import type { AccountState } from './plan.ts';
import { postEach, writePlan } from './post.ts';
import type { Posted } from './post.ts';
import { requireWellFormed, SourceUsed } from './transaction.ts';
import type { NewTransaction, PostResult } from './transaction.ts';

export interface Ledger {
  /**
   * Posts one transaction by itself and answers once it is on disk. Simultaneous callers share one commit. Throws as
   * `post` does, and with 503 where too many wait or the database does not answer.
   */
  submit(transaction: NewTransaction): Promise<PostResult>;
}

const MOST_REMEMBERED = 50_000;
const NOTHING_POSTED: ReadonlyMap<string, string> = new Map();

/**
 * Posts transactions that need no other write in the same database transaction. It caches the accounts' state and posts
 * on that cache in one statement, planning the next batch while the one before is written. The cache may be wrong,
 * because others post too: then the statement is refused, and the batch is posted again under locks.
 */
export function createLedger(database: Database, options: { maxBatch?: number } = {}): Ledger {
  const remembered = new Map<string, AccountState>();
  const forget = (accounts: Iterable<AccountState>): void => {
    for (const { code } of accounts) remembered.delete(code);
  };

  /** Posts from the cache; undefined where that can't be done or did not work, and nothing was written. */
  async function postRemembered(transactions: NewTransaction[]): Promise<PostResult[] | undefined> {
    const isKnown = transactions.every(({ transfers }) =>
      transfers.every(({ debit, credit }) => remembered.has(debit.code) && remembered.has(credit.code)),
    );
    if (!isKnown) return undefined;
    const plan = planBatch(transactions, remembered, NOTHING_POSTED);
    const results = plan.outcomes.filter(
      (outcome): outcome is PostResult => 'ok' in outcome && outcome.ok && outcome.outcome === 'posted',
    );
    // A refusal must come from the database, not from the cache.
    if (results.length < transactions.length) {
      forget(plan.touched);
      return undefined;
    }
    try {
      await writePlan(database.inOrder, plan);
      return results;
    } catch (error) {
      forget(plan.touched);
      if (isRepeatable(error)) return undefined;
      throw error;
    }
  }

  async function postLocked(transactions: NewTransaction[]): Promise<Posted['outcomes']> {
    const { outcomes, accounts } = await database.transaction((tx) => postEach(tx, transactions));
    if (remembered.size > MOST_REMEMBERED) remembered.clear();
    for (const [code, account] of accounts) remembered.set(code, account);
    return outcomes;
  }

  const group = createGroup<NewTransaction, PostResult>({
    maxItems: options.maxBatch ?? 128,
    maxRunning: 2,
    run: async (transactions) => {
      const outcomes = (await postRemembered(transactions)) ?? (await postLocked(transactions));
      return outcomes.map((outcome) =>
        outcome instanceof SourceUsed ? { ok: false, error: outcome } : { ok: true, value: outcome },
      );
    },
  });
  return {
    submit: async (transaction) => {
      requireWellFormed(transaction);
      return group.submit(transaction);
    },
  };
}
