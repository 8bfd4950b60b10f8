import { readReference, type StatementAnswer, type StatementLine, type Stretch } from '../../../payouts/index.ts';
import type { FindAnswer } from '../../../payouts/index.ts';
import { reasonOf } from '../bank-words.ts';
import type { Reply } from '../reply.ts';
import { lineOf, type ListedTransfer, readOwn, readPage } from './answers.ts';

type Ask = (path: string) => Promise<Reply>;

const PAGE_SIZE = '50';
/** For a statement 100,000 transfers, more than any merchant's day; for one payout, which is asked about often, 10,000. */
const MOST_PAGES = { statement: 2_000, payout: 200 };
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Reads the list of transfers part by part until `visit` says that it has enough or the list ends; answers null then, else
 * why it could not be read to its end. Of a list that ends early nothing follows for what was not in it.
 */
async function walk(
  ask: Ask,
  { dates, most }: { readonly dates: Readonly<Record<string, string>>; readonly most: number },
  visit: (transfers: readonly ListedTransfer[]) => boolean,
): Promise<string | null> {
  let next: string | null = null;
  for (let count = 0; count < most; count += 1) {
    const query = new URLSearchParams({ size: PAGE_SIZE, ...dates, ...(next === null ? {} : { next }) });
    const reply = await ask(`/transfers?${query.toString()}`);
    const page = readPage(reply);
    if (page === null) return reasonOf(reply);
    if (visit(page.transfers) || page.next === null) return null;
    next = page.next;
  }
  return 'the bank’s list did not come to an end';
}

/**
 * When the order of a reference was made, less a day for clocks that differ: no transfer of it is older. The time is in the
 * order's id (RFC 9562, version 7); null for a reference without one. Pure.
 */
export function earliestOf(reference: string): Date | null {
  const hex = (readReference(reference)?.orderId ?? '').replaceAll('-', '');
  return hex[12] === '7' ? new Date(Number.parseInt(hex.slice(0, 12), 16) - DAY_MS) : null;
}

/**
 * The outcome of a reference. Flutterwave documents no question by it, only a list by time and one transfer by its own id,
 * which a lost answer does not give: so the list is read from the time of the order on. It is not found only where the
 * whole of that list was read.
 */
export async function findInList(ask: Ask, reference: string): Promise<FindAnswer> {
  const own: ListedTransfer[] = [];
  const from = earliestOf(reference);
  const dates = from === null ? {} : { from: from.toISOString() };
  const failure = await walk(ask, { dates, most: MOST_PAGES.payout }, (transfers) => {
    own.push(...transfers.filter((each) => each.reference === reference));
    return own.length > 0;
  });
  return failure === null ? readOwn(own) : { kind: 'unanswered', reason: failure };
}

/** The statement of a stretch of time: each transfer once, by Flutterwave's own id, and complete or unanswered. */
export async function listStatement(ask: Ask, { from, to }: Stretch): Promise<StatementAnswer> {
  const lines = new Map<string, StatementLine>();
  let isUnread = false;
  const dates = { from: from.toISOString(), to: to.toISOString() };
  const failure = await walk(ask, { dates, most: MOST_PAGES.statement }, (transfers) => {
    for (const listed of transfers) {
      const line = lineOf(listed);
      isUnread ||= line === 'unread';
      if (line !== null && line !== 'unread' && line.madeAt >= from && line.madeAt < to) lines.set(listed.id, line);
    }
    return isUnread;
  });
  if (isUnread) return { kind: 'unanswered', reason: 'the bank listed a transfer without an exact amount or time' };
  return failure === null ? { kind: 'statement', lines: [...lines.values()] } : { kind: 'unanswered', reason: failure };
}
