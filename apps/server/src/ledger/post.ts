import { createHash } from 'node:crypto';
import { systemClock } from '../platform/clock.ts';
import { violatedConstraint } from '../platform/database-errors.ts';
import type { Connection, Transaction } from '../platform/database.ts';
import type { AccountRef } from './chart.ts';
import { lockAccounts, readPosted, writeBatch } from './db.ts';
import { type AccountState, type Plan, planBatch } from './plan.ts';
import { type NewTransaction, type PostResult, requireWellFormed, SourceUsed } from './transaction.ts';

/** Makes `Database.transaction` run the work again, as the database itself does with this SQLSTATE. */
class PostedSince extends Error {
  readonly code = '40001';
}

/**
 * Posts transactions in the caller's transaction and answers for each in order. A repeat of a posted one changes
 * nothing and says so; one that lacks money leaves nothing behind, while the others go on. Throws `SourceUsed` where a
 * source was used for other transfers, and `TypeError` for an impossible transaction. The touched accounts stay locked
 * until the caller's transaction ends: post last, and commit.
 */
export async function post(tx: Transaction, transactions: readonly NewTransaction[]): Promise<PostResult[]> {
  if (transactions.length === 0) return [];
  const { outcomes } = await postEach(tx, transactions);
  return outcomes.map((outcome) => {
    if (outcome instanceof SourceUsed) throw outcome;
    return outcome;
  });
}

/** The result of posting a group: an outcome for each in order, and the accounts' state once it has committed. */
export interface Posted {
  readonly outcomes: (PostResult | SourceUsed)[];
  readonly accounts: ReadonlyMap<string, AccountState>;
}

/** The same as `post`, with a used source as that transaction's own outcome instead of an error of all. */
export async function postEach(tx: Transaction, transactions: readonly NewTransaction[]): Promise<Posted> {
  const refs = new Map<string, AccountRef>();
  for (const transaction of transactions) {
    requireWellFormed(transaction);
    for (const { debit, credit } of transaction.transfers) refs.set(debit.code, debit).set(credit.code, credit);
  }
  const accounts = await lockAccounts(tx, refs);
  // After the locks: a transaction that posted the same one had them before us, and has committed.
  const posted = await readPosted(tx, transactions);
  const plan = planBatch(transactions, accounts, posted);
  if (plan.rows.length > 0) await writePlan(tx, plan);
  return { outcomes: plan.outcomes, accounts };
}

/** Hashes and writes a plan, and sets the new head of its accounts before it is written. */
export async function writePlan(connection: Connection, plan: Plan): Promise<void> {
  const postedAt = systemClock.now();
  const hash = hashBatch(postedAt, plan);
  for (const account of plan.touched) account.head = hash;
  await writeBatch(connection, plan, postedAt, hash).catch((error: unknown) => {
    // One with the same source and other accounts was posted despite our locks: the next run finds it.
    if (violatedConstraint(error) === 'ledger_transfer_source') throw new PostedSince('a source has just been posted');
    throw error;
  });
}

/** Between the fields of a row; texts with control characters are refused before. */
const FIELD = '\u001f';

const LINE = '\n';

/**
 * SHA-256, in hexadecimal, over when the batch was posted (ISO 8601, milliseconds, UTC), the number of entries and the
 * head of each account before it (by account id), and every transfer in order. `verify()` builds the same text in SQL.
 */
function hashBatch(postedAt: Date, plan: Pick<Plan, 'rows' | 'before'>): string {
  const heads = [...plan.before]
    .toSorted(([left], [right]) => left - right)
    .map(([id, { sequence, head }]) => `${id}${FIELD}${sequence}${FIELD}${head}`);
  const rows = plan.rows.map((row) =>
    [
      row.source,
      row.sourceId,
      row.line,
      row.description ?? '',
      row.amount,
      row.debitAccount,
      row.creditAccount,
      row.debitSequence,
      row.creditSequence,
      row.debitBalance,
      row.creditBalance,
    ].join(FIELD),
  );
  const text = [postedAt.toISOString(), heads.join(LINE), rows.join(LINE)].join(LINE);
  return createHash('sha256').update(text).digest('hex');
}
