import { toKobo } from '@kobogate/money';
import * as z from 'zod/mini';
import { bodyOf } from '../bank-words.ts';
import type { Reply } from '../reply.ts';
import { areDated, readInstant, type StatementPage } from '../statement-pages.ts';
import { stateOf } from './answers.ts';

const kobo = z.string().check(z.regex(/^\d{1,30}$/));
const list = z.object({
  status: z.literal(true),
  data: z.array(
    z.object({
      id: z.string(),
      reference: z.string(),
      status: z.string(),
      amount: kobo,
      currency: z.string(),
      createdAt: z.string(),
      // The list omits it for old transfers, and its form varies.
      fee_charged: z.optional(z.unknown()),
    }),
  ),
  meta: z.object({ page: z.string(), pageCount: z.string() }),
});

/** A page of the list of transfers, or null where the answer has none. */
export function readStatementPage(reply: Reply): StatementPage | null {
  const parsed = list.safeParse(bodyOf(reply));
  if (!parsed.success) return null;
  const { data, meta } = parsed.data;
  const lines = data
    .filter(({ currency }) => currency === 'NGN')
    .map(({ id, reference, status, amount, createdAt, fee_charged: fee }) => ({
      id,
      reference,
      amountKobo: toKobo(amount),
      feeKobo: kobo.safeParse(fee).success ? toKobo(String(fee)) : null,
      state: stateOf(status),
      madeAt: readInstant(createdAt),
    }));
  return areDated(lines)
    ? { lines, page: Number(meta.page), isLast: Number(meta.page) >= Number(meta.pageCount) }
    : null;
}
