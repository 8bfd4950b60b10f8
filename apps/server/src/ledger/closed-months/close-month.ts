import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Connection, Database } from '../../platform/database.ts';
import { dependencyDown } from '../../platform/errors.ts';
import type { ClosedMonth } from './closed-month.ts';
import { CLOCK_TOLERANCE_MS, findBatchAfter, findNewestBatch, listPosting } from '../db.ts';
import { endOfMonth, monthAfter, monthOf } from './month.ts';
import { headLine } from './month-lines.ts';
import type { PartSums } from './part.ts';
import { provePart, type TakeLine } from './prove-part.ts';

const LOOK_AGAIN_MS = 50;
const LONGEST_WAIT_MS = 120_000;

/**
 * The newest batch, once nothing can be committed any more under its number or a smaller one: every transaction that had posted by then
 * has ended. No posting waits for this. Throws `dependencyDown` where one takes longer than two minutes.
 */
export async function findSettledBatch(connection: Connection): Promise<bigint> {
  const newest = await findNewestBatch(connection);
  const posting = new Set(await listPosting(connection));
  const until = performance.now() + LONGEST_WAIT_MS;
  for (let left = posting.size; left > 0;) {
    if (performance.now() > until)
      throw dependencyDown('the database', 'A program has been posting for two minutes. Please run this again.');
    await delay(LOOK_AGAIN_MS);
    left = (await listPosting(connection)).filter((holder) => posting.has(holder)).length;
  }
  return newest;
}

/** The months that have ended and are not closed, oldest first, up to `until` and including it. */
export async function listOpenMonths(
  { database, now }: { database: Pick<Database, 'query'>; now: Date },
  { newest, until }: { newest: ClosedMonth | null; until: string },
): Promise<string[]> {
  const first = newest === null ? await findBatchAfter(database, 0n) : null;
  if (newest === null && first === null) return [];
  const months: string[] = [];
  const begin = newest === null ? monthOf(first?.postedAt ?? now) : monthAfter(newest.month);
  for (let month = begin; month <= until && hasEnded(month, now); month = monthAfter(month)) months.push(month);
  return months;
}

/** Whether a month has ended by every machine's clock. Pure. */
export const hasEnded = (month: string, now: Date): boolean =>
  now.getTime() >= endOfMonth(month).getTime() + CLOCK_TOLERANCE_MS;

/**
 * The last batch of a month, by a binary search among those above `after` up to `settled`: a batch that is dated before the
 * month's end, and is followed by none or by one that is not. Clocks of two machines differ by moments, so that a few entries
 * around midnight may be in the neighbouring month's part; each has its time, and each is in exactly one.
 */
export async function findLastBatch(
  connection: Connection,
  month: string,
  { after, settled }: { after: bigint; settled: bigint },
): Promise<bigint> {
  const end = endOfMonth(month);
  let [low, high] = [after, settled];
  while (low < high) {
    const middle = (low + high) / 2n;
    const next = await findBatchAfter(connection, middle);
    if (next !== null && next.id <= high && next.postedAt < end) low = next.id;
    else high = middle;
  }
  return low;
}

/** A month's lines from the database, with what they come to. */
export interface ReadMonth {
  readonly closed: ClosedMonth;
  readonly sums: PartSums;
}

/** Proves a month's batches and hands on its lines, from the first one to the one before the last. Changes nothing. */
export async function readMonth(
  connection: Connection,
  head: Pick<ClosedMonth, 'month' | 'after' | 'last' | 'before'>,
  takeLine?: TakeLine,
): Promise<ReadMonth> {
  const { month, after, last, before } = head;
  const digest = createHash('sha256');
  const take = async (line: string): Promise<void> => {
    digest.update(line);
    await takeLine?.(line);
  };
  await take(headLine(head));
  const sums = await provePart(connection, { after, last }, take);
  const { batches, transfers, accounts, balances } = sums;
  return {
    closed: { month, after, last, before, batches, transfers, accounts, balances, digest: digest.digest('hex') },
    sums,
  };
}
