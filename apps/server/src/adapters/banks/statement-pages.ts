import type { StatementAnswer, StatementLine } from '../../payouts/index.ts';
import { reasonOf } from './bank-words.ts';
import type { Reply } from './reply.ts';

/** A line with the provider's own booking number, which distinguishes a line that is listed twice from two bookings. */
export interface NumberedLine extends StatementLine {
  readonly id: string;
}

export interface StatementPage {
  readonly lines: readonly NumberedLine[];
  readonly isLast: boolean;
  /** Which page the provider says that it is, from 1; missing where it says none. */
  readonly page?: number;
}

/** More than any merchant's day; a longer statement is an error. */
const MOST_PAGES = 5_000;

/**
 * A statement from its pages, counted from 1. Bookings that arrive during reading move lines to later pages, so a
 * booking that was seen already counts once. One unreadable page makes the whole statement unanswered: half a statement
 * would report payouts as missing.
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
    // The same page over and over would take hours to be given up on; one that is left out would hide its payouts.
    if (page > 1 && found.page !== undefined && found.page !== page)
      return { kind: 'unanswered', reason: 'the bank gave another page than was asked for' };
    for (const { id, ...line } of found.lines) if (line.madeAt >= from && line.madeAt < to) lines.set(id, line);
    if (found.isLast) return { kind: 'statement', lines: [...lines.values()] };
  }
  return { kind: 'unanswered', reason: 'the bank’s statement did not come to an end' };
}

const HAS_ZONE = /(?:z|utc|gmt|[+-]\d{2}:?\d{2})(?: \([^)]*\))?$/i;
const MINUTE_MS = 60_000;

/**
 * A provider's timestamp; an invalid date where it can't be read. A time without a zone is in UTC, as the providers'
 * other times are, whatever zone the machine is in.
 */
export function readInstant(text: string): Date {
  const read = new Date(text);
  // A day alone is read in UTC by the language itself.
  const isLocal = /\d:\d/.test(text) && !HAS_ZONE.test(text.trim());
  return isLocal ? new Date(read.getTime() - read.getTimezoneOffset() * MINUTE_MS) : read;
}

/** Whether every line has a time: without one it is not known which day a line belongs to. */
export const areDated = (lines: readonly StatementLine[]): boolean =>
  lines.every(({ madeAt }) => !Number.isNaN(madeAt.getTime()));
