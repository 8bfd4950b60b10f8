import type { Transaction } from '../platform/database.ts';
import type { AccountRef } from './chart.ts';
import { lockAccounts, readPosted, readTime, writeBatch } from './db.ts';
import { hashBatch } from './hash.ts';
import { planBatch } from './plan.ts';
import { requireWellFormed, SourceUsed } from './transaction.ts';
import type { NewTransaction, PostResult } from './transaction.ts';

/** Asks `Database.transaction` to run the work again, as the database itself does with this SQLSTATE. */
class PostedMeanwhile extends Error {
  readonly code = '40001';
}

/**
 * Posts transactions in the caller's transaction and answers for each in order. A repeat of one that is posted changes
 * nothing and says so; one that lacks money leaves nothing behind, while the others go on.
 * Throws `SourceUsed` where a source was used for other transfers, and `TypeError` for an impossible transaction.
 * The touched accounts stay locked until the caller's transaction ends: post last, and commit.
 */
export async function post(tx: Transaction, transactions: readonly NewTransaction[]): Promise<PostResult[]> {
  const outcomes = await postEach(tx, transactions);
  return outcomes.map((outcome) => {
    if (outcome instanceof SourceUsed) throw outcome;
    return outcome;
  });
}

/** As `post`, with a used source as that transaction's own outcome instead of an error of all. */
export async function postEach(
  tx: Transaction,
  transactions: readonly NewTransaction[],
): Promise<(PostResult | SourceUsed)[]> {
  if (transactions.length === 0) return [];
  const refs = new Map<string, AccountRef>();
  for (const transaction of transactions) {
    requireWellFormed(transaction);
    for (const { debit, credit } of transaction.transfers) refs.set(debit.code, debit).set(credit.code, credit);
  }
  const accounts = await lockAccounts(tx, refs);
  // After the locks: whoever posts the same transaction had them before us, and has committed.
  const posted = await readPosted(tx, transactions);
  const plan = planBatch(transactions, accounts, posted);
  if (plan.rows.length === 0) return plan.outcomes;
  const postedAt = await readTime(tx);
  const written = await writeBatch(tx, plan, postedAt, hashBatch(postedAt, plan));
  // Only one with the same source and other accounts can have slipped in: the next run finds it.
  if (written !== plan.rows.length)
    throw new PostedMeanwhile('a transaction from the same source was posted meanwhile');
  return plan.outcomes;
}
