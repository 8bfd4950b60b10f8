import type { Database } from '../platform/database.ts';
import { createGroup } from '../platform/group.ts';
import { postEach } from './post.ts';
import { requireWellFormed, SourceUsed } from './transaction.ts';
import type { NewTransaction, PostResult } from './transaction.ts';

export interface Ledger {
  /**
   * Posts one transaction on its own and answers once it is on disk. Callers at the same moment share one commit.
   * Throws as `post` does, and with 503 where too many wait.
   */
  submit(transaction: NewTransaction): Promise<PostResult>;
}

/** A way into the ledger for postings that need no other write beside them. */
export function createLedger(database: Database, options: { maxBatch?: number } = {}): Ledger {
  const group = createGroup<NewTransaction, PostResult>({
    maxItems: options.maxBatch ?? 500,
    run: async (transactions) => {
      const outcomes = await database.transaction((tx) => postEach(tx, transactions));
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
