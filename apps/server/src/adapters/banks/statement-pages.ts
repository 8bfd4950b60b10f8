import type { StatementAnswer, StatementLine } from '../../payouts/index.ts';
import { reasonOf } from './bank-words.ts';
import type { Reply } from './reply.ts';

/** A line with the provider's own number of the booking, which tells one that is listed twice from two bookings. */
export interface NumberedLine extends StatementLine {
  readonly id: string;
}

export interface StatementPage {
  readonly lines: readonly NumberedLine[];
  readonly isLast: boolean;
}

/** More than a day of any merchant's: what lies behind it is an error, not a statement. */
const MOST_PAGES = 5_000;

/**
 * A statement from its pages, counted from 1. What comes in while it is read moves lines to later pages, so a booking that
 * was seen already counts once. One page that can't be read makes the whole unanswered: half a statement would call payouts
 * missing.
 */
export async function collectPages(
  ask: (page: number) => Promise<Reply>,
  read: (reply: Reply) => StatementPage | null,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<StatementAnswer> {
  const lines = new Map<string, StatementLine>();
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const reply = await ask(page);
    const found = read(reply);
    if (found === null) return { kind: 'unanswered', reason: reasonOf(reply) };
    for (const { id, ...line } of found.lines) if (line.madeAt >= from && line.madeAt < to) lines.set(id, line);
    if (found.isLast) return { kind: 'statement', lines: [...lines.values()] };
  }
  return { kind: 'unanswered', reason: 'the bank’s statement did not come to an end' };
}

/** A provider's instant; an invalid date where it is none. */
export const readInstant = (text: string): Date => new Date(text);

/** Whether every line has a time: without it nobody can say which day it belongs to. */
export const areDated = (lines: readonly StatementLine[]): boolean =>
  lines.every(({ madeAt }) => !Number.isNaN(madeAt.getTime()));
