import type { Connection } from '../../platform/database.ts';
import { checkBatch } from './check-batch.ts';
import { listAccountsAt, listBatches, loadAccountsAfter, type ReadAccount } from '../db.ts';
import { accountLine, batchLine } from './month-lines.ts';
import { createPartSums, type PartBatch, type PartSums, type Range } from './part.ts';

const ACCOUNTS = 2000;
/** Rows of one statement: what is in memory at once. */
const TRANSFERS = 20_000;
const MOST_BATCHES = 5000;
const MOST_DIFFERENCES = 100;

/** Takes a line of the part, with its line end. */
export type TakeLine = (line: string) => void | Promise<void>;

/**
 * Proves a range of batches in which nothing can be committed any more, in constant memory and with statements that each read
 * little. It proves that every batch is what its hash says, continues where each of its accounts was, and moves amounts within
 * one asset; that each account's row agrees with its newest entry; and that the accounts' entries are exactly those of the
 * range. What the entries before the range are is taken as it is: the caller compares `opening` with what was kept of it. Hands
 * on the part's lines. Changes nothing.
 */
export async function provePart(connection: Connection, range: Range, takeLine?: TakeLine): Promise<PartSums> {
  const sums = createPartSums();
  const differences = new Set<string>();
  const tell = (sentences: readonly string[]): void => {
    for (const sentence of sentences) if (differences.size < MOST_DIFFERENCES) differences.add(sentence);
  };
  for await (const { states, ...account } of readAccountsAt(connection, [range.after, range.last])) {
    const [opening = NOTHING, closing = NOTHING] = states;
    const part = { ...account, opening, closing };
    tell(checkRow(account));
    sums.addAccount(part);
    if (closing.entries > 0n) await takeLine?.(accountLine(part));
  }
  for (let [after, limit] = [range.after, 1]; after < range.last;) {
    const { batches, upTo } = await listBatches(connection, { after, last: range.last }, limit);
    const accounts = await loadAccountsAfter(connection, entriesBefore(batches));
    for (const batch of batches) {
      tell(checkBatch(batch, accounts));
      sums.addBatch(batch);
      await takeLine?.(batchLine(batch));
    }
    const rows = batches.reduce((sum, batch) => sum + batch.rows.length, 0);
    limit = Math.min(MOST_BATCHES, 2 * limit, Math.max(1, Math.floor((limit * TRANSFERS) / Math.max(1, rows))));
    after = upTo;
  }
  const counted = sums.read();
  tell(counted.differences);
  return { ...counted, differences: [...differences] };
}

const NOTHING = { entries: 0n, balance: 0n, head: '00'.repeat(32) };

/** All accounts by id, each with its state after each of these batches; a page is read at a time. */
export async function* readAccountsAt(connection: Connection, marks: readonly bigint[]): AsyncGenerator<ReadAccount> {
  for (let afterId: number | undefined = 0; afterId !== undefined;) {
    const page: ReadAccount[] = await listAccountsAt(connection, marks, afterId, ACCOUNTS);
    yield* page;
    afterId = page.at(-1)?.id;
  }
}

/** Whether an account's row says what its newest entry says. Pure. */
function checkRow({ code, mayGoNegative, now, newest, hasMore }: Omit<ReadAccount, 'states'>): string[] {
  const found: string[] = [];
  const made = newest ?? NOTHING;
  if (hasMore || (newest === null && now.entries > 0n)) {
    found.push(`sequence: ${code} has counted ${now.entries} entries, and has ${hasMore ? 'more' : 'fewer'}`);
  }
  if (now.balance !== made.balance) {
    found.push(`balance: ${code} holds ${now.balance}, and its newest entry says ${made.balance}`);
  }
  if (now.head !== made.head) found.push(`head: ${code} its head is not the hash of its newest batch`);
  if (now.balance < 0n && !mayGoNegative) found.push(`negative: ${code} is below zero: ${now.balance}`);
  return found;
}

/** Which entry of each account the batches go on from; 0 for an account that begins in them. Pure. */
function entriesBefore(batches: readonly PartBatch[]): Map<number, bigint> {
  const first = new Map<number, bigint>();
  const see = (account: number, sequence: bigint): void => {
    if (sequence - 1n < (first.get(account) ?? sequence)) first.set(account, sequence - 1n);
  };
  for (const { rows } of batches) {
    for (const row of rows) {
      see(row.debitAccount, row.debitSequence);
      see(row.creditAccount, row.creditSequence);
    }
  }
  return first;
}
