import * as z from 'zod/mini';
import { bodyOf } from '../bank-words.ts';
import type { Reply } from '../reply.ts';
import { readNaira } from '../naira.ts';
import { areDated, readInstant, type StatementPage } from '../statement-pages.ts';
import { stateOf } from './answers.ts';

const list = z.object({
  status: z.literal('success'),
  data: z.array(
    z.object({
      id: z.string(),
      reference: z.string(),
      status: z.string(),
      amount: z.string(),
      fee: z.string(),
      currency: z.string(),
      created_at: z.string(),
    }),
  ),
  meta: z.object({ page_info: z.object({ current_page: z.string(), total_pages: z.string() }) }),
});

/** A page of the list of transfers, or null where the answer has none. A fee with fractions of a kobo is not exact. */
export function readStatementPage(reply: Reply): StatementPage | null {
  const parsed = list.safeParse(bodyOf(reply));
  if (!parsed.success) return null;
  const { current_page: page, total_pages: pages } = parsed.data.meta.page_info;
  const lines = parsed.data.data
    .filter(({ currency }) => currency === 'NGN')
    .flatMap(({ id, reference, status, amount, fee, created_at: at }) => {
      const amountKobo = readNaira(amount);
      if (amountKobo === null) return [];
      return { id, reference, amountKobo, feeKobo: readNaira(fee), state: stateOf(status), madeAt: readInstant(at) };
    });
  const areAllRead = lines.length === parsed.data.data.filter(({ currency }) => currency === 'NGN').length;
  return areAllRead && areDated(lines) ? { lines, page: Number(page), isLast: Number(page) >= Number(pages) } : null;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The days to ask for: one more on each side, because the provider does not say which time zone its days are in. Pure.
 */
export function daysAround(from: Date, to: Date): { from: string; to: string } {
  const day = (moment: Date, change: number): string =>
    new Date(moment.getTime() + change * DAY_MS).toISOString().slice(0, 10);
  return { from: day(from, -1), to: day(to, 1) };
}
