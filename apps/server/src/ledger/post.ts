import { violatedConstraint } from '../platform/database-errors.ts';
import type { Transaction } from '../platform/database.ts';
import { inSpan } from '../platform/tracing.ts';
import type { AccountRef } from './chart.ts';
import { lockAccounts, tryWriteBatch, writeBatch } from './db.ts';
import { type AccountState, hashBatch, type Plan, planBatch } from './plan.ts';
import { type NewTransaction, type PostResult, requireWellFormed, SourceUsed } from './transaction.ts';

/** Makes `Database.transaction` run the work again, as the database itself does with this SQLSTATE. */
class PostedSince extends Error {
  readonly code = '40001';
}

type Outcomes = Plan['outcomes'];
type Refs = ReadonlyMap<string, AccountRef>;

const MOST_KNOWN = 50_000;
const NOTHING_POSTED: ReadonlyMap<string, string> = new Map();

/** For each database, accounts as this process's newest plan left them: a hint that the database compares. */
const known = new WeakMap<object, Map<string, AccountState>>();

/**
 * Posts transactions in the caller's transaction and answers for each in order. A repeat of a posted one changes
 * nothing and says so; one that lacks money leaves nothing behind, while the others go on. Throws `SourceUsed` where a
 * source was used for other transfers, and `TypeError` for an impossible transaction. The touched accounts stay locked
 * until the caller's transaction ends: post last, and commit.
 *
 * Where all accounts are known it takes one statement, which writes nothing where the database has them otherwise or
 * has one of the sources; then, and for every refusal, the accounts are locked and read first.
 */
export async function post(tx: Transaction, transactions: readonly NewTransaction[]): Promise<PostResult[]> {
  if (transactions.length === 0) return [];
  const attributes = { 'kobogate.postings': transactions.length };
  return inSpan('ledger: post', { attributes }, () => postAll(tx, transactions));
}

async function postAll(tx: Transaction, transactions: readonly NewTransaction[]): Promise<PostResult[]> {
  const refs = new Map<string, AccountRef>();
  for (const transaction of transactions) {
    requireWellFormed(transaction);
    for (const { debit, credit } of transaction.transfers) refs.set(debit.code, debit).set(credit.code, credit);
  }
  const accounts = known.get(tx.database) ?? new Map<string, AccountState>();
  known.set(tx.database, accounts);
  const outcomes =
    (await postKnown(tx, transactions, refs, accounts)) ?? (await postLocked(tx, transactions, refs, accounts));
  return outcomes.map((outcome) => {
    if (outcome instanceof SourceUsed) throw outcome;
    return outcome;
  });
}

/** Undefined where nothing was written, as it needs the locks. */
async function postKnown(
  tx: Transaction,
  transactions: readonly NewTransaction[],
  refs: Refs,
  accounts: Map<string, AccountState>,
): Promise<Outcomes | undefined> {
  for (const code of refs.keys()) if (!accounts.has(code)) return undefined;
  const plan = planBatch(transactions, accounts, NOTHING_POSTED);
  // A refusal, and a repeat, must come from the database. What the plan made of the accounts is replaced then.
  if (!plan.outcomes.every(isPosted)) return undefined;
  return (await tryWriteBatch(tx, plan, ...sealed(tx, plan))) ? plan.outcomes : undefined;
}

const isPosted = (outcome: PostResult | SourceUsed): boolean =>
  'ok' in outcome && outcome.ok && outcome.outcome === 'posted';

async function postLocked(
  tx: Transaction,
  transactions: readonly NewTransaction[],
  refs: Refs,
  accounts: Map<string, AccountState>,
): Promise<Outcomes> {
  const locked = await lockAccounts(tx, refs, transactions);
  const plan = planBatch(transactions, locked.accounts, locked.posted);
  if (plan.rows.length > 0) {
    await writeBatch(tx, plan, ...sealed(tx, plan)).catch((error: unknown) => {
      // One with the same source and other accounts was posted despite our locks: the next run finds it.
      if (violatedConstraint(error) === 'ledger_transfer_source')
        throw new PostedSince('a source has just been posted');
      throw error;
    });
  }
  if (accounts.size > MOST_KNOWN) accounts.clear();
  for (const [code, account] of locked.accounts) {
    // Its head tells an account from all others once it has an entry: before, a number that a failover gave out twice
    // would not be noticed.
    if (account.sequence > 0n) accounts.set(code, account);
    else accounts.delete(code);
  }
  return plan.outcomes;
}

/** When a plan is posted, and its hash, which becomes the head of its accounts. */
function sealed({ clock }: Transaction, plan: Plan): [postedAt: Date, hash: string] {
  const postedAt = clock.now();
  const hash = hashBatch(postedAt, plan);
  for (const account of plan.touched) account.head = hash;
  return [postedAt, hash];
}
