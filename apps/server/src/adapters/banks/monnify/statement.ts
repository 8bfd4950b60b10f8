import * as z from 'zod/mini';
import { bodyOf } from '../bank-words.ts';
import type { Reply } from '../reply.ts';
import { readNaira } from '../naira.ts';
import { areDated, readInstant, type StatementPage } from '../statement-pages.ts';
import { stateOf } from './answers.ts';

const list = z.object({
  requestSuccessful: z.literal(true),
  responseBody: z.object({
    content: z.array(
      z.object({
        transactionReference: z.string(),
        reference: z.string(),
        status: z.string(),
        amount: z.string(),
        fee: z.string(),
        currency: z.string(),
        createdOn: z.string(),
      }),
    ),
    last: z.boolean(),
  }),
});

/** A page of the search, or null where the answer has none. */
export function readStatementPage(reply: Reply): StatementPage | null {
  const parsed = list.safeParse(bodyOf(reply));
  if (!parsed.success) return null;
  const { content, last: isLast } = parsed.data.responseBody;
  const naira = content.filter(({ currency }) => currency === 'NGN');
  const lines = naira.flatMap(({ transactionReference: id, reference, status, amount, fee, createdOn }) => {
    const amountKobo = readNaira(amount);
    if (amountKobo === null) return [];
    const madeAt = readInstant(createdOn);
    return { id, reference, amountKobo, feeKobo: readNaira(fee), state: stateOf(status), madeAt };
  });
  return lines.length === naira.length && areDated(lines) ? { lines, isLast } : null;
}
